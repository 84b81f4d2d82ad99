import i18next from 'i18next';
import { beforeAll, describe, expect, test } from 'vitest';
import { readLocale } from '#build/locales.ts';
import type { Access } from '#domain/access/access.ts';
import { rankCommands } from '#domain/search/rank-commands.ts';
import type { Texts } from '#platform/i18n/i18n.ts';
import { routes } from '#app/routes.tsx';
import { SETTINGS } from '#widgets/settings/sections.ts';
import { type DirectoryWords, directoryWords, type Known, phrasesOf, placeCommands } from './palette-commands.ts';
import { navigation } from './navigation.ts';
import { periodCommands } from './palette-periods.ts';
import { ACTION_WORDS, type ActionName } from './palette-words.ts';

const texts = i18next.createInstance();
void texts.init({
  lng: 'en',
  initAsync: false,
  resources: { en: readLocale('locales', 'en') as never, de: readLocale('locales', 'de') as never },
});
let called: DirectoryWords;
beforeAll(async () => {
  called = await directoryWords();
});

const owner: Access = { userId: 'u', isOwner: true, isAdmin: false, keys: new Set() };
const member = (...keys: string[]): Access => ({ userId: 'u', isOwner: false, isAdmin: false, keys: new Set(keys) });
const companies = [
  { id: 'here', name: 'Nordlicht Webdesign GmbH' },
  { id: 'bristol', name: 'Harbour Studio Ltd' },
];
const known = (language: 'en' | 'de', access = owner): Known => ({
  access,
  called,
  companies,
  companyId: 'here',
  t: texts.getFixedT(language) as unknown as Texts,
});
const acts = (language: 'en' | 'de') =>
  Object.entries(ACTION_WORDS).map(([key, words]) => ({
    key: key as ActionName,
    phrases: [...phrasesOf(words), language],
  }));
const today = '2026-11-24';

/** Key of what stands first for a query. */
function firstFor(query: string, language: 'en' | 'de', access = owner): string | undefined {
  const all = known(language, access);
  const period = periodCommands(query, { ...all, today, language, choose: () => undefined });
  if (period && !period.isUnsure) return `${period.heading}: ${period.commands[0]?.path}`;
  return rankCommands(query, [...placeCommands(all), ...acts(language)])[0]?.command.key;
}

const ENGLISH: readonly (readonly [string, string])[] = [
  ['new invoice', '/finance/invoices/create'],
  ['create invoice', '/finance/invoices/create'],
  ['write an invoice', '/finance/invoices/create'],
  ['invoice new', '/finance/invoices/create'],
  ['new inv', '/finance/invoices/create'],
  ['creat invoice', '/finance/invoices/create'],
  ['create invocie', '/finance/invoices/create'],
  ['invoices', '/finance/invoices'],
  ['invoice', '/finance/invoices'],
  ['inv', '/finance/invoices'],
  ['invioces', '/finance/invoices'],
  ['new bill', '/finance/invoices/create'],
  ['add expense', '/finance/expenses/create'],
  ['new receipt', '/finance/expenses/create'],
  ['scan receipt', '/finance/expenses/create'],
  ['upload a receipt', '/finance/expenses/create'],
  ['expenses', '/finance/expenses'],
  ['receipts', '/finance/expenses'],
  ['costs', '/finance/expenses'],
  ['new customer', '/finance/customers/create'],
  ['add client', '/finance/customers/create'],
  ['customers', '/finance/customers'],
  ['clients', '/finance/customers'],
  ['custmers', '/finance/customers'],
  ['create vend', '/finance/vendors/create'],
  ['suppliers', '/finance/vendors'],
  ['new supplier', '/finance/vendors/create'],
  ['products', '/finance/products'],
  ['price list', '/finance/products'],
  ['new product', '/finance/products/create'],
  ['import customers', '/finance/customers/import'],
  ['csv vendors', '/finance/vendors/import'],
  ['payments', '/finance/payments'],
  ['record payment', '/finance/payments?new=1'],
  ['bank transfers', '/finance/payments'],
  ['new recurring invoice', '/finance/recurring-invoices/create'],
  ['subscriptions', '/finance/recurring-invoices'],
  ['recurring expenses', '/finance/recurring-expenses'],
  ['dashboard', '/finance/dashboard'],
  ['overview', '/finance/dashboard'],
  ['cash flow', '/finance/dashboard'],
  ['how am i doing', '/finance/dashboard'],
  ['overdue', '/finance/invoices?status=overdue'],
  ['overdue invoices', '/finance/invoices?status=overdue'],
  ['late payers', '/finance/invoices?status=overdue'],
  ['unpaid', '/finance/invoices?status=open'],
  ['open invoices', '/finance/invoices?status=open'],
  ['drafts', '/finance/invoices?status=draft'],
  ['paid invoices', '/finance/invoices?status=paid'],
  ['credit notes', '/finance/invoices?status=cancellation'],
  ['approve', '/finance/expenses?status=pending'],
  ['approve expenses', '/finance/expenses?status=pending'],
  ['rejected expenses', '/finance/expenses?status=rejected'],
  ['vat', '/reports?report=vat'],
  ['tax', '/reports?report=vat'],
  ['vat return', '/reports?report=vat'],
  ['p&l', '/reports?report=profit'],
  ['profit and loss', '/reports?report=profit'],
  ['who owes me', '/reports?report=receivables'],
  ['aging', '/reports?report=receivables'],
  ['revenue by customer', '/reports?report=sales'],
  ['reports', '/reports'],
  ['month end', '/reports/month-end'],
  ['close the month', '/reports/month-end'],
  ['missing numbers', '/finance/invoices/numbers'],
  ['delivery notes', '/finance/invoices/delivery-notes'],
  ['2fa', '/settings/security'],
  ['second factor', '/settings/security'],
  ['change password', '/settings/security'],
  ['pasword', '/settings/security'],
  ['mail', '/settings/mail'],
  ['smtp', '/settings/mail'],
  ['iban', '/settings/bank-accounts'],
  ['bank account', '/settings/bank-accounts'],
  ['payment terms', '/settings/invoice'],
  ['number format', '/settings/invoice'],
  ['letterhead', '/settings/invoice'],
  ['logo', '/settings/company'],
  ['invite', '/settings/user-management'],
  ['permissions', '/settings/user-management'],
  ['export', '/settings/export'],
  ['backup', '/settings/export'],
  ['lock months', '/settings/periods'],
  ['settings', '/settings'],
  ['audit log', '/activity'],
  ['whats new', '/system/changelog'],
  ['conflicts', '/sync'],
  ['sync now', 'sync'],
  ['dark mode', 'dark'],
  ['language', 'language'],
  ['log out', 'signOut'],
  ['sign out', 'signOut'],
  ['keyboard shortcuts', 'shortcuts'],
  ['switch company', '/company/select-current'],
  ['new company', 'newCompany'],
  ['harbour', 'company bristol'],
  ['switch to harbour', 'company bristol'],
  ['october 2026', 'October 2026: /finance/dashboard'],
  ['ocotber 2026', 'October 2026: /finance/dashboard'],
  ['oct', 'October 2026: /finance/dashboard'],
  ['dec', 'December 2025: /finance/dashboard'],
  ['vat october', 'October 2026: /reports?report=vat'],
  ['last month', 'October 2026: /finance/dashboard'],
  ['last month profit', 'October 2026: /reports?report=profit'],
  ['close last month', 'October 2026: /reports/month-end?period=2026-10'],
  ['month end october', 'October 2026: /reports/month-end?period=2026-10'],
  ['invoices in september', 'September 2026: /finance/invoices?from=2026-09-01&to=2026-09-30'],
  ['expenses this month', 'November 2026: /finance/expenses?from=2026-11-01&to=2026-11-30'],
  ['vat q3', 'Jul 2026 – Sept 2026: /reports?report=vat'],
  ['sales last year', '2025: /reports?report=sales'],
  ['10/2026', 'October 2026: /finance/dashboard'],
  ['packing slip', '/finance/invoices/delivery-notes'],
  ['reminders due', '/finance/reminders'],
  ['dunning run', '/finance/reminders'],
  ['dunning', '/finance/reminders'],
  ['cash discount', '/settings/invoice'],
  ['reminder fee', '/settings/reminders'],
  ['notifications', '/settings/notifications'],
  ['push', '/settings/notifications'],
  ['take numbers along', '/settings/numbers'],
  ['corrections', '/finance/invoices?status=correction'],
  ['invoice corrections', '/finance/invoices?status=correction'],
  ['all companies', '/companies'],
  ['compare companies', '/companies'],
  ['accessibility', '/accessibility'],
  ['offline data', '/settings/offline'],
];

const GERMAN: readonly (readonly [string, string])[] = [
  ['neue rechnung', '/finance/invoices/create'],
  ['rechnung erstellen', '/finance/invoices/create'],
  ['rechnung schreiben', '/finance/invoices/create'],
  ['eine rechnung anlegen', '/finance/invoices/create'],
  ['neue rechung', '/finance/invoices/create'],
  ['rechnungen', '/finance/invoices'],
  ['rechnung', '/finance/invoices'],
  ['rechn', '/finance/invoices'],
  ['ausgangsrechnungen', '/finance/invoices'],
  ['ausgabe erfassen', '/finance/expenses/create'],
  ['neue ausgabe', '/finance/expenses/create'],
  ['beleg erfassen', '/finance/expenses/create'],
  ['beleg hochladen', '/finance/expenses/create'],
  ['beleg fotografieren', '/finance/expenses/create'],
  ['neuer beleg', '/finance/expenses/create'],
  ['belege', '/finance/expenses'],
  ['ausgaben', '/finance/expenses'],
  ['spesen', '/finance/expenses'],
  ['eingangsrechnungen', '/finance/expenses'],
  ['neuer kunde', '/finance/customers/create'],
  ['kunde anlegen', '/finance/customers/create'],
  ['kunden', '/finance/customers'],
  ['kunden importieren', '/finance/customers/import'],
  ['lieferanten', '/finance/vendors'],
  ['lieferant neu', '/finance/vendors/create'],
  ['haendler', '/finance/vendors'],
  ['artikel', '/finance/products'],
  ['preisliste', '/finance/products'],
  ['produkt anlegen', '/finance/products/create'],
  ['zahlungen', '/finance/payments'],
  ['zahlung erfassen', '/finance/payments?new=1'],
  ['zahlungseingang buchen', '/finance/payments?new=1'],
  ['zahlungseingang', '/finance/payments'],
  ['zahlungseingaenge', '/finance/payments'],
  ['serienrechnungen', '/finance/recurring-invoices'],
  ['abo anlegen', '/finance/recurring-invoices/create'],
  ['serienausgaben', '/finance/recurring-expenses'],
  ['dauerauftrag', '/finance/recurring-expenses'],
  ['uebersicht', '/finance/dashboard'],
  ['übersicht', '/finance/dashboard'],
  ['ubersicht', '/finance/dashboard'],
  ['kennzahlen', '/finance/dashboard'],
  ['überfällig', '/finance/invoices?status=overdue'],
  ['ueberfaellig', '/finance/invoices?status=overdue'],
  ['überfällige rechnungen', '/finance/invoices?status=overdue'],
  ['uberfallig', '/finance/invoices?status=overdue'],
  ['mahnungen', '/finance/reminders'],
  ['mahnung', '/finance/reminders'],
  ['skonto', '/settings/invoice'],
  ['fällige mahnungen', '/finance/reminders'],
  ['basiszinssatz', '/settings/reminders'],
  ['offene rechnungen', '/finance/invoices?status=open'],
  ['unbezahlt', '/finance/invoices?status=open'],
  ['entwürfe', '/finance/invoices?status=draft'],
  ['entwuerfe', '/finance/invoices?status=draft'],
  ['storno', '/finance/invoices?status=cancellation'],
  ['zu genehmigen', '/finance/expenses?status=pending'],
  ['genehmigen', '/finance/expenses?status=pending'],
  ['freigabe', '/finance/expenses?status=pending'],
  ['erstatten', '/finance/expenses?status=approved'],
  ['ust', '/reports?report=vat'],
  ['umsatzsteuer', '/reports?report=vat'],
  ['umsatzsteur', '/reports?report=vat'],
  ['mwst', '/reports?report=vat'],
  ['vorsteuer', '/reports?report=vat'],
  ['steuer', '/reports?report=vat'],
  ['umsatzsteuervoranmeldung', '/reports?report=vat'],
  ['ustva', '/reports?report=vat'],
  ['guv', '/reports?report=profit'],
  ['eür', '/reports?report=profit'],
  ['euer', '/reports?report=profit'],
  ['gewinn und verlust', '/reports?report=profit'],
  ['bwa', '/reports'],
  ['offene posten', '/reports?report=receivables'],
  ['forderungen', '/reports?report=receivables'],
  ['umsatz', '/reports?report=sales'],
  ['umsätze nach kunde', '/reports?report=sales'],
  ['monatsabschluss', '/reports/month-end'],
  ['monat abschließen', '/reports/month-end'],
  ['monat abschliessen', '/reports/month-end'],
  ['fehlende nummern', '/finance/invoices/numbers'],
  ['lieferscheine', '/finance/invoices/delivery-notes'],
  ['2fa', '/settings/security'],
  ['zweiter faktor', '/settings/security'],
  ['zwei-faktor', '/settings/security'],
  ['passwort', '/settings/security'],
  ['passwort ändern', '/settings/security'],
  ['e-mail', '/settings/mail'],
  ['mailserver', '/settings/mail'],
  ['bankverbindung', '/settings/bank-accounts'],
  ['iban', '/settings/bank-accounts'],
  ['zahlungsziel', '/settings/invoice'],
  ['nummernkreis', '/settings/invoice'],
  ['briefkopf', '/settings/invoice'],
  ['kleinunternehmer', '/settings/company'],
  ['steuernummer', '/settings/company'],
  ['anschrift', '/settings/company'],
  ['mitarbeiter einladen', '/settings/user-management'],
  ['rechte', '/settings/user-management'],
  ['einladen', '/settings/user-management'],
  ['festschreibung', '/settings/periods'],
  ['gobd', '/settings/ledger'],
  ['verfahrensdokumentation', '/settings/procedure'],
  ['datenexport', '/settings/export'],
  ['einstellungen', '/settings'],
  ['daten neu laden', '/settings/offline'],
  ['verlauf', '/activity'],
  ['neuerungen', '/system/changelog'],
  ['synchronisieren', 'sync'],
  ['dunkel', 'dark'],
  ['sprache', 'language'],
  ['abmelden', 'signOut'],
  ['tastenkürzel', 'shortcuts'],
  ['firma wechseln', '/company/select-current'],
  ['mandant wechseln', '/company/select-current'],
  ['neue firma', 'newCompany'],
  ['oktober 2026', 'Oktober 2026: /finance/dashboard'],
  ['okt', 'Oktober 2026: /finance/dashboard'],
  ['maerz', 'März 2026: /finance/dashboard'],
  ['dez', 'Dezember 2025: /finance/dashboard'],
  ['ust oktober', 'Oktober 2026: /reports?report=vat'],
  ['ust letzter monat', 'Oktober 2026: /reports?report=vat'],
  ['letzter monat', 'Oktober 2026: /finance/dashboard'],
  ['vormonat', 'Oktober 2026: /finance/dashboard'],
  ['vormonat abschließen', 'Oktober 2026: /reports/month-end?period=2026-10'],
  ['ausgaben september', 'September 2026: /finance/expenses?from=2026-09-01&to=2026-09-30'],
  ['umsatzsteuer 3. quartal', 'Juli 2026 – Sept. 2026: /reports?report=vat'],
  ['gewinn letztes jahr', '2025: /reports?report=profit'],
  ['lieferschein', '/finance/invoices/delivery-notes'],
  ['mahnlauf', '/finance/reminders'],
  ['mahngebühr', '/settings/reminders'],
  ['benachrichtigungen', '/settings/notifications'],
  ['push', '/settings/notifications'],
  ['nummern mitnehmen', '/settings/numbers'],
  ['rechnungskorrekturen', '/finance/invoices?status=correction'],
  ['alle firmen', '/companies'],
  ['firmen vergleichen', '/companies'],
  ['barrierefreiheit', '/accessibility'],
];

describe('what people type, and what they mean', () => {
  test.each(ENGLISH)('%s', (query, key) => expect(firstFor(query, 'en')).toBe(key));
  test.each(GERMAN)('%s', (query, key) => expect(firstFor(query, 'de')).toBe(key));

  test.each([
    ['a German in the English app', GERMAN, 'en'],
    ['an Englishman in the German app', ENGLISH, 'de'],
  ] as const)('%s is understood as well', (_, phrases, language) => {
    const withoutTime = phrases.filter(([, key]) => !key.includes(': '));
    expect(withoutTime.filter(([query, key]) => firstFor(query, language) !== key)).toEqual([]);
  });
});

test('nobody is led to what they may not open', () => {
  const keys = placeCommands(known('en', member('expenses.view_own', 'expenses.create'))).map(({ key }) => key);
  expect(keys).toEqual(expect.arrayContaining(['/finance/expenses', '/finance/expenses/create', '/settings/profile']));
  expect(keys.filter((key) => /invoice|payment|report|customer|dashboard|bank|mail/.test(key))).toEqual([]);
  expect(firstFor('vat october', 'en', member('expenses.view_own'))).toBeUndefined();
  expect(firstFor('expenses october', 'en', member('expenses.view_own'))).toMatch(/^October 2026: \/finance\/expenses/);
});

test('the company that is open is none to switch to', () => {
  expect(
    placeCommands(known('en'))
      .filter(({ key }) => key.startsWith('company '))
      .map(({ label }) => label),
  ).toEqual(['Harbour Studio Ltd']);
});

test('no two commands have one key', () => {
  const keys = placeCommands(known('en')).map(({ key }) => key);
  expect(new Set(keys).size).toBe(keys.length);
});

/** What one comes to only with a file that the system opened. */
const NOWHERE_TO_GO = ['/import'];
const places = () => routes.filter(({ layout, path }) => layout === 'default' && !/[:*]/.test(path));

test('the palette reaches every page and section of the app that needs no record', () => {
  const keys = new Set(placeCommands(known('en')).map(({ key }) => key));
  expect(keys.size).toBeGreaterThan(60);
  const sections = [...navigation.flatMap(({ items }) => items), ...SETTINGS.flatMap((group) => group.sections)].map(({ path }) => path);
  const missing = [...places().map(({ path }) => path), ...sections].filter((path) => !keys.has(path));
  expect(missing).toEqual(NOWHERE_TO_GO);
});

test.each(['en', 'de'] as const)('each section is found by its own name (%s)', (language) => {
  const all = known(language);
  const sections = [...navigation.flatMap(({ items }) => items), ...SETTINGS.flatMap((group) => group.sections)];
  const unfound = sections.filter(({ path }) => {
    const label = placeCommands(all).find(({ key }) => key === path)?.label ?? '';
    return !rankCommands(label, placeCommands(all))
      .slice(0, 3)
      .some(({ command }) => command.key === path);
  });
  expect(unfound.map(({ path }) => path)).toEqual([]);
});
