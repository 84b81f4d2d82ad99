import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { readLocale } from '#build/locales.ts';
import { README } from '#domain/archive/readme.ts';

/** Sources with German that people read, outside `locales/`. */
const GERMAN_SOURCES = [
  'src/domain/archive/german-names.ts',
  'src/domain/documents/document-text.ts',
  'src/domain/documents/tax-notes.ts',
  'src/domain/mail/correction-mail.ts',
  'src/domain/mail/invite-mail.ts',
  'src/domain/mail/invoice-mail.ts',
  'src/domain/procedure/procedure-de.ts',
  'src/domain/tax/tax-category-name.ts',
  'src/platform/pwa/app-manifest.ts',
  'supabase/local/mail/auth-mail-texts.ts',
  'supabase/local/operations/admin-texts.ts',
  'supabase/templates/confirmation.html',
  'supabase/templates/email_change.html',
  'supabase/templates/recovery.html',
];

/** What German says instead of what a bookkeeper doesn't say, or says of something else. */
const GERMAN_WORDS: readonly (readonly [wrong: RegExp, right: string])[] = [
  [/abgleich|abgeglichen|gleicht? ab\b|gleichen sich/iu, 'Synchronisierung: Abgleich ordnet Zahlungen zu'],
  [/(?<!In Rechnung )(?<!Aus)(?<!aus)(?<!her)(?<!fest)\bgestellt/iu, 'ausgestellt, oder „In Rechnung gestellt“'],
  [/rechnung(?:en)? (?:zu )?stellen\b/iu, 'ausstellen'],
  [/cash-?flow/u, 'Cashflow'],
  [/cash flow/iu, 'Cashflow'],
  [/freiwillig|\bwahlweise\b/iu, 'optional'],
  [/frische Kopie|neue Kopie/iu, 'Daten neu laden'],
  [/\bAndere[sr]?\b(?=$)|^Anders$/u, 'Sonstige'],
  [/\bBetrachter\b|\bLeser\b|\bZuschauer\b/u, 'Lesezugriff'],
  [/\bMeldungseinstellungen\b|\bNotizen und Hinweise\b/u, 'Benachrichtigungen'],
  [/wiederkehrend|ausgabenserie|rechnungsserie/iu, 'Serien, Serienausgaben, Serienrechnungen'],
  [/Umkehr der Steuerschuld|Übergang der Steuerschuld/u, 'Reverse Charge'],
  [/Währung der Bücher/u, 'Buchwährung'],
  [/\bUSt\. /u, 'USt'],
  [/Erscheinungsbild/u, 'Darstellung'],
  [/(?:neue|vorige|davor).{0,10}Fassung von Kontor|neue Fassung gibt/u, 'Version'],
  [/\b(?:in|aus) Ihrem Unternehmen\b/u, 'Firma'],
  [/\bohne Netz\b/u, 'ohne Verbindung'],
  [/\b(?:das|dem|im|zum) Dashboard\b/u, 'Übersicht, Finanzübersicht'],
  [/\bBargeld\b/u, 'Bar'],
  [/(?<!Prozent)\bPunkte (?:über|unter|bei)\b/u, 'Prozentpunkte'],
  [/^Als (?:nicht )?\p{L}+ vermerk/u, 'markieren'],
];

const ENGLISH_WORDS: readonly (readonly [wrong: RegExp, right: string])[] = [
  [/\be-mail|\bmails?\b/iu, 'email'],
  [/\bcolor\b/iu, 'colour'],
  [/timezone/iu, 'time zone'],
  [/\blog ?(?:in|out)\b/iu, 'sign in, sign out'],
  [/\bvoid(?:ed)?\b/iu, 'cancel (an invoice), reverse (a booking)'],
  [/\boutstanding\b/iu, 'open'],
  [/\bsynchroni[sz]/iu, 'sync'],
  [/\bsync cent(?:re|er)\b/iu, 'Sync'],
  [/\breckon/iu, 'calculate'],
  [/\bdata (?:are|were|have)\b/iu, 'data is, was, has'],
];

/** Capitals inside a sentence belong to names, to what another program calls its parts, and to places in the app. */
const NAMES = [
  /Kontor|Deutsch|English|German|Germany|Latin|Greek|Cyrillic|Bundesbank|European Central Bank|Japanese|January|February|October|July/gu,
  /Nordlicht Webdesign GmbH|Ms Kim|Wi-Fi|ZUGFeRD|Factur-X|Leitweg-ID|Nr\.|VoiceOver|TalkBack|WebP/gu,
  /\b(?:Enter|Ctrl|Shift|Backspace|Tab|Share)\b|“Add to Home Screen”/gu,
  /(?:under )?Settings(?: →|,) \p{Lu}\p{Ll}+|\bunder (?:Security|Settings|Invoices|Sync)|\b[Tt]he Sync page|\bOpen Sync|such as Travel, Meals or Office/gu,
];
/** What spec §2 says word by word. */
const AS_SPECIFIED = /^errors\.page\./;

/** Words within a sentence that begin with a capital and are no name. */
const capitals = (text: string): string[] => {
  const bare = NAMES.reduce((rest, name) => rest.replace(name, '§'), text.replace(/\{\{.*?\}\}|<[^>]*>/gu, '§'));
  return [...bare.matchAll(/(?<=[\p{Ll}\p{N},)] )\p{Lu}\p{Ll}+/gu)].map(([word]) => word);
};

/** What holds for letters and marks in both languages. */
const MARKS: readonly (readonly [wrong: RegExp, right: string])[] = [
  [/\p{L}'\p{L}/u, 'a curved apostrophe'],
  [/\.\.\./u, 'an ellipsis is one character'],
  [/[^\s]…/u, 'a space before the ellipsis'],
  [/ {2}/u, 'one space'],
];

const leaves = (value: unknown, path: string): { path: string; text: string }[] =>
  typeof value === 'string'
    ? [{ path, text: value }]
    : Object.entries(value as object).flatMap(([key, child]) => leaves(child, path === '' ? key : `${path}.${key}`));
const textsOf = (language: 'de' | 'en') => leaves(readLocale('locales', language), '');

/** `place: text (what belongs there)` of every text that says it wrong. */
const faults = (texts: readonly { path: string; text: string }[], words: readonly (readonly [RegExp, string])[]) =>
  texts.flatMap(({ path, text }) => words.flatMap(([wrong, right]) => (wrong.test(text) ? [`${path}: ${text} (${right})`] : [])));

/** Lines of a source with something German in them; comments are for us. */
const linesOf = (path: string) =>
  readFileSync(path, 'utf8')
    .split('\n')
    .filter((line) => !/^\s*(?:\/\/|\/?\*)/.test(line) && !line.startsWith('import '))
    .map((text, index) => ({ path: `${path}:${index + 1}`, text }));

/** Who may ask the platform for dates: the one place that writes them, what only reckons with them, and names of weekdays. */
const DATE_FORMATTERS = [
  'src/domain/documents/document-format.ts',
  'src/features/company/CreateCompanyForm.tsx',
  'src/platform/clock/clock.ts',
  'src/platform/i18n/format.ts',
  'src/widgets/recurring/use-schedule-words.ts',
];

test('dates are written in one place, so that a page has one format', () => {
  const sources = readdirSync('src', { recursive: true, encoding: 'utf8' }).filter((file) => /(?<!\.test)\.tsx?$/.test(file));
  const writing = sources.filter((file) => /DateTimeFormat\(|toLocale(?:Date|Time)?String\(/.test(readFileSync(`src/${file}`, 'utf8')));
  expect(writing.map((file) => `src/${file}`).toSorted()).toEqual(DATE_FORMATTERS);
});

describe('words that do not come back', () => {
  test('the app speaks German as a bookkeeper does', () => {
    expect(textsOf('de').length).toBeGreaterThan(1500);
    expect(faults(textsOf('de'), GERMAN_WORDS)).toEqual([]);
  });

  test('so do documents, mails, the archive and the manifest', () => {
    const texts = [...GERMAN_SOURCES.flatMap(linesOf), { path: 'README', text: README }];
    expect(texts.length).toBeGreaterThan(500);
    expect(faults(texts, GERMAN_WORDS)).toEqual([]);
  });

  test('English has one word for one thing', () => {
    expect(faults(textsOf('en'), ENGLISH_WORDS)).toEqual([]);
  });

  test('English headings, buttons and menus are sentences: only names have capitals within', () => {
    const texts = textsOf('en').filter(({ path }) => !AS_SPECIFIED.test(path));
    expect(texts.flatMap(({ path, text }) => capitals(text).map((word) => `${path}: ${text} (${word})`))).toEqual([]);
    expect(['Create Invoice', 'Import a File', 'Open Kontor and tap Share'].map((text) => capitals(text).length)).toEqual([1, 1, 0]);
  });

  test('both are set with the right marks', () => {
    expect(faults([...textsOf('de'), ...textsOf('en')], MARKS)).toEqual([]);
  });

  test('a message says where something lies only through the one place that knows whether that is news', () => {
    const toasts = [...textsOf('de'), ...textsOf('en')].filter(({ path }) => /\.toast\./.test(path) && path !== 'common.toast.onDevice');
    expect(toasts.length).toBeGreaterThan(80);
    expect(faults(toasts, [[/auf diesem Gerät|on this device/iu, 'showSaved']])).toEqual([]);
  });

  test('a wrong word is noticed', () => {
    const wrong = ['Der Abgleich läuft', 'Gestellt von Ann', 'Wiederkehrend', 'USt. 19 %'];
    expect(wrong.map((text) => faults([{ path: 'p', text }], GERMAN_WORDS).length)).toEqual([1, 1, 1, 1]);
    expect(faults([{ path: 'p', text: 'In Rechnung gestellt, ausgestellt und festgestellt am USt-Satz' }], GERMAN_WORDS)).toEqual([]);
  });
});
