import { randomUUID } from 'node:crypto';
import { bootstrap } from '#local/db/bootstrap.ts';
import { openPglite, type PgliteDatabase } from '#local/db/pglite.ts';
import { readPlatformSql } from '#local/db/platform-sql.ts';
import type { Caller, Database, Query } from '#local/db/port.ts';
import { openPostgres } from '#local/db/postgres.ts';
import { databaseTemplate } from '#local/db/template.ts';
import { postgresBin, startPostgresServer } from './postgres-server.ts';

export type Engine = 'pglite' | 'postgres';

/** A database with the whole schema and nothing in it. */
export type TestDatabase = Database & {
  /** For tools that connect themselves (`psql`, `pg`); null for PGlite. */
  readonly url: string | null;
};

const isRequired = process.env['REQUIRE_POSTGRES'] === '1';

/** Engines to test on. Without PostgreSQL's programs the ring of PostgreSQL does not run, unless `REQUIRE_POSTGRES=1` insists. */
export function engines(): Engine[] {
  if (postgresBin() !== null || isRequired) return ['pglite', 'postgres'];
  console.warn('PostgreSQL was not found: its ring of the database tests did not run.');
  return ['pglite'];
}

/**
 * For what the SQL alone says, which comes to the same on each: the gate asks the fastest there is, `npm run test:deep` the embedded one
 * (ENGINE=pglite). What devices send and fetch, who sees what and how an update ends is asked on each in the gate.
 */
export const oneEngine = (): Engine => (process.env['ENGINE'] === 'pglite' ? 'pglite' : (engines().at(-1) ?? 'pglite'));

async function openEmbedded(): Promise<TestDatabase> {
  const db = await openPglite({ dir: null, template: await databaseTemplate(readPlatformSql()) });
  return { ...db, url: null };
}

/** The environment's name for the address of the ring's server, see `postgres-cluster.ts`. */
export const CLUSTER = 'KONTOR_TEST_CLUSTER';
export const TEMPLATE = 'kontor_template';
/** Who has the copies: what an administrator made ready is enough, see `needed-rights.ts`. */
export const PLAIN_ROLE = 'kontor_plain';
export const asAdministrator = (url: string): string => url.replace(`//${PLAIN_ROLE}@`, '//postgres@');
export const asPlainRole = (url: string): string => url.replace('//postgres@', `//${PLAIN_ROLE}@`);

async function createDatabase(cluster: string, like: string): Promise<string> {
  const name = `copy_${randomUUID().replaceAll('-', '_')}`;
  const admin = await openPostgres({ url: `${cluster}postgres`, connections: 1 });
  await admin.exec(`create database ${name} template ${like}`);
  await admin.close();
  return name;
}

/** It goes with its server. */
async function openCopy(cluster: string, connections: number): Promise<TestDatabase> {
  const name = await createDatabase(cluster, `${TEMPLATE} owner ${PLAIN_ROLE}`);
  const url = asPlainRole(`${cluster}${name}`);
  return { ...(await openPostgres({ url, connections })), url };
}

async function openServer(connections: number): Promise<TestDatabase> {
  const cluster = process.env[CLUSTER];
  if (cluster !== undefined) return openCopy(cluster, connections);
  const server = startPostgresServer();
  const url = server.url('postgres');
  const db = await openPostgres({ url, connections });
  const close = async (): Promise<void> => {
    await db.close();
    server.stop();
  };
  try {
    await bootstrap(db, readPlatformSql());
  } catch (error) {
    await close();
    throw error;
  }
  return { ...db, url, close };
}

/** An in-memory PGlite from the cached template, or a database of its own on a throw-away PostgreSQL server. Close it in `afterAll`. */
export function openTestDatabase(engine: Engine, { connections = 10 } = {}): Promise<TestDatabase> {
  return engine === 'pglite' ? openEmbedded() : openServer(connections);
}

/** A database with nothing in it, for who installs a release. Close it. */
export async function openEmptyDatabase(): Promise<TestDatabase | PgliteDatabase> {
  const cluster = process.env[CLUSTER];
  if (cluster === undefined || oneEngine() !== 'postgres') return openPglite({ dir: null });
  const url = `${cluster}${await createDatabase(cluster, 'template0')}`;
  return { ...(await openPostgres({ url, connections: 1 })), url };
}

class Undo extends Error {}

/** Runs as the caller and undoes everything, so that tests never see each other. */
export async function rolledBack<T>(db: Database, caller: Caller | undefined, run: (query: Query) => Promise<T>): Promise<T> {
  let result: { value: T } | undefined;
  try {
    await db.transaction(async (query) => {
      result = { value: await run(query) };
      throw new Undo();
    }, caller);
  } catch (error) {
    if (!(error instanceof Undo)) throw error;
  }
  if (!result) throw new Error('The transaction ended without a result.');
  return result.value;
}
