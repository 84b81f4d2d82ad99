import { personaId } from '#tests/support/personas.ts';
import { countOf, each, type Statement } from './asking.ts';
import { type Rule, rule } from './rules.ts';
import { OURS } from './world.ts';

const lease = (end: string | null): Statement => [
  `insert into private.number_leases (company_id, series, year, format, prefix, numbers, device_id, device_name, user_id, valid_until, ended_at, end_reason)
   values ($1, 'invoices', 2026, '{number}', '', '{1}', $1, 'x', $2, '2026-12-31', case when $3::text is not null then now() end, $3)`,
  [OURS, personaId('owner'), end],
];
const renamed: Statement = ["update public.companies set name = 'Another name' where id = $1", [OURS]];

/** Numbers that devices took along (decision 0033); what arrives with them is asked in `number-leases.test.ts`. */
export const NUMBER_LEASES: readonly Rule[] = [
  rule(
    'while numbers are away or lost, every look of the company is kept, in both languages of documents',
    ['number_leases', 'seller_states', 'companies'],
    [2, 2, 0, 0, 0],
    (world) =>
      each([[lease(null)], [lease('lost')], [lease('returned')], [lease('used')], []], (before) =>
        world.given([...before, renamed], () => countOf(world, 'private.seller_states where company_id = $1', [OURS])),
      ),
  ),
];
