import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { bootstrap } from '#local/db/bootstrap.ts';
import { openPglite } from '#local/db/pglite.ts';
import { BASELINE, type PlatformSql, readPlatformSql } from '#local/db/platform-sql.ts';
import type { Database } from '#local/db/port.ts';
import { openPostgres } from '#local/db/postgres.ts';
import { databaseTemplate } from '#local/db/template.ts';
import { engines } from '#tests/support/database.ts';
import { postgresBin, startPostgresServer } from '#tests/support/postgres-server.ts';
import { schemaText } from './schema-text.ts';

const sql = readPlatformSql();

/** The newest migration of each released version, how many there were, and the beginning of the SHA-256 of their texts. */
const RELEASES = [
  ['0.1.0', '20260102900100', 22, '6194f3fc98187c5c'],
  ['0.2.0', '20260109000000', 38, '0ae580eb58fdc8ff'],
  ['0.3.0', '20260110000600', 45, '3702124359a320f4'],
] as const;

/** Its migrations run on from the baseline and are not edited any more: what comes later defines anew what it changes. */
const LAST_OF_0_4 = '20260111060000';

/** The program as it was released then: the same platform, with the migrations up to its last. */
function released(last: string): PlatformSql {
  return { ...sql, superseded: [], migrations: sql.superseded.filter(({ version }) => version <= last), hash: `released ${last}` };
}

const COMPANY = '10000000-0000-4000-8000-000000000001';
const PERSON = '20000000-0000-4000-8000-000000000001';

async function fill(db: Database): Promise<void> {
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
  // What no app wrote and no app could read, sent through the API.
  await db.query(
    `update public.companies set settings = jsonb_set(jsonb_set(jsonb_set(jsonb_set(settings, '{invoice_defaults,payment_terms}', '5'),
       '{tax,small_business}', '["yes"]'), '{company_details,branding,accent_color}', '"red"'), '{invoice_defaults,items,currency_position}', '"left"')`,
  );
  await db.query(`insert into public.activity_log (company_id, type, changes) values ($1, 'note', '{"amount": 5}')`, [COMPANY]);
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
const versions = async (db: Database) =>
  (await db.query('select array_agg(version order by version) as v from supabase_migrations.schema_migrations')).rows[0]?.['v'];

const openNew = async () => openPglite({ dir: null, template: await databaseTemplate(sql) });

test('`supabase/schema.sql` shows the schema as it is (`vitest -u` writes it anew)', async () => {
  const db = await openNew();
  const text = `-- Generated for reading; the migrations are what runs. Written by tests/db/schema.test.ts.\n\n${await schemaText(db)}`;
  await db.close();
  await expect(text).toMatchFileSnapshot('../../supabase/schema.sql');
});

/** What a text defines: `function private.next_seq`, `policy member_select on public.files`, `trigger stamp on public.files`. */
function definitions(text: string): string[] {
  const code = text.replaceAll(/^\s*--.*$/gm, '').replaceAll(/\/\*[\s\S]*?\*\//g, '');
  const found = code.matchAll(
    /^create (?:or replace )?((?:function|procedure|view)\s+[\w.]+|policy\s+\w+\s+on\s+[\w.]+|(?:constraint )?trigger\s+\w+\s[^;]*?\son\s+[\w.]+)/gm,
  );
  return [...found].map(([, name = '']) => name.replaceAll(/\s+/g, ' ').replace(/(trigger \w+) .* on /, '$1 on '));
}

test.each([
  ['the baseline', (version: string) => version <= BASELINE, 250],
  ['what 0.4.0 brought', (version: string) => version > BASELINE && version <= LAST_OF_0_4, 20],
  ['what came after that', (version: string) => version > LAST_OF_0_4, 1],
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
    await bootstrap(old, released(last));
    await fill(old);
    const before = await books(old);
    await bootstrap(old, sql);
    expect(await books(old)).toEqual(before);
    expect((await old.query(MENDED)).rows).toEqual([DEFAULTS]);
    const noted = await versions(old);
    expect(noted).toEqual([...sql.superseded, ...sql.migrations].map(({ version }) => version).toSorted());
    const fresh = await openNew();
    expect(await schemaText(old)).toBe(await schemaText(fresh));
    await bootstrap(old, { ...sql, hash: 'looked at again' });
    expect(await versions(old)).toEqual(noted);
    await Promise.all([old.close(), fresh.close()]);
  });
});

test('a start that ended between two of the old migrations, or before the new ones were noted, goes on', async () => {
  const [, last] = RELEASES[1];
  const db = await openPglite({ dir: null });
  await bootstrap(db, released(last));
  const broken = sql.superseded.map((migration) =>
    migration.version === RELEASES[2][1] ? { ...migration, sql: 'select nonsense;' } : migration,
  );
  await expect(bootstrap(db, { ...sql, superseded: broken, hash: 'broken' })).rejects.toThrow(`Migration ${RELEASES[2][1]}_`);
  expect(await versions(db)).not.toContain(sql.migrations[0]?.version);
  await bootstrap(db, sql);
  const fresh = await openNew();
  expect(await schemaText(db)).toBe(await schemaText(fresh));
  await Promise.all([db.close(), fresh.close()]);
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
      await bootstrap(old, released(last));
      await fill(old);
      const before = await books(old);
      await bootstrap(old, sql);
      expect(await books(old)).toEqual(before);
      await old.close();
      expect(dumped(`old_${index}`)).toBe(dumped('fresh'));
    }
    await admin.close();
  });
});
