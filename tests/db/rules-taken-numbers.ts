import { testId } from '#tests/support/builders.ts';
import { countOf, each, type Person, type Statement, told, withOnly } from './asking.ts';
import { actingAs, allowed, DEVICE, ended, inDays, leaseRow } from './lease-rows.ts';
import { type Rule, rule } from './rules.ts';
import { OURS, THEIRS } from './world.ts';

const OTHER = testId(0xd_02);
const take = (count: unknown, { device = DEVICE as string | null, name = 'Phone' as string | null, company = OURS } = {}): Statement => [
  'select public.take_numbers($1, $2, $3, $4)',
  [company, device, name, count],
];

/** Taking numbers along, and who is told of it (decision 0033). */
export const TAKEN_NUMBERS: readonly Rule[] = [
  rule(
    'taking numbers along wants both keys, the setting, 1 to 20, a device and no open lease of it',
    ['number_leases', 'companies'],
    [
      'not_a_member',
      'not_allowed',
      'not_allowed',
      'invalid_input',
      'invalid_input',
      'invalid_input',
      'invalid_input',
      'invalid_input',
      'invalid_input',
      'leases_off',
      'lease_open',
      'numbers',
    ],
    async (world) => {
      const may = [...withOnly('accountant', 'invoices.lease_numbers', 'invoices.issue'), allowed()];
      const answers = async (given: readonly Statement[], wish: Statement, who: Person = 'accountant') => {
        const answer = await world.given([...may, ...given], () => told(world, who, wish));
        return typeof answer === 'object' ? 'numbers' : answer;
      };
      return [
        await answers([], take(1), 'stranger'),
        await answers(withOnly('accountant', 'invoices.issue'), take(1)),
        await answers(withOnly('accountant', 'invoices.lease_numbers'), take(1)),
        ...(await each([0, 21, null], (count) => answers([], take(count)))),
        await answers([], take(1, { device: null })),
        await answers([], take(1, { name: null })),
        await answers([], take(1, { name: 'x'.repeat(81) })),
        ...(await each([false], (value) => answers([allowed(true, THEIRS), allowed(value)], take(1)))),
        await answers([leaseRow(1)], take(1)),
        await answers(
          [
            allowed(false, THEIRS),
            leaseRow(1, { company_id: THEIRS }),
            leaseRow(2, { series: 'corrections' }),
            leaseRow(3, { device_id: OTHER }),
            leaseRow(4, ended('used')),
          ],
          take(20, { name: 'x'.repeat(80) }),
        ),
      ];
    },
  ),
  rule(
    'what was taken is in the history, and what the company looked like is kept',
    ['number_leases', 'activity_log', 'seller_states'],
    ['numbers_taken', 2, 2],
    (world) =>
      world.given(
        [...withOnly('accountant', 'invoices.lease_numbers', 'invoices.issue'), allowed(), actingAs('accountant'), take(2)],
        async () => [
          String((await world.query("select type from public.activity_log where entity_type = 'number_leases'")).rows[0]?.['type']),
          await countOf(world, 'private.seller_states where company_id = $1', [OURS]),
          await countOf(world, "private.number_gap_reasons where company_id = $1 and reason = 'lease_open'", [OURS]),
        ],
      ),
  ),
  rule(
    'who has numbers along, and who had some in the last 90 days, is told to who may view invoices',
    ['number_leases'],
    [['01', '02'], 'not_a_member', 'not_allowed'],
    (world) =>
      world.given(
        [
          leaseRow(1),
          leaseRow(2, ended('used', inDays(-80))),
          leaseRow(3, ended('used', inDays(-100))),
          leaseRow(4, { company_id: THEIRS }),
        ],
        async () => {
          const list: Statement = ['select right(id::text, 2) as n from public.number_leases($1)', [OURS]];
          return [
            (await world.as('owner', ...list)).rows.map((row) => row['n']),
            await told(world, 'stranger', list),
            await world.given(withOnly('viewer', 'customers.view'), () => told(world, 'viewer', list)),
          ];
        },
      ),
  ),
];
