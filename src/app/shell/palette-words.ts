import type { ParseKeys } from 'i18next';
import type { ExpenseStatus } from '#domain/expenses/expense.ts';
import type { InvoiceState } from '#domain/invoices/invoice-filter.ts';
import type { CalledBy } from '#domain/shared/directory-pages.ts';
import type { ReportName } from '#features/reports/use-report-choice.ts';

/*
 * What people call the places and acts of the app when they look for them, in both languages, whatever the language of the page: phrases, parted by
 * commas. The names on the screen are found anyhow. The compiler asks here for every page, report, state and action; those of a directory are in its
 * `*.pages.ts`. Loaded with the palette.
 */
type KeyOf<Title> = Title extends `title.${infer Key}` ? Key : never;
type PageTitle = KeyOf<ParseKeys<'navigation'>>;
/** Pages that show one record, that a file opens, or that nobody is at while signed in. */
type NoPlace =
  | 'login'
  | 'register'
  | 'passwordReset'
  | 'setNewPassword'
  | 'confirm'
  | 'invitation'
  | 'acceptInvite'
  | 'notFound'
  | 'openedCsv'
  | 'invoice'
  | 'editInvoice'
  | 'correctInvoice'
  | 'expense'
  | 'editExpense'
  | 'recurringInvoice'
  | 'editRecurringInvoice'
  | 'recurringExpense'
  | 'editRecurringExpense'
  | 'editCategory';

/** By the key of the page's title. Those of a page on which something is made are the thing's; the verbs are `MAKING`. */
export const PAGE_WORDS: Readonly<Record<Exclude<PageTitle, NoPlace>, CalledBy>> = {
  home: { en: 'start page, home screen', de: 'Startseite, Start' },
  companies: { en: 'all companies, compare companies, overview, group', de: 'alle Firmen, Firmen vergleichen, Überblick, Gesellschaften' },
  dashboard: {
    en: 'dashboard, overview, key figures, cash, cash flow, how am I doing, kpi, chart',
    de: 'Übersicht, Dashboard, Kennzahlen, Cashflow, Liquidität, Auswertung, Diagramm',
  },
  reports: { en: 'report, reports, figures, evaluation, statistics', de: 'Bericht, Berichte, Auswertungen, BWA, Statistik' },
  monthEnd: {
    en: 'month end, close month, monthly closing, checklist, tax advisor',
    de: 'Monatsabschluss, Monat abschließen, Monatsende, Buchungsschluss, Steuerberater',
  },
  activity: {
    en: 'activity, history, audit log, audit trail, changes, who changed',
    de: 'Aktivität, Verlauf, Änderungen, Protokoll, wer hat geändert',
  },
  systemLog: { en: 'system log, technical log, errors', de: 'Systemprotokoll, Fehlerprotokoll, Log' },
  accessibility: {
    en: 'accessibility, accessible, a11y, wcag, screen reader',
    de: 'Barrierefreiheit, barrierefrei, wcag, Screenreader',
  },
  changelog: { en: "what's new, news, release notes, version", de: 'Neuerungen, Was ist neu, Versionshinweise, Version' },
  live: { en: 'live connection, realtime, websocket', de: 'Live-Verbindung, Echtzeit' },
  sync: {
    en: 'sync centre, sync status, conflicts, unsent changes, unsynced, pending uploads',
    de: 'Synchronisierung, Konflikte, nicht gesendet, Änderungen auf diesem Gerät, Sync',
  },
  offline: {
    en: 'offline data, storage, this device, cache, receipts on this device, reload data',
    de: 'Offline-Daten, Speicher, dieses Gerät, Daten neu laden, Speicherplatz',
  },
  payments: {
    en: 'payment, payments, payments received, incoming payments, money in, bank transfers',
    de: 'Zahlung, Zahlungen, Zahlungseingang, Zahlungseingänge, Geldeingang, Überweisungen',
  },
  invoices: {
    en: 'invoice, invoices, bills, outgoing invoices, sales invoices, receivables list',
    de: 'Rechnung, Rechnungen, Ausgangsrechnungen, Faktura, Faktur',
  },
  createInvoice: { en: 'invoice, bill, outgoing invoice, quote to invoice', de: 'Rechnung, Ausgangsrechnung, Faktura' },
  deliveryNotes: {
    en: 'delivery note, delivery notes, packing slips, what is left to invoice',
    de: 'Lieferschein, Lieferscheine, noch zu berechnen',
  },
  invoiceNumbers: {
    en: 'missing numbers, gaps, number gaps, invoice numbers',
    de: 'fehlende Nummern, Lücken, Nummernlücken, Rechnungsnummern',
  },
  recurringInvoices: {
    en: 'recurring invoice, recurring invoices, subscriptions, retainers, standing invoices, repeat invoices',
    de: 'Serienrechnung, Serienrechnungen, Abo, Abos, wiederkehrende Rechnungen, Dauerrechnung',
  },
  createRecurringInvoice: {
    en: 'recurring invoice, subscription, retainer, invoice series',
    de: 'Serienrechnung, Abo, wiederkehrende Rechnung, Dauerrechnung',
  },
  recurringExpenses: {
    en: 'recurring expense, recurring expenses, standing expenses, rent, leases, subscriptions paid',
    de: 'Serienausgabe, Serienausgaben, wiederkehrende Ausgaben, Dauerauftrag, Miete',
  },
  createRecurringExpense: {
    en: 'recurring expense, recurring expenses, standing expense, rent',
    de: 'Serienausgabe, wiederkehrende Ausgabe, Miete',
  },
  expenses: {
    en: 'expense, expenses, costs, spending, receipts, purchase, incoming invoices, outlay',
    de: 'Ausgabe, Ausgaben, Kosten, Belege, Auslagen, Spesen, Eingangsrechnungen, Quittungen',
  },
  createExpense: {
    en: 'expense, receipt, cost, purchase, incoming invoice, scan receipt, upload receipt, receipt photo, capture receipt',
    de: 'Ausgabe, Beleg, Kosten, Auslage, Spesen, Eingangsrechnung, Quittung, Beleg erfassen, Beleg hochladen, Beleg fotografieren, Foto',
  },
  categories: {
    en: 'category, expense categories, accounts, cost types, chart of accounts',
    de: 'Kategorie, Kategorien, Konten, Kostenarten, Kontenrahmen',
  },
  createCategory: { en: 'category, expense category', de: 'Kategorie, Ausgabenkategorie' },
  selectCompany: {
    en: 'companies, switch company, change company, all companies, other company, clients, tenants',
    de: 'Firmen, Firma wechseln, alle Firmen, andere Firma, Mandant, Mandanten, Mandant wechseln',
  },
  settings: { en: 'setting, settings, preferences, options, configuration', de: 'Einstellung, Einstellungen, Optionen, Konfiguration' },
  settingsCompany: {
    en: 'company settings, address, tax number, vat id, vat settings, small business, company name, language of the company, currency, logo',
    de: 'Firma, Firmendaten, Anschrift, Adresse, Steuernummer, USt-IdNr, Umsatzsteuer-Identifikationsnummer, Kleinunternehmer, Kleinunternehmerregelung, Währung, Logo, Stammdaten der Firma',
  },
  settingsNumbers: {
    en: 'number series, sequence, gaps, missing numbers, take numbers along, travel, flight',
    de: 'Nummernkreis, Nummernkreise, Lücken, fehlende Nummern, Nummern mitnehmen, Reise, Flug',
  },
  reminders: {
    en: 'reminders, reminders due, dunning, remind, dunning run, collection',
    de: 'Mahnungen, Mahnung, mahnen, Mahnlauf, Mahnwesen, Zahlungserinnerung, fällige Mahnungen',
  },
  settingsReminders: {
    en: 'reminder settings, dunning levels, reminder fee, interest on arrears, base rate, late fee',
    de: 'Mahnstufen, Mahngebühr, Verzugszinsen, Basiszinssatz, Mahneinstellungen, Verzugspauschale',
  },
  settingsInvoice: {
    en: 'invoice settings, payment terms, due days, number format, number range, letterhead, footer, invoice layout, invoice text, template, logo on invoices, cash discount, early payment discount',
    de: 'Rechnungseinstellungen, Zahlungsziel, Zahlungsbedingungen, Nummernkreis, Nummernformat, Briefkopf, Briefpapier, Fußzeile, Rechnungslayout, Rechnungstext, Vorlage, Skonto',
  },
  settingsExpenses: {
    en: 'expense settings, approval rules, receipts required',
    de: 'Ausgabeneinstellungen, Genehmigungsregeln, Belegpflicht',
  },
  settingsRecurring: { en: 'recurring settings, series settings', de: 'Serieneinstellungen, Einstellungen für Serien' },
  settingsBankAccounts: { en: 'bank account, iban, bank details, bic', de: 'Bankkonto, IBAN, Bankverbindung, BIC, Kontonummer' },
  settingsPeriods: {
    en: 'periods, closed months, lock months, reopen month, accounting periods',
    de: 'Perioden, abgeschlossene Monate, Monat wieder öffnen, Festschreibung, festschreiben, Buchungsperioden',
  },
  settingsLedger: {
    en: 'ledger, journal, proof, hash chain, verify books',
    de: 'Buchungsjournal, Journal, Prüfkette, GoBD, Unveränderbarkeit',
  },
  settingsExport: {
    en: 'export, archive, download all data, backup, data for the tax advisor, tax audit, gdpr',
    de: 'Export, Archiv, Daten herunterladen, Sicherung, Backup, Datenexport, Steuerberater-Export, Betriebsprüfung, DSGVO',
  },
  settingsProcedure: { en: 'procedures, procedure description, audit documentation', de: 'Verfahrensdokumentation, Verfahren, GoBD' },
  settingsMail: {
    en: 'mail, email, e-mail settings, smtp, sender, mail server, mail templates',
    de: 'Mail, E-Mail, Mailversand, SMTP, Absender, Mailserver, E-Mail-Vorlagen',
  },
  settingsPeople: {
    en: 'people, users, team, members, colleagues, invite, invite user, permissions, roles, rights, access',
    de: 'Personen, Benutzer, Nutzer, Team, Mitglieder, Mitarbeiter, Kollegen, einladen, Mitarbeiter einladen, Berechtigungen, Rechte, Rollen, Benutzerverwaltung, Zugriff',
  },
  settingsProfile: {
    en: 'profile, my account, my name, photo, avatar',
    de: 'Profil, mein Konto, mein Name, Profilbild',
  },
  settingsSecurity: {
    en: 'security, password, change password, second factor, 2fa, mfa, two factor authentication, totp, authenticator, sessions, devices, change email, email address',
    de: 'Sicherheit, Passwort, Passwort ändern, Kennwort, zweiter Faktor, 2FA, MFA, Zwei-Faktor-Authentifizierung, Authentifizierung, Sitzungen, Geräte, E-Mail ändern, E-Mail-Adresse',
  },
  settingsNotifications: {
    en: 'notifications, mails, email me, push, alerts, unsubscribe, badge',
    de: 'Benachrichtigungen, Mails abbestellen, benachrichtigen, Push, Hinweise, abmelden von Mails',
  },
};

/** What one does on a page that makes something. */
export const MAKING: CalledBy = {
  en: 'new, create, add, write, make, record, enter',
  de: 'neu, neue, neuer, neues, neuen, anlegen, erstellen, erfassen, schreiben, hinzufügen, buchen, eintragen',
};
export const IMPORTING: CalledBy = { en: 'import, csv, upload, excel', de: 'importieren, Import, CSV, einlesen, Excel' };

export const REPORT_WORDS: Readonly<Record<ReportName, CalledBy>> = {
  profit: {
    en: 'profit, profit and loss, p&l, income statement, earnings, result, loss',
    de: 'Gewinn, Gewinn und Verlust, GuV, EÜR, Einnahmenüberschussrechnung, Ergebnis, Verlust, BWA',
  },
  vat: {
    en: 'vat, tax, taxes, sales tax, vat return, input tax, tax return, gst',
    de: 'USt, Umsatzsteuer, MwSt, Mehrwertsteuer, Vorsteuer, Steuer, Steuern, Umsatzsteuervoranmeldung, UStVA, Voranmeldung',
  },
  receivables: {
    en: 'receivables, ageing, aging, open items, who owes me, debtors, outstanding',
    de: 'Forderungen, offene Posten, OP-Liste, Fälligkeiten, Debitoren, Außenstände, wer schuldet',
  },
  expenses: {
    en: 'expenses report, costs by category, spending report, expense report',
    de: 'Ausgabenbericht, Kosten nach Kategorie, Kostenauswertung',
  },
  sales: {
    en: 'sales, revenue, turnover, revenue by customer, income',
    de: 'Umsatz, Umsätze, Erlöse, Einnahmen, Umsatz nach Kunde, Verkäufe',
  },
};

export const INVOICE_STATE_WORDS: Readonly<Record<InvoiceState, CalledBy>> = {
  draft: { en: 'draft invoices, drafts, unfinished', de: 'Rechnungsentwürfe, Entwürfe, Entwurf' },
  open: {
    en: 'unpaid, open invoices, outstanding invoices, unpaid invoices, awaiting payment',
    de: 'offen, offene Rechnungen, unbezahlt, unbezahlte Rechnungen',
  },
  overdue: {
    en: 'overdue, late, past due, overdue invoices, late payers',
    de: 'überfällig, überfällige Rechnungen, in Verzug, fällig',
  },
  partially_paid: { en: 'partly paid, partially paid invoices, part payment', de: 'teilweise bezahlt, Teilzahlung, teilbezahlt' },
  paid: { en: 'paid invoices, paid, settled', de: 'bezahlte Rechnungen, bezahlt, beglichen' },
  overpaid: { en: 'overpaid invoices, paid too much', de: 'überzahlt, überzahlte Rechnungen, zu viel bezahlt' },
  refund_due: { en: 'refunds due, refund, pay back, credit balance', de: 'offene Erstattungen, Erstattung, zurückzahlen, Kundenguthaben' },
  cancelled: { en: 'cancelled invoices, canceled, voided', de: 'stornierte Rechnungen, storniert' },
  cancellation: { en: 'cancellations, credit notes, reversals', de: 'Stornorechnungen, Storno, Gutschriften' },
  correction: { en: 'corrections, invoice corrections, reductions', de: 'Rechnungskorrekturen, Korrekturen, Minderungen, Teilgutschrift' },
};

export const EXPENSE_STATUS_WORDS: Readonly<Record<ExpenseStatus, CalledBy>> = {
  pending: {
    en: 'pending expenses, approve, approve expenses, to approve, approvals, waiting for approval, unapproved',
    de: 'zu genehmigen, genehmigen, Ausgaben genehmigen, Genehmigungen, Freigabe, freigeben, ausstehende Ausgaben',
  },
  approved: { en: 'approved expenses, to reimburse, reimburse', de: 'genehmigte Ausgaben, genehmigt, zu erstatten, erstatten' },
  rejected: { en: 'rejected expenses, refused, declined', de: 'abgelehnte Ausgaben, abgelehnt' },
  reimbursed: { en: 'reimbursed expenses, paid back, refunded', de: 'erstattete Ausgaben, erstattet' },
};

/** What one records a payment by. */
export const PAYMENT_WORDS: CalledBy = { en: 'payment, money received, incoming payment', de: 'Zahlung, Zahlungseingang, Geldeingang' };

export type ActionName = 'sync' | 'light' | 'dark' | 'language' | 'shortcuts' | 'signOut' | 'newCompany' | 'install';
export const ACTION_WORDS: Readonly<Record<ActionName, CalledBy>> = {
  sync: { en: 'sync now, synchronise, synchronize, refresh, send changes', de: 'synchronisieren, aktualisieren, jetzt senden' },
  light: { en: 'light mode, light theme, bright, appearance', de: 'helles Design, hell, heller Modus, Darstellung' },
  dark: { en: 'dark mode, dark theme, night, night mode, appearance', de: 'dunkles Design, dunkel, Dunkelmodus, Nachtmodus, Darstellung' },
  language: { en: 'language, change language, english, german', de: 'Sprache, Sprache ändern, Englisch, Deutsch' },
  shortcuts: { en: 'shortcuts, keyboard shortcuts, hotkeys, keys, help', de: 'Tastenkürzel, Tastatur, Kurzbefehle, Hilfe' },
  signOut: { en: 'sign out, log out, logout, log off, leave', de: 'abmelden, ausloggen, Logout' },
  newCompany: {
    en: 'new company, create company, add company, found company',
    de: 'neue Firma, Firma anlegen, Firma gründen, neuer Mandant',
  },
  install: {
    en: 'install, install app, home screen, desktop app, phone app',
    de: 'installieren, App installieren, Startbildschirm, Home-Bildschirm',
  },
};

/** What a company is called beside its name. */
export const COMPANY_WORDS: CalledBy = { en: 'company, switch to, change to', de: 'Firma, Mandant, wechseln zu' };
