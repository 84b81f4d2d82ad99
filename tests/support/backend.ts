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
import { openTestDatabase } from './database.ts';

export type BackendOptions = {
  /** `pglite` (default) is the embedded engine in its own process; `postgres` a database of its own on the ring's server. */
  readonly engine?: 'pglite' | 'postgres';
  /** Differences from the auth service's defaults; tests hash passwords at the lowest cost anyway. */
  readonly auth?: AuthConfigChanges;
  /** Fill it with the demo companies. */
  readonly seed?: 'demo';
  readonly log?: Log;
  /** The environment's mail settings; without any, mails go into the mailbox. */
  readonly mail?: Readonly<Record<string, string>>;
  readonly mailPage?: MailPageAccess;
  readonly now?: () => Date;
  /** What is served on the same origin beside the services; nothing by default. */
  readonly site?: (keys: PlatformKeys) => (request: Request) => Promise<Response>;
};

/** The whole platform on a free port, with a database and a data folder of its own. */
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

async function openEmbedded(dir: string): Promise<OpenDatabase> {
  const sql = readPlatformSql();
  const db = await openPgliteProcess({ dir, template: await databaseTemplate(sql) });
  return { db, postgresUrl: null, stop: () => db.close() };
}

async function openServer(): Promise<OpenDatabase> {
  const { url, ...db } = await openTestDatabase('postgres');
  return { db, postgresUrl: url, stop: () => db.close() };
}

/** Starts a backend for one test file; `stop()` it in `afterAll`. */
export async function startBackend({
  engine = 'pglite',
  auth = {},
  seed,
  log = silentLog,
  mail = {},
  mailPage,
  now = () => new Date(),
  site = () => async () => new Response('Not found', { status: 404 }),
}: BackendOptions = {}): Promise<Backend> {
  const dataDir = mkdtempSync(join(tmpdir(), 'kontor-backend-'));
  const keys = generateKeys(now());
  const { db, postgresUrl, stop } = engine === 'pglite' ? await openEmbedded(join(dataDir, 'db')) : await openServer();
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
    ...(mailPage ? { mailPage } : {}),
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
