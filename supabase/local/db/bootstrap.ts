import type { Migration, PlatformSql } from './platform-sql.ts';
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

/** Statements sent as one text are one transaction; the insert goes first so that a second server waits and then fails. */
function migrate(db: Database, { version, name, sql }: Migration): Promise<void> {
  const record = `insert into supabase_migrations.schema_migrations (version, name) values (${literal(version)}, ${literal(name)});`;
  return db.exec(`${record}\n${sql}`);
}

/** A migration that was changed or is older than the newest applied one can't be applied: forward only. */
function pending(migrations: readonly Migration[], applied: ReadonlySet<string>): Migration[] {
  const newest = [...applied].toSorted().at(-1) ?? '';
  const known = new Set(migrations.map(({ version }) => version));
  const unknown = [...applied].filter((version) => !known.has(version));
  if (unknown.length > 0)
    throw new Error(`The database was used by a newer version of Kontor (migration ${unknown.join(', ')}). Start that version instead.`);
  const missing = migrations.filter(({ version }) => !applied.has(version));
  const late = missing.find(({ version }) => version < newest);
  if (late) throw new Error(`The migration ${late.version}_${late.name} is older than one already applied; migrations only go forward.`);
  return missing;
}

/** Brings a database to this version's schema. Does nothing when it is there already; runs the platform's own scripts again when they changed. */
export async function bootstrap(db: Database, sql: PlatformSql): Promise<void> {
  if ((await sqlHash(db)) === sql.hash) return;
  await db.exec(STATE_SQL);
  for (const script of sql.before) await db.exec(script);
  const { rows } = await db.query('select version from supabase_migrations.schema_migrations');
  for (const migration of pending(sql.migrations, new Set(rows.map((row) => String(row['version']))))) {
    try {
      await migrate(db, migration);
    } catch (error) {
      if (error instanceof Error) error.message = `Migration ${migration.version}_${migration.name}: ${error.message}`;
      throw error;
    }
  }
  for (const script of sql.after) await db.exec(script);
  await db.query(
    'insert into supabase_migrations.platform_state (sql_hash) values ($1) on conflict (only_row) do update set sql_hash = excluded.sql_hash',
    [sql.hash],
  );
  await db.exec('analyze');
}
