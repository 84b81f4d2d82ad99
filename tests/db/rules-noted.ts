import { each, factorOf, type Statement } from './asking.ts';
import { columnsOf } from './rules-rows.ts';
import { type Rule, rule } from './rules.ts';
import { OURS, type World } from './world.ts';

/** What the server notes for members to read. */
const NOTED = ['activity_records', 'company_news', 'company_origins', 'file_checks', 'ledger_entries', 'period_figures'] as const;

const isDenied = async (world: World, who: 'owner' | 'anonymous', sql: string) =>
  (await world.as(who, sql)).message.startsWith('permission denied');
/** One row of each. */
const rows = (world: World): Statement[] => [
  [
    "insert into public.file_checks (file_id, company_id, sha256, size) values ($1, $2, repeat('a', 64), 1)",
    [world.ids['ours files'], OURS],
  ],
  [
    `insert into public.activity_records (company_id, activity_id, bank_data, content, collection, confidential, record)
     values ($1, $2, 'none', 'record', 'expense_categories', false, '{}')`,
    [OURS, world.ids['ours activity_log']],
  ],
  [
    `insert into public.ledger_entries (company_id, seq, kind, collection, record_id, label, form, payload_sha256, receipts, prev_sha256, sha256, at)
     values ($1, 1000, 'settings', 'companies', $1, '', 1, repeat('a', 64), '', repeat('b', 64), repeat('c', 64), now())`,
    [OURS],
  ],
  ["insert into public.company_origins (company_id, imported_by, names, emails) values ($1, gen_random_uuid(), '{}', '{}')", [OURS]],
];
const seen = (world: World) => each(NOTED, async (table) => (await world.as('owner', `select 1 from public.${table} limit 1`)).count);

/** Records of the history, news, checks of receipts and the ledger are written by the server alone, and read by who is wholly signed in. */
export const NOTED_BY_SERVER: readonly Rule[] = [
  rule('what the server notes is written by no member, in no column', NOTED, [], async (world) => {
    const open = await each(NOTED, async (table) => {
      const columns = await columnsOf(world, `public.${table}`);
      const statements = [
        `delete from public.${table} where false`,
        ...columns.flatMap(({ name }) => [
          // Reads none: who may not read a column might still write it.
          `update public.${table} set ${name} = null where false`,
          `insert into public.${table} (${name}) select null where false`,
        ]),
      ];
      return (await each(statements, async (sql) => ((await isDenied(world, 'owner', sql)) ? [] : [sql]))).flat();
    });
    return open.flat();
  }),
  rule(
    'nor read by anybody who is not signed in',
    NOTED,
    NOTED.map(() => true),
    (world) => each(NOTED, (table) => isDenied(world, 'anonymous', `select 1 from public.${table}`)),
  ),
  rule('nor by who owes a second factor', NOTED, [NOTED.map(() => 1), NOTED.map(() => 0)], (world) =>
    world.given(rows(world), async () => [await seen(world), await world.given([factorOf('owner')], () => seen(world))]),
  ),
];
