export type AdminLanguage = 'en' | 'de';

type Texts = {
  readonly title: string;
  readonly well: string;
  readonly away: string;
  readonly diskLow: string;
  readonly backupOld: string;
  readonly backupNone: string;
  readonly asOf: string;
  readonly server: string;
  readonly version: string;
  readonly engine: string;
  readonly engines: Readonly<Record<'pglite' | 'postgres', string>>;
  readonly since: string;
  readonly sizes: string;
  readonly database: string;
  readonly stored: string;
  readonly free: string;
  readonly companies: string;
  readonly people: string;
  readonly lastBackup: string;
  readonly never: string;
  readonly off: string;
  readonly now: string;
  readonly sockets: string;
  readonly statementsRunning: string;
  readonly waitingNews: string;
  readonly waitingMails: string;
  readonly waitingChecks: string;
  readonly counted: string;
  readonly requests: string;
  readonly pulls: string;
  readonly pushes: string;
  readonly changes: string;
  readonly statements: string;
  readonly slow: string;
  readonly messages: string;
  readonly noMessages: string;
  readonly levels: Readonly<Record<'warn' | 'error', string>>;
  readonly metrics: string;
};

const en: Texts = {
  title: 'Server status',
  well: 'Everything is running.',
  away: 'The database does not answer. Devices keep what they have and try again by themselves.',
  diskLow: 'The disk is almost full. Free some space soon: without any, nothing can be stored.',
  backupOld: 'The last daily backup is more than two days old. The messages below say why.',
  backupNone: 'No daily backups are made. BACKUP_DIR names a folder for them.',
  asOf: 'As of',
  server: 'Server',
  version: 'Version',
  engine: 'Database',
  engines: { pglite: 'embedded', postgres: 'PostgreSQL server' },
  since: 'Running since',
  sizes: 'What it holds',
  database: 'Size of the database',
  stored: 'Receipts and pictures',
  free: 'Free disk space',
  companies: 'Companies',
  people: 'People',
  lastBackup: 'Last daily backup',
  never: 'never',
  off: 'not set up',
  now: 'At this moment',
  sockets: 'Connected tabs and devices',
  statementsRunning: 'Statements being worked on',
  waitingNews: 'News not told yet',
  waitingMails: 'Invoice emails on their way',
  waitingChecks: 'Receipts to be checked tonight',
  counted: 'Since the start',
  requests: 'Requests answered',
  pulls: 'Times devices fetched changes',
  pushes: 'Times devices sent changes',
  changes: 'Changes of records, in all',
  statements: 'Database statements',
  slow: 'of those slow',
  messages: 'Latest warnings',
  noMessages: 'None since the start.',
  levels: { warn: 'Warning', error: 'Error' },
  metrics: 'For monitoring (Prometheus)',
};

const de: Texts = {
  title: 'Serverstatus',
  well: 'Alles läuft.',
  away: 'Die Datenbank antwortet nicht. Die Geräte behalten alles und versuchen es von selbst wieder.',
  diskLow: 'Die Festplatte ist fast voll. Bitte bald Platz schaffen, sonst kann nichts mehr gespeichert werden.',
  backupOld: 'Die letzte tägliche Sicherung ist mehr als zwei Tage alt. Warum, steht in den Meldungen unten.',
  backupNone: 'Es gibt keine täglichen Sicherungen. BACKUP_DIR nennt einen Ordner dafür.',
  asOf: 'Stand:',
  server: 'Server',
  version: 'Version',
  engine: 'Datenbank',
  engines: { pglite: 'eingebaut', postgres: 'PostgreSQL-Server' },
  since: 'Läuft seit',
  sizes: 'Bestand',
  database: 'Größe der Datenbank',
  stored: 'Belege und Bilder',
  free: 'Freier Speicherplatz',
  companies: 'Firmen',
  people: 'Personen',
  lastBackup: 'Letzte tägliche Sicherung',
  never: 'noch nie',
  off: 'nicht eingerichtet',
  now: 'In diesem Moment',
  sockets: 'Verbundene Tabs und Geräte',
  statementsRunning: 'Laufende Datenbankabfragen',
  waitingNews: 'Noch nicht gemeldete Neuigkeiten',
  waitingMails: 'Rechnungsmails unterwegs',
  waitingChecks: 'Belege, die heute Nacht geprüft werden',
  counted: 'Seit dem Start',
  requests: 'Beantwortete Anfragen',
  pulls: 'Abrufe von Änderungen',
  pushes: 'Sendungen von Änderungen',
  changes: 'Änderungen an Datensätzen insgesamt',
  statements: 'Datenbankabfragen',
  slow: 'davon langsam',
  messages: 'Letzte Warnungen',
  noMessages: 'Keine seit dem Start.',
  levels: { warn: 'Warnung', error: 'Fehler' },
  metrics: 'Für die Überwachung (Prometheus)',
};

export const ADMIN_TEXTS: Readonly<Record<AdminLanguage, Texts>> = { en, de };

/** The first language of ours that the browser wants; English if it wants none. */
export function languageOf(acceptLanguage: string): AdminLanguage {
  const wanted = acceptLanguage
    .split(',')
    .map((part) => ({ tag: part.trim().slice(0, 2).toLowerCase(), weight: Number(/;\s*q=([\d.]+)/.exec(part)?.[1] ?? 1) }))
    .filter(({ tag, weight }) => weight > 0 && (tag === 'en' || tag === 'de'))
    .toSorted((a, b) => b.weight - a.weight);
  return wanted[0]?.tag === 'de' ? 'de' : 'en';
}
