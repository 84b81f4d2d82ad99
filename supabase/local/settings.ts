import { isIP } from 'node:net';
import { resolve } from 'node:path';
import type { BackupPlan } from '#local/backup/daily-backup.ts';
import { addressBehind, type ClientAddress } from '#local/server/client-address.ts';
import type { Log, LogFormat } from '#local/server/log.ts';
import { StartRefused } from './data-dir.ts';

export type Seed = { readonly kind: 'demo' | 'none' } | { readonly kind: 'stress'; readonly rows: number };

export type MailPageAccess = 'nobody' | 'this-computer' | 'network';

/** What the environment decides; see the README. */
export type Settings = {
  readonly port: number;
  readonly host: string;
  readonly dataDir: string;
  /** null: the embedded engine. */
  readonly databaseUrl: string | null;
  /** null: the demo in a new folder of the embedded engine, nothing otherwise. */
  readonly seed: Seed | null;
  /** The one address at which people reach the app; null: whatever address it is reached at, and in mails the one it listens on. */
  readonly publicUrl: string | null;
  /** Who asks, seen past the proxies of `TRUSTED_PROXIES`. */
  readonly clientAddress: ClientAddress;
  /** Who may make an account. */
  readonly signUp: 'open' | 'invited';
  /** Who may open the mail page with its key: nobody, people at this computer, or anybody who reaches the server. */
  readonly mailPage: MailPageAccess;
  /** `SMTP_URL` and what belongs to it, as the functions get it (`supabase/functions/README.md`). */
  readonly mail: Readonly<Record<string, string>>;
  /** Where reference exchange rates are fetched; null: from the European Central Bank. `off`: nowhere. */
  readonly exchangeRates: string | null;
  /** Hosts that push messages may go to beside the known services, separated by commas. */
  readonly pushHosts: string;
  /** Where this computer alone sees how the server does: a port, 0 for any; null: nowhere. */
  readonly adminPort: number | null;
  readonly log: { readonly format: LogFormat; readonly level: keyof Log };
  /** A statement that takes longer, in ms, is logged. */
  readonly slowStatementMs: number;
  /** Daily backups; null: none are made. */
  readonly backups: BackupPlan | null;
};

function parsePort(text: string, name = 'PORT', example = 4173): number {
  const port = /^\d{1,5}$/.test(text) ? Number(text) : -1;
  if (port >= 0 && port <= 65_535) return port;
  throw new StartRefused(`${name}=${text} is not a port. Use a number from 1 to 65535, for example ${name}=${example}.`);
}

function parseSeed(text: string): Seed {
  if (text === 'demo' || text === 'none') return { kind: text };
  const rows = Number(/^stress:([1-9]\d{0,6})$/.exec(text)?.[1] ?? 0);
  if (rows > 0) return { kind: 'stress', rows };
  throw new StartRefused(`SEED=${text} is not known. Use demo, none or stress:<number of rows>.`);
}

function parseDatabaseUrl(text: string): string {
  if (URL.canParse(text) && /^postgres(?:ql)?:$/.test(new URL(text).protocol)) return text;
  throw new StartRefused('DATABASE_URL is not a PostgreSQL address. It looks like postgres://user:password@host:5432/database.');
}

const MAIL_NAMES = ['SMTP_URL', 'MAIL_FROM', 'MAIL_SECRET', 'SMTP_CA', 'SMTP_ALLOW_PRIVATE_HOSTS'] as const;

function readMail(env: Readonly<Record<string, string | undefined>>): Readonly<Record<string, string>> {
  const address = env['SMTP_URL'] ?? '';
  if (address !== '' && !(URL.canParse(address) && /^smtps?:$/.test(new URL(address).protocol)))
    throw new StartRefused('SMTP_URL is not the address of a mail server. It looks like smtps://user:password@mail.example.com:465.');
  if (address !== '' && !env['MAIL_FROM']) throw new StartRefused('SMTP_URL needs MAIL_FROM, the address that mails come from.');
  return Object.fromEntries(MAIL_NAMES.flatMap((name) => (env[name] ? [[name, env[name]]] : [])));
}

function parsePublicUrl(name: string, text: string): string {
  const url = URL.canParse(text) ? new URL(text) : null;
  if (!url || !/^https?:$/.test(url.protocol) || url.search + url.hash + url.username !== '')
    throw new StartRefused(`${name}=${text} is not the address of a site. It looks like https://books.example.com.`);
  if (url.pathname === '/') return url.origin;
  throw new StartRefused(`${name}=${text}: Kontor needs a name of its own, like https://books.${url.host}; it is not served below a path.`);
}

function parseProxies(text: string): ClientAddress {
  const proxies = text.split(',').flatMap((part) => part.trim() || []);
  try {
    return addressBehind(proxies);
  } catch {
    throw new StartRefused(
      `TRUSTED_PROXIES=${text} is not a list of addresses and networks, for example TRUSTED_PROXIES=127.0.0.1,10.0.0.0/8 or loopback.`,
    );
  }
}

function parseSignUp(text: string): Settings['signUp'] {
  if (text === 'open' || text === 'invited') return text;
  throw new StartRefused(`SIGN_UP=${text} is not known. Use open or invited.`);
}

export const isLoopback = (host: string): boolean =>
  host === 'localhost' || host === '::1' || (isIP(host) === 4 && host.startsWith('127.'));

/** With a mail server there is nothing to show; beyond this computer the page is shown only where somebody asked for it. */
function parseMailPage(wish: string, { host, hasServer }: { host: string; hasServer: boolean }): MailPageAccess {
  if (wish !== '' && wish !== 'on' && wish !== 'off') throw new StartRefused(`MAIL_PAGE=${wish} is not known. Use on or off.`);
  if (wish === 'on' && hasServer) throw new StartRefused('MAIL_PAGE=on does not go with SMTP_URL: all mails go out by the mail server.');
  if (wish === 'on') return 'network';
  return wish === '' && !hasServer && isLoopback(host) ? 'this-computer' : 'nobody';
}

function parseExchangeRates(text: string): string {
  if (text === 'off' || (URL.canParse(text) && /^https?:$/.test(new URL(text).protocol))) return text;
  throw new StartRefused(
    `EXCHANGE_RATES_URL=${text} is not an address. Use off, or a place that answers as the European Central Bank does.`,
  );
}

const KEPT_BACKUPS = 7;

function parseBackups(folder: string, keep: string): BackupPlan | null {
  if (keep !== '' && !/^[1-9]\d{0,3}$/.test(keep)) throw new StartRefused(`BACKUP_KEEP=${keep} is not a number of backups, for example 7.`);
  if (keep !== '' && folder === '') throw new StartRefused('BACKUP_KEEP needs BACKUP_DIR, the folder that backups are kept in.');
  return folder === '' ? null : { folder: resolve(folder), keep: keep === '' ? KEPT_BACKUPS : Number(keep) };
}

const SLOW_STATEMENT_MS = 1000;

function parseSlowStatement(text: string): number {
  if (/^\d{1,7}$/.test(text)) return Number(text);
  throw new StartRefused(`SLOW_STATEMENT_MS=${text} is not a number of milliseconds, for example ${SLOW_STATEMENT_MS}.`);
}

function parseLog(format: string, level: string): Settings['log'] {
  if (format !== 'text' && format !== 'json') throw new StartRefused(`LOG=${format} is not known. Use text or json.`);
  if (level !== 'info' && level !== 'warn' && level !== 'error')
    throw new StartRefused(`LOG_LEVEL=${level} is not known. Use info, warn or error.`);
  return { format, level };
}

/** `SITE_URL` is what it was called before 0.8. */
function readPublicUrl(env: Readonly<Record<string, string | undefined>>): string | null {
  const name = env['PUBLIC_URL'] ? 'PUBLIC_URL' : 'SITE_URL';
  return env[name] ? parsePublicUrl(name, env[name]) : null;
}

/**
 * Reads the environment; an empty variable counts as not set. At a terminal the log is for people. Throws `StartRefused` naming the variable.
 */
export function readSettings(env: Readonly<Record<string, string | undefined>>, { isTerminal = false } = {}): Settings {
  const host = env['HOST'] || '127.0.0.1';
  return {
    port: parsePort(env['PORT'] || '4173'),
    host,
    dataDir: resolve(env['DATA_DIR'] || '.data'),
    databaseUrl: env['DATABASE_URL'] ? parseDatabaseUrl(env['DATABASE_URL']) : null,
    seed: env['SEED'] ? parseSeed(env['SEED']) : null,
    publicUrl: readPublicUrl(env),
    clientAddress: parseProxies(env['TRUSTED_PROXIES'] ?? ''),
    signUp: parseSignUp(env['SIGN_UP'] || 'open'),
    mailPage: parseMailPage(env['MAIL_PAGE'] ?? '', { host, hasServer: Boolean(env['SMTP_URL']) }),
    mail: readMail(env),
    exchangeRates: env['EXCHANGE_RATES_URL'] ? parseExchangeRates(env['EXCHANGE_RATES_URL']) : null,
    pushHosts: env['PUSH_HOSTS'] ?? '',
    adminPort: env['ADMIN_PORT'] === 'off' ? null : parsePort(env['ADMIN_PORT'] || '0', 'ADMIN_PORT', 4180),
    log: parseLog(env['LOG'] || (isTerminal ? 'text' : 'json'), env['LOG_LEVEL'] || 'info'),
    slowStatementMs: parseSlowStatement(env['SLOW_STATEMENT_MS'] || String(SLOW_STATEMENT_MS)),
    backups: parseBackups(env['BACKUP_DIR'] ?? '', env['BACKUP_KEEP'] ?? ''),
  };
}
