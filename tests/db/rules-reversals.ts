import { insertOf, sampleRow, testId } from '#tests/support/builders.ts';
import { callerOf, personaId } from '#tests/support/personas.ts';
import { each, first, said, type Statement, withOnly } from './asking.ts';
import { asked, change, expense, ID, type Values } from './rules-expenses.ts';
import { type Rule, rule } from './rules.ts';
import { FRESH, OURS, type World } from './world.ts';

import { ALL, closed, done, PAY, paymentOf } from './rules-periods.ts';

export const REVERSAL = FRESH;
export const reversal = (more: Values = {}): Statement =>
  insertOf(
    'expenses',
    sampleRow('expenses', { id: REVERSAL, company_id: OURS, reverses_expense_id: ID, reversal_reason: 'Wrong company', ...more }),
  );
export const reversedWith = (world: World, keys: readonly string[], given: Statement, more: Values = {}) =>
  world.given([...withOnly('viewer', ...keys), given], () => said(world, 'viewer', reversal(more)));
/** There is a reversal already. */
const REVERSED: Statement = insertOf(
  'expenses',
  sampleRow('expenses', {
    id: testId(0xe_ab),
    company_id: OURS,
    created_by: personaId('owner'),
    reverses_expense_id: ID,
    reversal_reason: 'Before',
    status: 'approved',
  }),
);

const REVERSALS: Rule[] = [
  rule(
    'a booked expense is reversed by who may approve and capture, with a reason, and only what is booked',
    ['expenses'],
    [
      1,
      1,
      'not_allowed',
      'new row violates row-level security policy for table "expenses"',
      'reason_required',
      'not_booked',
      'not_booked',
      'not_booked',
      'missing_parent',
      'missing_parent',
    ],
    async (world) => [
      await reversedWith(world, ALL, expense('employee', 'approved')),
      await reversedWith(world, ALL, expense('viewer', 'reimbursed')),
      await reversedWith(world, ['expenses.view', 'expenses.create'], expense('employee', 'approved')),
      await reversedWith(world, ['expenses.view', 'expenses.approve'], expense('employee', 'approved')),
      await reversedWith(world, ALL, expense('employee', 'approved'), { reversal_reason: ' ' }),
      await reversedWith(world, ALL, expense('employee', 'pending')),
      await reversedWith(world, ALL, expense('employee', 'rejected')),
      await reversedWith(world, ALL, expense('employee', 'approved', { reverses_expense_id: world.ids['employee approved'] })),
      await reversedWith(world, ALL, expense('employee', 'approved'), { reverses_expense_id: world.ids['theirs expenses'] }),
      await reversedWith(world, ALL, expense('employee', 'approved'), { reverses_expense_id: testId(0xe_ff) }),
    ],
  ),
  rule(
    'a reversal is not booked into a closed month, though the original lies in one',
    ['expenses', 'periods'],
    ['period_closed', 1],
    (world) =>
      world.given([closed()], async () => [
        await reversedWith(world, ALL, expense('employee', 'approved')),
        await reversedWith(world, ALL, expense('employee', 'approved'), { expense_date: '2026-02-01' }),
      ]),
  ),
  rule(
    'a reversal is the original with the sign turned, whatever was sent',
    ['expenses'],
    [-49.9, -3.26, 'EUR', '7', 'approved', true, true, true, true, true, 'Wrong company'],
    async (world) => {
      const more = {
        category_id: world.ids['ours expense_categories'],
        vendor_id: world.ids['ours vendors'],
        customer_id: world.ids['ours customers'],
      };
      const facts = {
        ...more,
        tax_rate: 7,
        tax_amount: 3.26,
        is_billable: true,
        is_reimbursable: true,
        payment_method: 'card',
        description: 'Train',
      };
      const lies = {
        amount: -1,
        tax_amount: 0,
        currency: 'USD',
        tax_rate: 19,
        status: 'pending',
        description: 'Other',
        paid_on: '2026-01-31',
        rejection_reason: 'x',
        is_separate: false,
      };
      const given = [...withOnly('viewer', ...ALL), expense('employee', 'approved', facts)];
      return done(world, given, 'viewer', [reversal(lies)], async () => {
        const row = await first(
          world,
          `select e.*, booked_at is not null and decided_at is not null and decided_by = created_by as decided from public.expenses e where id = $1`,
          [REVERSAL],
        );
        const is = (values: Values) => Object.entries(values).every(([key, value]) => row[key] === value);
        return [
          Number(row['amount']),
          Number(row['tax_amount']),
          row['currency'],
          String(Number(row['tax_rate'])),
          row['status'],
          is(more),
          is({ is_billable: true, is_reimbursable: true, payment_method: 'card', description: 'Train' }),
          is({ paid_on: null, rejection_reason: '', is_separate: true }),
          row['decided'],
          row['created_by'] === personaId('viewer'),
          row['reversal_reason'],
        ];
      });
    },
  ),
  rule(
    'what was reversed is neither reversed again, reopened nor paid; a reversal is not reopened, but paid back',
    ['expenses'],
    [true, 'expense_reversed', 'expense_reversed', 'expense_reversed', 1],
    async (world) => {
      const given = (statements: Statement[], ask: () => Promise<string | number>) =>
        world.given([...withOnly('viewer', ...ALL), ...statements], ask);
      const reopening = "status = 'pending', rejection_reason = 'Because'";
      const ours = expense('employee', 'approved');
      const itself = expense('employee', 'approved', { reverses_expense_id: world.ids['employee approved'] });
      return [
        String(await given([ours, REVERSED], () => said(world, 'viewer', reversal()))).includes(
          'expenses_company_id_reverses_expense_id_idx',
        ),
        await given([ours, REVERSED], () => said(world, 'viewer', change(reopening))),
        await given([ours, REVERSED], () => said(world, 'viewer', change("status = 'reimbursed'"))),
        await given([itself], () => said(world, 'viewer', change(reopening))),
        await given([itself], () => said(world, 'viewer', change("status = 'reimbursed'"))),
      ];
    },
  ),
  rule('what reverses nothing has no reason of a reversal', ['expenses', 'payments'], ['', ''], async (world) => {
    const kept = async (table: 'expenses' | 'payments', given: Statement[], statement: Statement) =>
      done(
        world,
        given,
        'viewer',
        [statement],
        async () => (await first(world, `select reversal_reason as r from public.${table} where id = $1`, [FRESH]))['r'],
      );
    return [
      await kept(
        'expenses',
        withOnly('viewer', ...ALL),
        insertOf('expenses', sampleRow('expenses', { id: FRESH, company_id: OURS, reversal_reason: 'Made up' })),
      ),
      await kept('payments', withOnly('viewer', ...PAY), paymentOf(world, { reversal_reason: 'Made up' })),
    ];
  }),
  rule('what was approved is not edited in place, with no key', ['expenses'], ['expense_locked', 'expense_locked', 1], async (world) => [
    await asked(world, ALL, expense('employee', 'approved'), 'amount = 1'),
    await asked(world, ALL, expense('employee', 'approved'), "amount = 1, status = 'reimbursed'"),
    await asked(world, ALL, expense('employee', 'approved'), "amount = 1, status = 'pending', rejection_reason = 'Because'"),
  ]),
  rule(
    'an expense is booked from its first approval on, and stays so when it is reopened',
    ['expenses'],
    [true, true, false],
    async (world) => {
      const booked = async (given: Statement, ...sets: string[]) =>
        done(
          world,
          [...withOnly('viewer', ...ALL), given],
          'viewer',
          sets.map(change),
          async () => (await first(world, 'select booked_at is not null as b from public.expenses where id = $1', [ID]))['b'],
        );
      return [
        await booked(expense('employee', 'pending'), "status = 'approved'"),
        await booked(expense('employee', 'pending'), "status = 'approved'", "status = 'pending', rejection_reason = 'Because'"),
        await booked(expense('employee', 'pending'), "status = 'rejected', rejection_reason = 'Because'"),
      ];
    },
  ),
];

const paidBack = (world: World, more: Values = {}): Statement =>
  paymentOf(world, { reverses_payment_id: BOOKED, reversal_reason: 'Bounced', ...more });
const BOOKED = testId(0xe_d1);
const booked = (world: World, more: Values = {}): Statement =>
  insertOf(
    'payments',
    sampleRow('payments', {
      id: BOOKED,
      company_id: OURS,
      created_by: personaId('owner'),
      invoice_id: world.ids['ours issued'],
      reference: 'R 1',
      method: 'cash',
      ...more,
    }),
  );
const undoneBy = (world: World, original = BOOKED): Statement =>
  insertOf(
    'payments',
    sampleRow('payments', {
      id: testId(0xe_d2),
      company_id: OURS,
      created_by: personaId('owner'),
      invoice_id: world.ids['ours issued'],
      amount: -100,
      reverses_payment_id: original,
      reversal_reason: 'Before',
    }),
  );

const PAYMENT_REVERSALS: Rule[] = [
  rule(
    'a payment is reversed by who may change payments, with a reason, for the same invoice, and a reversal never',
    ['payments'],
    [1, 'not_allowed', 'reason_required', 'missing_parent', 'not_booked', 'not_booked'],
    async (world) => {
      const ask = (keys: readonly string[], given: Statement[], statement: Statement) =>
        world.given([...withOnly('viewer', ...keys), booked(world), ...given], () => said(world, 'viewer', statement));
      return [
        await ask(PAY, [], paidBack(world)),
        await ask(['payments.view', 'payments.create', 'payments.delete'], [], paidBack(world)),
        await ask(PAY, [], paidBack(world, { reversal_reason: ' ' })),
        await ask(PAY, [], paidBack(world, { reverses_payment_id: world.ids['theirs payments'] })),
        await ask(PAY, [undoneBy(world)], paidBack(world, { reverses_payment_id: testId(0xe_d2) })),
        await ask(PAY, [], paidBack(world, { reverses_payment_id: world.ids['ours payments'] })),
      ];
    },
  ),
  rule(
    'a reversed payment is the original with the sign turned, whatever was sent',
    ['payments'],
    [-100, 'cash', 'R 1', '', true],
    (world) =>
      done(
        world,
        [...withOnly('viewer', ...PAY), booked(world)],
        'viewer',
        [paidBack(world, { amount: 5, method: 'card', reference: 'x', notes: 'y', is_separate: false })],
        async () => {
          const row = await first(world, 'select * from public.payments where id = $1', [FRESH]);
          return [Number(row['amount']), row['method'], row['reference'], row['notes'], row['is_separate']];
        },
      ),
  ),
  rule(
    'a payment and its reversal are neither changed nor deleted, and it is not reversed twice',
    ['payments'],
    ['payment_reversed', 'payment_reversed', 'payment_reversed', 'payment_reversed', true],
    (world) =>
      world.given([...withOnly('viewer', ...PAY), booked(world), undoneBy(world)], async () => [
        ...(await each([BOOKED, testId(0xe_d2)], (id) =>
          said(world, 'viewer', ['update public.payments set amount = 1 where id = $1', [id]]),
        )),
        ...(await each([BOOKED, testId(0xe_d2)], (id) => said(world, 'viewer', ['delete from public.payments where id = $1', [id]]))),
        String(await said(world, 'viewer', paidBack(world))).includes('payments_company_id_reverses_payment_id_idx'),
      ]),
  ),
];

const STAYS: Rule[] = [
  rule(
    'what was reversed stays as long as its reversal, whoever deletes it',
    ['expenses', 'payments'],
    ['23503', '23503'],
    async (world) => {
      const removal = (table: string, id: string): Statement => [`delete from public.${table} where id = $1`, [id]];
      const ask = (given: Statement[], last: Statement) =>
        world
          .given([...given, last, ['set constraints all immediate']], async () => 'gone')
          .catch((error: { code?: string }) => error.code);
      return [
        await ask([expense('employee', 'approved'), REVERSED], removal('expenses', ID)),
        await ask([booked(world), undoneBy(world)], removal('payments', BOOKED)),
      ];
    },
  ),
];

/** What the platform does for a person who is signed in: it takes a whole company along, say. */
const forOwner: Statement = ["select set_config('request.jwt.claims', $1, true)", [JSON.stringify(callerOf('owner').claims)]];
const PLATFORM_MAY: Rule[] = [
  rule('what the platform takes along for somebody is not held back', ['expenses', 'files', 'payments'], true, (world) => {
    const { ids } = world;
    const kept = ids['employee kept file'];
    return world.given(
      [
        forOwner,
        undoneBy(world, ids['ours payments']),
        ['update public.files set expense_id = null where id = $1', [kept]],
        ['update public.files set expense_id = $2 where id = $1', [kept, ids['employee approved']]],
        ['delete from public.files where id = $1', [kept]],
        ['delete from public.expenses where id = $1', [ids['employee reimbursed']]],
        ['delete from public.payments where reverses_payment_id = $1', [ids['ours payments']]],
      ],
      async () => true,
    );
  }),
];

/** Bookings are reversed instead of changed. */
export const BOOKED_AND_REVERSED: readonly Rule[] = [...REVERSALS, ...PAYMENT_REVERSALS, ...STAYS, ...PLATFORM_MAY];
