/** Entry point of the server; `start.mjs` installs, builds and runs it. */
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { DEMO_PASSWORD, DEMO_PEOPLE } from '#local/seed/demo-people.ts';
import { createLog, type Log } from '#local/server/log.ts';
import { StartRefused } from './data-dir.ts';
import { DataDirInUse } from './lock.ts';
import { diskFull } from './open-database.ts';
import { type RunningServer, serve } from './serve.ts';
import { isLoopback, readSettings, type Settings } from './settings.ts';

const CLOSE_WITHIN_MS = 5_000;
const TELL_EVERY_MS = 5_000;
const dist = fileURLToPath(new URL('../../dist/', import.meta.url));

function refuse(error: unknown): never {
  const isFull = error instanceof Error && 'code' in error && (error.code === 'ENOSPC' || error.code === '53100');
  const known = isFull ? diskFull(process.env['DATA_DIR'] || '.data') : error;
  if (known instanceof StartRefused || known instanceof DataDirInUse) process.stderr.write(`${known.message}\n`);
  else process.stderr.write(`Kontor could not start: ${known instanceof Error ? known.message : String(known)}\n`);
  process.exit(1);
}

function closeOnSignal(server: RunningServer): void {
  let isClosing = false;
  const close = (): void => {
    if (isClosing) return;
    isClosing = true;
    setTimeout(() => process.exit(1), CLOSE_WITHIN_MS).unref();
    server.close().then(
      () => process.exit(0),
      () => process.exit(1),
    );
  };
  process.on('SIGINT', close);
  process.on('SIGTERM', close);
}

const say = (line: string): void => void process.stdout.write(`${line}\n`);

function announce({ url, adminUrl, mailUrl, hasDemo }: RunningServer, { dataDir, mail, host, publicUrl }: Settings, log: Log): void {
  say(`ready  ${url}`);
  if (publicUrl !== null) say(`open   ${publicUrl}`);
  if (adminUrl) say(`admin  ${adminUrl}`);
  if (mailUrl) say(`mails  ${mailUrl}`);
  else if (!mail['SMTP_URL'])
    say(`mails  are kept in ${join(dataDir, 'mail')}; SMTP_URL sends them, MAIL_PAGE=on shows them to whoever has the key`);
  if (!hasDemo) return;
  say(`demo sign-in: ${DEMO_PEOPLE.demo.email} / ${DEMO_PASSWORD}`);
  if (publicUrl !== null || !isLoopback(host))
    log.warn('whoever reaches this server can sign in to the demo; SEED=none on a new DATA_DIR starts without it');
}

/** Says that it is still going on, to a person: the first start makes the database and the demo, one after an update brings the database up to date. */
function patiently<T>(starting: Promise<T>): Promise<T> {
  if (!process.argv.includes('--tell')) return starting;
  const began = performance.now();
  const timer = setInterval(() => say(`  ${Math.round((performance.now() - began) / 1000)} s: preparing the database`), TELL_EVERY_MS);
  return starting.finally(() => clearInterval(timer));
}

try {
  const settings = readSettings(process.env, { isTerminal: process.stderr.isTTY });
  const log = createLog(settings.log);
  const onDatabaseGone = (reason = 'The database process ended unexpectedly. Start again; what was confirmed is stored.'): void =>
    refuse(new StartRefused(reason));
  const server = await patiently(serve({ settings, dist, log, now: () => new Date(), onDatabaseGone }));
  closeOnSignal(server);
  announce(server, settings, log);
} catch (error) {
  refuse(error);
}
