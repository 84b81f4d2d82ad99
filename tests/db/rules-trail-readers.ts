import { type Persona, personaId } from '#tests/support/personas.ts';
import { each, factorOf, granted, said, type Statement, withOnly } from './asking.ts';
import { kept, recordOf } from './rules-trail.ts';
import { type Rule, rule } from './rules.ts';
import { OURS, type World } from './world.ts';

/** How many of the records beside entries about a thing somebody sees. */
const seen = async (world: World, who: Persona, id: unknown): Promise<number> => (await kept(world, id, 'created', who)).length;
/** A member who reads the history and holds these keys besides. */
const reader = (...keys: string[]) => withOnly('viewer', 'activity.view', ...keys);

const WRITES = [
  "update public.activity_records set record = '{}'",
  'delete from public.activity_records',
  `insert into public.activity_records (company_id, activity_id, bank_data, content, collection, confidential, record)
   select company_id, id, 'none', 'record', 'vendors', false, '{}' from public.activity_log limit 1`,
] as const;

/** Who reads what created and deleted records held; nobody writes it. */
export const TRAIL_READERS: readonly Rule[] = [
  ...WRITES.map((sql) =>
    rule(`nobody may ${sql.split(' select')[0]}`, ['activity_records'], ['42501', '42501', '42501', '42501'], async ({ as, query }) => {
      const outcomes = await each(['owner', 'accountant', 'anonymous'] as const, async (who) => (await as(who, sql)).code);
      const { rows } = await query(
        `select has_table_privilege('service_role', 'public.activity_records', 'insert, update, delete, truncate') as may`,
      );
      return [...outcomes, rows[0]?.['may'] === false ? '42501' : null];
    }),
  ),
  rule('nobody reads anything kept by another company', ['activity_records'], [0, 0, '42501'], async ({ as }) => [
    (await as('owner', 'select 1 from public.activity_records where company_id <> $1', [OURS])).count,
    (await as('stranger', 'select 1 from public.activity_records where company_id = $1', [OURS])).count,
    (await as('anonymous', 'select 1 from public.activity_records')).code,
  ]),
  rule('who owes a second factor reads nothing of what is kept', ['activity_records'], [true, 0], async (world) => {
    const count = async () => Number(await said(world, 'owner', ['select 1 from public.activity_records']));
    return [(await count()) > 0, await world.given([factorOf('owner')], count)];
  }),
  rule(
    'what was kept is read by who may see the entry and that kind of record',
    ['activity_records'],
    [
      [1, 0, 0],
      [0, 1, 0],
      [0, 0, 1],
      [0, 0, 0],
    ],
    (world) =>
      each(
        [
          reader('vendors.view'),
          reader('invoices.view'),
          reader('expense_categories.manage', 'payments.view'),
          withOnly('viewer', 'vendors.view'),
        ],
        (keys) =>
          world.given(keys, () =>
            each(['ours vendors', 'ours invoices', 'ours payments'], (name) => seen(world, 'viewer', world.ids[name])),
          ),
      ),
  ),
  rule('what every member sees needs no more than the history', ['activity_records'], [1, 1], (world) =>
    world.given(reader(), () => each(['ours expense_categories', 'ours bank_accounts'], (name) => seen(world, 'viewer', world.ids[name]))),
  ),
  rule(
    'the record of an expense is read with the key, by its author, and by nobody else',
    ['activity_records', 'expenses'],
    [1, 0, 1, 0, 0],
    async (world) => {
      const own = world.ids['employee pending'];
      const other = world.ids['ours expenses'];
      const asked = (keys: Statement[], who: Persona, id: unknown) => world.given(keys, () => seen(world, who, id));
      const looking: Statement[] = [granted('employee', 'activity.view')];
      return [
        await asked(looking, 'employee', own),
        await asked(looking, 'employee', other),
        await asked(reader('expenses.view'), 'viewer', own),
        await asked(reader(), 'viewer', own),
        await asked(withOnly('employee', 'activity.view'), 'employee', own),
      ];
    },
  ),
  rule(
    'the record of a confidential receipt is read with the key for those, and by its uploader',
    ['activity_records', 'files'],
    [1, 0, 1, 1],
    async (world) => {
      const file = world.ids['employee file'];
      return [
        await seen(world, 'accountant', file),
        await seen(world, 'viewer', file),
        await world.given([granted('employee', 'activity.view')], () => seen(world, 'employee', file)),
        await world.given(reader('files.view', 'files.view_confidential'), () => seen(world, 'viewer', file)),
      ];
    },
  ),
  rule(
    'what is changed in a confidential receipt stands in no entry, and is kept for who may see it',
    ['activity_records', 'files'],
    [{}, '', ['ticket.pdf', 'Renamed'], 0],
    (world) =>
      world.given([["update public.files set name = 'Renamed' where id = $1", [world.ids['employee file']]]], async () => {
        const file = world.ids['employee file'];
        const { rows } = await world.query(
          "select changes, entity_label from public.activity_log where entity_id = $1 and type = 'updated'",
          [file],
        );
        const [row] = await kept(world, file, 'updated', 'accountant');
        return [
          rows[0]?.['changes'],
          rows[0]?.['entity_label'],
          recordOf(row)['name'],
          (await kept(world, file, 'updated', 'viewer')).length,
        ];
      }),
  ),
  rule(
    'the record of a colleague is read with the key to view users; one’s own by oneself',
    ['activity_records', 'company_users'],
    [1, 0, 1],
    async (world) => {
      const memberOf = async (who: 'admin' | 'employee') =>
        (await world.query('select id from public.company_users where company_id = $1 and user_id = $2', [OURS, personaId(who)])).rows[0]?.[
          'id'
        ];
      const [admin, employee] = [await memberOf('admin'), await memberOf('employee')];
      return world.given(
        [["update public.activity_log set actor_id = $1 where entity_type = 'members'", [personaId('employee')]]],
        async () => [await seen(world, 'viewer', admin), await seen(world, 'employee', admin), await seen(world, 'employee', employee)],
      );
    },
  ),
];
