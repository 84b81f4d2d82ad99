import { mkdirSync } from 'node:fs';
import { PGlite, types, type Transaction } from '@electric-sql/pglite';
import { pg_trgm } from '@electric-sql/pglite/contrib/pg_trgm';
import { pgcrypto } from '@electric-sql/pglite/contrib/pgcrypto';
import { callerContext } from './caller-context.ts';
import { asDatabaseError } from './database-error.ts';
import type { Caller, Database, Query, QueryResult } from './port.ts';

export type PgliteOptions = {
  /** The data folder; null keeps everything in memory. */
  readonly dir: string | null;
  /** A tarball made by `dump()`, unpacked into a folder that is still empty. */
  readonly template?: Uint8Array | undefined;
};

/** A PGlite database can be copied as a whole; a PostgreSQL server's can't. */
export type PgliteDatabase = Database & { /** The data folder as a gzipped tarball. */ dump(): Promise<Uint8Array> };

const asIs = (value: string): string => value;

async function rethrow<T>(work: Promise<T>): Promise<T> {
  try {
    return await work;
  } catch (error) {
    throw asDatabaseError(error);
  }
}

function queryOn(target: PGlite | Transaction): Query {
  return async (sql, params = []): Promise<QueryResult> => {
    const result = await rethrow(target.query<Record<string, unknown>>(sql, [...params]));
    return { rows: result.rows, count: Math.max(result.affectedRows ?? 0, result.rows.length) };
  };
}

/** The embedded engine inside this process. A slow query freezes the process: servers use `openPgliteProcess`. */
export async function openPglite({ dir, template }: PgliteOptions): Promise<PgliteDatabase> {
  if (dir !== null) mkdirSync(dir, { recursive: true, mode: 0o700 });
  const pg = await PGlite.create({
    ...(dir === null ? {} : { dataDir: dir }),
    ...(template ? { loadDataDir: new Blob([new Uint8Array(template)]) } : {}),
    extensions: { pg_trgm, pgcrypto },
    // A calendar date is a string everywhere: a Date would drag it through a timezone.
    parsers: { [types.DATE]: asIs },
  });
  return {
    engine: 'pglite',
    query: queryOn(pg),
    async exec(sql) {
      await rethrow(pg.exec(sql));
    },
    transaction: (run, caller?: Caller) =>
      rethrow(
        pg.transaction(async (tx) => {
          if (caller) await rethrow(tx.exec(callerContext(caller)));
          return run(queryOn(tx));
        }),
      ),
    queryAs: (caller, sql, params) =>
      rethrow(
        pg.transaction(async (tx) => {
          await tx.exec(callerContext(caller));
          return queryOn(tx)(sql, params);
        }),
      ),
    listen: (channel, onNotify) => pg.listen(channel, onNotify),
    close: () => pg.close(),
    async dump() {
      return new Uint8Array(await (await pg.dumpDataDir('gzip')).arrayBuffer());
    },
  };
}
