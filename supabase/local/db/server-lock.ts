import { hostname } from 'node:os';
import { setTimeout as pause } from 'node:timers/promises';
import pg from 'pg';
import { StartRefused } from '#local/data-dir.ts';

/** Any two numbers that nobody else uses: advisory locks belong to one database. */
const KEY = [0x4b6f, 0x6e74] as const;
const CONNECT_WITHIN_MS = 10_000;
const RETRY_MS = 500;
/** A server that was killed this moment holds it until PostgreSQL has noticed. */
const TRIES_AT_START = 6;
/** A machine that vanished is given up after about a minute. */
const KEEP_ALIVE = 'set tcp_keepalives_idle = 30; set tcp_keepalives_interval = 10; set tcp_keepalives_count = 3';

export type ServerLock = { release(): Promise<void> };

async function connect(connectionString: string): Promise<pg.Client> {
  const client = new pg.Client({
    connectionString,
    application_name: `kontor ${hostname()}:${process.pid}`.slice(0, 63),
    keepAlive: true,
    connectionTimeoutMillis: CONNECT_WITHIN_MS,
  });
  client.on('error', () => undefined);
  await client.connect();
  return client;
}

const HOLDER = `
  select application_name, host(client_addr) as address, to_char(backend_start at time zone 'UTC', 'YYYY-MM-DD HH24:MI') as since
  from pg_locks join pg_stat_activity using (pid)
  where locktype = 'advisory' and classid = $1 and objid = $2 and granted and pg_locks.database = (select oid from pg_database where datname = current_database())`;

async function inUse(client: pg.Client): Promise<StartRefused> {
  const { rows } = await client.query<Record<string, string | null>>(HOLDER, [...KEY]);
  const [, where] = /^kontor (.+)$/.exec(rows[0]?.['application_name'] ?? '') ?? [];
  const [host, process_] = where?.split(/:(?=\d+$)/) ?? [];
  const who = host ? ` on ${host} (process ${process_ ?? '?'}, since ${rows[0]?.['since'] ?? '?'} UTC)` : '';
  return new StartRefused(
    `Another Kontor runs on this database${who}. One server serves a database: stop that one first, or name another database with DATABASE_URL.`,
  );
}

/** A connection that holds the lock, or null while another one does. */
async function taken(url: string): Promise<{ client: pg.Client } | { refusal: StartRefused }> {
  const client = await connect(url);
  try {
    await client.query(KEEP_ALIVE);
    const { rows } = await client.query<{ is_mine: boolean }>('select pg_try_advisory_lock($1, $2) as is_mine', [...KEY]);
    if (rows[0]?.is_mine === true) return { client };
    return { refusal: await inUse(client).finally(() => client.end()) };
  } catch (error) {
    await client.end().catch(() => undefined);
    throw error;
  }
}

/**
 * Takes the database for this process, on a connection of its own: it is free again when the process ends, however it ends. When the database
 * comes back after an outage it is taken again; `onLost` says who was quicker. Throws `StartRefused`.
 */
export async function lockServer(url: string, onLost: (sentence: string) => void): Promise<ServerLock> {
  let held: pg.Client | null = null;
  let isReleased = false;
  const hold = (client: pg.Client): void => {
    held = client;
    client.on('end', () => {
      held = null;
      void again();
    });
  };
  const again = async (): Promise<void> => {
    while (!isReleased) {
      const got = await taken(url).catch(() => null);
      if (got && 'refusal' in got) return isReleased ? undefined : onLost(got.refusal.message);
      if (got && isReleased) return got.client.end();
      if (got) return hold(got.client);
      await pause(RETRY_MS, undefined, { ref: false });
    }
  };
  for (let tries = 1; ; tries += 1) {
    const got = await taken(url);
    if ('client' in got) {
      hold(got.client);
      break;
    }
    if (tries === TRIES_AT_START) throw got.refusal;
    await pause(RETRY_MS);
  }
  return {
    async release() {
      isReleased = true;
      await held?.end().catch(() => undefined);
    },
  };
}
