import { freeBytes } from './health.ts';
import { isOldBackup, newestBackup } from '#local/backup/daily-backup.ts';
import { DatabaseUnavailable } from '#local/db/database-error.ts';
import type { Database } from '#local/db/port.ts';
import type { Measures } from './measures.ts';

/** What is asked of the database; null while it does not answer. */
type DatabaseFacts = {
  readonly databaseBytes: number;
  /** Stored receipts, logos and pictures. */ readonly storedBytes: number;
  readonly storedObjects: number;
  readonly companies: number;
  readonly people: number;
  /** Changes of records since the companies were made. */ readonly changes: number;
  /** Live news that nobody was told of yet. */ readonly waitingNews: number;
  /** Mails with an invoice that are on their way. */ readonly waitingMails: number;
  /** Receipts whose bytes nobody has looked at yet, counted to a thousand. */ readonly waitingChecks: number;
};

/** How a server does at this moment. */
export type ServerFacts = {
  readonly database: DatabaseFacts | null;
  readonly freeBytes: number | null;
  readonly sockets: number;
  readonly runningStatements: number;
  /** Of daily backups; null: none are asked for. */
  readonly backup: { readonly last: number | null; readonly isOld: boolean } | null;
};

const SQL = `select pg_database_size(current_database()) as "databaseBytes",
  (select coalesce(sum((o.metadata ->> 'size')::bigint), 0)::bigint from storage.objects o) as "storedBytes",
  (select count(*) from storage.objects) as "storedObjects",
  (select count(*) from public.companies) as companies, (select count(*) from auth.users) as people,
  (select coalesce(sum(c.seq), 0)::bigint from private.company_clocks c) as changes,
  (select count(*) from realtime.changes) as "waitingNews",
  (select count(*) from private.invoice_mails m where m.state = 'sending') as "waitingMails",
  (select count(*) from public.list_unchecked_files(1000)) as "waitingChecks"`;

export type FactsDeps = {
  readonly db: Pick<Database, 'query'>;
  readonly dataDir: string;
  readonly now: () => Date;
  readonly measures: Measures;
  readonly sockets: () => number;
  /** The folder of daily backups. */ readonly backupFolder: string | null;
};

async function databaseFacts({ db }: FactsDeps): Promise<DatabaseFacts | null> {
  const row = await db.query(SQL).then(
    ({ rows }) => rows[0] ?? {},
    (error: unknown) => {
      if (error instanceof DatabaseUnavailable) return null;
      throw error;
    },
  );
  if (row === null) return null;
  const count = (name: keyof DatabaseFacts): number => Number(row[name] ?? 0);
  return {
    databaseBytes: count('databaseBytes'),
    storedBytes: count('storedBytes'),
    storedObjects: count('storedObjects'),
    companies: count('companies'),
    people: count('people'),
    changes: count('changes'),
    waitingNews: count('waitingNews'),
    waitingMails: count('waitingMails'),
    waitingChecks: count('waitingChecks'),
  };
}

export async function readFacts(deps: FactsDeps): Promise<ServerFacts> {
  const { dataDir, now, measures, sockets, backupFolder } = deps;
  const runningStatements = measures.running.statements;
  const last = backupFolder === null ? null : await newestBackup(backupFolder);
  const [database, free] = await Promise.all([databaseFacts(deps), freeBytes(dataDir).catch(() => null)]);
  return {
    database,
    freeBytes: free,
    sockets: sockets(),
    runningStatements,
    backup: backupFolder === null ? null : { last, isOld: isOldBackup(last, now().getTime()) },
  };
}

/** Adds the facts to what is counted; returns the text of both, of this moment. */
export function createMetricsText(deps: FactsDeps): () => Promise<string> {
  const { registry } = deps.measures;
  let facts: ServerFacts | null = null;
  const gauge = (name: string, help: string, read: (known: ServerFacts) => number | null | undefined): void =>
    registry.gauge(name, help, () => (facts === null ? null : (read(facts) ?? null)));
  gauge('kontor_up', 'Whether the database answers.', ({ database }) => (database === null ? 0 : 1));
  gauge('kontor_sockets', 'Open live connections of devices.', (known) => known.sockets);
  gauge('kontor_statements_running', 'Statements that the database works on or that wait for it.', (known) => known.runningStatements);
  gauge('kontor_changes_total', 'Changes of records since the companies were made.', ({ database }) => database?.changes);
  gauge('kontor_queue_news', 'Live news that nobody was told of yet.', ({ database }) => database?.waitingNews);
  gauge('kontor_queue_mails', 'Mails with an invoice that are on their way.', ({ database }) => database?.waitingMails);
  gauge('kontor_queue_receipts', 'Receipts whose bytes were not looked at yet.', ({ database }) => database?.waitingChecks);
  gauge('kontor_database_bytes', 'Size of the database.', ({ database }) => database?.databaseBytes);
  gauge('kontor_stored_bytes', 'Size of stored receipts and pictures.', ({ database }) => database?.storedBytes);
  gauge('kontor_disk_free_bytes', 'Free space on the disk of DATA_DIR.', (known) => known.freeBytes);
  gauge('kontor_last_backup_seconds', 'When the newest daily backup was made, in seconds since 1970; 0: never.', ({ backup }) =>
    backup === null ? null : Math.round((backup.last ?? 0) / 1000),
  );
  return async () => {
    facts = await readFacts(deps);
    return registry.text();
  };
}
