import type { Exchange } from '#domain/exchange/document-exchange.ts';
import { insertOf, sampleRow, testId } from '#tests/support/builders.ts';
import { personaId } from '#tests/support/personas.ts';
import { first, type Statement } from './asking.ts';
import type { Values } from './rules-expenses.ts';
import { OURS, type World } from './world.ts';

/** What the server knows: a dollar is 0.8 euros on 10 January 2026, 0.5 on 20 January; nobody publishes kwacha. */
export const RATES: Statement[] = [
  ['delete from private.exchange_rates'],
  [
    `insert into private.exchange_rates (day, source, rates) values
       ('2026-01-10', 'ecb', '{"USD": "1.25", "JPY": "160"}'), ('2026-01-20', 'ecb', '{"USD": "2", "JPY": "160"}')`,
  ],
];
export const DAY = '2026-01-15';
export const manual = (rate: unknown, more: Values = {}) => ({
  currency: 'EUR',
  rate,
  day: DAY,
  source: 'manual',
  version: '',
  amount: 0,
  ...more,
});
export const proposal: Exchange = { currency: 'EUR', rate: '0.7', day: '2026-01-01', source: 'ecb', version: '2026-01-01', amount: 70 };
export const wrote = (value: unknown) => (value === null ? 'null' : `'${JSON.stringify(value)}'`);

/** A rate and what it makes, as short as it can be said. */
export const short = (exchange: unknown): string | null => {
  const its = exchange as (Exchange & { document_amount?: number | null }) | null;
  if (!its) return null;
  const settles = its.document_amount === undefined ? '' : ` settles ${its.document_amount}`;
  return `${its.source} ${its.rate} of ${its.day}: ${its.amount} ${its.currency}${settles}`;
};
export const exchangeOf = async (world: World, table: string, id: string) =>
  short((await first(world, `select exchange from public.${table} where id = $1`, [id]))['exchange']);
/** The world's own draft, of 95, in dollars, supplied on 15 January. */
export const idOf = (world: World) => String(world.ids['ours invoices']);
export const draftInDollars = (world: World): Statement[] => [
  ["update public.invoices set currency = 'USD', service_from = '2026-01-15', service_to = null where id = $1", [idOf(world)]],
];
export const issuedInDollars = (world: World): Statement[] => [
  ...draftInDollars(world),
  ["update public.invoices set status = 'ready_to_issue' where id = $1", [idOf(world)]],
];
export const payment = (world: World, id: string, more: Values): Statement =>
  insertOf(
    'payments',
    sampleRow('payments', {
      id,
      company_id: OURS,
      invoice_id: idOf(world),
      currency: 'USD',
      payment_date: '2026-01-25',
      created_by: personaId('owner'),
      ...more,
    }),
  );

/** A second invoice in dollars, at another rate, with a payment of its own. */
export const ANOTHER = testId(0xe_e0);
export const anotherInDollars = (world: World): Statement[] => [
  [
    `insert into public.invoices (id, company_id, number, status, customer_id, issue_date, due_date, tax_point, currency, seller, buyer, net_total, gross_total, exchange, created_by)
     values ($1, $2, 'ANOTHER', 'issued', null, '2026-01-05', '2026-02-05', '2026-01-05', 'USD', '{}', '{}', 50, 50, $3, $4)`,
    [ANOTHER, OURS, JSON.stringify(manual('3', { amount: 150 })), personaId('owner')],
  ],
  payment(world, testId(0xe_e1), { amount: 7.77, invoice_id: ANOTHER }),
];
