import { afterAll, beforeAll, expect, test } from 'vitest';
import { oneEngine, openTestDatabase, type TestDatabase } from '#tests/support/database.ts';

// A database that is spread over servers puts all rows of a company on one of them. It can, without a rewrite, where whatever is unique, refers
// or is looked up carries the company. What does not stands here with its reason.

let db: TestDatabase;
beforeAll(async () => {
  db = await openTestDatabase(oneEngine());
});
afterAll(() => db.close());

const OURS = `select c.oid, n.nspname || '.' || c.relname as name,
    (select attnum from pg_attribute a where a.attrelid = c.oid and attname = 'company_id' and not attisdropped) as company
  from pg_class c join pg_namespace n on n.oid = c.relnamespace where n.nspname in ('public', 'private') and c.relkind = 'r'`;

const listed = async (sql: string): Promise<string[]> =>
  (await db.query(`with ours as (${OURS}) ${sql}`)).rows.map(({ name }) => String(name)).toSorted();

test('every table of a company names it; those that do not are the same everywhere, or a person’s', async () => {
  expect(await listed('select name from ours where company is null')).toEqual([
    'private.exchange_rates', // the same for everybody
    'private.import_files', // of an import, which is a person's until it is a company
    'private.import_rows',
    'private.invite_tokens', // found by its token alone
    'private.nested_collections', // the schema's own tables
    'private.notification_choices', // a person's
    'private.orphan_objects', // paths begin with the company
    'private.permission_implications',
    'private.permission_presets',
    'private.push_subscriptions', // a person's
    'private.recovery_attempts',
    'private.recovery_codes',
    'private.synced_collections',
    'public.permissions',
  ]);
});

test('whatever refers to a company’s record names the company, too', async () => {
  const found = await listed(`
    select f.conname as name from pg_constraint f join ours a on a.oid = f.conrelid join ours b on b.oid = f.confrelid
    where f.contype = 'f' and a.company is not null and b.company is not null and f.confrelid <> 'public.companies'::regclass
      and array_position(f.conkey, a.company) is distinct from array_position(f.confkey, b.company)`);
  expect(found).toEqual([]);
  const ofCompany = await listed(`
    select f.conname as name from pg_constraint f join ours a on a.oid = f.conrelid
    where f.contype = 'f' and f.confrelid = 'public.companies'::regclass and f.conkey <> array[a.company]`);
  expect(ofCompany).toEqual([]);
});

test('every key carries the company, beside the random id that is a record’s own', async () => {
  const keys = await listed(`
    select ours.name || ' ' || (select string_agg(attname, ',' order by array_position(i.indkey::int2[], attnum)) from pg_attribute
      where attrelid = ours.oid and attnum = any (i.indkey)) as name
    from ours join pg_index i on i.indrelid = ours.oid where company is not null and i.indisunique and not (company = any (i.indkey))`);
  const records = keys.filter((key) => key.endsWith(' id'));
  expect(keys.filter((key) => !key.endsWith(' id'))).toEqual([
    'private.imports user_id', // a person has one unfinished import
    'private.set_aside_objects path', // the path begins with the company
    'public.activity_records activity_id,bank_data', // begins with a record's id
    'public.file_checks file_id,is_original',
    'public.files original_path', // the path begins with the company
    'public.files path',
  ]);
  // Each of those with an id alone also has a unique key of the company and the id, which a spread database takes for its primary key.
  const without = await listed(`
    select ours.name || ' id' as name from ours where company is not null and not exists (
      select from pg_index i join pg_attribute a on a.attrelid = ours.oid and a.attname = 'id'
      where i.indrelid = ours.oid and i.indisunique and i.indpred is null and i.indkey::int2[] <@ array[company, a.attnum] and company = any (i.indkey))`);
  expect(records.filter((key) => without.includes(key))).toEqual([
    'private.imports id', // not a company yet
    'private.sent_mails id', // counts, and nothing refers to it
    'public.invites id', // found by its address or its token
  ]);
});

test('what policies ask of a company’s record names the company', async () => {
  const silent = await listed(`
    select p.tablename || ' ' || p.policyname as name from pg_policies p join ours on ours.name = p.schemaname || '.' || p.tablename
    where company is not null and p.permissive = 'PERMISSIVE' and ours.name <> 'public.companies' and coalesce(p.qual, '') || coalesce(p.with_check, '') !~ 'company_id|company_users|false'`);
  // It is read where its file is.
  expect(silent).toEqual(['file_checks member_select']);
});

test('what is looked up of a company is found by the company first', async () => {
  const others = await listed(`
    select i.indexrelid::regclass::text as name from ours join pg_index i on i.indrelid = ours.oid
    where company is not null and not i.indisunique and i.indkey[0] <> company`);
  expect(others).toEqual([
    'company_user_permissions_user_id_idx', // a person's companies
    'company_users_user_id_idx',
    'invites_email_idx', // a person's invitations
    'ledger_entries_record_id_idx', // a record's id is random: it names the company by itself
    'private.notification_events_made_at_idx', // what is due, and what is old, of all companies
    'private.notifications_due_at_idx',
    'private.notifications_made_at_idx',
    'private.sent_mails_recipient_idx', // a person's mails of the day
    'recurring_expenses_next_generation_idx', // the nightly run asks everybody's
    'recurring_invoices_next_generation_idx',
  ]);
});
