import { randomUUID } from 'node:crypto';
import type { Query } from '#local/db/port.ts';
import { NORDLICHT } from '#local/seed/demo-nordlicht.ts';
import type { Backend } from '#tests/support/backend.ts';
import { captured } from './captured.ts';
import { ceilingRow, median, ratioRow } from './report.ts';
import { timed } from './timed.ts';

const COMPANIES = 500;

/** Accountants, one of the company alone and one of so many more, whose records lie in the same tables. */
async function amongManyCompanies({ db }: Backend): Promise<{ one: string; many: string }> {
  const people = { one: randomUUID(), many: randomUUID() };
  await db.query("insert into auth.users (id, email) select p, p || '@bench.example' from unnest(array[$1, $2]::uuid[]) p", [
    people.one,
    people.many,
  ]);
  await db.query("insert into public.companies (id, name) select gen_random_uuid(), 'Beside ' || n from generate_series(2, $1::int) n", [
    COMPANIES,
  ]);
  await db.query(
    `with of as (select $1::uuid as user_id, $3::uuid as company_id union all select $2, $3
       union all select $2, id from public.companies where name like 'Beside %')
     insert into public.company_users (company_id, user_id) select company_id, user_id from of`,
    [people.one, people.many, NORDLICHT.id],
  );
  await db.transaction(async (query) => {
    // Each key would be a change of its member.
    await query("select set_config('session_replication_role', 'replica', true)");
    await query(
      `insert into public.company_user_permissions (company_id, user_id, permission_key)
       select cu.company_id, cu.user_id, p.key from public.company_users cu, private.permission_presets p
       where p.preset = 'accountant' and cu.user_id in ($1, $2)`,
      [people.one, people.many],
    );
  });
  await db.query(
    `insert into public.expenses (company_id, created_by, description, amount, currency, expense_date)
     select c.id, $1, 'Beside ' || n, 10, 'EUR', current_date - n from public.companies c, generate_series(1, 20) n where c.name like 'Beside %'`,
    [people.many],
  );
  // As autovacuum does within a minute.
  for (const table of ['company_users', 'company_user_permissions']) await db.query(`vacuum (analyze) public.${table}`);
  await db.exec('analyze');
  return people;
}

/** Time the database spends on a page of 50 expenses under row level security, bare and as devices ask for it: among many companies' rows, and for a member of many. */
export async function* pageUnderPolicies(backend: Backend, total: number) {
  const explain = async (query: Query, sql: string, params: unknown[]) => {
    const { rows } = await query(`explain (analyze, format json) ${sql}`, params);
    const plan = rows[0]?.['QUERY PLAN'] as [{ 'Execution Time': number }] | string;
    return (typeof plan === 'string' ? (JSON.parse(plan) as [{ 'Execution Time': number }]) : plan)[0]['Execution Time'];
  };
  const page = 'select * from public.expenses where company_id = $1 order by expense_date desc, id desc limit 50';
  const { one, many } = await amongManyCompanies(backend);
  const as = (sub: string) =>
    backend.db.transaction((query) => explain(query, page, [NORDLICHT.id]), {
      role: 'authenticated',
      claims: { role: 'authenticated', sub, aal: 'aal1' },
    });
  let written = 0;
  const pushAs = (sub: string) =>
    timed(() => {
      written += 1;
      const changes = JSON.stringify([captured(2_000_000 + written, `policies-${written}`)]);
      return backend.db.queryAs(
        { role: 'authenticated', claims: { role: 'authenticated', sub, aal: 'aal1' } },
        'select public.sync_push($1, $2)',
        [NORDLICHT.id, changes],
      );
    });
  const state = JSON.stringify({ epoch: null, access: null, cursors: { expenses: 0 } });
  const pullAs = (sub: string) =>
    timed(() =>
      backend.db.queryAs(
        { role: 'authenticated', claims: { role: 'authenticated', sub, aal: 'aal1' } },
        'select public.sync_pull($1, $2, $3)',
        [NORDLICHT.id, state, 50],
      ),
    );
  const [ofOne, ofMany, pulledByOne, pulledByMany, without, pushedByOne, pushedByMany]: number[][] = [[], [], [], [], [], [], []];
  for (let i = 0; i < 25; i += 1) {
    ofOne?.push(await as(one));
    ofMany?.push(await as(many));
    pulledByOne?.push(await pullAs(one));
    pulledByMany?.push(await pullAs(many));
    without?.push(await explain(backend.db.query, page, [NORDLICHT.id]));
    pushedByOne?.push(await pushAs(one));
    pushedByMany?.push(await pushAs(many));
  }
  const reading = 'server: a page of 50 under row level security, database time';
  const row = (who: string, values: number[], what: string, reference: number[], bench = reading) => ({
    bench: `${bench}, a member of ${who}`,
    value: median(values),
    unit: 'ms' as const,
    reference: { what, value: median(reference) },
    runs: values.length,
    rows: total,
    note: `${backend.db.engine}, ${COMPANIES} companies`,
  });
  yield ceilingRow(row('one', ofOne ?? [], 'the same page without policies', without ?? []), 1);
  yield ratioRow(row(String(COMPANIES), ofMany ?? [], 'the same page for a member of one', ofOne ?? []), { atMost: 1.5 });
  const beside = 'the same for a member of one';
  const pulling = 'server: a page of 50 of sync_pull, in the database';
  yield ratioRow(row(String(COMPANIES), pulledByMany ?? [], beside, pulledByOne ?? [], pulling), { atMost: 1.5 });
  yield ratioRow(row(String(COMPANIES), pushedByMany ?? [], beside, pushedByOne ?? [], 'server: a new expense pushed, in the database'), {
    atMost: 1.5,
  });
}
