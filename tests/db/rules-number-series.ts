import { testId } from '#tests/support/builders.ts';
import { personaId } from '#tests/support/personas.ts';
import { each, first, said, setting, type Statement, told, withOnly } from './asking.ts';
import { documentWith, ended, gapRow, leaseRow, written } from './lease-rows.ts';
import { type Rule, rule } from './rules.ts';
import { OURS, THEIRS, type World } from './world.ts';

const format = (series: string, value: string, company = OURS): Statement => setting(series, value, company);
const INVOICES = 'invoice_defaults,generated_number_format';
/** Three series of ours, and another company that was there first and counts otherwise. */
const SERIES: Statement[] = [
  ['delete from private.number_counters'],
  format(INVOICES, 'T{number}', THEIRS),
  format('numbers,cancellations', 'ST-{number}'),
  format(INVOICES, 'R{number}'),
];
const counted = (last: number, kind: string, company = OURS, year = 0): Statement => [
  'insert into private.number_counters (company_id, kind, year, last) values ($1, $2, $3, $4)',
  [company, kind, year, last],
];
const leaves = (who: 'accountant' | 'viewer'): Statement => [
  'delete from public.company_users where company_id = $1 and user_id = $2',
  [OURS, personaId(who)],
];
const nextOf = async (world: World, type = 'invoice') =>
  (await first(world, 'select number from private.next_invoice_number($1, $2, $3)', [OURS, '2026-02-03', type]))['number'];
const meets = async (world: World, pattern: unknown, { prefix = '' as unknown, series = 'invoices' } = {}) => {
  const answer = await told(world, 'owner', ['select public.pattern_collisions($1, $2, $3, $4)', [OURS, series, pattern, prefix]]);
  return typeof answer === 'string' ? answer : Object.values(answer as { next: string; first: string; taken: number }).join(' ');
};

/** Series of numbers, what is missing in them, and numbers that are away (decision 0033). */
export const NUMBER_SERIES: readonly Rule[] = [
  rule(
    'a series of its own has a pattern that makes numbers, and no other series’ numbers',
    ['companies'],
    [1, 1, ...Array.from({ length: 5 }, () => 'invalid_settings'), 1],
    (world) =>
      world.given([format(INVOICES, 'R{number}'), format('delivery_notes,number_format', 'L{number}')], () =>
        each(
          [
            format('numbers,cancellations', 'ST-{number}'),
            format('numbers,corrections', ''),
            format('numbers,cancellations', 'ST'),
            format('numbers,corrections', 'RK-{number}-{day}'),
            format('numbers,corrections', 'R{number}'),
            format('numbers,cancellations', 'L{number}'),
            format('numbers,cancellations', 'R{year}'),
            format('numbers,cancellations', 'R-{number}'),
          ],
          (change) => said(world, 'owner', change),
        ),
      ),
  ),
  rule(
    'what comes next is told of each series that there is, as the company counts, to who may view invoices',
    ['number_counters', 'companies'],
    [['invoices R0004 3', 'cancellations ST-0008 7'], 'not_a_member', 'not_allowed'],
    (world) =>
      world.given(
        [
          ...SERIES,
          counted(50, 'invoices', THEIRS),
          counted(3, 'invoices'),
          counted(7, 'cancellations'),
          counted(9, 'invoices', OURS, 2026),
        ],
        async () => {
          const next: Statement = ["select series || ' ' || number || ' ' || last as line from public.next_numbers($1)", [OURS]];
          return [
            (await world.as('owner', ...next)).rows.map(({ line }) => line),
            await told(world, 'stranger', next),
            await world.given(withOnly('viewer', 'customers.view'), () => told(world, 'viewer', next)),
          ];
        },
      ),
  ),
  rule(
    'a number is missing in its own series, with the reason given there',
    ['number_counters', 'number_gap_reasons', 'invoices'],
    [['invoices 2 ', 'invoices 1 Here', 'corrections 1 '], 'not_a_gap', 'not_a_gap', ''],
    (world) =>
      world.given(
        [
          ['delete from private.number_counters'],
          counted(2, 'invoices', OURS, 2001),
          counted(1, 'corrections', OURS, 2001),
          counted(4, 'expenses', OURS, 2001),
          gapRow(1, 'Here'),
          gapRow(2, 'Elsewhere', { series: 'cancellations' }),
          // A document of another series fills no gap of this one.
          ...documentWith(2, { series: 'cancellations' }),
        ],
        async () => {
          const gaps: Statement = ["select series || ' ' || number || ' ' || reason as line from public.number_gaps($1)", [OURS]];
          const explain = (series: string, number: number): Statement => [
            'select public.explain_number($1, $2, 2001, $3, $4)',
            [OURS, series, number, 'x'],
          ];
          return [
            (await world.as('owner', ...gaps)).rows.map(({ line }) => line),
            await told(world, 'owner', explain('corrections', 2)),
            // What somebody has with them is no gap yet.
            await world.given([["update private.number_gap_reasons set reason = 'lease_open'"]], () =>
              told(world, 'owner', explain('invoices', 1)),
            ),
            await told(world, 'owner', explain('invoices', 2)),
          ];
        },
      ),
  ),
  rule(
    'the numbers of who is no member any more are ended as those of a lost device; those of others, and of a closed company, are not',
    ['company_users', 'number_leases'],
    [
      ['ours invoices 2001 1: lease_lost', 'lease 01 lost', 'lease 05 returned', 'ours numbers_lost R0001 – R0005'],
      ['ours invoices 2001 1: lease_open', 'lease 05 returned'],
      ['ours invoices 2001 1: lease_open', 'lease 05 returned'],
    ],
    (world) => {
      const leases = [
        leaseRow(1),
        leaseRow(2, { company_id: THEIRS }),
        leaseRow(3, { device_id: testId(3), user_id: personaId('owner') }),
        leaseRow(5, ended('returned')),
        gapRow(1, 'lease_open'),
      ];
      const closed = (company: string): Statement => [
        `insert into private.closed_memberships (company_id, user_id, id, is_owner, is_admin, keys, created_at)
         values ($1, $2, gen_random_uuid(), false, false, '{}', now())`,
        [company, personaId('accountant')],
      ];
      return each(
        [[closed(THEIRS), leaves('accountant')], [leaves('viewer')], [closed(OURS), leaves('accountant')]] as Statement[][],
        (then) => world.given([...leases, ...then], () => written(world)),
      );
    },
  ),
  rule('a company that goes takes its leases with it', ['companies', 'number_leases'], [0], (world) =>
    world.given(
      [
        leaseRow(1),
        [
          `insert into private.company_deletions (company_id, purge_after, export_sha256, books) values ($1, now(), repeat('a', 64), repeat('a', 64))
           on conflict do nothing`,
          [OURS],
        ],
        ['delete from public.companies where id = $1', [OURS]],
      ],
      async () => [Number((await first(world, 'select count(*) as n from private.number_leases'))['n'])],
    ),
  ),
  rule(
    'a number that is away, or was and nobody said what became of it, is given to nobody else in any pattern',
    ['number_leases', 'number_gap_reasons', 'invoices'],
    ['2026-0001', '2026-0002', '2026-0002', '2026-0001', '2026-0001', '2026-0001', '2026-0001', '2026-0001', '2026-0001', '2026-03-0002'],
    (world) => {
      const taken = {
        year: 0,
        format: '{prefix}-{number}',
        prefix: '2026',
        numbers: '{1}',
        taken_at: '2026-02-01T09:00:00Z',
        valid_until: '2026-03-03',
      };
      const gap = (reason: string, more: object = {}) => gapRow(1, reason, { year: 0, ...more });
      const own = [
        ['delete from private.number_counters'],
        ['delete from private.number_gap_reasons'],
        format(INVOICES, '{year}-{number}'),
      ] as Statement[];
      const cases: Statement[][] = [
        [leaseRow(1, taken), gap('lease_unused')],
        [leaseRow(1, taken), gap('lease_open')],
        [leaseRow(1, { ...taken, ...ended('lost') }), gap('lease_lost')],
        // A reason of another company, series, year or number says nothing of it.
        [leaseRow(1, taken), gap('lease_open', { company_id: THEIRS })],
        [leaseRow(1, { ...taken, company_id: THEIRS }), gap('lease_open')],
        [leaseRow(1, { ...taken, company_id: THEIRS }), gap('lease_open', { company_id: THEIRS })],
        [leaseRow(1, taken), gap('lease_open', { series: 'corrections' })],
        [leaseRow(1, taken), gap('lease_open', { year: 7 })],
        [leaseRow(1, { ...taken, numbers: '{9}' }), gap('lease_open')],
        [leaseRow(1, { ...taken, format: '{year}-{month}-{number}' }), gap('lease_open'), format(INVOICES, '{year}-03-{number}')],
      ];
      return each(cases, (given) => world.given([...own, ...given], () => nextOf(world)));
    },
  ),
  rule(
    'what a pattern would meet is told before it is chosen, to who may view invoices',
    ['invoices', 'number_leases', 'number_counters'],
    [
      'R0004 R0005 2',
      'R0001 R0003 3',
      'S9999  0',
      'invalid_input',
      'invalid_input',
      'invalid_input',
      'invalid_input',
      'R2026-0001  0',
      'not_a_member',
      'not_allowed',
    ],
    (world) => {
      const numbered = (number: string, company = OURS): Statement[] => documentWith(0, { number, company_id: company, year: 9 });
      const given: Statement[] = [
        ...SERIES,
        counted(50, 'invoices', THEIRS),
        counted(60, 'invoices', OURS, 2026),
        counted(3, 'invoices'),
        counted(9998, 'cancellations'),
        ...['R0003', 'R0005'].flatMap((number) => numbered(number)),
        ...numbered('R0006', THEIRS),
        leaseRow(1, { year: 7, numbers: '{8}', taken_at: '2026-02-01T09:00:00Z', valid_until: '2026-02-03' }),
        gapRow(8, 'lease_open', { year: 7 }),
      ];
      const ask: Statement = ["select public.pattern_collisions($1, 'invoices', 'R{number}', '')", [OURS]];
      return world.given(given, async () => [
        await meets(world, 'R{number}'),
        await meets(world, 'R{number}', { series: 'corrections' }),
        await meets(world, 'S{number}', { series: 'cancellations' }),
        await meets(world, 'R'),
        await meets(world, null),
        await meets(world, 'R{number}', { prefix: 'x'.repeat(21) }),
        await meets(world, 'R{number}', { prefix: null }),
        await world.given([['delete from private.number_counters where year = 2026']], () =>
          meets(world, 'R{prefix}-{number}', { prefix: '2026', series: 'corrections' }),
        ),
        await told(world, 'stranger', ask),
        await world.given(withOnly('viewer', 'customers.view'), () => told(world, 'viewer', ask)),
      ]);
    },
  ),
];
