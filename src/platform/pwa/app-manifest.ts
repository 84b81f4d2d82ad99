import { basenameOf, type Language } from '#platform/i18n/languages.ts';

const texts = {
  en: {
    name: 'Kontor',
    description: 'Invoices, payments and expenses. Works offline.',
    newExpense: 'New expense',
    newInvoice: 'New invoice',
    newPayment: 'Record payment',
    dashboard: 'Dashboard',
    shown: { dashboard: 'How the company is doing', expenses: 'Expenses with their receipts' },
  },
  de: {
    name: 'Kontor',
    description: 'Rechnungen, Zahlungen und Ausgaben. Auch ohne Verbindung.',
    newExpense: 'Neue Ausgabe',
    newInvoice: 'Neue Rechnung',
    newPayment: 'Zahlung erfassen',
    dashboard: 'Übersicht',
    shown: { dashboard: 'Wie es der Firma geht', expenses: 'Ausgaben mit ihren Belegen' },
  },
} satisfies Record<Language, object>;

/** Of the demo company; the names of the files say page, language and width. */
const SCREENS = [
  { form_factor: 'wide', sizes: '1280x800' },
  { form_factor: 'narrow', sizes: '780x1688' },
] as const;
const PICTURED = ['dashboard', 'expenses'] as const;

/** File name of a language's web app manifest. */
export const manifestFile = (language: Language): string =>
  language === 'en' ? 'manifest.webmanifest' : `manifest.${language}.webmanifest`;

/** What the operating system learns when Kontor is installed in a language. The id is the same for all: it is one app. */
export function appManifest(language: Language) {
  const base = basenameOf(language) === '/' ? '' : basenameOf(language);
  const { name, description, newExpense, newInvoice, newPayment, dashboard, shown } = texts[language];
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
      { name: newInvoice, url: `${base}/finance/invoices/create`, icons: [icon] },
      { name: newPayment, url: `${base}/finance/payments?new=1`, icons: [icon] },
      { name: dashboard, url: `${base}/finance/dashboard`, icons: [icon] },
    ],
    screenshots: SCREENS.flatMap(({ form_factor, sizes }) =>
      PICTURED.map((page) => ({
        src: `/screenshots/${page}-${language}-${form_factor}.jpg`,
        type: 'image/jpeg',
        sizes,
        form_factor,
        label: shown[page],
      })),
    ),
    file_handlers: [
      {
        action: `${base}/finance/expenses/create`,
        accept: { 'application/pdf': ['.pdf'], 'application/xml': ['.xml'], 'text/xml': ['.xml'] },
        launch_type: 'single-client',
      },
      { action: `${base}/import`, accept: { 'text/csv': ['.csv'] }, launch_type: 'single-client' },
    ],
    share_target: {
      action: `${base}/share-target`,
      method: 'POST',
      enctype: 'multipart/form-data',
      params: { files: [{ name: 'receipts', accept: ['image/*', 'application/pdf', '.pdf', 'application/xml', 'text/xml', '.xml'] }] },
    },
  };
}
