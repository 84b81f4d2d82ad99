import { afterAll, beforeAll, expect, test } from 'vitest';
import { type BookingList, expenseList, incomeList, moneyList, type Names } from '#domain/adviser/booking-lists.ts';
import { bookingDay } from '#domain/bookings/booking.ts';
import { monthOf } from '#domain/dates/calendar.ts';
import type { Expense } from '#domain/expenses/expense.ts';
import type { Invoice } from '#domain/invoices/invoice.ts';
import { toMinor } from '#domain/money/money.ts';
import type { Payment } from '#domain/payments/payment.ts';
import { bookedExpenses, cashIn, deductibleByCategory, invoicedIn } from '#domain/reports/books.ts';
import { isBooked, paidOn } from '#domain/reports/expense-cells.ts';
import { DEMO_COMPANIES } from '#local/seed/demo-companies.ts';
import { type BooksOfDemo, openBooksOfDemo, SPAN } from './books-of-demo.ts';

let demo: BooksOfDemo;
beforeAll(async () => {
  demo = await openBooksOfDemo({ rates: true });
});
afterAll(() => demo.close());

const NAMES: Names & { files: () => string[] } = {
  customer: () => '',
  vendor: () => '',
  category: () => '',
  person: () => '',
  invoiceNumber: () => '',
  code: (_kind, code) => code,
  files: () => [],
};
/** What a column of a list adds up to, minor units; of rows that a test names. */
function sumOf({ columns, rows }: BookingList, column: string, counts: (cell: (name: string) => unknown) => boolean = () => true): bigint {
  let sum = 0n;
  for (const row of rows) {
    const value = row[columns.indexOf(column)];
    if (typeof value === 'object' && value !== null && 'amount' in value && counts((name) => row[columns.indexOf(name)]))
      sum += toMinor(value.amount, value.currency);
  }
  return sum;
}

test.each(DEMO_COMPANIES)('the lists for the adviser of every month of $name add up to its reports', ({ id, country, currency }) => {
  const { its } = demo.each(id);
  const [invoices, expenses, payments] = [
    demo.documentsOf<Invoice>(id, 'invoices').filter(({ number }) => number !== null),
    demo.documentsOf<Expense>(id, 'expenses').filter(isBooked),
    demo.documentsOf<Payment>(id, 'payments'),
  ];
  let rows = 0;
  for (const month of SPAN) {
    const scope = { currency, months: [month] };
    const isIn = (day: string | null) => day !== null && monthOf(day) === month;
    const income = incomeList(
      invoices.filter(({ issue_date }) => isIn(issue_date)),
      currency,
      NAMES,
    );
    const spent = expenseList(
      expenses.filter(({ expense_date, booked_on }) => isIn(bookingDay(expense_date, booked_on))),
      currency,
      NAMES,
    );
    const money = moneyList(
      payments.filter(({ payment_date, booked_on }) => isIn(bookingDay(payment_date, booked_on))),
      expenses.filter((expense) => isIn(paidOn(expense))),
      currency,
      NAMES,
    );
    const isGiven = (cell: (name: string) => unknown) =>
      cell('taxKind') === 'import' || (cell('taxKind') === 'domestic' && [country, ''].includes(String(cell('country'))));
    const given = [...deductibleByCategory(its, scope, country).values()].reduce((sum, each) => sum + each, 0n);
    const { net, tax } = invoicedIn(its, scope);
    expect({
      month,
      net: sumOf(income, 'ownNet'),
      tax: sumOf(income, 'ownTax'),
      gross: sumOf(spent, 'ownNet') + sumOf(spent, 'ownTax'),
      given: sumOf(spent, 'ownShare', isGiven),
      cash: sumOf(money, 'ownAmount'),
    }).toEqual({ month, net, tax, gross: bookedExpenses(its, scope).gross, given, cash: cashIn(its, scope).net });
    rows += income.rows.length + spent.rows.length + money.rows.length;
  }
  expect(rows).toBeGreaterThan(100);
});
