import { personaId } from '#tests/support/personas.ts';
import { countOf, each, granted, type Person, setting, type Statement, told, withOnly } from './asking.ts';
import { testId } from '#tests/support/builders.ts';
import {
  actingAs,
  after,
  counterRow,
  countedElsewhere,
  DEVICE,
  documentWith,
  ELSEWHERE,
  ended,
  gapRow,
  gapsElsewhere,
  leaseId,
  leaseRow,
  YEAR,
} from './lease-rows.ts';
import { type Rule, rule } from './rules.ts';
import { OURS, THEIRS, type World } from './world.ts';

const OTHER = testId(0xd_02);
const renamed: Statement = ["update public.companies set name = 'Another name' where id = $1", [OURS]];
const giveBack = (unused: string, { lease = 1, device = DEVICE, company = OURS } = {}): Statement => [
  'select public.return_numbers($1, $2, $3, $4)',
  [company, leaseId(lease), device, unused],
];
const end = (lease = 1, company = OURS): Statement => ['select public.end_number_lease($1, $2)', [company, leaseId(lease)]];
const reopen = (lease = 1): Statement => ['select public.reopen_number_lease($1, $2)', [OURS, leaseId(lease)]];
const settingsKey = granted('accountant', 'settings.invoice');
/** Leases like the first one but for one thing, which nothing may touch. */
const others = (more: object = {}): Statement[] =>
  ELSEWHERE.map((elsewhere, at) => leaseRow(10 + at, { ...elsewhere, device_id: testId(0xd_10 + at), ...more }));
/** What they took is away in four places; elsewhere everything is as here, and was there first. */
const AWAY: Statement[] = [
  ...countedElsewhere(50),
  counterRow(5),
  ...others(),
  leaseRow(1),
  ...[1, 2, 4, 5].flatMap((n) => [...gapsElsewhere(n, 'lease_open'), gapRow(n, 'lease_open')]),
  gapRow(3, 'Said by somebody'),
  gapRow(7, 'lease_open'),
];
const ELSE = (here: string[]): string[] => [
  ...['ours corrections 2001 1', 'ours corrections 2001 2', 'ours corrections 2001 4', 'ours corrections 2001 5'].map(
    (n) => `${n}: lease_open`,
  ),
  ...here,
  ...[1, 2, 4, 5].map((n) => `ours invoices 2002 ${n}: lease_open`),
  ...[1, 2, 4, 5].map((n) => `theirs invoices 2001 ${n}: lease_open`),
];
const COUNTED = (last: number): string[] => [
  'ours corrections 2001 last 50',
  `ours invoices 2001 last ${last}`,
  'ours invoices 2002 last 50',
  'theirs invoices 2001 last 50',
];

/** Numbers that devices took along (decision 0033): taking, giving back, ending, finding again. What arrives with them is in `rules-leased-invoices.ts`. */
export const NUMBER_LEASES: readonly Rule[] = [
  rule(
    'while numbers are away or lost, every look of the company is kept, in both languages of documents, once each',
    ['number_leases', 'seller_states', 'companies'],
    [2, 2, 0, 0, 0, 0, 2, 4],
    (world) => {
      const states = () => countOf(world, 'private.seller_states where company_id = $1', [OURS]);
      const theirs: Statement = ['select private.note_seller_state($1)', [THEIRS]];
      const same: Statement = ['update public.companies set settings = settings where id = $1', [OURS]];
      const texts = setting('document_texts,footer_text', { en: 'Yours', de: 'Ihr' });
      const back: Statement = ["update public.companies set name = 'Ours' where id = $1", [OURS]];
      return each(
        [
          [leaseRow(1), renamed],
          [leaseRow(1, ended('lost')), renamed],
          [leaseRow(1, ended('returned')), renamed],
          [leaseRow(1, ended('used')), renamed],
          [renamed],
          [leaseRow(1, { company_id: THEIRS }), renamed],
          [texts, leaseRow(1), renamed, theirs, same],
          [leaseRow(1), renamed, ['select pg_sleep(0.001)'], back],
        ] as Statement[][],
        (before) => world.given(before, states),
      );
    },
  ),
  rule(
    'what a device gives back goes to the counter from its end on, else it is a gap with its reason; nothing else moves',
    ['number_leases', 'number_gap_reasons', 'number_counters'],
    [
      [
        ...ELSE(['1: lease_lost', '2: lease_unused', '3: Said by somebody', '7: lease_open'].map((line) => `ours invoices 2001 ${line}`)),
        ...COUNTED(3),
        'lease 01 returned',
        'ours numbers_returned R0001 – R0005',
      ],
      6,
      1,
      2,
      4,
      4,
    ],
    async (world) => {
      const endedThere: Statement = [
        "select private.end_lease(l, '{5}', 'returned') from private.number_leases l where l.id = $1",
        [leaseId(1)],
      ];
      const lastAfter = (given: readonly Statement[], unused: string) =>
        world.given([...given, actingAs('accountant'), giveBack(unused)], async () =>
          Number(
            (
              await world.query("select last from private.number_counters where company_id = $1 and year = 2001 and kind = 'invoices'", [
                OURS,
              ])
            ).rows[0]?.['last'],
          ),
        );
      return [
        await after(world, 'accountant', giveBack('{2,4,5}'), AWAY),
        // A number that was never its own goes nowhere.
        await lastAfter([counterRow(6), leaseRow(1)], '{6}'),
        // Nor does one on a document, whatever the device says.
        await lastAfter([counterRow(1), leaseRow(1, { numbers: '{1}' }), ...documentWith(1)], '{1}'),
        await lastAfter(
          [counterRow(4), leaseRow(1), ...ELSEWHERE.flatMap((more) => documentWith(3, more)), ...documentWith(2)],
          '{1,2,3,4}',
        ),
        // Neither an earlier year's counter nor that of the company before it is read in its place.
        await lastAfter([counterRow(50, { year: YEAR - 1 }), counterRow(5), leaseRow(1)], '{5}'),
        await world.given(
          [counterRow(50), counterRow(5, { company_id: THEIRS }), leaseRow(1, { company_id: THEIRS }), endedThere],
          async () =>
            Number(
              (await world.query('select last from private.number_counters where company_id = $1 and year = 2001', [THEIRS])).rows[0]?.[
                'last'
              ],
            ),
        ),
      ];
    },
  ),
  rule(
    'numbers are given back by the person and device that have them, in their company',
    ['number_leases'],
    ['', 'lease_unknown', 'lease_unknown', 'lease_unknown', 'lease_unknown', 'not_a_member', ''],
    (world) =>
      world.given([...AWAY], async () => [
        await call(world, 'accountant', giveBack('{5}')),
        await call(world, 'owner', giveBack('{5}')),
        await call(world, 'accountant', giveBack('{5}', { device: OTHER })),
        await call(world, 'accountant', giveBack('{5}', { lease: 9 })),
        await call(world, 'accountant', giveBack('{5}', { lease: 10 })),
        await call(world, 'stranger', giveBack('{5}')),
        // An ended one is left as it is, so that an answer that got lost can be asked for again.
        await world.given([["update private.number_leases set ended_at = now(), end_reason = 'lost'"]], () =>
          call(world, 'accountant', giveBack('{5}')),
        ),
      ]),
  ),
  rule(
    'the lease of a lost device is ended by who had it or looks after numbers: what is unsaid is never given again',
    ['number_leases', 'number_gap_reasons'],
    [
      [
        ...ELSE(
          ['1: lease_lost', '2: lease_lost', '3: Said by somebody', '4: lease_lost', '5: lease_lost', '7: lease_open'].map(
            (line) => `ours invoices 2001 ${line}`,
          ),
        ),
        ...COUNTED(5),
        'lease 01 lost',
        'ours numbers_lost R0001 – R0005',
      ],
      '',
      '',
      'not_allowed',
      'not_a_member',
      'lease_unknown',
      'lease_unknown',
    ],
    async (world) => [
      await after(world, 'accountant', end(), [...AWAY, ...withOnly('accountant', 'invoices.view')]),
      ...(await world.given(AWAY, async () => [
        await world.given([settingsKey, ['update private.number_leases set user_id = $1', [personaId('viewer')]]], () =>
          call(world, 'accountant', end()),
        ),
        await world.given(withOnly('accountant', 'invoices.view'), () => call(world, 'accountant', end())),
        await world.given(withOnly('viewer', 'invoices.view'), () => call(world, 'viewer', end())),
        await call(world, 'stranger', end()),
        await call(world, 'owner', end(10)),
        await call(world, 'owner', end(9)),
      ])),
    ],
  ),
  rule(
    'the numbers of a device that is found are away again, and nobody else’s',
    ['number_leases', 'number_gap_reasons'],
    [
      [
        ...['1: lease_lost'].flatMap((line) => [`ours corrections 2001 ${line}`]),
        'ours invoices 2001 1: lease_open',
        'ours invoices 2001 2: lease_unused',
        'ours invoices 2001 7: lease_lost',
        'ours invoices 2002 1: lease_lost',
        'theirs invoices 2001 1: lease_lost',
        'lease 0a lost',
        'lease 0b lost',
        'lease 0c lost',
        'ours numbers_found R0001 – R0005',
      ],
      'not_a_member',
      'not_allowed',
      'lease_ended',
      'lease_ended',
      '',
    ],
    async (world) => {
      const lost: Statement[] = [
        ...others(ended('lost')),
        leaseRow(1, ended('lost')),
        ...gapsElsewhere(1, 'lease_lost'),
        gapRow(1, 'lease_lost'),
        gapRow(2, 'lease_unused'),
        gapRow(7, 'lease_lost'),
      ];
      return [
        await after(world, 'owner', reopen(), lost),
        ...(await world.given(lost, async () => [
          await call(world, 'stranger', reopen()),
          await world.given(withOnly('accountant', 'invoices.view'), () => call(world, 'accountant', reopen())),
          await world.given([["update private.number_leases set end_reason = 'returned'"]], () => call(world, 'owner', reopen())),
          await world.given([leaseRow(2)], () => call(world, 'owner', reopen())),
          // None of these is an open one of that device and series.
          await world.given(
            [
              leaseRow(2, { company_id: THEIRS }),
              leaseRow(3, { series: 'corrections' }),
              leaseRow(4, { device_id: OTHER }),
              leaseRow(5, ended('used')),
            ],
            () => call(world, 'owner', reopen()),
          ),
        ])),
      ];
    },
  ),
];

const call = (world: World, who: Person, statement: Statement) => told(world, who, statement);
