import pg from 'pg';
import { callerContext } from './caller-context.ts';
import { asServerError } from './database-error.ts';
import type { Database, Query, QueryResult } from './port.ts';

const DATE = 1082;
const BIGINT = 20;

/** The same values as the embedded engine: dates stay text, 64-bit integers are numbers (ours stay far below 2^53). */
const typeParsers: pg.CustomTypesConfig = {
  getTypeParser: (oid: number, format?: 'text' | 'binary') => {
    if (oid === DATE) return (value: string) => value;
    if (oid === BIGINT) return Number;
    return pg.types.getTypeParser(oid, format);
  },
};

async function rethrow<T>(work: Promise<T>): Promise<T> {
  try {
    return await work;
  } catch (error) {
    throw asServerError(error);
  }
}

type Send = (sql: string, params: unknown[]) => Promise<pg.QueryResult<Record<string, unknown>>>;

function queryBy(send: Send): Query {
  return async (sql, params = []): Promise<QueryResult> => {
    const result = await rethrow(send(sql, [...params]));
    return { rows: result.rows, count: result.rowCount ?? result.rows.length };
  };
}

/** A connection takes one statement at a time: what is asked for beside another waits here, since `pg` will queue nothing from 9.0 on. */
function inTurn(client: pg.PoolClient): Send {
  let before: Promise<unknown> = Promise.resolve();
  return (sql, params) => {
    const next = before.then(() => client.query<Record<string, unknown>>(sql, params));
    before = next.catch(() => undefined);
    return next;
  };
}

const CONNECT_WITHIN_MS = 10_000;
const RECONNECT_MS = 500;

/** NOTIFY arrives on one connection of its own, which is opened by the first listener and reopened when it breaks. */
function createListener(connectionString: string) {
  const callbacks = new Map<string, Set<(payload: string) => void>>();
  let client: Promise<pg.Client> | undefined;
  let closed = false;
  /** Until it is there again. What was told meanwhile is lost, so everybody looks again. */
  const reconnect = (): void => {
    if (closed || callbacks.size === 0) return;
    const again = (): void =>
      void ready().then(() => {
        for (const calls of callbacks.values()) for (const call of calls) call('');
      }, reconnect);
    setTimeout(again, RECONNECT_MS).unref();
  };
  const connect = async (): Promise<pg.Client> => {
    const next = new pg.Client({ connectionString, keepAlive: true, connectionTimeoutMillis: CONNECT_WITHIN_MS });
    next.on('notification', (message) => callbacks.get(message.channel)?.forEach((call) => call(message.payload ?? '')));
    next.on('error', () => undefined);
    await next.connect();
    next.on('end', () => {
      client = undefined;
      reconnect();
    });
    for (const channel of callbacks.keys()) await next.query(`listen ${pg.escapeIdentifier(channel)}`);
    return next;
  };
  const ready = (): Promise<pg.Client> => {
    client ??= connect().catch((error: unknown) => {
      client = undefined;
      throw error;
    });
    return client;
  };
  return {
    async listen(channel: string, onNotify: (payload: string) => void): Promise<() => Promise<void>> {
      const set = callbacks.get(channel) ?? new Set();
      callbacks.set(channel, set.add(onNotify));
      await (await ready()).query(`listen ${pg.escapeIdentifier(channel)}`);
      return async () => {
        set.delete(onNotify);
        if (set.size > 0 || closed) return;
        callbacks.delete(channel);
        await (await ready()).query(`unlisten ${pg.escapeIdentifier(channel)}`);
      };
    },
    async close(): Promise<void> {
      closed = true;
      await (await client?.catch(() => undefined))?.end();
    },
  };
}

/** Gives up when the server does not answer. The pool's own limit would count the wait for a turn, too, which is as long as the others take. */
class ConnectingClient extends pg.Client {
  constructor(config?: pg.ClientConfig) {
    super({ ...config, connectionTimeoutMillis: CONNECT_WITHIN_MS });
  }
}

/** Any PostgreSQL ≥ 15. The role of the url must be able to create roles and schemas. */
export async function openPostgres({ url, connections = 10 }: { url: string; connections?: number }): Promise<Database> {
  const pool = new pg.Pool({
    connectionString: url,
    max: connections,
    types: typeParsers,
    keepAlive: true,
    Client: ConnectingClient,
  });
  // A connection that the server closes is replaced by the pool; without a listener, idle or not, it would end the process.
  pool.on('error', () => undefined);
  pool.on('connect', (client) => void client.on('error', () => undefined));
  (await rethrow(pool.connect())).release();
  const listener = createListener(url);
  const transaction: Database['transaction'] = async (run, caller) => {
    const client = await rethrow(pool.connect());
    const send = inTurn(client);
    let broken: Error | undefined;
    try {
      await rethrow(client.query(caller ? `begin; ${callerContext(caller)}` : 'begin'));
      const result = await run(queryBy(send));
      await rethrow(send('commit', []));
      return result;
    } catch (error) {
      await send('rollback', []).catch((failure: unknown) => {
        broken = failure instanceof Error ? failure : new Error('rollback failed');
      });
      throw error;
    } finally {
      client.release(broken);
    }
  };
  return {
    engine: 'postgres',
    query: queryBy((sql, params) => pool.query(sql, params)),
    async exec(sql) {
      await rethrow(pool.query(sql));
    },
    transaction,
    queryAs: (caller, sql, params) => transaction((query) => query(sql, params), caller),
    listen: (channel, onNotify) => listener.listen(channel, onNotify),
    async close() {
      await listener.close();
      await pool.end();
    },
  };
}
