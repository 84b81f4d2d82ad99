import { bookingDay } from '#domain/bookings/booking.ts';
import { type Delimiter, csvText } from '#domain/csv/csv-text.ts';
import type { DocumentLanguage } from '#domain/documents/printable-document.ts';
import type { Exchange } from '#domain/exchange/document-exchange.ts';
import type { Expense } from '#domain/expenses/expense.ts';
import { deductibleShare, taxLinesOf } from '#domain/expenses/tax-line.ts';
import type { Invoice } from '#domain/invoices/invoice.ts';
import { fromMinor } from '#domain/money/money.ts';
import { amountForInput } from '#domain/money/typed-amount.ts';
import type { Payment } from '#domain/payments/payment.ts';
import { paidOn } from '#domain/reports/expense-cells.ts';
import { expenseSides, invoiceSides, paymentSides, sideIn } from '#domain/reports/in-books.ts';

/** A cell before it is written: text as it is, an amount with the decimals of its currency, another number with those that it has (`8.1`), nothing. */
type Amount = { readonly amount: number; readonly currency: string };
type Decimal = { readonly decimal: string };
type Value = string | Amount | Decimal | null;
/** A list of bookings: the keys of its columns (`adviser.column.*`) and its rows. */
export type BookingList = { readonly columns: readonly string[]; readonly rows: readonly (readonly Value[])[] };

/** The words that ids stand for. */
export type Names = {
  readonly customer: (invoice: Pick<Invoice, 'customer_id' | 'buyer'>) => string;
  readonly vendor: (id: string | null) => string;
  readonly category: (id: string | null) => string;
  readonly person: (id: string) => string;
  readonly invoiceNumber: (id: string) => string;
  /** Words for a code, e.g. `document_type`, `cancellation`. */
  readonly code: (kind: 'document' | 'tax' | 'method', code: string) => string;
};

const money = (amount: number | undefined, currency: string): Amount | null => (amount === undefined ? null : { amount, currency });
const decimal = (value: number | string | null | undefined): Decimal | null =>
  value === null || value === undefined ? null : { decimal: String(value) };

/** What was invoiced: a row per document and rate. The nets in the books' currency add up to the income of the report. */
export function incomeList(invoices: readonly Invoice[], own: string, names: Names): BookingList {
  const rows = invoices.flatMap((invoice) => {
    const { currency } = invoice;
    const worth = sideIn(invoiceSides(invoice), own)[0];
    // A document that says nothing of rates is one row.
    const parts =
      invoice.tax_breakdown.length > 0 ? invoice.tax_breakdown : [{ tax_rate: 0, tax_category: null, net: invoice.net_total, tax: 0 }];
    return parts.map((part, place): Value[] => {
      const its = invoice.tax_breakdown.length > 0 ? worth?.tax_breakdown[place] : worth && { net: worth.net_total, tax: 0 };
      return [
        invoice.number ?? '',
        names.code('document', invoice.document_type),
        invoice.issue_date,
        invoice.tax_point ?? invoice.issue_date,
        names.customer(invoice),
        invoice.buyer?.vat_id ?? '',
        decimal(part.tax_rate),
        part.tax_category ?? '',
        currency,
        money(part.net, currency),
        money(part.tax, currency),
        money(its?.net, own),
        money(its?.tax, own),
        own,
      ];
    });
  });
  return {
    columns: [
      'number',
      'document',
      'issued',
      'taxPoint',
      'customer',
      'vatId',
      'rate',
      'taxCategory',
      'currency',
      'net',
      'tax',
      'ownNet',
      'ownTax',
      'ownCurrency',
    ],
    rows,
  };
}

/** What was spent: a row per receipt and line of its tax table; `files` are the names under which its receipts lie beside. */
export function expenseList(
  expenses: readonly Expense[],
  own: string,
  names: Names & { readonly files: (id: string) => readonly string[] },
): BookingList {
  const rows = expenses.flatMap((expense) => {
    const { currency } = expense;
    const worth = sideIn(expenseSides(expense), own)[0];
    const worthLines = worth ? taxLinesOf(worth) : [];
    return taxLinesOf(expense).map((line, place): Value[] => {
      const its = worthLines[place];
      return [
        expense.number ?? '',
        bookingDay(expense.expense_date, expense.booked_on),
        expense.expense_date,
        names.vendor(expense.vendor_id),
        expense.description,
        names.category(expense.category_id),
        names.code('tax', line.category),
        line.country,
        decimal(line.rate),
        decimal(line.deductible_percent),
        currency,
        money(line.net, currency),
        money(line.tax, currency),
        money(its?.net, own),
        money(its?.tax, own),
        its ? money(fromMinor(deductibleShare(its, own), own), own) : null,
        own,
        paidOn(expense) ?? '',
        names.person(expense.created_by),
        names.files(expense.id).join(' | '),
      ];
    });
  });
  return {
    columns: [
      'number',
      'counts',
      'date',
      'vendor',
      'description',
      'category',
      'taxKind',
      'country',
      'rate',
      'deductiblePercent',
      'currency',
      'net',
      'tax',
      'ownNet',
      'ownTax',
      'ownShare',
      'ownCurrency',
      'paidOn',
      'person',
      'files',
    ],
    rows,
  };
}

/** The money that moved: payments by the day they count on, expenses by the day they were paid; what went out is negative. */
export function moneyList(payments: readonly Payment[], paid: readonly Expense[], own: string, names: Names): BookingList {
  const received = payments.map((payment): { day: string; row: Value[] } => {
    const day = bookingDay(payment.payment_date, payment.booked_on);
    const { currency } = payment;
    const row = [
      day,
      names.code('document', 'payment'),
      names.invoiceNumber(payment.invoice_id),
      payment.reference,
      names.code('method', payment.method),
      currency,
      money(payment.amount, currency),
      money(sideIn(paymentSides(payment), own)[0]?.amount, own),
      own,
    ];
    return { day, row };
  });
  const spent = paid.map((expense): { day: string; row: Value[] } => {
    const day = paidOn(expense) ?? '';
    const { currency } = expense;
    const worth = sideIn(expenseSides(expense), own)[0]?.amount;
    const row = [
      day,
      names.code('document', 'expense'),
      expense.number ?? '',
      [names.vendor(expense.vendor_id), expense.description].filter(Boolean).join(', '),
      expense.payment_method === '' ? '' : names.code('method', expense.payment_method),
      currency,
      money(0 - expense.amount, currency),
      money(worth === undefined ? undefined : 0 - worth, own),
      own,
    ];
    return { day, row };
  });
  const rows = [...received, ...spent].toSorted((a, b) => (a.day < b.day ? -1 : Number(a.day > b.day))).map(({ row }) => row);
  return { columns: ['date', 'document', 'number', 'reference', 'method', 'currency', 'amount', 'ownAmount', 'ownCurrency'], rows };
}

type Rated = { readonly number: string | null; readonly currency: string; readonly exchange?: Exchange | null | undefined };

/** The rates by which documents in other currencies came into the books; empty where one has none. */
export function rateList(documents: readonly { readonly kind: string; readonly it: Rated }[], own: string): BookingList {
  return {
    columns: ['document', 'number', 'currency', 'exchangeRate', 'rateDay', 'rateSource', 'ownAmount', 'ownCurrency'],
    rows: documents
      .filter(({ it }) => it.currency !== own)
      .map(({ kind, it: { number, currency, exchange } }) => [
        kind,
        number ?? '',
        currency,
        decimal(exchange?.rate),
        exchange?.day ?? '',
        exchange?.source ?? '',
        exchange ? money(exchange.amount, exchange.currency) : null,
        own,
      ]),
  };
}

const DELIMITERS: Readonly<Record<DocumentLanguage, Delimiter>> = { de: ';', en: ',' };

/** A list as a file for spreadsheets: plain numbers in the language's form, and no cell that a spreadsheet would run. */
export function listCsv({ columns, rows }: BookingList, heading: (column: string) => string, language: DocumentLanguage): string {
  const cell = (value: Value): string => {
    if (value === null || typeof value === 'string') return value ?? '';
    if ('amount' in value) return amountForInput(value.amount, value.currency, language);
    return language === 'de' ? value.decimal.replace('.', ',') : value.decimal;
  };
  return csvText([columns.map(heading), ...rows.map((row) => row.map(cell))], DELIMITERS[language]);
}
