import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { columnsOf } from '#domain/archive/archive-columns.ts';
import { ARCHIVE_TABLES, LEFT_OUT, rowOrder } from '#domain/archive/archive-tables.ts';
import type { Row } from '#domain/archive/canonical.ts';
import { engines, openTestDatabase, type TestDatabase } from '#tests/support/database.ts';
import { insertAccounts } from '#tests/support/personas.ts';
import { buildersFor } from '#tests/support/builders.ts';

/** Tables that know companies and stay behind, each with its reason. */
const STAYS: Readonly<Record<string, string>> = {
  'private.applied_mutations': 'what was pushed already: only sync with this server needs it',
  'private.change_log': 'positions of changes: only sync with this server needs them',
  'private.closed_memberships': 'who was in a company that is ending here',
  'private.company_clocks': 'the counter of those positions',
  'private.company_deletions': 'that it is ending here',
  'private.company_mail_secrets': 'a password',
  'private.deleted_companies': 'which companies ended here',
  'private.history_marks': 'marks of this server’s history',
  'private.imports': 'an archive on its way in',
  'private.imports_at_work': 'the same, at its end',
  'private.last_exports': 'what left this server, and when',
  'private.notification_events': 'what members are still to hear of from this server',
  'private.notification_items': 'the same',
  'private.notifications': 'messages to people, forgotten after a month',
  'private.seller_states': 'what devices that took numbers of this server along may name as seller',
  'private.sent_mails': 'counted against the limit of mails, not kept as a record',
  'private.set_aside_objects': 'bytes that were not the receipt, set aside where it happened',
  'public.company_news': 'rings the devices’ bell',
  'public.invites': 'invitations hold for this server alone',
};

/** What a column's type is called in the archive. */
const KINDS: Readonly<Record<string, string>> = {
  uuid: 'u',
  text: 't',
  integer: 'i',
  bigint: 'i',
  'numeric(6,3)': '3',
  'numeric(14,4)': '4',
  boolean: 'b',
  date: 'd',
  'timestamp with time zone': 's',
  jsonb: 'j',
  'text[]': 'j',
  'bigint[]': 'j',
};

describe.each(engines())('the archive on %s', (engine) => {
  let db: TestDatabase;
  beforeAll(async () => {
    db = await openTestDatabase(engine);
    await insertAccounts(db.query);
  });
  afterAll(() => db.close());

  test('SQL and TypeScript name the same tables in the same order, with the same keys', async () => {
    const { rows } = await db.query('select name, key, left_out from private.archive_tables() order by place');
    expect(rows).toEqual(ARCHIVE_TABLES.map(({ name, key }) => ({ name, key, left_out: LEFT_OUT[name] ?? [] })));
  });

  test('[ARC-5] the key of a table names one row of a company: two of the same would have no order, and the second none of a page', async () => {
    const { rows } = await db.query(
      `select a.name from private.archive_tables() a where not exists (
         select from pg_index i where i.indrelid = a.source and i.indisunique and i.indpred is null and a.key || '{company_id}' @> (
           select array_agg(c.attname::text) from pg_attribute c where c.attrelid = a.source and c.attnum = any (i.indkey)))`,
    );
    expect(rows).toEqual([]);
  });

  test('a table that knows companies leaves with them, or stays for a reason', async () => {
    const { rows } = await db.query(
      `select c.oid::regclass::text as name from pg_class c join pg_namespace n on n.oid = c.relnamespace
       join pg_attribute a on a.attrelid = c.oid and a.attname = 'company_id'
       where n.nspname in ('public', 'private') and c.relkind = 'r'
         and c.oid not in (select source from private.archive_tables())`,
    );
    const left = rows.map(({ name }) => (String(name).includes('.') ? String(name) : `public.${String(name)}`));
    expect(left.toSorted()).toEqual(Object.keys(STAYS));
  });

  test('every column is known, with what it holds', async () => {
    const { rows } = await db.query(
      `select t.name, a.attname as column, format_type(a.atttypid, a.atttypmod) as type from private.archive_tables() t
       join pg_attribute a on a.attrelid = t.source and a.attnum > 0 and not a.attisdropped
       where a.attname <> all (t.left_out) order by t.place, a.attnum`,
    );
    const known = ARCHIVE_TABLES.flatMap(({ name }) => columnsOf(name).map((column) => `${name}.${column.name}: ${column.kind}`));
    const there = rows.map(({ name, column, type }) => `${String(name)}.${String(column)}: ${KINDS[String(type)] ?? String(type)}`);
    expect(known.toSorted()).toEqual(there.toSorted());
  });

  test('[ARC-5] rows come in the order that readers expect, whatever language the database has', async () => {
    const build = buildersFor(db.query, 0xc0_000);
    const company = (await build.company()).id;
    for (const year of [0, 2026, 2025, 999])
      await db.query(
        "insert into private.number_counters (company_id, kind, year, last) values ($1, 'b', $2, 1), ($1, 'B', $2, 1), ($1, 'a', $2, 1)",
        [company, year],
      );
    const { rows } = await db.query("select private.archive_page($1, 'number_counters', null, 100, 100000, true) as page", [company]);
    const [answer] = rows as { page: { rows: Row[] } }[];
    const found = answer?.page.rows ?? [];
    expect(found.length).toBeGreaterThanOrEqual(12);
    expect(found).toEqual(found.toSorted((one, other) => rowOrder(['kind', 'year'], one, other)));
  });
});
