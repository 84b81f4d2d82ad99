import { createHash } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { bootstrap } from '#local/db/bootstrap.ts';
import { openPglite } from '#local/db/pglite.ts';
import { type Migration, readPlatformSql } from '#local/db/platform-sql.ts';
import type { Database } from '#local/db/port.ts';
import { openPostgres } from '#local/db/postgres.ts';
import { databaseTemplate } from '#local/db/template.ts';
import { engines, openEmptyDatabase } from '#tests/support/database.ts';
import { buildersFor } from '#tests/support/builders.ts';
import { insertAccounts, personaId } from '#tests/support/personas.ts';
import { startPostgresServer } from '#tests/support/postgres-server.ts';
import { COMPANY, DEFAULTS, fillOldBooks, mended, oldBooks, PERSON, versions } from './old-books.ts';
import {
  askedReleases,
  install,
  LAST_OF_0_4,
  LAST_OF_0_5,
  LAST_OF_0_8,
  LAST_OF_0_15,
  LAST_OF_0_18,
  noteBaselineOf04,
  released,
  RELEASES,
  SUPERSEDED,
} from './releases.ts';
import { schemaText, serverSchemaText } from './schema-text.ts';

const sql = readPlatformSql();

/** The rows of these tables, without the times at which they were written. */
async function contents(db: Database, tables: readonly string[]): Promise<Map<string, unknown[]>> {
  const found = new Map<string, unknown[]>();
  for (const table of tables)
    found.set(table, (await db.query(`select to_jsonb(t) - '{created_at,updated_at}'::text[] as row from ${table} t order by 1`)).rows);
  return found;
}

/** What a new database has in its tables: the migrations wrote that. */
async function writtenRows(db: Database): Promise<ReadonlyMap<string, unknown[]>> {
  const { rows } = await db.query(
    `select format('%I.%I', schemaname, tablename) as name from pg_tables where schemaname in ('public', 'private', 'storage')`,
  );
  const tables = rows.map(({ name }) => String(name));
  return new Map([...(await contents(db, tables))].filter(([, written]) => written.length > 0));
}

/** The schema of a new installation, and the rows that the migrations themselves write: the registry, keys and presets, buckets. */
type NewDatabase = { readonly schema: string; readonly filled: ReadonlyMap<string, unknown[]> };
async function lookAtNew(): Promise<NewDatabase> {
  const db = await openPglite({ dir: null, template: await databaseTemplate(sql) });
  const filled = await writtenRows(db);
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

/** What 0.16 changed for databases of before; for new ones it stands in the one definition of the baseline. */
const LAST_SUPERSEDED = sql.superseded.filter(({ version }) => version > LAST_OF_0_15);

test.each([
  ['the baseline', sql.migrations.filter(({ version }) => version <= sql.baseline), 600],
  ['what brings databases of 0.15 there', LAST_SUPERSEDED, 0],
  ['what came after it', sql.migrations.filter(({ version }) => version > sql.baseline), 0],
] as const)('in %s every function, view, policy and trigger is defined once', (_, migrations, least) => {
  const defined = migrations.flatMap((migration) => definitions(migration.sql));
  expect(defined.length).toBeGreaterThanOrEqual(least);
  expect(defined.filter((name, index) => defined.indexOf(name) !== index)).toEqual([]);
});

test('a new database begins with the baseline: what only databases of before need lies in `supabase/superseded`', () => {
  expect(sql.migrations[0]?.name).toBe('tenancy');
  expect(sql.superseded.map(({ version }) => version).filter((version) => version >= (sql.migrations[0]?.version ?? ''))).toEqual([]);
});

/** The beginning of the SHA-256 of their texts. */
const digestOf = (migrations: readonly Migration[]): string =>
  createHash('sha256')
    .update(migrations.map((migration) => migration.sql).join(''))
    .digest('hex')
    .slice(0, 16);

test.each([
  ...RELEASES.map(([name, last, ...expected]) => [`what made a database of ${name}`, released(last).migrations, ...expected] as const),
  ['what brought databases of before to the baseline of 0.16', sql.superseded, ...SUPERSEDED] as const,
])('%s is still what it was', (_, migrations, count, digest) => {
  expect([migrations.length, digestOf(migrations)]).toEqual([count, digest]);
});

/** Brings a database to this version, and looks whether that did what it should and nothing else. */
async function bringUpToDate(db: Database, last: string, filled: ReadonlyMap<string, unknown[]>): Promise<void> {
  const [before, noted] = [await oldBooks(db), await versions(db)];
  await bootstrap(db, sql);
  expect(await oldBooks(db)).toEqual(before);
  for (const company of await mended(db)) expect(company).toEqual(DEFAULTS);
  const taken = [...sql.superseded, ...sql.migrations].map(({ version }) => version).filter((version) => version > last);
  expect(await versions(db)).toEqual([...noted, ...taken]);
  expect([...filled.keys()]).toContain('private.synced_collections');
  expect(await contents(db, [...filled.keys()])).toEqual(filled);
}

// What is new in a release was written while it was the newest: each fills some books before the next one opens them.
test.each([
  ['0.1.0', '0.4.0', RELEASES.filter(([, last]) => last < LAST_OF_0_5)],
  ['0.5.0', '0.18.0', RELEASES.filter(([, last]) => last >= LAST_OF_0_5)],
] as const)(
  'a database of %s that all versions up to %s have opened keeps its books and has the schema of a new one [pglite]',
  async (_, __, releases) => {
    const db = await openPglite({ dir: null });
    for (const [place, [, last]] of releases.entries()) {
      await bootstrap(db, released(last));
      await fillOldBooks(db, last, place + 1);
    }
    const [, last = ''] = releases.at(-1) ?? [];
    if (last === LAST_OF_0_4) await noteBaselineOf04(db, false);
    const { schema, filled } = await newDatabase();
    await bringUpToDate(db, last, filled);
    expect(await mended(db)).toHaveLength(releases.length);
    expect(await schemaText(db)).toBe(schema);
    const noted = await versions(db);
    await bootstrap(db, { ...sql, hash: 'looked at again' });
    expect(await versions(db)).toEqual(noted);
    await db.close();
  },
);

test('tax of payments that were taken away before is brought by the last one, but in a closed company, which stays as its archive has it', async () => {
  const db = await openEmptyDatabase();
  await install(db, LAST_OF_0_18);
  await insertAccounts(db.query);
  const build = buildersFor(db.query, 0x100);
  const created_by = personaId('owner');
  const payments: string[] = [];
  const paidTwice = async (company_id: string, first: number) => {
    const invoice_id = (await build.issued({ company_id, created_by })).id;
    const wrong = (await build.payments({ company_id, created_by, invoice_id, amount: first })).id;
    payments.push((await build.payments({ company_id, created_by, invoice_id, amount: 226.1 })).id);
    await db.query('delete from public.payments where id = $1', [wrong]);
  };
  const [ours, closed] = [(await build.company()).id, (await build.company()).id];
  await paidTwice(ours, 226.1);
  // A rounding alone.
  await paidTwice(ours, 0.01);
  await paidTwice(closed, 226.1);
  await db.query(
    `insert into private.company_deletions (company_id, purge_after, export_sha256, books) values ($1, now(), repeat('b', 64), repeat('a', 64))`,
    [closed],
  );
  const taxes = async () =>
    (
      await db.query(`select (tax_shares #>> '{0,tax}')::float8 as tax from public.payments where id = any ($1) order by id`, [payments])
    ).rows.map(({ tax }) => tax);
  const before = await taxes();
  await bootstrap(db, sql);
  expect([before, await taxes()]).toEqual([
    [0, 36.1, 0],
    [36.1, 36.1, 0],
  ]);
  await db.close();
});

test('documents that were issued before copies kept their look have the one of the update, and it counts as no change', async () => {
  const db = await openEmptyDatabase();
  await install(db, LAST_OF_0_8);
  await fillOldBooks(db, LAST_OF_0_8);
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

describe.runIf(engines().includes('postgres'))('on PostgreSQL', () => {
  const server = startPostgresServer();
  afterAll(() => server.stop());

  const opened = async (name: string) => {
    const admin = await openPostgres({ url: server.url('postgres'), connections: 1 });
    await admin.exec(`create database ${name}`);
    await admin.close();
    return openPostgres({ url: server.url(name), connections: 1 });
  };
  let dumpOfNew = '';
  let filled: ReadonlyMap<string, unknown[]> = new Map();
  beforeAll(async () => {
    const fresh = await opened('fresh');
    await bootstrap(fresh, sql);
    filled = await writtenRows(fresh);
    await fresh.close();
    dumpOfNew = serverSchemaText(server.url('fresh'));
  });

  test.each(askedReleases(RELEASES))(
    'a database of %s keeps its books, takes the rest once, and becomes the one that a new installation has',
    async (name, last) => {
      const database = `old_${name.replaceAll('.', '_')}`;
      const old = await opened(database);
      await install(old, last);
      await fillOldBooks(old, last);
      await bringUpToDate(old, last, filled);
      // Whoever runs the baseline over it by mistake changes nothing: its first file fails as a whole.
      await expect(old.exec(sql.migrations[0]?.sql ?? '')).rejects.toThrow('relation "companies" already exists');
      await old.close();
      expect(serverSchemaText(server.url(database))).toBe(dumpOfNew);
    },
  );
});
