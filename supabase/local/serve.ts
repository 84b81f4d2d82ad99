import { appVersion } from '#local/backup/app-version.ts';
import { createBackupEndpoint } from '#local/backup/backup-endpoint.ts';
import { backUpDaily } from '#local/backup/daily-backup.ts';
import { type BackupSource, isEmbedded } from '#local/backup/make-backup.ts';
import type { Database } from '#local/db/port.ts';
import { startRatesRenewal } from '#local/exchange/rates-renewal.ts';
import { startGenerationTimer } from '#local/generation/generation-timer.ts';
import { DEMO_PEOPLE } from '#local/seed/demo-people.ts';
import { startNotificationsTimer } from '#local/notifications/notifications-timer.ts';
import { createOperations, type Operations } from '#local/operations/operations.ts';
import { mailPath } from '#local/mail/mail-page.ts';
import type { Log } from '#local/server/log.ts';
import { createDataDir, type DataDir, openDataDir } from './data-dir.ts';
import { loadKeys } from './keys.ts';
import { lockDataDir } from './lock.ts';
import { openDatabase } from './open-database.ts';
import { type Platform, startPlatform } from './platform.ts';
import { checkPort, listenRefusal } from './port-check.ts';
import { seedDatabase } from './seed.ts';
import type { Seed, Settings } from './settings.ts';
import { createSite } from './site.ts';

export type RunningServer = {
  /** The address to open in a browser. */
  readonly url: string;
  /** Where this computer sees how the server does; null: nowhere. */
  readonly adminUrl: string | null;
  /** The address of the mail page, which is a secret; null when there is none. */
  readonly mailUrl: string | null;
  /** Whether the demo account is there to sign in with. */
  readonly hasDemo: boolean;
  /** Ends connections, closes the database, gives the folder back. */
  close(): Promise<void>;
};

export type ServeOptions = {
  readonly settings: Settings;
  /** The folder of the built app. */
  readonly dist: string;
  readonly log: Log;
  readonly now: () => Date;
  /** The database process ended by itself, or the server's database is another Kontor's: nothing can be served any more. */
  readonly onDatabaseGone: (reason?: string) => void;
};

/** Loopback is printed, and written into mails, under the name people type: another name would be another origin with other data. */
const publicHost = (host: string): string =>
  ['127.0.0.1', '::1', '0.0.0.0', '::'].includes(host) ? 'localhost' : host.includes(':') ? `[${host}]` : host;

/** Where the mail page is meant for this computer only, it answers under its own name only. */
function mailUrl({ mailPage, publicUrl }: Settings, ownUrl: string, key: string): string | null {
  if (mailPage === 'nobody') return null;
  return `${mailPage === 'network' ? (publicUrl ?? ownUrl) : ownUrl}${mailPath(key)}`;
}

/** What hosted Supabase's scheduler calls once a day. */
async function tendStorage(address: string, serviceKey: string): Promise<void> {
  const headers = { apikey: serviceKey, authorization: `Bearer ${serviceKey}`, 'content-type': 'application/json' };
  for (const name of ['receipt-verify', 'storage-prune']) {
    const response = await fetch(`${address}/functions/v1/${name}`, { method: 'POST', headers, body: '{}' });
    await response.body?.cancel();
    if (!response.ok) throw new Error(`${name} answered ${response.status}`);
  }
}

/** The demo's password is known to everybody: by itself it comes into a new folder of the embedded engine only. */
const seedOf = ({ seed, databaseUrl }: Settings, { isNew }: DataDir): Seed =>
  seed ?? { kind: databaseUrl === null && isNew ? 'demo' : 'none' };

function backupSource(db: Database, { settings: { dataDir, databaseUrl }, now }: ServeOptions): BackupSource {
  if (isEmbedded(db)) return { dataDir, database: db, version: appVersion, now };
  return { dataDir, database: { url: databaseUrl ?? '' }, version: appVersion, now };
}

/** Devices may know of more than a folder that was put back holds: they fetch a fresh copy, and offer what it lacks. */
async function greetCopy(db: Database, log: Log): Promise<void> {
  await db.query('select public.rotate_epoch()');
  log.info('the data folder is a copy, perhaps an older one: devices fetch everything anew and keep what they have not sent');
}

async function listen(db: Database, options: ServeOptions, operations: Operations): Promise<Platform> {
  const { settings, dist, log, now } = options;
  const { dataDir, host, port, mail, mailPage, publicUrl, clientAddress, signUp, exchangeRates, pushHosts } = settings;
  const keys = loadKeys(dataDir, now());
  try {
    const ownUrl = (used: number): string => `http://${publicHost(host)}:${used}`;
    const onFailed = (reason: string): void => log.error('backup not made', { reason });
    const backup = createBackupEndpoint({ ...backupSource(db, options), onFailed }, keys.serviceRoleKey);
    const site = createSite({
      dist,
      keys,
      publicUrl,
      health: operations.health(db),
      backup,
      hasMailPage: mailPage !== 'nobody' && !mail['SMTP_URL'],
    });
    const auth = { signUp };
    const functionEnv = { ...(exchangeRates ? { EXCHANGE_RATES_URL: exchangeRates } : {}), PUSH_HOSTS: pushHosts };
    const facts = { dataDir, host, port, mail, mailPage, ownUrl, clientAddress, auth, functionEnv };
    return await startPlatform({ db, keys, now, log, ...facts, siteUrl: publicUrl, site, onAnswered: operations.onAnswered });
  } catch (error) {
    throw listenRefusal(error, { host, port, variable: 'PORT' }) ?? error;
  }
}

/** Starts everything on one origin. Throws `StartRefused` or `DataDirInUse` with a sentence for the person who started it, leaving nothing running. */
export async function serve(given: ServeOptions): Promise<RunningServer> {
  const { settings, now } = given;
  const operations = createOperations(given);
  const options = { ...given, log: operations.log };
  if (settings.port !== 0) await checkPort({ host: settings.host, port: settings.port, variable: 'PORT' });
  createDataDir(settings.dataDir);
  const lock = await lockDataDir(settings.dataDir);
  let db: Database | undefined;
  let platform: Platform | undefined;
  try {
    const dir = openDataDir(settings.dataDir, settings.databaseUrl === null ? 'pglite' : 'postgres');
    db = operations.watch(
      await openDatabase(dir, settings.databaseUrl, { onStart: (pid) => lock.addDatabase(pid), onExit: options.onDatabaseGone }),
    );
    if (dir.isCopy) await greetCopy(db, options.log);
    await seedDatabase(db, { seed: seedOf(settings, dir), dataDir: settings.dataDir, now: now() });
    const { rows: demo } = await db.query('select 1 from auth.users where id = $1', [DEMO_PEOPLE.demo.id]);
    platform = await listen(db, options, operations);
    const { live, http } = platform;
    operations.missing(() => (live.isLive() ? null : 'live changes'));
    const admin = await operations.open(db, platform);
    dir.markReady();
    lock.addAddress(http.url);
    const [opened, listening] = [db, platform];
    const { serviceRoleKey, mailKey } = loadKeys(settings.dataDir, now());
    const url = `http://${publicHost(settings.host)}:${http.port}`;
    const { backups } = settings;
    const generation = startGenerationTimer({
      db,
      now,
      log: options.log,
      tendStorage: () => tendStorage(http.url, serviceRoleKey),
      ...(backups ? { backUp: () => backUpDaily(backupSource(opened, options), backups, options.log) } : {}),
    });
    const { exchangeRates: source } = settings;
    const renewal = startRatesRenewal({ source, address: http.url, serviceKey: serviceRoleKey, log: options.log });
    const notifications = startNotificationsTimer({ db, address: http.url, serviceKey: serviceRoleKey, log: options.log });
    return {
      url,
      adminUrl: admin?.url ?? null,
      mailUrl: mailUrl(settings, url, mailKey),
      hasDemo: demo.length > 0,
      async close() {
        await Promise.all([generation.stop(), renewal.stop(), notifications.stop(), admin?.close(), listening.close()]);
        await opened.close();
        lock.release();
      },
    };
  } catch (error) {
    await platform?.close().catch(() => undefined);
    await db?.close().catch(() => undefined);
    lock.release();
    throw error;
  }
}
