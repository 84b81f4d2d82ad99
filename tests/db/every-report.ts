import { incomeList, moneyList, type Names } from '#domain/adviser/booking-lists.ts';
import type { Invoice } from '#domain/invoices/invoice.ts';
import { owedOf } from '#domain/invoices/owed.ts';
import { toMinor } from '#domain/money/money.ts';
import type { Payment } from '#domain/payments/payment.ts';
import type { Books } from '#domain/reports/books.ts';
import { addCells, type OpenSums } from '#domain/reports/cell.ts';
import { invoiceCells } from '#domain/reports/invoice-cells.ts';
import { outstandingOn } from '#domain/reports/outstanding-on.ts';
import { paymentCells } from '#domain/reports/payment-cells.ts';
import { customerRows, productRows, profitRows, receivableRows, type ReportRow, vatRows } from '#domain/reports/report-rows.ts';
import type { VatBasis } from '#domain/reports/vat.ts';
import type { VatMethod } from '#domain/tax/vat-method.ts';

const NAMES: Names = {
  customer: () => '',
  vendor: () => '',
  category: () => '',
  person: () => '',
  invoiceNumber: () => '',
  code: (_kind, code) => code,
};
type Asked = { readonly currency: string; readonly day: string };

/** What the reports, the customer's balance and the lists for the adviser say of all time together: the lines that are not zero, by report. */
export function saidOf(
  invoices: readonly Invoice[],
  payments: readonly Payment[],
  { currency, day }: Asked,
): Readonly<Record<string, readonly string[]>> {
  const books = { invoices: new Map(), payments: new Map(), expenses: new Map() } satisfies Record<keyof Books, OpenSums>;
  addCells(books.invoices, invoices.flatMap(invoiceCells));
  addCells(books.payments, payments.flatMap(paymentCells));
  const scope = { currency, months: [...new Set([...books.invoices.keys(), ...books.payments.keys()])] };
  const rules = { isSmallBusiness: false, country: 'DE', standardRateOn: () => 19 };
  const vat = (basis: VatBasis, method: VatMethod) =>
    vatRows(books, scope, { ...rules, basis, periods: [{ from: '2000-01', method, filing: 'month' }] });
  const cancelledOn = new Map(invoices.flatMap(({ id, issue_date }) => (issue_date === null ? [] : [[id, issue_date] as const])));
  const { open, refund } = owedOf(invoices);
  const listed = [
    incomeList(
      invoices.filter(({ number }) => number !== null),
      currency,
      NAMES,
    ),
    moneyList(payments, [], currency, NAMES),
  ].map(({ columns, rows }) =>
    columns.map((column, at) => {
      const amounts = rows.flatMap((row) => {
        const value = row[at];
        return typeof value === 'object' && value !== null && 'amount' in value ? [value] : [];
      });
      return `${column} ${amounts.reduce((sum, each) => sum + toMinor(each.amount, each.currency), 0n)}`;
    }),
  );
  const lines = (rows: readonly ReportRow[]) =>
    rows.filter(({ values }) => values.some((value) => value !== 0n)).map(({ key, values }) => `${key} ${values.join(' ')}`);
  const said = {
    profit: lines(profitRows(books, scope, { ...rules, basis: 'accrual' })),
    cash: lines(profitRows(books, scope, { ...rules, basis: 'cash' })),
    'VAT by supply': lines(vat('tax_point', 'supply')),
    'VAT by payment': lines(vat('tax_point', 'payment')),
    'VAT by invoice': lines(vat('invoice_date', 'supply')),
    customers: lines(customerRows(invoices, currency)),
    products: lines(productRows(invoices, currency)),
    receivables: lines(receivableRows(outstandingOn(day, invoices, { payments: [], cancelledOn }), currency, day)),
    balance: [open, refund].flatMap(({ sums }) => [...sums.values()].filter((sum) => sum !== 0n).map(String)),
    adviser: listed.flat().filter((sum) => !sum.endsWith(' 0')),
  };
  return Object.fromEntries(Object.entries(said).filter(([, rows]) => rows.length > 0));
}
