import { insertOf, sampleRow, testId } from '#tests/support/builders.ts';
import { personaId } from '#tests/support/personas.ts';
import { each, told, withOnly } from './asking.ts';
import { type Rule, rule } from './rules.ts';
import { SERVER_COLUMNS } from './server-columns.ts';
import { ENTITIES, FRESH, OURS, THEIRS, type World } from './world.ts';

const FACTOR = `insert into auth.mfa_factors (id, user_id, factor_type, status) values ('${testId(0xfa)}', '${personaId('owner')}', 'totp', 'verified')`;
const UNVERIFIED = FACTOR.replace("'verified'", "'unverified'");

/** Counts rows as the owner in each table, with a factor of that state and at that level. */
const seenAt = async (world: World, factor: string, aal: 'aal1' | 'aal2', tables: readonly string[]) =>
  world.given([[factor]], async () => {
    const hidden: string[] = [];
    for (const table of tables) if ((await world.as('owner', `select 1 from ${table}`, [], { aal })).count === 0) hidden.push(table);
    return hidden;
  });
const GUARDED = [
  ...ENTITIES.map((entity) => `public.${entity}`),
  'public.invoice_items',
  'public.recurring_invoice_items',
  'public.bank_accounts',
  'public.companies',
  'public.company_users',
  'public.company_user_permissions',
  'storage.objects',
];
const restrictive = [
  ...ENTITIES,
  'invoice_items',
  'recurring_invoice_items',
  'bank_accounts',
  'companies',
  'company_users',
  'company_user_permissions',
  'objects',
];

const secondFactor: Rule[] = [
  rule('with a verified second factor nothing is seen before it is used', restrictive, GUARDED, (world) =>
    seenAt(world, FACTOR, 'aal1', GUARDED),
  ),
  rule('with a verified second factor everything is seen once it is used', restrictive, [], (world) =>
    seenAt(world, FACTOR, 'aal2', GUARDED),
  ),
  rule('a factor that was never verified keeps nobody out', restrictive, [], (world) => seenAt(world, UNVERIFIED, 'aal1', GUARDED)),
  rule('nothing is written either before the second factor is used', ['vendors'], '42501', async (world) =>
    world.given(
      [[FACTOR]],
      async () => (await world.as('owner', ...insertOf('vendors', sampleRow('vendors', { id: FRESH, company_id: OURS })))).code,
    ),
  ),
];

const updateOf = (world: World, name: string, set: string) =>
  [`update public.expenses set ${set} where id = $1`, [world.ids[name]]] as const;

const ownExpenses: Rule[] = [
  rule(
    'an employee sees own expenses and no others',
    ['expenses'],
    4,
    async ({ as }) => (await as('employee', 'select 1 from public.expenses')).count,
  ),
  rule('an employee changes and withdraws own expenses until they are approved', ['expenses'], [1, 1, 0, 0, 1, 1, 0, 0], async (world) => {
    const counts: number[] = [];
    for (const status of ['pending', 'approved', 'rejected', 'reimbursed']) {
      counts.push((await world.as('employee', ...updateOf(world, `employee ${status}`, "description = 'Changed'"))).count);
      counts.push((await world.as('employee', 'delete from public.expenses where id = $1', [world.ids[`employee ${status}`]])).count);
    }
    return counts;
  }),
  rule('the author of an expense is whoever inserts it', ['expenses'], personaId('employee'), async (world) =>
    world.given([], async () => {
      const row = sampleRow('expenses', { id: FRESH, company_id: OURS, created_by: personaId('owner') });
      const [sql, params] = insertOf('expenses', row);
      return (await world.as('employee', `${sql} returning created_by`, params)).rows[0]?.['created_by'];
    }),
  ),
  rule('an employee does not decide on own expenses', ['expenses'], ['not_allowed', 'not_allowed'], async (world) => [
    (await world.as('employee', ...updateOf(world, 'employee pending', "status = 'rejected', rejection_reason = 'x'"))).message.replace(
      'own_expense',
      'not_allowed',
    ),
    (await world.as('employee', ...updateOf(world, 'employee pending', "status = 'approved'"))).message.replace(
      'own_expense',
      'not_allowed',
    ),
  ]),
];

const columns: Rule[] = Object.entries(SERVER_COLUMNS).map(([table, names]) =>
  rule(`the server's columns of ${table} are not written by an owner`, [table], [], async ({ as }) => {
    const open: string[] = [];
    for (const column of names) {
      const { code } = await as('owner', `update public.${table} set ${column} = ${column}`);
      if (code !== '42501') open.push(column);
    }
    return open;
  }),
);

const identity: Rule[] = ENTITIES.map((entity) =>
  rule(`not even the platform moves ${entity} to another company`, [entity], '42501', async (world) =>
    world.given([], async () => {
      await world.query('savepoint move');
      const move = world.query(`update public.${entity} set company_id = $1 where id = $2`, [THEIRS, world.ids[`ours ${entity}`]]);
      const code = await move.then(
        () => null,
        (error: { code: string }) => error.code,
      );
      await world.query('rollback to savepoint move');
      return code;
    }),
  ),
);

const parents: Rule[] = (['category_id expense_categories', 'vendor_id vendors', 'customer_id customers'] as const).map((pair) => {
  const [column = '', table = ''] = pair.split(' ');
  return rule(`an expense cannot point to ${table} of another company`, ['expenses', table], '23503', async (world) => {
    const row = sampleRow('expenses', { id: FRESH, company_id: OURS, [column]: world.ids[`theirs ${table}`] });
    return (await world.as('owner', ...insertOf('expenses', row))).code;
  });
});

const fileRow = (more: Record<string, unknown>) => insertOf('files', sampleRow('files', { id: FRESH, company_id: OURS, ...more }));
const files: Rule[] = [
  rule('confidential files need their key, except for who uploaded them', ['files'], [4, 4, 2, 2], async ({ as }) => {
    const count = async (who: 'owner' | 'accountant' | 'viewer' | 'employee') => (await as(who, 'select 1 from public.files')).count;
    return [await count('owner'), await count('accountant'), await count('viewer'), await count('employee')];
  }),
  rule('a receipt of a decided expense is not deleted by its uploader', ['files'], [1, 0], async ({ as, ids }) => [
    (await as('employee', 'delete from public.files where id = $1', [ids['employee file']])).count,
    (await as('employee', 'delete from public.files where id = $1', [ids['employee kept file']])).count,
  ]),
  rule(
    'a receipt is not taken off a decided expense, by its uploader or anybody',
    ['files'],
    ['P0001', 1, 'P0001'],
    async ({ as, ids }) => {
      const detach = async (who: 'employee' | 'accountant', file: string) =>
        as(who, 'update public.files set expense_id = null where id = $1', [ids[file]]);
      return [
        (await detach('employee', 'employee kept file')).code,
        (await detach('employee', 'employee file')).count,
        (await detach('accountant', 'employee kept file')).code,
      ];
    },
  ),
  rule('nor deleted by an uploader who cannot see the expense', ['files', 'objects'], [0, 0, 1, 1], async ({ as, given, ids }) => {
    const hide = [
      'update public.expenses set created_by = $2 where id = any ($1)',
      [[ids['employee approved'], ids['employee pending']], personaId('owner')],
    ] as [string, unknown[]];
    const count = async (table: string, column: string, value: unknown) =>
      (await as('employee', `delete from ${table} where ${column} = $1`, [value])).count;
    return given([hide], async () => [
      await count('public.files', 'id', ids['employee kept file']),
      await count('storage.objects', 'name', `${OURS}/${ids['employee kept file']}.pdf`),
      await count('public.files', 'id', ids['employee file']),
      await count('storage.objects', 'name', `${OURS}/${ids['employee file']}.pdf`),
    ]);
  }),
  rule('the author of a file is whoever inserts it', ['files'], personaId('employee'), async ({ as }) => {
    const [sql, params] = fileRow({ created_by: personaId('owner') });
    return (await as('employee', `${sql} returning created_by`, params)).rows[0]?.['created_by'];
  }),
  rule('a file is attached only to an expense that its uploader sees', ['files'], [null, '23503', '23503'], async ({ as, ids }) => [
    (await as('employee', ...fileRow({ expense_id: ids['employee pending'] }))).code,
    (await as('employee', ...fileRow({ expense_id: ids['ours expenses'] }))).code,
    (await as('owner', ...fileRow({ expense_id: ids['theirs expenses'] }))).code,
  ]),
  rule(
    'the path of a file begins with its company',
    ['files'],
    '23514',
    async ({ as }) => (await as('owner', ...fileRow({ path: `${THEIRS}/x.pdf` }))).code,
  ),
];

const activity: Rule[] = [
  rule('the actor of an entry is whoever adds it', ['activity_log'], personaId('viewer'), async ({ as }) => {
    const [sql, params] = insertOf(
      'activity_log',
      sampleRow('activity_log', { id: FRESH, company_id: OURS, actor_id: personaId('owner') }),
    );
    return (await as('viewer', `${sql} returning actor_id`, params)).rows[0]?.['actor_id'];
  }),
];

/** By which keys somebody holds one: that itself, and those it follows from. */
const keys: Rule[] = [
  rule(
    'a key that follows from another is held in the company where that one is, and no further one',
    ['functions'],
    [true, true, false, false],
    (world) =>
      world.given(withOnly('viewer', 'invoices.create'), () =>
        each(
          [
            [OURS, 'invoices.create'],
            [OURS, 'invoices.view'],
            [OURS, 'invoices.update'],
            [THEIRS, 'invoices.view'],
          ] as const,
          ([company, key]) => told(world, 'viewer', ['select private.has_key($1, $2) as held', [company, key]]),
        ),
      ),
  ),
];

export const SPECIAL: readonly Rule[] = [
  ...keys,
  ...secondFactor,
  ...ownExpenses,
  ...columns,
  ...identity,
  ...parents,
  ...files,
  ...activity,
];
