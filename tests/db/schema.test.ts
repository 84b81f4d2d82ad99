import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { bootstrap } from '#local/db/bootstrap.ts';
import { openPglite } from '#local/db/pglite.ts';
import { BASELINE, BASELINE_OF_0_4, readPlatformSql } from '#local/db/platform-sql.ts';
import type { Database } from '#local/db/port.ts';
import { openPostgres } from '#local/db/postgres.ts';
import { databaseTemplate } from '#local/db/template.ts';
import { engines } from '#tests/support/database.ts';
import { postgresBin, startPostgresServer } from '#tests/support/postgres-server.ts';
import {
  install,
  LAST_OF_0_2,
  LAST_OF_0_3,
  LAST_OF_0_4,
  LAST_OF_0_5,
  LAST_OF_0_6,
  LAST_OF_0_7,
  LAST_OF_0_8,
  LAST_OF_0_9,
  LAST_OF_0_10,
  LAST_OF_0_11,
  LAST_OF_0_12,
  LAST_OF_0_13,
  noteBaselineOf04,
  released,
  RELEASES,
} from './releases.ts';
import { schemaText } from './schema-text.ts';

const sql = readPlatformSql();

const COMPANY = '10000000-0000-4000-8000-000000000001';
const PERSON = '20000000-0000-4000-8000-000000000001';

async function fill(db: Database, last: string): Promise<void> {
  await db.query(
    `insert into auth.users (id, email, encrypted_password, email_confirmed_at) values ($1, 'owner@old.example', 'x', now())`,
    [PERSON],
  );
  await db.query(`insert into public.companies (id, company_id, name) values ($1, $1, 'Old Books')`, [COMPANY]);
  await db.query(`insert into public.company_users (company_id, user_id, is_owner) values ($1, $2, true)`, [COMPANY, PERSON]);
  await db.query(`insert into public.vendors (company_id, name) select $1, 'Vendor ' || n from generate_series(1, 20) n`, [COMPANY]);
  await db.query(
    `insert into public.expenses (company_id, created_by, amount, expense_date) select $1, $2, n, date '2025-01-01' + n from generate_series(1, 20) n`,
    [COMPANY, PERSON],
  );
  // What no app wrote and no app could read, sent through the API; from 0.4 on it is refused.
  const changes = last < LAST_OF_0_4 ? '{"amount": 5}' : '{}';
  await db.query(`insert into public.activity_log (company_id, type, changes) values ($1, 'note', $2)`, [COMPANY, changes]);
  if (last >= LAST_OF_0_4) return;
  await db.query(
    `update public.companies set settings = jsonb_set(jsonb_set(jsonb_set(jsonb_set(settings, '{invoice_defaults,payment_terms}', '5'),
       '{tax,small_business}', '["yes"]'), '{company_details,branding,accent_color}', '"red"'), '{invoice_defaults,items,currency_position}', '"left"')`,
  );
}
/** Where that is now. */
const MENDED = `select settings #> '{invoice_defaults,payment_terms}' as terms, settings #> '{tax,small_business}' as small,
  settings #> '{company_details,branding,accent_color}' as color, settings #> '{invoice_defaults,items,currency_position}' as position,
  settings #> '{tax,tax_number}' as kept, (select changes from public.activity_log where type = 'note') as changes from public.companies`;
const DEFAULTS = { terms: 'Pay within 14 days', small: false, color: '#2563eb', position: 'suffix', kept: '', changes: {} };

const BOOKS = `select (select count(*)::int from public.vendors) as vendors, (select sum(amount)::text from public.expenses) as spent,
  (select array_agg(number order by number) from public.expenses) as numbers,
  (select array_agg(v.rev order by v.id) from public.vendors v) as revs,
  (select jsonb_object_agg(c.collection, c.seq) from (select collection, max(seq) as seq from private.change_log where collection in ('vendors', 'expenses') group by 1) c) as log`;
const books = async (db: Database) => (await db.query(BOOKS)).rows[0];
const versions = async (db: Database): Promise<string[]> => {
  const { rows } = await db.query('select version from supabase_migrations.schema_migrations order by version');
  return rows.map(({ version }) => String(version));
};

/** The rows of these tables, without the times at which they were written. */
async function contents(db: Database, tables: readonly string[]): Promise<Map<string, unknown[]>> {
  const found = new Map<string, unknown[]>();
  for (const table of tables)
    found.set(table, (await db.query(`select to_jsonb(t) - '{created_at,updated_at}'::text[] as row from ${table} t order by 1`)).rows);
  return found;
}

/** The schema of a new installation, and the rows that the migrations themselves write: the registry, keys and presets, buckets. */
type NewDatabase = { readonly schema: string; readonly filled: ReadonlyMap<string, unknown[]> };
async function lookAtNew(): Promise<NewDatabase> {
  const db = await openPglite({ dir: null, template: await databaseTemplate(sql) });
  const { rows } = await db.query(
    `select format('%I.%I', schemaname, tablename) as name from pg_tables where schemaname in ('public', 'private', 'storage')`,
  );
  const tables = rows.map(({ name }) => String(name));
  const filled = new Map([...(await contents(db, tables))].filter(([, written]) => written.length > 0));
  const schema = await schemaText(db);
  await db.close();
  return { schema, filled };
}
let looked: Promise<NewDatabase> | undefined;
/** Looked at once for all tests. */
const newDatabase = (): Promise<NewDatabase> => (looked ??= lookAtNew());

test('`supabase/schema.sql` shows the schema as it is (`vitest -u` writes it anew)', async () => {
  const { schema } = await newDatabase();
  const text = `-- Generated for reading; the migrations are what runs. Written by tests/db/schema.test.ts.\n\n${schema}`;
  await expect(text).toMatchFileSnapshot('../../supabase/schema.sql');
});

/** What a text defines: `function private.next_seq`, `policy member_select on public.files`, `trigger stamp on public.files`. */
function definitions(text: string): string[] {
  const code = text.replaceAll(/^\s*--.*$/gm, '').replaceAll(/\/\*[\s\S]*?\*\//g, '');
  const found = code.matchAll(
    /^(?:create (?:or replace )?|alter )((?:function|procedure|view)\s+[\w.]+|policy\s+\w+\s+on\s+[\w.]+|(?:constraint )?trigger\s+\w+\s[^;]*?\son\s+[\w.]+)/gm,
  );
  return [...found].map(([, name = '']) => name.replaceAll(/\s+/g, ' ').replace(/(trigger \w+) .* on /, '$1 on '));
}

test.each([
  ['the baseline', (version: string) => version <= BASELINE, 280],
  ['0.6.0', (version: string) => version > BASELINE && version <= LAST_OF_0_6, 0],
  ['0.7.0', (version: string) => version > LAST_OF_0_6 && version <= LAST_OF_0_7, 0],
  ['0.8.0', (version: string) => version > LAST_OF_0_7 && version <= LAST_OF_0_8, 0],
  ['0.9.0', (version: string) => version > LAST_OF_0_8 && version <= LAST_OF_0_9, 0],
  ['0.10.0', (version: string) => version > LAST_OF_0_9 && version <= LAST_OF_0_10, 0],
  ['0.11.0', (version: string) => version > LAST_OF_0_10 && version <= LAST_OF_0_11, 0],
  ['0.12.0', (version: string) => version > LAST_OF_0_11 && version <= LAST_OF_0_12, 0],
  ['0.13.0', (version: string) => version > LAST_OF_0_12 && version <= LAST_OF_0_13, 0],
  ['what came after it', (version: string) => version > LAST_OF_0_13, 0],
] as const)('in %s every function, view, policy and trigger is defined once', (_, isIn, least) => {
  const defined = sql.migrations.filter(({ version }) => isIn(version)).flatMap((migration) => definitions(migration.sql));
  expect(defined.length).toBeGreaterThanOrEqual(least);
  expect(defined.filter((name, index) => defined.indexOf(name) !== index)).toEqual([]);
});

describe.each(RELEASES)('a database of %s', (_, last, count, digest) => {
  test(`was made by ${count} migrations that are still what they were`, () => {
    const { migrations } = released(last);
    expect(migrations).toHaveLength(count);
    const texts = migrations.map((migration) => migration.sql).join('');
    expect(createHash('sha256').update(texts).digest('hex').slice(0, 16)).toBe(digest);
  });

  test('keeps its books, takes the rest once, and has the schema of a new one [pglite]', async () => {
    const old = await openPglite({ dir: null });
    await install(old, last);
    await fill(old, last);
    const before = await books(old);
    const noted = await versions(old);
    await bootstrap(old, sql);
    expect(await books(old)).toEqual(before);
    expect((await old.query(MENDED)).rows).toEqual([DEFAULTS]);
    const newer = [...(last < LAST_OF_0_5 ? sql.superseded : []), ...sql.migrations].filter(({ version }) => version > last);
    const taken = newer.map(({ version }) => version);
    expect(await versions(old)).toEqual([...noted, ...taken]);
    const { schema, filled } = await newDatabase();
    expect(await schemaText(old)).toBe(schema);
    expect([...filled.keys()]).toContain('private.synced_collections');
    expect(await contents(old, [...filled.keys()])).toEqual(filled);
    await bootstrap(old, { ...sql, hash: 'looked at again' });
    expect(await versions(old)).toEqual([...noted, ...taken]);
    await old.close();
  });
});

test('documents that were issued before copies kept their look have the one of the update, and it counts as no change', async () => {
  const db = await openPglite({ dir: null });
  await install(db, LAST_OF_0_8);
  await fill(db, LAST_OF_0_8);
  const young = COMPANY.replace('1', '3');
  const edited = COMPANY.replace('1', '4');
  const dangling = COMPANY.replace('1', '5');
  for (const id of [young, edited, dangling])
    await db.query(`insert into public.companies (id, company_id, name) values ($1, $1, 'Books')`, [id]);
  await db.query(`update public.companies set logo_path = id || '/logo.png'`);
  await db.query(
    `insert into storage.objects (bucket_id, name, version) select 'logos', logo_path, 'x' from public.companies where id <> $1`,
    [dangling],
  );
  // As they were issued then, past the rules of today.
  await db.query(`set session_replication_role = replica`);
  await db.query(
    `insert into public.invoices (company_id, created_by, status, number, issue_date, due_date, seller, buyer)
     select c, $1, 'issued', 'INV-1', '2026-01-02', '2026-01-16', '{}', '{}' from unnest($2::uuid[]) c`,
    [PERSON, [COMPANY, edited, dangling]],
  );
  // Closed and exported, and one that was changed since: that one stays.
  for (const [id, books] of [
    [COMPANY, `private.archive_state('${COMPANY}') ->> 'books'`],
    [edited, `repeat('a', 64)`],
  ])
    await db.query(
      `insert into private.company_deletions (company_id, purge_after, export_sha256, books) values ($1, now(), repeat('b', 64), ${books})`,
      [id],
    );
  await db.query(`reset session_replication_role`);
  const told = async () => (await db.query('select id, rev, updated_at from public.companies order by id')).rows;
  const before = await told();
  await bootstrap(db, sql);
  const { rows } = await db.query(
    `select former_letterhead is not null as looks, former_letterhead ->> 'logo_path' as logo, private.is_printed_logo(logo_path) as kept,
       (select d.books = private.archive_state(c.id) ->> 'books' from private.company_deletions d where d.company_id = c.id) as purged
     from public.companies c order by id`,
  );
  expect(rows).toEqual([
    { looks: true, logo: `${COMPANY}/logo.png`, kept: true, purged: true },
    { looks: false, logo: null, kept: false, purged: null },
    { looks: true, logo: `${edited}/logo.png`, kept: true, purged: false },
    { looks: true, logo: null, kept: false, purged: null },
  ]);
  expect(await told()).toEqual(before);
  await db.close();
});

describe('a start that ended', () => {
  const LAST_SUPERSEDED = sql.superseded.at(-1)?.version ?? '';
  test.each([
    ['of 0.2.0', LAST_OF_0_2, LAST_OF_0_3, null],
    ['of 0.4.0', LAST_OF_0_4, LAST_SUPERSEDED, true],
    ['of 0.4.0 that 0.3.0 had made', LAST_OF_0_4, LAST_SUPERSEDED, false],
  ] as const)(
    'between two of the old migrations, or before the new ones were noted, goes on with a database %s',
    async (_, last, breaks, isNew) => {
      const db = await openPglite({ dir: null });
      await bootstrap(db, released(last));
      if (isNew !== null) await noteBaselineOf04(db, isNew);
      const broken = sql.superseded.map((migration) =>
        migration.version === breaks ? { ...migration, sql: 'select nonsense;' } : migration,
      );
      await expect(bootstrap(db, { ...sql, superseded: broken, hash: 'broken' })).rejects.toThrow(`Migration ${breaks}_`);
      expect(await versions(db)).not.toContain(sql.migrations[0]?.version);
      await bootstrap(db, sql);
      const noted = await versions(db);
      await db.query('delete from supabase_migrations.schema_migrations where version > $1 and version <= $2', [LAST_SUPERSEDED, BASELINE]);
      await bootstrap(db, { ...sql, hash: 'not noted' });
      expect(await versions(db)).toEqual(noted);
      expect(await schemaText(db)).toBe((await newDatabase()).schema);
      await db.close();
    },
  );

  test('between two migrations of the baseline goes on; what 0.4.0 left halfway is for 0.4.0 to finish', async () => {
    const db = await openPglite({ dir: null });
    const broken = sql.migrations.map((migration, index) => (index === 9 ? { ...migration, sql: 'select nonsense;' } : migration));
    await expect(bootstrap(db, { ...sql, migrations: broken, hash: 'broken' })).rejects.toThrow(`Migration ${broken[9]?.version}_`);
    expect(await versions(db)).toEqual(sql.migrations.slice(0, 9).map(({ version }) => version));
    await bootstrap(db, sql);
    expect(await versions(db)).toEqual(sql.migrations.map(({ version }) => version));
    await db.close();

    const halfway = await openPglite({ dir: null });
    await expect(bootstrap(halfway, { ...sql, migrations: broken.slice(9), hash: 'broken' })).rejects.toThrow('nonsense');
    await halfway.query(`insert into supabase_migrations.schema_migrations (version) values ($1)`, [BASELINE_OF_0_4[0]]);
    await expect(bootstrap(halfway, sql)).rejects.toThrow('Start that version once more');
    await halfway.close();
  });
});

describe.runIf(engines().includes('postgres'))('on PostgreSQL', () => {
  const server = startPostgresServer();
  afterAll(() => server.stop());

  /** As `pg_dump` of that server writes it. */
  function dumped(database: string): string {
    const beside = join(postgresBin() ?? '', 'pg_dump');
    const program = existsSync(beside) ? beside : 'pg_dump';
    const result = spawnSync(program, ['--schema-only', '--no-owner', '-N', 'supabase_migrations', server.url(database)], {
      encoding: 'utf8',
      maxBuffer: 64 * 1024 * 1024,
    });
    expect(result.stderr).toBe('');
    return result.stdout.replaceAll(/^\\(un)?restrict .*\n/gm, '');
  }

  test('a database of every release becomes the one that a new installation has', async () => {
    const admin = await openPostgres({ url: server.url('postgres'), connections: 1 });
    const opened = async (name: string) => {
      await admin.exec(`create database ${name}`);
      return openPostgres({ url: server.url(name), connections: 1 });
    };
    const fresh = await opened('fresh');
    await bootstrap(fresh, sql);
    await fresh.close();
    for (const [index, [, last]] of RELEASES.entries()) {
      const old = await opened(`old_${index}`);
      await install(old, last);
      await fill(old, last);
      const before = await books(old);
      await bootstrap(old, sql);
      expect(await books(old)).toEqual(before);
      // Whoever runs the baseline over it by mistake changes nothing: its first file fails as a whole.
      await expect(old.exec(sql.migrations[0]?.sql ?? '')).rejects.toThrow('relation "companies" already exists');
      await old.close();
      expect(dumped(`old_${index}`)).toBe(dumped('fresh'));
    }
    await admin.close();
  });
});
