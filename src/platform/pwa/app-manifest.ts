import { basenameOf, type Language } from '#platform/i18n/languages.ts';

const texts = {
  en: { name: 'Kontor', description: 'Invoices, payments and expenses. Works offline.', newExpense: 'New expense', expenses: 'Expenses' },
  de: {
    name: 'Kontor',
    description: 'Rechnungen, Zahlungen und Ausgaben. Auch ohne Netz.',
    newExpense: 'Neue Ausgabe',
    expenses: 'Ausgaben',
  },
} satisfies Record<Language, Record<string, string>>;

/** File name of a language's web app manifest. */
export const manifestFile = (language: Language): string =>
  language === 'en' ? 'manifest.webmanifest' : `manifest.${language}.webmanifest`;

/** What the operating system learns when Kontor is installed in a language. The id is the same for all: it is one app. */
export function appManifest(language: Language) {
  const base = basenameOf(language) === '/' ? '' : basenameOf(language);
  const { name, description, newExpense, expenses } = texts[language];
  const icon = { src: '/icons/icon-192.png', sizes: '192x192', type: 'image/png' };
  return {
    id: '/',
    name,
    short_name: name,
    description,
    lang: language,
    dir: 'ltr',
    start_url: base || '/',
    scope: '/',
    display: 'standalone',
    theme_color: '#6366f1',
    background_color: '#ffffff',
    categories: ['finance', 'business', 'productivity'],
    launch_handler: { client_mode: ['navigate-existing', 'auto'] },
    icons: [
      icon,
      { ...icon, src: '/icons/icon-512.png', sizes: '512x512' },
      { ...icon, src: '/icons/icon-maskable-512.png', sizes: '512x512', purpose: 'maskable' },
      { src: '/favicon.svg', sizes: 'any', type: 'image/svg+xml' },
    ],
    shortcuts: [
      { name: newExpense, url: `${base}/finance/expenses/create`, icons: [icon] },
      { name: expenses, url: `${base}/finance/expenses`, icons: [icon] },
    ],
    file_handlers: [
      {
        action: `${base}/finance/expenses/create`,
        accept: { 'application/pdf': ['.pdf'], 'application/xml': ['.xml'], 'text/xml': ['.xml'] },
        launch_type: 'single-client',
      },
    ],
    share_target: {
      action: `${base}/share-target`,
      method: 'POST',
      enctype: 'multipart/form-data',
      params: { files: [{ name: 'receipts', accept: ['image/*', 'application/pdf', '.pdf', 'application/xml', 'text/xml', '.xml'] }] },
    },
  };
}
