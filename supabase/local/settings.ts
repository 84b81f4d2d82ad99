import { resolve } from 'node:path';
import { StartRefused } from './data-dir.ts';

export type Seed = { readonly kind: 'demo' | 'none' } | { readonly kind: 'stress'; readonly rows: number };

/** What the environment decides; see the README. */
export type Settings = {
  readonly port: number;
  readonly host: string;
  readonly dataDir: string;
  /** null: the embedded engine. */
  readonly databaseUrl: string | null;
  /** null: demo data on an empty data folder, nothing otherwise. */
  readonly seed: Seed | null;
  /** `SMTP_URL` and what belongs to it, as the functions get it (`supabase/functions/README.md`). */
  readonly mail: Readonly<Record<string, string>>;
};

function parsePort(text: string): number {
  const port = /^\d{1,5}$/.test(text) ? Number(text) : -1;
  if (port >= 0 && port <= 65_535) return port;
  throw new StartRefused(`PORT=${text} is not a port. Use a number from 1 to 65535, for example PORT=4173.`);
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

/** Reads the environment; an empty variable counts as not set. Throws `StartRefused` naming the variable. */
export function readSettings(env: Readonly<Record<string, string | undefined>>): Settings {
  return {
    port: parsePort(env['PORT'] || '4173'),
    host: env['HOST'] || '127.0.0.1',
    dataDir: resolve(env['DATA_DIR'] || '.data'),
    databaseUrl: env['DATABASE_URL'] ? parseDatabaseUrl(env['DATABASE_URL']) : null,
    seed: env['SEED'] ? parseSeed(env['SEED']) : null,
    mail: readMail(env),
  };
}
