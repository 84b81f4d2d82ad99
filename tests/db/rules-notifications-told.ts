import { insertOf } from '#tests/support/builders.ts';
import { callerOf, personaId } from '#tests/support/personas.ts';
import { countOf, each, first, type Person, type Statement, withOnly } from './asking.ts';
import { type Rule, rule } from './rules.ts';
import { FRESH, OURS, THEIRS, type World } from './world.ts';

/** Statements as somebody, in a list of the platform's. */
export const by = (who: Person, ...statements: Statement[]): Statement[] => {
  const { role, claims } = callerOf(who);
  return [
    ["select set_config('role', $1, true), set_config('request.jwt.claims', $2, true)", [role, JSON.stringify(claims)]],
    ...statements,
    ["select set_config('role', 'none', true), set_config('request.jwt.claims', '{}', true)"],
  ];
};
export const QUIET: Statement[] = [['delete from private.notification_events'], ['update auth.users set email_confirmed_at = now()']];
const expense = (more: object = {}): Statement =>
  insertOf('expenses', {
    id: FRESH,
    company_id: OURS,
    description: 'Taxi',
    amount: 20,
    currency: 'EUR',
    expense_date: '2026-01-30',
    ...more,
  });
export const submitted = (who: Person, more: object = {}) => by(who, expense({ created_by: personaId(who), ...more }));
const step = (status: string, id: unknown, reason = ''): Statement => [
  'update public.expenses set status = $1, rejection_reason = $2 where id = $3',
  [status, reason, id],
];
export const wish = (who: Person, kind: string, isOn: boolean, channel = 'mail'): Statement => [
  'insert into private.notification_choices (user_id, kind, channel, is_on) values ($1, $2, $4, $3)',
  [personaId(who), kind, isOn, channel],
];
export const GATHERED: Statement[] = [['select private.gather_notifications()'], ['update private.notifications set due_at = now()']];

type Handed = { email: string; topic: string; count: number; items: { step: string }[]; company_id: string };
/** Who is told what, once it is due: `owner approvals 1 submitted`. */
export async function handedOut(world: World): Promise<string[]> {
  const { claimed } = (await first(world, 'select public.claim_notifications() as claimed')) as { claimed: Handed[] };
  return claimed
    .map(({ email, topic, count, items }) => [email.split('@')[0], topic, count, ...items.map((item) => item.step)].join(' '))
    .toSorted();
}
/** What goes out after `before`, when `meanwhile` happens before it leaves. */
export const after = (world: World, before: Statement[], meanwhile: Statement[] = []) =>
  world.given([...QUIET, ...before, ...GATHERED, ...meanwhile], () => handedOut(world));

const COLLEAGUES = ['accountant approvals 1 submitted', 'admin approvals 1 submitted', 'owner approvals 1 submitted'];
const without = (who: string) => COLLEAGUES.filter((line) => !line.startsWith(who));

export const NOTIFICATIONS_TOLD: readonly Rule[] = [
  rule(
    'what awaits approval is told to those who may approve it, and never to whoever captured it',
    ['expenses', 'functions'],
    [COLLEAGUES, without('accountant'), without('owner'), COLLEAGUES, without('accountant'), ['owner approvals 1 submitted'], []],
    (world) =>
      each(
        [
          submitted('employee'),
          submitted('accountant'),
          submitted('owner'),
          // By the server, of a series: whoever decides on their own ones hears of it, too.
          [expense({ created_by: personaId('owner') })],
          [expense({ created_by: personaId('accountant') })],
          [
            ['delete from public.company_users where company_id = $1 and user_id <> $2', [OURS, personaId('owner')]],
            ['update public.company_users set is_owner = false, is_admin = true where company_id = $1', [OURS]],
            expense({ created_by: personaId('owner') }),
          ],
          [['select 1']],
        ] as Statement[][],
        (before) => after(world, before),
      ),
  ),
  rule(
    'what became of an expense is told to its author, where others did it and it was wished for',
    ['expenses', 'functions'],
    [
      ['employee own 1 rejected'],
      [],
      ['employee own 1 approved'],
      ['employee own 1 reimbursed'],
      ['employee own 1 approved'],
      ['accountant approvals 1 submitted', 'admin approvals 1 submitted', 'employee own 1 reopened'],
      [],
      [],
    ],
    (world) => {
      const { ids } = world;
      const rejected = step('rejected', ids['employee pending'], 'No receipt');
      return each(
        [
          by('accountant', rejected),
          by('accountant', step('approved', ids['employee pending'])),
          [wish('employee', 'approved', true), ...by('accountant', step('approved', ids['employee pending']))],
          [wish('employee', 'reimbursed', true), ...by('accountant', step('reimbursed', ids['employee approved']))],
          [
            wish('employee', 'approved', true),
            ...by('accountant', step('approved', ids['employee pending']), step('reimbursed', ids['employee pending'])),
          ],
          by('owner', step('pending', ids['employee approved'], 'Wrong sum')),
          [wish('employee', 'rejected', false), ...by('accountant', rejected)],
          by('owner', step('rejected', ids['ours expenses'], 'Mine')),
        ] as Statement[][],
        (before) => after(world, before),
      );
    },
  ),
  rule(
    'what no longer holds when it would leave is not told, nor to whoever may not see it, left, or can’t be reached',
    ['expenses', 'company_users', 'functions'],
    [[], [], [], [], [], [], [], [], [], []],
    (world) => {
      const { ids } = world;
      const rejected = by('accountant', step('rejected', ids['employee pending'], 'No receipt'));
      const onlyAdmin: Statement[] = [
        ...submitted('employee'),
        [
          'delete from public.company_users where company_id = $1 and user_id = any ($2)',
          [OURS, [personaId('owner'), personaId('accountant')]],
        ],
      ];
      const admin = personaId('admin');
      return each(
        [
          [onlyAdmin, by('admin', step('approved', FRESH))],
          [onlyAdmin, [['delete from public.expenses where id = $1', [FRESH]]]],
          [onlyAdmin, [['update public.company_users set is_admin = false where company_id = $1', [OURS]]]],
          [onlyAdmin, [['delete from public.company_users where user_id = $1', [admin]]]],
          [onlyAdmin, [wish('admin', 'submitted', false)]],
          [onlyAdmin, [['update auth.users set email_confirmed_at = null where id = $1', [admin]]]],
          [onlyAdmin, [["update auth.users set banned_until = now() + interval '1 day' where id = $1", [admin]]]],
          [onlyAdmin, [['update auth.users set deleted_at = now() where id = $1', [admin]]]],
          [rejected, [['update public.expenses set created_by = $1 where id = $2', [personaId('viewer'), ids['employee pending']]]]],
          [rejected, withOnly('employee', 'dashboard.view')],
        ] as [Statement[], Statement[]][],
        ([before, meanwhile]) => after(world, before, meanwhile),
      );
    },
  ),
  rule(
    'whoever may approve in one company hears nothing of another',
    ['expenses', 'functions'],
    [COLLEAGUES, ['stranger approvals 1 submitted']],
    (world) =>
      each([submitted('employee'), [expense({ company_id: THEIRS, created_by: personaId('employee') })]] as Statement[][], (before) =>
        after(world, [
          ['insert into public.company_users (company_id, user_id) values ($1, $2)', [OURS, personaId('consultant')]],
          ...before,
        ]),
      ),
  ),
  rule('what the platform brings back is told to nobody', ['expenses', 'functions'], 0, (world) =>
    world.given(
      [
        ...QUIET,
        ["select set_config('kontor.is_seeding', 'on', true), set_config('request.jwt.claims', '{}', true)"],
        expense({ created_by: personaId('employee') }),
        ["select set_config('kontor.is_seeding', '', true), set_config('kontor.importing', 'on', true)"],
        ['insert into private.imports_at_work values ($1)', [OURS]],
        step('approved', FRESH),
      ],
      () => countOf(world, 'private.notification_events'),
    ),
  ),
];
