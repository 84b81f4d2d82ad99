import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { AuthConfigChanges } from '#local/auth/config.ts';
import { openPgliteProcess } from '#local/db/pglite-process.ts';
import { readPlatformSql } from '#local/db/platform-sql.ts';
import type { Database, PlatformKeys } from '#local/db/port.ts';
import { databaseTemplate } from '#local/db/template.ts';
import { generateKeys } from '#local/keys.ts';
import { listMails } from '#local/mail/mailbox.ts';
import type { StoredMail } from '#local/mail/mailer.ts';
import { startPlatform } from '#local/platform.ts';
import type { MailPageAccess } from '#local/settings.ts';
import { seedDemo } from '#local/seed/demo.ts';
import { type Log, silentLog } from '#local/server/log.ts';
import { CLUSTER, oneEngine, openTestDatabase } from './database.ts';

export type BackendOptions = {
  /**
   * `pglite` is the embedded engine in its own process; `postgres` a database on the ring's server, always its own, which is there at once:
   * the default for `own` in a ring with a server.
   */
  readonly engine?: 'pglite' | 'postgres';
  /**
   * `shared` (default): the one of this worker, in which other files left their companies and people; a test makes its own and asks
   * about those. `own`: empty, for whoever changes the schema, uses fixed ids, looks at all companies or may break it.
   */
  readonly database?: 'shared' | 'own';
  /** Differences from the auth service's defaults; tests hash passwords at the lowest cost anyway. */
  readonly auth?: AuthConfigChanges;
  /** Fill it with the demo companies. */
  readonly seed?: 'demo';
  readonly log?: Log;
  /** The environment's mail settings; without any, mails go into the mailbox. */
  readonly mail?: Readonly<Record<string, string>>;
  readonly mailPage?: MailPageAccess;
  /** What else the environment sets for the functions. */
  readonly functionEnv?: Readonly<Record<string, string>>;
  readonly now?: () => Date;
  /** The most rows of an answer of the REST API. */
  readonly maxRows?: number;
  /** What is served on the same origin beside the services; nothing by default. */
  readonly site?: (keys: PlatformKeys) => (request: Request) => Promise<Response>;
};

/** The whole platform on a free port, with keys, a clock, limits, mails and stored files of its own. */
export type Backend = {
  readonly url: string;
  readonly anonKey: string;
  readonly serviceRoleKey: string;
  readonly jwtSecret: string;
  /** Part of the mail page's address. */
  readonly mailKey: string;
  /** The database behind it, beyond any caller's rights. */
  readonly db: Database;
  readonly dataDir: string;
  /** Where other programs reach the database; null for the embedded engine. */
  readonly postgresUrl: string | null;
  /** Mails sent to the address, newest first. */
  mail(to: string): Promise<StoredMail[]>;
  /** Ends everything and removes the data. */
  stop(): Promise<void>;
};

type OpenDatabase = { readonly db: Database; readonly postgresUrl: string | null; readonly stop: () => Promise<void> };

const embedded = async (dir: string | null): Promise<Database> =>
  openPgliteProcess({ dir, template: await databaseTemplate(readPlatformSql()) });

async function openOwn(dir: string): Promise<OpenDatabase> {
  const db = await embedded(dir);
  return { db, postgresUrl: null, stop: () => db.close() };
}

let ofThisWorker: Promise<Database> | undefined;

/** Started by the first file of a worker that asks; it ends when the worker's process does, and lies in memory, so nothing is left. */
async function openShared(): Promise<OpenDatabase> {
  ofThisWorker ??= embedded(null);
  return { db: await ofThisWorker, postgresUrl: null, stop: () => Promise.resolve() };
}

async function openServer(): Promise<OpenDatabase> {
  const { url, ...db } = await openTestDatabase('postgres');
  return { db, postgresUrl: url, stop: () => db.close() };
}

/** Starts a backend for one test file; `stop()` it in `afterAll`. A server is cheap (0.05 CPU s), a database of its own is not (2). */
export async function startBackend({
  database = 'shared',
  engine = database === 'own' && process.env[CLUSTER] !== undefined ? oneEngine() : 'pglite',
  auth = {},
  seed,
  log = silentLog,
  mail = {},
  mailPage,
  functionEnv = {},
  now = () => new Date(),
  maxRows,
  site = () => async () => new Response('Not found', { status: 404 }),
}: BackendOptions = {}): Promise<Backend> {
  const dataDir = mkdtempSync(join(tmpdir(), 'kontor-backend-'));
  const keys = generateKeys(now());
  const own = () => (engine === 'pglite' ? openOwn(join(dataDir, 'db')) : openServer());
  const { db, postgresUrl, stop } = engine === 'pglite' && database === 'shared' ? await openShared() : await own();
  if (seed === 'demo') await seedDemo(db, { now: now() });
  const authConfig = { bcryptCost: 4, evenAnswerMs: 0, ...auth };
  const platform = await startPlatform({
    db,
    keys,
    now,
    log,
    dataDir,
    host: '127.0.0.1',
    port: 0,
    site: site(keys),
    auth: authConfig,
    mail,
    functionEnv,
    ...(mailPage ? { mailPage } : {}),
    ...(maxRows === undefined ? {} : { maxRows }),
  });
  return {
    url: platform.http.url,
    ...keys,
    db,
    dataDir,
    postgresUrl,
    mail: async (to) => (await listMails(dataDir)).filter((sent) => sent.to === to),
    async stop() {
      await platform.close();
      await stop();
      rmSync(dataDir, { recursive: true, force: true });
    },
  };
}
