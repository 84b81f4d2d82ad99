import { sampleRow, insertOf } from '#tests/support/builders.ts';
import { callerOf, type Persona, personaId } from '#tests/support/personas.ts';
import { type Rule, rule } from './rules.ts';
import { FRESH, OURS, type World } from './world.ts';

const add = ({ as }: World, who: Persona, over: Record<string, unknown>) =>
  as(who, ...insertOf('activity_log', sampleRow('activity_log', { id: FRESH, company_id: OURS, ...over })));

/** Columns without a limit of their own, and why they need none. */
const BOUND_ELSEWHERE = [
  'company_user_permissions.permission_key', // a key of `permissions`
  'delivery_notes.buyer', // made by a trigger, as those of invoices
  'delivery_notes.seller',
  'expenses.exchange', // `exchange_fault` limits each of its parts
  'invites.keys', // keys of `permissions`
  'invoices.buyer', // made by a trigger of a customer's fields
  'invoices.corrections', // made by a trigger, an entry per issued correction
  'invoices.exchange',
  'invoices.seller', // made by a trigger of a company's settings
  'invoices.tax_breakdown', // made by a trigger, a line per rate
  'payments.exchange',
];

/** The history: who says what in it, and how much. */
export const ACTIVITY: readonly Rule[] = [
  rule(
    'what a person adds to the history is marked as theirs, what happened as the database’s',
    ['activity_log'],
    ['client', 'trigger'],
    (world) =>
      world.given(
        [
          ["update public.vendors set name = 'Other' where id = $1", [world.ids['ours vendors']]],
          [
            "select set_config('role', 'authenticated', true), set_config('request.jwt.claims', $1, true)",
            [JSON.stringify(callerOf('viewer').claims)],
          ],
          insertOf('activity_log', sampleRow('activity_log', { id: FRESH, company_id: OURS })) as [string, unknown[]],
          ['set local role none'],
        ],
        async () => {
          const { rows } = await world.query(
            "select origin from public.activity_log where id = $1 or (entity_id = $2 and type = 'updated') order by 1",
            [FRESH, world.ids['ours vendors']],
          );
          return rows.map(({ origin }) => origin);
        },
      ),
  ),
  rule('nobody may say where an entry comes from', ['activity_log'], ['42501', '42501'], async (world) => [
    (await add(world, 'owner', { origin: 'trigger' })).code,
    (await world.as('owner', "update public.activity_log set origin = 'trigger'")).code,
  ]),
  rule(
    'members add notes, and reasons for deleted payments, about known kinds of record',
    ['activity_log'],
    [null, null, null],
    async (world) => [
      (await add(world, 'employee', { type: 'note', entity_type: '' })).code,
      (await add(world, 'employee', { type: 'note', entity_type: 'vendors' })).code,
      (await add(world, 'employee', { type: 'payment_deleted', entity_type: 'invoices' })).code,
    ],
  ),
  rule('nobody adds what a trigger would say, or about what there is not', ['activity_log'], ['42501', '42501', '42501'], async (world) => [
    (await add(world, 'owner', { type: 'approved', entity_type: 'expenses' })).code,
    (await add(world, 'owner', { type: 'Note' })).code,
    (await add(world, 'owner', { type: 'note', entity_type: 'anything' })).code,
  ]),
  rule('whoever left a company reads there no longer what they wrote', ['activity_log'], [1, 0], (world) =>
    world.given(
      [insertOf('activity_log', sampleRow('activity_log', { id: FRESH, company_id: OURS, actor_id: personaId('viewer') }))],
      async () => {
        const read = async () => (await world.as('viewer', 'select 1 from public.activity_log where id = $1', [FRESH])).count;
        const gone: [string, unknown[]] = [
          'delete from public.company_users where company_id = $1 and user_id = $2',
          [OURS, personaId('viewer')],
        ];
        return [await read(), await world.given([gone], read)];
      },
    ),
  ),
  rule('an entry holds 16 kB of changes at most', ['activity_log'], [null, '23514'], async (world) => [
    (await add(world, 'viewer', { changes: { text: [null, 'x'.repeat(16_000)] } })).code,
    (await add(world, 'viewer', { changes: { text: [null, 'x'.repeat(16_400)] } })).code,
  ]),
  rule(
    'a large change is made, and named in the history without its values',
    ['activity_log', 'vendors'],
    [
      ['…', '…'],
      ['Acme', 'New'],
    ],
    (world) =>
      world.given(
        [
          ["update public.vendors set name = 'Acme', notes = repeat('😀', 4000) where id = $1", [world.ids['ours vendors']]],
          ["update public.vendors set name = 'New', notes = repeat('😎', 4000) where id = $1", [world.ids['ours vendors']]],
        ],
        async () => {
          const { rows } = await world.query(
            "select changes from public.activity_log where entity_id = $1 and changes -> 'name' ->> 1 = 'New'",
            [world.ids['ours vendors']],
          );
          const changes = (rows[0] ?? {})['changes'] as Record<string, unknown> | undefined;
          return [changes?.['notes'], changes?.['name']];
        },
      ),
  ),
  rule('settings hold 64 kB at most', ['companies'], [null, '23514'], async ({ as }) => {
    const set = (bytes: number) =>
      as('owner', "update public.companies set settings = settings || jsonb_build_object('x', repeat('x', $2)) where id = $1", [
        OURS,
        bytes,
      ]);
    return [(await set(60_000)).code, (await set(66_000)).code];
  }),
  rule('every text and every JSON has a limit', [], BOUND_ELSEWHERE, async ({ query }) => {
    const { rows } = await query(
      `select c.relname || '.' || a.attname as name from pg_attribute a join pg_class c on c.oid = a.attrelid
       where c.relnamespace = 'public'::regnamespace and c.relkind = 'r' and a.attnum > 0 and not a.attisdropped
         and a.atttypid = any ('{text,jsonb,json,varchar,text[]}'::regtype[])
         and not exists (select from pg_constraint k where k.conrelid = c.oid and k.contype = 'c'
           and (k.conkey = array[a.attnum] and pg_get_constraintdef(k.oid) ~ 'char_length|octet_length|= ANY|~|is_iban|is_currency'
             or a.attnum = any (k.conkey) and pg_get_constraintdef(k.oid) ~ ('char_length[(]' || a.attname)))
       order by 1`,
    );
    return rows.map(({ name }) => name);
  }),
];
