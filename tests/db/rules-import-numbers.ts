import { first, type Statement } from './asking.ts';
import { imported } from './importing.ts';
import { after, counterRow, DEVICE, gapRow, leaseId, leaseRow, written, YEAR } from './lease-rows.ts';
import { type Rule, rule } from './rules.ts';
import { OURS } from './world.ts';

const PLACES = [1, 2, 3, 4, 5];
const AWAY: readonly Statement[] = [counterRow(5), leaseRow(1), ...PLACES.map((n) => gapRow(n, 'lease_open'))];
const COUNTED = `ours invoices ${YEAR} last 5`;
const gaps = (reason: string) => PLACES.map((n) => `ours invoices ${YEAR} ${n}: ${reason}`);
const lease: Statement = ['select public.end_number_lease($1, $2)', [OURS, leaseId(1)]];
const back: Statement = ['select public.return_numbers($1, $2, $3, $4)', [OURS, leaseId(1), DEVICE, '{1,2,3,4,5}']];

/** What becomes of numbers that are with devices while their company goes out and comes in as an archive. */
export const IMPORTS_OF_NUMBERS: readonly Rule[] = [
  rule(
    'numbers that are with a device when a company goes out are so when it comes in: given to nobody, by nobody given back, and ended as lost',
    ['functions'],
    {
      came: [...gaps('lease_open'), COUNTED],
      next: 6,
      back: 'lease_unknown',
      ended: [...gaps('lease_lost'), COUNTED, 'lease 01 lost', 'ours numbers_lost R0001 – R0005'],
    },
    async (world) =>
      imported(world, { world: AWAY }, async () => ({
        came: await written(world),
        next: Number((await first(world, "select seq from private.next_invoice_number($1, '2001-05-05', 'invoice')", [OURS]))['seq']),
        back: await after(world, 'stranger', back),
        ended: await after(world, 'stranger', lease, [
          ['update private.number_counters set last = 5 where company_id = $1 and year = $2', [OURS, YEAR]],
        ]),
      })),
  ),
];
