import { combineLatest, map, type Observable, switchMap } from 'rxjs';
import { watchBooks } from '#data/aggregates/watch-books.ts';
import type { CompanyDatabase } from '#data/core/company-database.ts';
import { type ListTotal, watchTotal } from '#data/core/watch-total.ts';
import { watchExpenseSearch } from '#data/expenses/expenses.queries.ts';
import { watchInvoiceSearch } from '#data/invoices/invoices.queries.ts';
import { watchLocalBalances } from '#data/invoices/local-balances.ts';
import { watchPaymentSearch } from '#data/payments/payments.queries.ts';
import type { ExpenseFilter } from '#domain/expenses/expense-filter.ts';
import type { InvoiceFilter } from '#domain/invoices/invoice-filter.ts';
import type { CurrencyTotals } from '#domain/money/currency-totals.ts';
import type { PaymentFilter } from '#domain/payments/payment-filter.ts';
import { knownExpenseTotals, knownInvoiceTotals, knownPaymentTotals } from '#domain/reports/list-cells.ts';

/** What a filter is known to come to from the sums beside the records, or what adding up says. */
const knownTotal = (totals: CurrencyTotals): ListTotal => ({ ...totals, isCounting: false });

export function watchExpenseTotal(db: CompanyDatabase, { filter }: { filter: ExpenseFilter }): Observable<ListTotal> {
  if (knownExpenseTotals(new Map(), filter, db.userId))
    return watchBooks(db).pipe(map(({ expenses }) => knownTotal(knownExpenseTotals(expenses, filter, db.userId) as CurrencyTotals)));
  return watchExpenseSearch(db, filter).pipe(
    switchMap((search) => watchTotal(db.collections.expenses, { ...search, amountOf: ({ amount, currency }) => ({ amount, currency }) })),
  );
}

type InvoiceQuery = { readonly filter: InvoiceFilter; readonly today: string };

/** With the balances of this device, as the list has them. */
export function watchInvoiceTotal(db: CompanyDatabase, { filter, today }: InvoiceQuery): Observable<ListTotal> {
  if (knownInvoiceTotals(new Map(), filter))
    return watchBooks(db).pipe(map(({ invoices }) => knownTotal(knownInvoiceTotals(invoices, filter) as CurrencyTotals)));
  return combineLatest([watchInvoiceSearch(db, { filter, today }), watchLocalBalances(db)]).pipe(
    switchMap(([{ matches, ...search }, local]) =>
      watchTotal(db.collections.invoices, {
        ...search,
        matches: (invoice) => matches(local.get(invoice.id) ?? invoice),
        amountOf: ({ gross_total, currency }) => ({ amount: gross_total, currency }),
      }),
    ),
  );
}

export function watchPaymentTotal(db: CompanyDatabase, { filter }: { filter: PaymentFilter }): Observable<ListTotal> {
  if (knownPaymentTotals(new Map(), filter))
    return watchBooks(db).pipe(map(({ payments }) => knownTotal(knownPaymentTotals(payments, filter) as CurrencyTotals)));
  return watchPaymentSearch(db, filter).pipe(
    switchMap((search) => watchTotal(db.collections.payments, { ...search, amountOf: ({ amount, currency }) => ({ amount, currency }) })),
  );
}
