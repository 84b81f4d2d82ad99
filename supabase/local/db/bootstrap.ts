import { BASELINE_OF_0_4, FORMER_BASELINES, type Migration, type PlatformSql } from './platform-sql.ts';
import type { Database } from './port.ts';

const STATE_SQL = `
create schema if not exists supabase_migrations;
create table if not exists supabase_migrations.schema_migrations (version text primary key, name text, applied_at timestamptz not null default now());
create table if not exists supabase_migrations.platform_state (only_row boolean primary key default true check (only_row), sql_hash text not null);
revoke all on schema supabase_migrations from public;
`;

const literal = (text: string): string => `'${text.replaceAll("'", "''")}'`;

async function sqlHash(db: Database): Promise<string | null> {
  const { rows } = await db.query("select to_regclass('supabase_migrations.platform_state') is not null as there");
  if (rows[0]?.['there'] !== true) return null;
  const state = await db.query('select sql_hash from supabase_migrations.platform_state');
  return typeof state.rows[0]?.['sql_hash'] === 'string' ? state.rows[0]['sql_hash'] : null;
}

const recording = (migrations: readonly Migration[]): string =>
  migrations
    .map(
      ({ version, name }) =>
        `insert into supabase_migrations.schema_migrations (version, name) values (${literal(version)}, ${literal(name)});`,
    )
    .join('\n');

/** Statements sent as one text are one transaction; the insert goes first so that a second server waits and then fails. */
async function migrate(db: Database, migration: Migration): Promise<void> {
  try {
    await db.exec(`${recording([migration])}\n${migration.sql}`);
  } catch (error) {
    if (error instanceof Error) error.message = `Migration ${migration.version}_${migration.name}: ${error.message}`;
    throw error;
  }
}

/** A migration that was changed or is older than the newest applied one can't be applied: forward only. */
function pending(migrations: readonly Migration[], applied: ReadonlySet<string>): Migration[] {
  const newest = [...applied].toSorted().at(-1) ?? '';
  const missing = migrations.filter(({ version }) => !applied.has(version));
  const late = missing.find(({ version }) => version < newest);
  if (late) throw new Error(`The migration ${late.version}_${late.name} is older than one already applied; migrations only go forward.`);
  return missing;
}

function refuseNewer({ migrations, superseded }: PlatformSql, applied: ReadonlySet<string>): void {
  const known = new Set([...BASELINE_OF_0_4, ...[...superseded, ...migrations].map(({ version }) => version)]);
  const unknown = [...applied].filter((version) => !known.has(version));
  if (unknown.length > 0)
    throw new Error(`The database was used by a newer version of Kontor (migration ${unknown.join(', ')}). Start that version instead.`);
}

async function appliedVersions(db: Database): Promise<Set<string>> {
  const { rows } = await db.query('select version from supabase_migrations.schema_migrations');
  return new Set(rows.map((row) => String(row['version'])));
}

/** The baseline that a database was made from stands for all superseded migrations before this version; the empty text for none. */
function firstOfItsBaseline(applied: ReadonlySet<string>): string {
  const noted = BASELINE_OF_0_4.filter((version) => applied.has(version));
  if (noted.length === BASELINE_OF_0_4.length) return BASELINE_OF_0_4[0] ?? '';
  if (noted.length > 0)
    throw new Error(
      `Version 0.4 of Kontor did not finish this database (it ended after migration ${noted.at(-1)}). Start that version once more.`,
    );
  const [oldest = ''] = [...applied].toSorted();
  return FORMER_BASELINES.findLast(({ first }) => first <= oldest)?.first ?? '';
}

/** A database of an earlier version takes the rest of the superseded migrations, and then has what the baseline makes: that is only noted. */
async function adoptBaseline(db: Database, { migrations, superseded, baseline }: PlatformSql): Promise<void> {
  const applied = await appliedVersions(db);
  const toNote = migrations.filter(({ version }) => version <= baseline && !applied.has(version));
  const isEarlier = [...applied].some((version) => version < (migrations[0]?.version ?? ''));
  if (toNote.length === 0 || !isEarlier) return;
  const began = firstOfItsBaseline(applied);
  const done = superseded.map(({ version }) => version).filter((version) => applied.has(version) || version < began);
  const isOnlyNoted = ({ version }: Migration): boolean =>
    FORMER_BASELINES.some(({ first, last }) => began < first && version >= first && version <= last);
  for (const migration of pending(superseded, new Set(done)))
    await (isOnlyNoted(migration) ? db.exec(recording([migration])) : migrate(db, migration));
  await db.exec(recording(toNote));
}

/** Brings a database to this version's schema. Does nothing when it is there already; runs the platform's own scripts again when they changed. */
export async function bootstrap(db: Database, sql: PlatformSql): Promise<void> {
  if ((await sqlHash(db)) === sql.hash) return;
  await db.exec(STATE_SQL);
  for (const script of sql.before) await db.exec(script);
  refuseNewer(sql, await appliedVersions(db));
  await adoptBaseline(db, sql);
  for (const migration of pending(sql.migrations, await appliedVersions(db))) await migrate(db, migration);
  for (const script of sql.after) await db.exec(script);
  await db.query(
    'insert into supabase_migrations.platform_state (sql_hash) values ($1) on conflict (only_row) do update set sql_hash = excluded.sql_hash',
    [sql.hash],
  );
  await db.exec('analyze');
}
