import { testId } from '#tests/support/builders.ts';
import { countOf, each, first, type Person, setting, type Statement, told, withOnly } from './asking.ts';
import { actingAs, dayIn, DEVICE, documentWith, ended, inDays, leaseRow } from './lease-rows.ts';
import { type Rule, rule } from './rules.ts';
import { FRESH, OURS, THEIRS, type World } from './world.ts';

type Json = Readonly<Record<string, unknown>>;

const restored: Json = {
  id: FRESH,
  series: 'invoices',
  year: 0,
  format: 'R{number}',
  prefix: '',
  numbers: [1, 2],
  device_id: DEVICE,
  taken_at: inDays(-1),
  valid_until: dayIn(10),
};
const PATTERN: Statement[] = [
  setting('invoice_defaults,generated_number_format', 'T{number}', THEIRS),
  setting('invoice_defaults,generated_number_format', 'R{number}'),
  setting('invoice_defaults,number_prefix', ''),
  ['delete from private.number_counters'],
  ['delete from private.number_gap_reasons'],
];
const counted = (last: number, kind = 'invoices', year = 0, company = OURS): Statement => [
  'insert into private.number_counters (company_id, kind, year, last) values ($1, $2, $3, $4)',
  [company, kind, year, last],
];
const BOTH = withOnly('accountant', 'invoices.lease_numbers', 'invoices.issue');
/** The numbers that a device gets back of a lease that the server has forgotten, or the refusal. */
async function broughtAgain(world: World, more: Json, given: readonly Statement[] = [], who: Person = 'accountant'): Promise<unknown> {
  const answer = await world.given([...PATTERN, ...BOTH, ...given], () =>
    told(world, who, ['select public.restore_number_lease($1, $2, $3)', [OURS, JSON.stringify({ ...restored, ...more }), 'Phone']]),
  );
  return answer === null || typeof answer === 'string' ? answer : String((answer as { numbers: number[] }).numbers);
}

/** A server that was set back hears again of numbers that are away (decision 0033). */
export const RESTORED_LEASES: readonly Rule[] = [
  rule(
    'a server that was set back takes a lease again from who may take numbers, where it could have given it',
    ['number_leases', 'companies'],
    ['1,2', 'not_a_member', 'not_allowed', 'not_allowed', 'lease_ended', '1,2', ...Array.from({ length: 10 }, () => 'lease_refused')],
    async (world) => [
      await broughtAgain(world, {}),
      await broughtAgain(world, {}, [], 'stranger'),
      await broughtAgain(world, {}, withOnly('accountant', 'invoices.issue')),
      await broughtAgain(world, {}, withOnly('accountant', 'invoices.lease_numbers')),
      await broughtAgain(world, {}, [leaseRow(1, { id: FRESH, company_id: THEIRS, ...ended('lost') })]),
      await broughtAgain(world, {}, [leaseRow(1, { device_id: testId(1) })]),
      ...(await each<Json, unknown>(
        [
          { id: null },
          { device_id: null },
          { series: 'corrections' },
          { format: 'T{number}' },
          { prefix: 'x' },
          { taken_at: inDays(-61), valid_until: dayIn(-40) },
          { taken_at: inDays(0.1) },
          { valid_until: dayIn(40) },
          { year: 2026 },
          { taken_at: null },
        ],
        (more) => broughtAgain(world, more),
      )),
    ],
  ),
  rule(
    'of such a lease comes back what nobody else has, and not more than a thousand numbers ahead',
    ['number_leases', 'number_counters', 'invoices'],
    ['1,2', '1003', '1', '2', '1,2', null],
    async (world) => {
      const here: Statement[] = [
        counted(5000, 'corrections'),
        counted(5000, 'invoices', 5),
        counted(5000, 'invoices', 0, THEIRS),
        counted(3),
      ];
      const nearly = [
        leaseRow(11, { year: 0, company_id: THEIRS }),
        leaseRow(12, { year: 0, series: 'corrections' }),
        leaseRow(13, { year: 5, device_id: testId(1) }),
        leaseRow(14, { year: 0, ...ended('returned') }),
      ];
      return [
        await broughtAgain(world, { numbers: [0, 1, 2, 2, 1004] }, here),
        await broughtAgain(world, { numbers: [1003] }, here),
        await broughtAgain(world, {}, documentWith(2, { year: 0 })),
        await broughtAgain(world, {}, [leaseRow(11, { year: 0, numbers: '{1}', ...ended('lost') })]),
        await broughtAgain(world, {}, nearly),
        await broughtAgain(world, { numbers: [2] }, documentWith(2, { year: 0 })),
      ];
    },
  ),
  rule(
    'what lies between is a gap with its reason, and the lease is in the history again',
    ['number_leases', 'number_gap_reasons', 'activity_log'],
    ['3 set_back,4 lease_open', 'numbers_taken', 2],
    (world) =>
      world.given(
        [
          ...PATTERN,
          counted(2),
          ...BOTH,
          actingAs('accountant'),
          ['select public.restore_number_lease($1, $2, $3)', [OURS, JSON.stringify({ ...restored, numbers: [4] }), 'Phone']],
        ],
        async () => [
          (await first(world, "select string_agg(number || ' ' || reason, ',' order by number) as gaps from private.number_gap_reasons"))[
            'gaps'
          ],
          (await first(world, "select type from public.activity_log where entity_type = 'number_leases'"))['type'],
          await countOf(world, 'private.seller_states where company_id = $1', [OURS]),
        ],
      ),
  ),
];
