import { insertOf, sampleRow, testId } from '#tests/support/builders.ts';
import { personaId } from '#tests/support/personas.ts';
import { each, first, type Person, said, setting, type Statement, withOnly } from './asking.ts';
import { acting } from './rules-people.ts';
import { asked, expense, type Values } from './rules-expenses.ts';
import { type Rule, rule } from './rules.ts';
import { FRESH, OURS, THEIRS, type World } from './world.ts';

/** Every key about expenses, and about payments. */
export const ALL = [
  'expenses.view',
  'expenses.create',
  'expenses.update',
  'expenses.delete',
  'expenses.approve',
  'expenses.reimburse',
  'expenses.override_status',
];
export const PAY = ['payments.view', 'payments.create', 'payments.update', 'payments.delete'];

/** January 2026, in which the sample records lie. */
export const closed = (month = '2026-01-01', more: Values = {}): Statement =>
  insertOf('periods', { id: testId(0xe_c1), company_id: OURS, month, ...more });
const PERIOD = testId(0xe_c2);
const close = (month: string): Statement => insertOf('periods', { id: PERIOD, company_id: OURS, month });
const reopen = (reason: string): Statement => [
  'update public.periods set is_closed = false, reason = $2 where id = $1',
  [testId(0xe_c1), reason],
];
/** What there is after a person has acted. */
export const done = <T>(world: World, given: readonly Statement[], who: Person, statements: readonly Statement[], look: () => Promise<T>) =>
  world.given(given, () => acting(world, who, statements, { look }));
/** The one in which the company's day lies, as the transaction that asks has it. */
const thisMonth = async (world: World): Promise<string> =>
  String((await first(world, "select date_trunc('month', private.company_today($1))::date::text as month", [OURS]))['month']);

const PERIODS: Rule[] = [
  rule(
    'a month is closed by who may, once it is over',
    ['periods'],
    [1, 'new row violates row-level security policy for table "periods"', 'period_not_over', 'period_not_over'],
    (world) =>
      world.given(withOnly('viewer', 'periods.close'), async () => [
        await said(world, 'viewer', close('2026-01-01')),
        await world.given(withOnly('viewer', ...ALL), () => said(world, 'viewer', close('2026-01-01'))),
        await said(world, 'viewer', close(await thisMonth(world))),
        await said(world, 'viewer', close('2999-01-01')),
      ]),
  ),
  rule('a closed month is opened by an owner who says why', ['periods'], ['not_allowed', 'not_allowed', 'reason_required', 1], (world) =>
    world.given([...withOnly('viewer', 'periods.close'), closed()], async () => [
      await said(world, 'viewer', reopen('A receipt turned up')),
      await said(world, 'admin', reopen('A receipt turned up')),
      await said(world, 'owner', reopen(' ')),
      await said(world, 'owner', reopen('A receipt turned up')),
    ]),
  ),
  rule('an owner elsewhere opens no month here', ['periods'], 'not_allowed', (world) =>
    world.given(
      [
        ...withOnly('viewer', 'periods.close'),
        ['insert into public.company_users (company_id, user_id, is_owner) values ($1, $2, true)', [THEIRS, personaId('viewer')]],
        closed(),
      ],
      () => said(world, 'viewer', reopen('A receipt turned up')),
    ),
  ),
  rule('who decided on a month, and why, is what happened', ['periods'], [true, true, '', false, 'Because', true], async (world) => {
    const after = (who: 'owner' | 'accountant', statements: Statement[], given: Statement[] = []) =>
      done(world, given, who, statements, () =>
        first(
          world,
          `select is_closed, reason, decided_by::text as by, decided_at is not null as at from public.periods where month = '2026-01-01' and company_id = $1`,
          [OURS],
        ),
      );
    const now = await after('accountant', [insertOf('periods', { id: PERIOD, company_id: OURS, month: '2026-01-01', reason: 'Made up' })]);
    const opened = await after('owner', [reopen('Because')], [closed()]);
    const untouched = await after(
      'accountant',
      [["update public.periods set reason = 'Made up' where id = $1", [testId(0xe_c1)]]],
      [closed()],
    );
    return [
      now['is_closed'],
      now['by'] === personaId('accountant') && now['at'] === true,
      now['reason'],
      opened['is_closed'],
      opened['reason'],
      untouched['reason'] === '',
    ];
  }),
];

/** What is answered while January 2026 is closed, was opened again, is closed elsewhere, or another month is. */
const MONTHS: readonly (readonly Statement[])[] = [
  [closed()],
  [closed('2026-01-01', { is_closed: false })],
  [closed('2026-01-01', { company_id: THEIRS })],
  [closed('2026-02-01')],
];
const inMonths = (world: World, ask: () => Promise<string | number>) => each(MONTHS, (given) => world.given(given, ask));

const IN_CLOSED_MONTHS: Rule[] = [
  rule(
    'nothing is approved in a closed month; refusing, and paying what was approved, is no booking',
    ['expenses', 'periods'],
    [['period_closed', 1, 1, 1], 1, 1, 'period_closed'],
    async (world) => [
      await inMonths(world, () => asked(world, ALL, expense('employee', 'pending'), "status = 'approved'")),
      await world.given([closed()], () =>
        asked(world, ALL, expense('employee', 'pending'), "status = 'rejected', rejection_reason = 'Because'"),
      ),
      await world.given([closed()], () => asked(world, ALL, expense('employee', 'approved'), "status = 'reimbursed'")),
      await world.given([closed()], () => asked(world, ALL, expense('employee', 'rejected'), "status = 'approved'")),
    ],
  ),
  rule(
    'an expense that comes approved into a closed month is refused, a pending one is not',
    ['expenses', 'periods'],
    ['period_closed', 1],
    (world) =>
      world.given(
        [
          closed(),
          ...withOnly('viewer', ...ALL),
          ['update public.company_users set is_owner = true where company_id = $1 and user_id = $2', [OURS, personaId('viewer')]],
        ],
        async () => [
          await said(world, 'viewer', insertOf('expenses', sampleRow('expenses', { id: FRESH, company_id: OURS, status: 'approved' }))),
          await said(world, 'viewer', insertOf('expenses', sampleRow('expenses', { id: FRESH, company_id: OURS }))),
        ],
      ),
  ),
  rule(
    'a day of payment is neither moved into a closed month nor out of it, on what is booked',
    ['expenses', 'periods'],
    ['period_closed', 'period_closed', 1, 'period_closed', 1, 'period_closed', 1],
    async (world) => {
      const ask = (given: Statement, set: string) => world.given([closed('2026-02-01')], () => asked(world, ALL, given, set));
      return [
        await ask(expense('employee', 'approved'), "paid_on = '2026-02-10'"),
        await ask(expense('employee', 'approved', { paid_on: '2026-02-10' }), "paid_on = '2026-03-10'"),
        await ask(expense('employee', 'pending', { paid_on: '2026-02-10' }), "paid_on = '2026-03-10'"),
        await ask(expense('employee', 'reimbursed', { paid_on: '2026-02-10' }), "status = 'pending', rejection_reason = 'Because'"),
        await ask(expense('employee', 'reimbursed', { paid_on: '2026-03-10' }), "status = 'pending', rejection_reason = 'Because'"),
        await ask(expense('employee', 'pending'), "status = 'approved', paid_on = '2026-02-10'"),
        // Where it was noted before, the step moves nothing.
        await ask(expense('employee', 'approved', { paid_on: '2026-02-10' }), "status = 'reimbursed'"),
      ];
    },
  ),
  rule(
    'a payment is neither recorded, moved nor deleted in a closed month',
    ['payments', 'periods'],
    [['period_closed', 1, 1, 1], ['period_closed', 1, 1, 1], ['period_closed', 1, 1, 1], 'period_closed', 1],
    (world) =>
      world.given(withOnly('viewer', ...PAY), async () => {
        const payment = world.ids['ours payments'];
        return [
          await inMonths(world, () => said(world, 'viewer', paymentOf(world))),
          await inMonths(world, () => said(world, 'viewer', ['update public.payments set amount = 1 where id = $1', [payment]])),
          await inMonths(world, () => said(world, 'viewer', ['delete from public.payments where id = $1', [payment]])),
          await world.given([closed('2026-02-01')], () =>
            said(world, 'viewer', ["update public.payments set payment_date = '2026-02-03' where id = $1", [payment]]),
          ),
          // The answer to a question is no booking.
          await world.given([closed()], () =>
            said(world, 'viewer', ['update public.payments set is_separate = true where id = $1', [payment]]),
          ),
        ];
      }),
  ),
];

export const paymentOf = (world: World, more: Values = {}): Statement =>
  insertOf('payments', sampleRow('payments', { id: FRESH, company_id: OURS, invoice_id: world.ids['ours issued'], ...more }));
const ago = (days: number) => new Date(Date.now() - days * 86_400_000).toISOString();
const inWindow = (days: string) => setting('bookkeeping,correction_window', days);

const WINDOW: Rule[] = [
  rule(
    'an approval is taken back within the days that the company says, whoever asks',
    ['expenses', 'companies'],
    ['expense_booked', 1, 1, 'expense_booked', 1],
    async (world) => {
      const ask = (window: string, days: number) =>
        world.given([inWindow(window)], () =>
          asked(world, ALL, expense('employee', 'approved', { booked_at: ago(days) }), "status = 'pending', rejection_reason = 'Because'"),
        );
      return [
        await ask('7', 8),
        await ask('7', 6),
        await ask('month', 400),
        await ask('0', 0.01),
        // Paying is no way back.
        await world.given([inWindow('0')], () =>
          asked(world, ALL, expense('employee', 'approved', { booked_at: ago(9) }), "status = 'reimbursed'"),
        ),
      ];
    },
  ),
  rule(
    'a payment is changed and deleted within the days that the company says',
    ['payments', 'companies'],
    ['payment_booked', 'payment_booked', 1, 1, 1],
    (world) => {
      const aged = (days: number): Statement => [
        'update public.payments set created_at = $2 where id = $1',
        [world.ids['ours payments'], ago(days)],
      ];
      const update: Statement = ['update public.payments set amount = 1 where id = $1', [world.ids['ours payments']]];
      const removal: Statement = ['delete from public.payments where id = $1', [world.ids['ours payments']]];
      const ask = (window: string, days: number, statement: Statement) =>
        world.given([BARE_ON, aged(days), BARE_OFF, inWindow(window), ...withOnly('viewer', ...PAY)], () =>
          said(world, 'viewer', statement),
        );
      return each(
        [
          ['7', 8, update],
          ['7', 8, removal],
          ['7', 6, update],
          ['7', 6, removal],
          ['month', 400, update],
        ] as const,
        ([window, days, statement]) => ask(window, days, statement),
      );
    },
  ),
  rule('a window is a number of days or the month', ['companies'], [1, 1, 'invalid_settings', 'invalid_settings'], (world) =>
    each(['14', 'month', 'year', '-1'], (window) => said(world, 'owner', inWindow(window))),
  ),
  rule('an app that does not know a group of settings leaves it as it is', ['companies'], '7', (world) =>
    world.given([inWindow('7'), ["update public.companies set settings = settings - 'bookkeeping' where id = $1", [OURS]]], () =>
      first(world, "select settings #>> '{bookkeeping,correction_window}' as w from public.companies where id = $1", [OURS]).then(
        ({ w }) => w,
      ),
    ),
  ),
];
const BARE_ON: Statement = ['set local session_replication_role = replica'];
const BARE_OFF: Statement = ['set local session_replication_role = origin'];

const FIRSTS: Rule[] = [
  rule('a period is named by the first day of its month', ['periods'], [1, 1, 'refused', 'refused', 'refused'], (world) =>
    each(['2026-01-01', '1900-01-01', '1899-12-01', '2026-01-02', '2026-01-31'], async (month) => {
      const answer = await said(world, 'owner', close(month));
      return String(answer).includes('periods_month_check') ? 'refused' : answer;
    }),
  ),
];

/** Months that are closed, and how long corrections are possible. */
export const PERIODS_AND_WINDOWS: readonly Rule[] = [...PERIODS, ...FIRSTS, ...IN_CLOSED_MONTHS, ...WINDOW];
