import { insertOf, sampleRow } from '#tests/support/builders.ts';
import { personaId } from '#tests/support/personas.ts';
import { each, first, granted, said, setting, type Statement, withOnly } from './asking.ts';
import { asked, change, expense, ID, type Values } from './rules-expenses.ts';
import { JOINED } from './rules-between.ts';
import { acting } from './rules-people.ts';
import { change as pushedChange, revOf } from './rules-push.ts';
import { type Rule, rule } from './rules.ts';
import { FRESH, OURS, THEIRS } from './world.ts';

const DECIDE = ['expenses.view', 'expenses.approve', 'expenses.reimburse'];
const ALL = [...DECIDE, 'expenses.update', 'expenses.override_status'];

/** Decisions on expenses: own ones, reasons, days of payment, what is locked. */
export const EXPENSE_DECISIONS: readonly Rule[] = [
  rule(
    'an own expense is neither approved nor paid in one step, whatever the keys',
    ['expenses'],
    ['own_expense', 'own_expense', 'own_expense', 'own_expense', 1, 1],
    async (world) => [
      await asked(world, ALL, expense('viewer', 'pending'), "status = 'approved'"),
      await asked(world, ALL, expense('viewer', 'pending'), "status = 'reimbursed'"),
      await asked(world, ALL, expense('viewer', 'rejected'), "status = 'approved'"),
      await asked(world, ALL, expense('viewer', 'rejected'), "status = 'reimbursed'"),
      // Somebody else decided already; and rejecting oneself harms nobody.
      await asked(world, ALL, expense('viewer', 'approved'), "status = 'reimbursed'"),
      await asked(world, ALL, expense('viewer', 'pending'), "status = 'rejected', rejection_reason = 'Twice'"),
    ],
  ),
  rule('one who is alone in another company is not alone here', ['expenses', 'company_users'], ['own_expense', 1], async (world) => {
    const alone: Statement[] = [
      ['delete from public.company_users where company_id = $1', [THEIRS]],
      ['insert into public.company_users (company_id, user_id) values ($1, $2)', [THEIRS, personaId('viewer')]],
    ];
    const rule = () => asked(world, ALL, expense('viewer', 'pending'), "status = 'approved'");
    return [
      await world.given(alone, rule),
      await world.given(
        [['update public.company_users set is_owner = true where company_id = $1 and user_id = $2', [OURS, personaId('viewer')]]],
        rule,
      ),
    ];
  }),
  rule('an owner elsewhere is none here', ['expenses', 'company_users'], ['own_expense', 1], (world) =>
    world.given([...JOINED, granted('guest', ...ALL)], async () => [
      await world.given([expense('guest', 'pending')], () => said(world, 'guest', change("status = 'approved'"))),
      await world.given([expense('employee', 'pending')], () => said(world, 'guest', change("status = 'approved'"))),
    ]),
  ),
  rule(
    'approving and paying at once needs both keys, unless the company pays on approval',
    ['expenses'],
    ['not_allowed', 'not_allowed', 1, 1],
    async (world) => {
      const pay = (keys: string[], more: Values = {}) =>
        asked(world, ['expenses.view', ...keys], expense('employee', 'pending', more), "status = 'reimbursed'");
      return [
        await pay(['expenses.approve']),
        await pay(['expenses.reimburse']),
        await pay(['expenses.approve', 'expenses.reimburse']),
        await pay(['expenses.approve'], { is_reimbursable: true }),
      ];
    },
  ),
  rule(
    'a rejected or reopened expense says why, one that is handed in again need not',
    ['expenses'],
    ['reason_required', 'reason_required', 'reason_required', 'reason_required', 1, 1],
    async (world) => [
      await asked(world, ALL, expense('employee', 'pending'), "status = 'rejected'"),
      await asked(world, ALL, expense('employee', 'pending'), "status = 'rejected', rejection_reason = ' '"),
      await asked(world, ALL, expense('employee', 'approved'), "status = 'pending'"),
      await asked(world, ALL, expense('employee', 'reimbursed'), "status = 'pending'"),
      await asked(world, ALL, expense('employee', 'rejected'), "status = 'pending'"),
      await asked(world, ALL, expense('employee', 'pending'), "status = 'approved'"),
    ],
  ),
  rule(
    'an author’s own right ends with the decision, whatever other keys they hold',
    ['expenses'],
    ['not_allowed', 'not_allowed', 'not_allowed', 'not_allowed', 1],
    async (world) => {
      const own = ['expenses.view', 'expenses.update_own'];
      return [
        await asked(world, [...own, 'expenses.approve'], expense('viewer', 'approved'), 'amount = 1'),
        await asked(world, [...own, 'expenses.approve'], expense('viewer', 'approved'), "paid_on = '2026-01-31'"),
        await asked(world, [...own, 'expenses.approve'], expense('viewer', 'reimbursed'), "paid_on = '2026-01-31'"),
        // Handing in again is for the author.
        await asked(world, [...own, 'expenses.reimburse'], expense('employee', 'rejected'), "status = 'pending'"),
        await asked(world, [...own, 'expenses.reimburse'], expense('viewer', 'rejected'), "status = 'pending'"),
      ];
    },
  ),
  rule(
    'other jumps need their key, and with it they are possible',
    ['expenses'],
    ['invalid_transition', 'invalid_transition', 'invalid_transition', 1, 1],
    async (world) => [
      await asked(world, DECIDE, expense('employee', 'rejected'), "status = 'approved'"),
      await asked(world, DECIDE, expense('employee', 'approved'), "status = 'rejected', rejection_reason = 'x'"),
      await asked(world, DECIDE, expense('employee', 'reimbursed'), "status = 'approved'"),
      await asked(world, ALL, expense('employee', 'rejected'), "status = 'approved'"),
      await asked(world, ALL, expense('employee', 'reimbursed'), "status = 'approved'"),
    ],
  ),
  rule('the reason of a rejection is written by who may decide', ['expenses'], ['not_allowed', 'not_allowed', 1, 1, 1], async (world) => [
    await asked(
      world,
      ['expenses.view', 'expenses.update'],
      expense('employee', 'rejected', { rejection_reason: 'Old' }),
      "rejection_reason = 'New'",
    ),
    await asked(
      world,
      ['expenses.view', 'expenses.update_own'],
      expense('viewer', 'rejected', { rejection_reason: 'Old' }),
      "rejection_reason = 'New'",
    ),
    await asked(world, DECIDE, expense('employee', 'rejected', { rejection_reason: 'Old' }), "rejection_reason = 'New'"),
    await asked(
      world,
      ['expenses.view', 'expenses.update'],
      expense('employee', 'rejected', { rejection_reason: 'Old' }),
      "description = 'New'",
    ),
    // Handing in again takes the reason along.
    await asked(
      world,
      ['expenses.view', 'expenses.update_own'],
      expense('viewer', 'rejected', { rejection_reason: 'Old' }),
      "status = 'pending', rejection_reason = ''",
    ),
  ]),
  rule(
    'the day and the way of payment are for who pays or edits',
    ['expenses'],
    ['not_allowed', 'not_allowed', 1, 1, 1, 'not_allowed', 'not_allowed', 1],
    async (world) => {
      const view = 'expenses.view';
      return [
        await asked(world, [view, 'expenses.approve'], expense('employee', 'approved'), "paid_on = '2026-01-31'"),
        await asked(world, [view, 'expenses.approve'], expense('employee', 'approved'), "payment_method = 'cash'"),
        await asked(world, [view, 'expenses.reimburse'], expense('employee', 'approved'), "paid_on = '2026-01-31'"),
        await asked(world, [view, 'expenses.reimburse'], expense('employee', 'approved'), "payment_method = 'cash'"),
        await asked(world, [view, 'expenses.reimburse'], expense('employee', 'approved'), "status = 'reimbursed', paid_on = '2026-01-31'"),
        // The step does not open what stands beside it.
        await asked(world, [view, 'expenses.reimburse'], expense('employee', 'approved'), "status = 'reimbursed', amount = 1"),
        await asked(
          world,
          [view, 'expenses.approve', 'expenses.reimburse'],
          expense('employee', 'reimbursed'),
          "paid_on = null, description = 'x'",
        ),
        await asked(
          world,
          [view, 'expenses.approve'],
          expense('employee', 'pending', { is_reimbursable: true }),
          "status = 'reimbursed', paid_on = '2026-01-31'",
        ),
      ];
    },
  ),
  rule(
    'what was decided is reopened before it is changed, whoever asks',
    ['expenses'],
    ['expense_locked', 'expense_locked', 1, 1, 'expense_locked', 1],
    async (world) => {
      const editor = ['expenses.view', 'expenses.update', 'expenses.approve', 'expenses.reimburse'];
      return [
        await asked(world, editor, expense('employee', 'approved'), 'amount = 1'),
        await asked(world, editor, expense('employee', 'reimbursed'), 'amount = 1'),
        await asked(world, editor, expense('employee', 'approved'), "amount = 1, status = 'pending', rejection_reason = 'Typo'"),
        await asked(world, editor, expense('employee', 'approved'), "paid_on = '2026-01-31'"),
        await asked(world, ALL, expense('employee', 'approved'), 'amount = 1'),
        await asked(world, editor, expense('employee', 'pending'), 'amount = 1'),
      ];
    },
  ),
  rule('deciding says who and when, reopening forgets it', ['expenses'], [true, true, false, 'approved', 'reimbursed', null], (world) =>
    world.given([...withOnly('viewer', ...ALL), expense('employee', 'pending', { is_reimbursable: true })], async () => {
      const after = (...sets: string[]) =>
        acting(world, 'viewer', sets.map(change), {
          look: () =>
            first(
              world,
              'select status, decided_by = $2 as mine, decided_at is not null as dated, paid_on, rejection_reason from public.expenses where id = $1',
              [ID, personaId('viewer')],
            ),
        });
      const approved = await after("status = 'approved'");
      const reopened = await after("status = 'approved'", "status = 'pending', rejection_reason = 'x'");
      const rejected = await after("status = 'rejected', rejection_reason = 'x'");
      const notPaying = await world.given([setting('expense_defaults,mark_as_paid_on_approval', false)], () =>
        after("status = 'approved'"),
      );
      return [
        approved['mine'] === true && approved['paid_on'] !== null,
        rejected['mine'],
        reopened['dated'],
        notPaying['status'],
        approved['status'],
        reopened['paid_on'],
      ];
    }),
  ),
  rule(
    'a decision makes of an expense what was decided, and pays back only what was advanced',
    ['expenses'],
    ['approved', 'reimbursed', 'rejected', 'approved', 'rejected true', 'not_allowed'],
    async (world) => {
      const after = (given: Statement, set: string, what = 'status') =>
        world.given([...withOnly('viewer', ...ALL), given], () =>
          acting(world, 'viewer', [change(set)], {
            look: async () => (await first(world, `select ${what} as value from public.expenses where id = $1`, [ID]))['value'],
          }),
        );
      const advanced = { is_reimbursable: true };
      return [
        await after(expense('employee', 'pending'), "status = 'approved'"),
        await after(expense('employee', 'pending', advanced), "status = 'approved'"),
        await after(expense('employee', 'pending', advanced), "status = 'rejected', rejection_reason = 'x'"),
        await after(expense('employee', 'reimbursed', advanced), "status = 'approved'"),
        await after(
          expense('employee', 'approved'),
          "status = 'rejected', rejection_reason = 'x'",
          `status || ' ' || (decided_by = '${personaId('viewer')}')`,
        ),
        await world.given([setting('expense_defaults,mark_as_paid_on_approval', false)], () =>
          asked(world, ['expenses.view', 'expenses.approve'], expense('employee', 'pending', advanced), "status = 'reimbursed'"),
        ),
      ];
    },
  ),
  rule('the other company’s way of paying is not ours', ['expenses', 'companies'], ['reimbursed', 'approved'], (world) =>
    world.given([...withOnly('viewer', ...ALL), expense('employee', 'pending', { is_reimbursable: true })], () =>
      each([THEIRS, OURS], (company) =>
        world.given([setting('expense_defaults,mark_as_paid_on_approval', false, company)], () =>
          acting(world, 'viewer', [change("status = 'approved'")], {
            look: async () => (await first(world, 'select status from public.expenses where id = $1', [ID]))['status'],
          }),
        ),
      ),
    ),
  ),
  // Asked of both: whichever row comes first, it is wrong for the other one. Between the two islands lies always one day.
  rule('what approving means, and which day it is, is each company’s own', ['companies'], ['true 1', 'false 0'], (world) => {
    const given = [
      setting('expense_defaults,mark_as_paid_on_approval', false, THEIRS),
      setting('company_details,basics,timezone', 'Pacific/Tongatapu', OURS),
      setting('company_details,basics,timezone', 'Pacific/Pago_Pago', THEIRS),
    ];
    const own = `select concat_ws(' ', s.mark_as_paid::text, s.today - (now() at time zone 'Pacific/Pago_Pago')::date) as own from private.expense_settings($1) s`;
    return world.given(given, () => each([OURS, THEIRS], async (company) => (await first(world, own, [company]))['own']));
  }),
  rule(
    'an expense made and decided offline is decided by the same rules',
    ['expenses'],
    ['own_expense', 1, 'own_expense'],
    async (world) => {
      const insert = (status: string) => insertOf('expenses', sampleRow('expenses', { id: FRESH, company_id: OURS, status }));
      return [
        await said(world, 'accountant', insert('approved')),
        await said(world, 'owner', insert('approved')),
        await said(world, 'accountant', insert('reimbursed')),
      ];
    },
  ),
  rule('the record of one’s own receipt is not attached to a hidden expense', ['files', 'expenses'], [1, 'missing_parent'], (world) =>
    world.given([granted('employee', 'files.upload')], async () => {
      const attach = (expense: string): Statement => [
        'update public.files set expense_id = $1 where id = $2',
        [world.ids[expense], world.ids['employee file']],
      ];
      return [await said(world, 'employee', attach('employee rejected')), await said(world, 'employee', attach('ours expenses'))];
    }),
  ),
  rule('a locked expense says which field was changed', ['sync_push', 'expenses'], [['amount'], ['description']], (world) =>
    each([{ amount: 999 }, { description: 'Another' }], async (doc) => {
      const id = world.ids['employee approved'];
      const { rows } = await world.as('accountant', 'select public.sync_push($1, $2) as answer', [
        OURS,
        JSON.stringify([pushedChange(id, await revOf(world, 'employee approved', 'expenses'), doc, { collection: 'expenses' })]),
      ]);
      return (rows as { answer: { results: { details: string }[] } }[]).map(({ answer }) => answer.results[0]?.details);
    }),
  ),
];
