import { type CurrencyTotals, NO_TOTALS, withAmounts } from '#domain/money/currency-totals.ts';
import { openOf, refundDue } from './claim.ts';
import { isAwaitingPayment } from './invoice-state.ts';

/** What a customer still has to pay of some invoices, and what has to go back to them. */
export type Owed = { readonly open: CurrencyTotals; readonly refund: CurrencyTotals };

type Owing = Parameters<typeof isAwaitingPayment>[0];

/** After corrections and cancellations, in each currency. */
export function owedOf(invoices: readonly Owing[]): Owed {
  const total = (of: readonly Owing[], amount: (invoice: Owing) => number) =>
    withAmounts(
      NO_TOTALS,
      of.map((invoice) => ({ amount: amount(invoice), currency: invoice.currency })),
    );
  return {
    open: total(invoices.filter(isAwaitingPayment), openOf),
    refund: total(
      invoices.filter((invoice) => refundDue(invoice) > 0),
      refundDue,
    ),
  };
}
