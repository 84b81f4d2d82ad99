import { afterAll, beforeAll, expect, test } from 'vitest';
import { testId } from '#tests/support/builders.ts';
import { personaId } from '#tests/support/personas.ts';
import { OURS, type Stage, startStage } from './stage.ts';

let stage: Stage;
let series: string;
beforeAll(async () => {
  stage = await startStage();
  series = String((await stage.build.recurring_invoices({ company_id: OURS })).id);
  const factor =
    "insert into auth.mfa_factors (id, user_id, friendly_name, factor_type, status) values ($1, $2, 'Phone', 'totp', 'verified')";
  await stage.backend.db.query(factor, [testId(0xfa), personaId('owner')]);
});
afterAll(() => stage?.stop());

/** What half a sign-in may call: the way in for who has lost the second factor, how many codes are left for it, and rates that a bank publishes. */
const OPEN = new Set(['use_recovery_code', 'recovery_codes_left', 'exchange_rates']);
type Parameter = { readonly name: string; readonly type: string };
const VALUES: Readonly<Record<string, unknown>> = {
  uuid: testId(0x1),
  boolean: false,
  jsonb: {},
  'text[]': ['x'],
  'bigint[]': [],
  date: '2026-01-01',
};
function valueFor({ name, type }: Parameter): unknown {
  if (name === 'p_company') return OURS;
  if (name === 'p_recurring_invoice') return series;
  return type in VALUES ? VALUES[type] : /int/.test(type) ? 1 : 'x';
}
/** One answers as to a stranger: there is no such series. */
const REFUSAL = /second_factor_required|recurring_invoice_not_found/;

/** Every function that a signed-in person may call, from the catalog: a new one is asked by itself. */
async function functions(): Promise<{ name: string; parameters: Parameter[] }[]> {
  const { rows } = await stage.backend.db.query(`
    select p.proname as name, coalesce(jsonb_agg(jsonb_build_object('name', a.name, 'type', format_type(a.type, null)) order by a.at)
      filter (where a.name is not null and a.mode in ('i', 'b')), '[]')::text as parameters
    from pg_proc p
    left join lateral unnest(p.proargnames, coalesce(p.proallargtypes, p.proargtypes::oid[]),
      coalesce(p.proargmodes::text[], array_fill('i'::text, array[p.pronargs::int]))) with ordinality a(name, type, mode, at) on true
    where p.pronamespace = 'public'::regnamespace and p.prorettype <> 'trigger'::regtype and has_function_privilege('authenticated', p.oid, 'execute')
      and not exists (select from pg_depend d where d.objid = p.oid and d.deptype = 'e')
    group by p.oid order by 1`);
  return rows.map((row) => ({ name: String(row['name']), parameters: JSON.parse(String(row['parameters'])) as Parameter[] }));
}

test('a session that has not shown its second factor calls no function', async () => {
  const all = await functions();
  expect(all.length).toBeGreaterThan(20);
  const answered: string[] = [];
  for (const { name, parameters } of all.filter(({ name }) => !OPEN.has(name))) {
    const body = Object.fromEntries(parameters.map((parameter) => [parameter.name, valueFor(parameter)]));
    const { status, text } = await stage.send('owner', `/rest/v1/rpc/${name}`, { method: 'POST', body });
    if (status < 400 || !REFUSAL.test(text)) answered.push(`${name}: ${status} ${text.slice(0, 120)}`);
  }
  expect(answered).toEqual([]);
});
