import { insertOf, sampleRow, testId } from '#tests/support/builders.ts';
import { personaId } from '#tests/support/personas.ts';
import { BARE, each, first, said, type Statement, withOnly } from './asking.ts';
import { asked, expense } from './rules-expenses.ts';
import { acting } from './rules-people.ts';
import { ALL, closed, PAY } from './rules-periods.ts';
import { ended } from './more-rows.ts';
import { type Rule, rule } from './rules.ts';
import { FRESH, OURS, THEIRS, type World } from './world.ts';

const PERIOD = testId(0xe_c1);
const SEES = ['reports.view', 'invoices.view', 'payments.view', 'expenses.view'];
const NOW: Statement = ['set constraints all immediate'];
const step = (set: string): Statement => [`update public.periods set ${set} where id = $1`, [PERIOD]];
const OPEN = step("is_closed = false, reason = 'Because'");
const CLOSE = step('is_closed = true');

/** The figures of a period, the newest last. */
const kept = async ({ query }: World, where = `period_id = '${PERIOD}'`) =>
  (
    await query(
      `select f.cells, f.decided_at = f.created_at as at_once, f.month::text as month, (f.decided_at is not distinct from p.decided_at and p.is_closed) as holds
       from public.period_figures f join public.periods p on p.id = f.period_id where ${where.replaceAll('period_id', 'f.period_id')} order by f.created_at, f.id`,
    )
  ).rows;
const afterActs = (world: World, statements: readonly Statement[], given: readonly Statement[] = []) =>
  world.given(given, () => acting(world, 'owner', statements, { look: () => kept(world) }));

const KEPT: Rule[] = [
  rule(
    'a month’s figures are kept when it is closed, and anew when it is closed again; the former stay',
    ['periods', 'period_figures'],
    [[1, true, true, '2026-01-01'], 1, 1, [2, true], 0],
    async (world) => {
      const close = closed();
      const once = await afterActs(world, [close]);
      const now = await first(world, "select private.month_cells($1, '2026-01-01') as cells", [OURS]);
      const again = await afterActs(world, [close, step("reason = 'x'")]);
      const opened = await afterActs(world, [close, OPEN]);
      const twice = await afterActs(world, [OPEN, CLOSE], [closed('2026-01-01', { decided_at: '2026-02-01T10:00:00Z' })]);
      const seeded = await world.given([["set local kontor.is_seeding = 'on'"], close], () => kept(world));
      return [
        [
          once.length,
          once[0]?.['at_once'],
          once[0]?.['holds'] === true && JSON.stringify(once[0]['cells']) === JSON.stringify(now['cells']),
          once[0]?.['month'],
        ],
        again.length,
        opened.length,
        [twice.length, twice.some(({ holds }) => holds === true)],
        seeded.length,
      ];
    },
  ),
  rule('what was kept reaches the devices: it stands in the history of changes', ['period_figures'], [1, 2], async (world) => {
    const logged = async () => {
      const { n } = await first(
        world,
        `select count(*)::int as n from private.change_log l join public.period_figures f on f.id = l.row_id
         where l.collection = 'period_figures' and not l.deleted and f.period_id = $1`,
        [PERIOD],
      );
      return n;
    };
    return [await world.given([closed(), NOW], logged), await world.given([closed(), OPEN, CLOSE, NOW], logged)];
  }),
  rule(
    'nobody changes or deletes what was kept, the platform included; it goes with its company',
    ['period_figures'],
    ['figures_are_kept', 'figures_are_kept', 'figures_are_kept', 'figures_are_kept', 'not allowed', 0],
    async (world) => {
      const refused = async (...statements: Statement[]) =>
        world.given(statements, async () => 'done').catch((error: { message: string }) => error.message);
      const rights = await first(
        world,
        `select bool_or(has_table_privilege(r, 'public.period_figures', p)) as any from unnest('{service_role,authenticated,anon}'::text[]) r,
           unnest('{insert,update,delete,truncate}'::text[]) p`,
      );
      const gone = await world.given([ended(OURS), ['delete from public.companies where id = $1', [OURS]]], async () =>
        kept(world, `f.company_id = '${OURS}'`),
      );
      return [
        await refused(["update public.period_figures set cells = '{}' where company_id = $1", [OURS]]),
        await refused(['delete from public.period_figures where company_id = $1', [OURS]]),
        await refused(['truncate public.period_figures']),
        await refused(['delete from public.periods where company_id = $1', [OURS]]),
        rights['any'] === false ? 'not allowed' : 'allowed',
        gone.length,
      ];
    },
  ),
  rule(
    'only who sees all that they are made of, and reports, sees them',
    ['period_figures', 'functions', 'sync_pull'],
    [1, [0, 0, 0, 0], [1, 0, 0, 0, 0], 0, 1],
    async (world) => {
      const all = 'select id from public.period_figures';
      const id = world.ids['ours period_figures'];
      const named = async () =>
        Number(
          (await world.as('viewer', "select cardinality(private.nameable($1, 'period_figures', array[$2]::uuid[])) as n", [OURS, id]))
            .rows[0]?.['n'],
        );
      const without = (key: string, ask: () => Promise<number | string>) =>
        world.given(withOnly('viewer', ...SEES.filter((each) => each !== key)), ask);
      return [
        await world.given(withOnly('viewer', ...SEES), () => said(world, 'viewer', [all])),
        await each(SEES, (key) => without(key, () => said(world, 'viewer', [all]))),
        [await world.given(withOnly('viewer', ...SEES), named), ...(await each(SEES, (key) => without(key, named)))],
        await said(world, 'employee', [all]),
        await said(world, 'stranger', [all]),
      ];
    },
  ),
  rule(
    'what was closed before figures were kept gets them as at then, once, and its entry in the ledger',
    ['period_figures', 'periods', 'ledger_entries'],
    [2, 1, 0, ['closed', 'carried_over'], [], 0],
    (world) =>
      world.given(
        [
          closed('2026-01-01', { decided_at: '2026-02-01T10:00:00Z' }),
          NOW,
          ['set local session_replication_role = replica'],
          ['delete from public.period_figures where period_id = $1', [PERIOD]],
          ['set local session_replication_role = origin'],
          // One that is open again, and one that came with a seed.
          closed('2026-02-01', { id: testId(0xe_c3), is_closed: false }),
          NOW,
          ["set local kontor.is_seeding = 'on'"],
          closed('2025-12-01', { id: testId(0xe_c4), company_id: THEIRS }),
          NOW,
          ["set local kontor.is_seeding = 'off'"],
          // Closed again where none were kept: the former are no figures of this closing.
          closed('2026-03-01', { id: testId(0xe_c5) }),
          NOW,
          ['set local session_replication_role = replica'],
          ["update public.periods set decided_at = '2026-04-02T10:00:00Z' where id = $1", [testId(0xe_c5)]],
          ['set local session_replication_role = origin'],
        ],
        async () => {
          const count = async () => Number((await first(world, 'select private.keep_missing_figures() as n'))['n']);
          const made = (await count()) - 1;
          const [mine, again] = [await kept(world), await count()];
          const kinds = async (id: string) =>
            (await world.query('select kind from public.ledger_entries where record_id = $1 order by seq', [id])).rows.map(
              ({ kind }) => kind,
            );
          return [
            made,
            mine.filter(({ at_once: atOnce }) => atOnce === false).length,
            again,
            await kinds(PERIOD),
            await kinds(testId(0xe_c4)),
            (await kept(world, `period_id = '${testId(0xe_c3)}'`)).length,
          ];
        },
      ),
  ),
  rule(
    'the ledger notices figures that somebody changed',
    ['period_figures', 'ledger_entries'],
    [null, 'periods differs', null],
    async (world) => {
      const faultOf = async () => {
        const { answer } = await first(world, 'select private.check_ledger($1, 0, 10000) as answer', [OURS]);
        const { fault } = answer as { fault: { collection: string; fault: string } | null };
        return fault && `${fault.collection} ${fault.fault}`;
      };
      const tampered = (period: string): Statement[] => [
        ['set local session_replication_role = replica'],
        ["update public.period_figures set cells = '{}' where period_id = $1", [period]],
        ['set local session_replication_role = origin'],
      ];
      return world.given([closed(), NOW], async () => [
        await faultOf(),
        await world.given(tampered(PERIOD), faultOf),
        // Those of a closing that no longer holds stand in an earlier entry, which only the chain vouches for.
        await world.given([OPEN, NOW, ...tampered(PERIOD)], faultOf),
      ]);
    },
  ),
];

const paid = (more: Record<string, unknown>) => ({ is_reimbursable: false, ...more });
const STAYS: Rule[] = [
  rule(
    'money that nobody dated stays in the closed month of its booking',
    ['expenses', 'periods'],
    ['period_closed', 1, 'period_closed', 'period_closed', 1, '2026-01-30', 1],
    async (world) => {
      const ask = (given: Statement, set: string) => world.given([closed()], () => asked(world, ALL, given, set));
      const approved = expense('employee', 'approved', paid({ expense_date: '2026-01-30' }));
      return [
        await ask(approved, "paid_on = '2026-02-03'"),
        await ask(expense('employee', 'approved', paid({ expense_date: '2026-02-02' })), "paid_on = '2026-02-03'"),
        // Booked in an open month, paid in the closed one.
        await ask(
          expense('employee', 'approved', paid({ expense_date: '2026-02-02', paid_on: '2026-01-30' })),
          "status = 'pending', rejection_reason = 'Because'",
        ),
        await ask(expense('employee', 'approved', { is_reimbursable: true, paid_on: '2026-01-30' }), "status = 'reimbursed'"),
        await ask(approved, "status = 'reimbursed'"),
        await world.given([closed(), approved], () =>
          acting(world, 'owner', [["update public.expenses set status = 'reimbursed' where id = $1", [world.ids['employee approved']]]], {
            look: async () =>
              (await first(world, 'select paid_on::text as day from public.expenses where id = $1', [world.ids['employee approved']]))[
                'day'
              ],
          }),
        ),
        // What the author advanced counts when they have it back.
        await ask(expense('employee', 'approved', { is_reimbursable: true, expense_date: '2026-01-30' }), "status = 'reimbursed'"),
      ];
    },
  ),
  rule(
    'money before the tax point neither comes, goes nor changes while the month of that point is closed',
    ['payments', 'periods'],
    ['period_closed', 'period_closed', 'period_closed', 'period_closed', 1, 1, 1, 1, 1],
    (world) =>
      world.given(
        [
          ...withOnly('viewer', ...PAY),
          BARE,
          ["update public.invoices set tax_point = '2026-02-10' where id = $1", [world.ids['ours issued']]],
          [
            "update public.payments set invoice_id = $2, tax_point = '2026-02-10', payment_date = '2026-01-20' where id = $1",
            [world.ids['ours payments'], world.ids['ours issued']],
          ],
          ['set local session_replication_role = origin'],
        ],
        async () => {
          const payment = world.ids['ours payments'];
          const record = (more: Record<string, unknown>): Statement =>
            insertOf(
              'payments',
              sampleRow('payments', {
                id: FRESH,
                company_id: OURS,
                invoice_id: world.ids['ours issued'],
                payment_date: '2026-01-20',
                ...more,
              }),
            );
          const change = (set: string): Statement => [`update public.payments set ${set} where id = $1`, [payment]];
          const inFebruary = (statement: Statement, ...given: Statement[]) =>
            world.given([closed('2026-02-01'), ...given], () => said(world, 'viewer', statement));
          return [
            await inFebruary(record({})),
            await inFebruary(change('amount = 1')),
            await inFebruary(change("payment_date = '2026-03-01'")),
            await inFebruary(['delete from public.payments where id = $1', [payment]]),
            await inFebruary(change("notes = 'Thanks'")),
            await inFebruary(record({ booked_on: '2026-03-02' })),
            await inFebruary(change('amount = 1'), [`update public.periods set is_closed = false where id = '${PERIOD}'`]),
            await inFebruary(record({ created_by: personaId('viewer'), payment_date: '2026-03-02' })),
            await world.given([closed('2026-03-01')], () => said(world, 'viewer', record({}))),
          ];
        },
      ),
  ),
];

/** The figures of closed months: that they are kept and stay, and who sees them. */
export const FIGURES: readonly Rule[] = [...KEPT, ...STAYS];
