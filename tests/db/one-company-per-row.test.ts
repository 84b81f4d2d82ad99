import { afterAll, beforeAll, expect, test } from 'vitest';
import { oneEngine, openTestDatabase, type TestDatabase } from '#tests/support/database.ts';

/** Companies can be spread over several databases, by the column `company_id`, if everything that must hold holds inside one company. */

let db: TestDatabase;
beforeAll(async () => {
  db = await openTestDatabase(oneEngine());
});
afterAll(() => db.close());

const names = async (sql: string): Promise<string[]> => (await db.query(sql)).rows.map((row) => String(row['name']));

/** Tables of companies. */
const OF_COMPANIES = `
  select c.oid, c.relname, n.nspname from pg_class c join pg_namespace n on n.oid = c.relnamespace
  where n.nspname in ('public', 'private') and c.relkind in ('r', 'p')
    and exists (select 1 from pg_attribute a where a.attrelid = c.oid and a.attname = 'company_id' and not a.attisdropped)`;
const COLUMNS_OF = (keys: string, table: string): string =>
  `(select array_agg(a.attname::text order by k.position) from unnest(${keys}) with ordinality k (number, position)
     join pg_attribute a on a.attrelid = ${table} and a.attnum = k.number)`;

test('what belongs to no company is the same everywhere, or a person’s, or passes away', async () => {
  const found = await names(`
    select c.relname as name from pg_class c join pg_namespace n on n.oid = c.relnamespace
    where n.nspname in ('public', 'private') and c.relkind in ('r', 'p') and c.oid not in (select oid from (${OF_COMPANIES}) t) order by 1`);
  const everywhere = [
    'permissions',
    'permission_implications',
    'permission_presets',
    'synced_collections',
    'nested_collections',
    'exchange_rates',
  ];
  const ofPerson = ['recovery_codes', 'recovery_attempts', 'invite_tokens', 'notification_choices', 'push_subscriptions'];
  const passing = ['import_files', 'import_rows', 'orphan_objects'];
  expect(found).toEqual([...everywhere, ...ofPerson, ...passing].toSorted());
});

test('a row is named by its company and its id', async () => {
  const found = await names(`
    select t.nspname || '.' || t.relname as name from (${OF_COMPANIES}) t
    where not exists (select 1 from pg_index i where i.indrelid = t.oid and i.indisunique and i.indpred is null
      and ${COLUMNS_OF('i.indkey::int2[]', 't.oid')} @> array['company_id']) order by 1`);
  // Each of them has the id of a row of its company for a key, or is about people and mails before they belong to one.
  expect(found).toEqual([
    'private.imports',
    'private.sent_mails',
    'private.set_aside_objects',
    'public.activity_records',
    'public.file_checks',
    'public.invites',
  ]);
});

test('what must be unique is unique in a company', async () => {
  const found = await names(`
    select k.relname as name from (${OF_COMPANIES}) t join pg_index i on i.indrelid = t.oid and i.indisunique
      join pg_class k on k.oid = i.indexrelid
    where not ${COLUMNS_OF('i.indkey::int2[]', 't.oid')} @> array['company_id']
      and ${COLUMNS_OF('i.indkey::int2[]', 't.oid')} <> array['id'] order by 1`);
  // Paths begin with the company; the others are ids by another name. A person has one import at a time, wherever it goes.
  expect(found).toEqual([
    'activity_records_pkey',
    'file_checks_pkey',
    'files_original_path_key',
    'files_path_key',
    'imports_user_id_idx',
    'set_aside_objects_pkey',
  ]);
});

test('a row refers to rows of its own company alone', async () => {
  const found = await names(`
    select con.conname as name from (${OF_COMPANIES}) t join pg_constraint con on con.conrelid = t.oid and con.contype = 'f'
      join (${OF_COMPANIES}) f on f.oid = con.confrelid
    where not ((${COLUMNS_OF('con.conkey', 't.oid')} @> array['company_id'] and ${COLUMNS_OF('con.confkey', 'f.oid')} @> array['company_id'])
      or (f.relname = 'companies' and ${COLUMNS_OF('con.conkey', 't.oid')} = array['company_id'])) order by 1`);
  expect(found).toEqual([]);
});

test('what is looked up is looked up in a company', async () => {
  const found = await names(`
    select k.relname as name from (${OF_COMPANIES}) t join pg_index i on i.indrelid = t.oid and not i.indisunique
      join pg_class k on k.oid = i.indexrelid
    where (${COLUMNS_OF('i.indkey::int2[]', 't.oid')})[1] is distinct from 'company_id' order by 1`);
  // What a directory would have to answer; by an id, which is one company's; and what is due, asked of every database by itself.
  const ofPerson = ['company_user_permissions_user_id_idx', 'company_users_user_id_idx', 'invites_email_idx', 'sent_mails_recipient_idx'];
  const byId = ['ledger_entries_record_id_idx'];
  const due = [
    'notification_events_made_at_idx',
    'notifications_due_at_idx',
    'notifications_made_at_idx',
    'recurring_expenses_next_generation_idx',
    'recurring_invoices_next_generation_idx',
  ];
  expect(found).toEqual([...ofPerson, ...byId, ...due].toSorted());
});
