import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const localDir = fileURLToPath(new URL('../', import.meta.url));
const packageFile = fileURLToPath(new URL('../../../package.json', import.meta.url));
const migrationsDir = fileURLToPath(new URL('../../migrations/', import.meta.url));
const supersededDir = fileURLToPath(new URL('../../superseded/', import.meta.url));

export type Migration = {
  /** The leading digits of the file name. */ readonly version: string;
  readonly name: string;
  readonly sql: string;
};

/** Everything that makes an empty database into ours, in the order it runs. */
export type PlatformSql = {
  /** What hosted Supabase has before the first migration; every script can run again. */
  readonly before: readonly string[];
  readonly migrations: readonly Migration[];
  /** What databases of 0.1 to 0.15 were made by, and what brings them to the baseline: the migrations up to `baseline` are the same schema, written once. */
  readonly superseded: readonly Migration[];
  /** No migration of the baseline has a later version. */
  readonly baseline: string;
  /** What reads the finished schema (change capture); can run again. */
  readonly after: readonly string[];
  /** Changes whenever any of the texts or the engine changes. */
  readonly hash: string;
};

/** The versions of the baseline that 0.4 came with (`20260110200000` to `20260110203000`): the same schema as all superseded migrations before them. */
export const BASELINE_OF_0_4: readonly string[] = Array.from({ length: 31 }, (_, place) => `20260110${2000 + place}00`);

/** The first and the last version of a former baseline: the same schema as all superseded migrations before them, among which it lies. */
type Baseline = { readonly first: string; readonly last: string };
/** That of 0.5 to 0.13. */
export const BASELINE_OF_0_5: Baseline = { first: '20260120000000', last: '20260120003200' };
/** That of 0.14 and 0.15. */
export const BASELINE_OF_0_14: Baseline = { first: '20260208000000', last: '20260208007600' };
/** A database that is older than one of these only notes it. */
export const FORMER_BASELINES: readonly Baseline[] = [BASELINE_OF_0_5, BASELINE_OF_0_14];

/** Makes the roles that a server of any PostgreSQL lacks; can run again. */
export const ROLES_SQL = readFileSync(join(localDir, 'db/roles.sql'), 'utf8');

/** Makes the one extension that the schema needs, where an administrator has not; can run again. */
export const EXTENSIONS_SQL = readFileSync(join(localDir, 'db/extensions.sql'), 'utf8');

const readIfThere = (path: string): string[] => (existsSync(path) ? [readFileSync(path, 'utf8')] : []);

function readMigrations(folder: string): Migration[] {
  const files = readdirSync(folder).filter((file) => file.endsWith('.sql'));
  return files.toSorted().map((file) => {
    const match = /^(\d+)_(.+)\.sql$/.exec(file);
    if (!match?.[1] || !match[2]) throw new Error(`The migration ${file} is not named <timestamp>_<subject>.sql.`);
    return { version: match[1], name: match[2], sql: readFileSync(join(folder, file), 'utf8') };
  });
}

/** Reads the SQL of the platform's parts and the migrations. */
export function readPlatformSql(): PlatformSql {
  const before = [
    ROLES_SQL,
    EXTENSIONS_SQL,
    ...['db/bootstrap.sql', 'auth/auth.sql', 'storage/storage.sql'].flatMap((file) => readIfThere(join(localDir, file))),
  ];
  const migrations = readMigrations(migrationsDir);
  const superseded = readMigrations(supersededDir);
  const after = readIfThere(join(localDir, 'realtime/realtime.sql'));
  const engine = /"@electric-sql\/pglite": "([^"]+)"/.exec(readFileSync(packageFile, 'utf8'))?.[1];
  const hash = createHash('sha256').update(JSON.stringify({ before, migrations, superseded, after, engine })).digest('hex').slice(0, 32);
  return { before, migrations, superseded, baseline: '20260214999999', after, hash };
}
