import { endOfMonth, monthOf, startOfMonth } from '#domain/dates/calendar.ts';
import { EVERY_EXPENSE, type ExpenseFilter } from '#domain/expenses/expense-filter.ts';
import { EVERY_INVOICE, type InvoiceFilter } from '#domain/invoices/invoice-filter.ts';
import type { CurrencyTotals } from '#domain/money/currency-totals.ts';
import { EVERY_PAYMENT, type PaymentFilter } from '#domain/payments/payment-filter.ts';
import { originalsOf, type Sums } from './cell.ts';

/** Totals of lists that the sums kept per month (decision 0005) know without reading a record; null where records have to be looked at. */
type Days = { readonly from: string | null; readonly to: string | null };

/** Whole months, or no bound: sums know no days. */
const isOfMonths = ({ from, to }: Days): boolean =>
  (from === null || from === startOfMonth(from)) && (to === null || to === endOfMonth(to));

/** Whether a filter asks for nothing but what is named. */
function asksOnly<F extends object>(filter: F, every: F, ...named: (keyof F)[]): boolean {
  const rest = (Object.keys(every) as (keyof F)[]).filter((field) => field !== 'sort' && field !== 'from' && field !== 'to');
  return rest.every((field) => named.includes(field) || filter[field] === every[field]);
}

type Wanted = Days & {
  /** Of a cell's key: what, currency and what follows. */
  readonly isMeant: (what: string, of: readonly string[]) => boolean;
  /** Which of the values is the amount; the first is the count. */
  readonly amountAt: (what: string) => number;
};

function totalsIn(sums: Sums, { from, to, isMeant, amountAt }: Wanted): CurrencyTotals {
  let count = 0n;
  const found = new Map<string, bigint>();
  for (const [month, cells] of originalsOf(sums)) {
    if ((from !== null && month < monthOf(from)) || (to !== null && month > monthOf(to))) continue;
    for (const [key, values] of cells) {
      const [what = '', currency = '', ...of] = key.split('|');
      if (!isMeant(what, of)) continue;
      count += values[0] ?? 0n;
      found.set(currency, (found.get(currency) ?? 0n) + (values[amountAt(what)] ?? 0n));
    }
  }
  return { count: Number(count), sums: found };
}

export function knownExpenseTotals(sums: Sums, filter: ExpenseFilter, userId: string): CurrencyTotals | null {
  if (!isOfMonths(filter) || !asksOnly(filter, EVERY_EXPENSE, 'status', 'isMine')) return null;
  const isMeant = (what: string, [status, by]: readonly string[]) =>
    what === 'expense' && (filter.status === null || status === filter.status) && (!filter.isMine || by === userId);
  return totalsIn(sums, { from: filter.from, to: filter.to, isMeant, amountAt: () => 1 });
}

export function knownInvoiceTotals(sums: Sums, filter: InvoiceFilter): CurrencyTotals | null {
  if (!isOfMonths(filter) || !asksOnly(filter, EVERY_INVOICE, 'state')) return null;
  if (filter.state !== null && filter.state !== 'draft') return null;
  const isMeant = (what: string) => what === 'draft' || (what === 'invoiced' && filter.state === null);
  return totalsIn(sums, { from: filter.from, to: filter.to, isMeant, amountAt: (what) => (what === 'draft' ? 1 : 3) });
}

export function knownPaymentTotals(sums: Sums, filter: PaymentFilter): CurrencyTotals | null {
  if (!isOfMonths(filter) || !asksOnly(filter, EVERY_PAYMENT)) return null;
  return totalsIn(sums, { from: filter.from, to: filter.to, isMeant: (what) => what === 'received', amountAt: () => 1 });
}
