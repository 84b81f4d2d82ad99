import { bookingDay, paymentDay } from '#domain/bookings/booking.ts';
import { monthOf } from '#domain/dates/calendar.ts';
import type { Expense } from '#domain/expenses/expense.ts';
import { deductibleShare, taxLinesOf } from '#domain/expenses/tax-line.ts';
import { toMinor } from '#domain/money/money.ts';
import { type Cell, cellKey } from './cell.ts';
import { expenseSides, type Side } from './in-books.ts';

/** Approved, whether or not the author has the money back: what is pending may still be refused. */
export const isBooked = ({ status }: Pick<Expense, 'status'>): boolean => status === 'approved' || status === 'reimbursed';

/**
 * The day the money left the company, or null. What a person advanced is paid when it is reimbursed; everything else on the day of payment or,
 * where nobody noted one, on the day of the expense; never before it was booked.
 */
export function paidOn(expense: Pick<Expense, 'status' | 'is_reimbursable' | 'paid_on' | 'booked_on' | 'expense_date'>): string | null {
  if (!isBooked(expense) || (expense.is_reimbursable && expense.status !== 'reimbursed')) return null;
  return paymentDay(expense.paid_on, expense.booked_on) ?? bookingDay(expense.expense_date, expense.booked_on);
}

/**
 * `expense|cur|status|person`, and of booked ones `category|cur|category`: count, gross, tax, by the day the expense counts on;
 * `given|cur|category|country`: count, and what of the tax that country gives back;
 * per line of their tax tables `input|cur|country|category|rate`: count, net, tax, tax times its deductible share.
 * By the day the money left `paid|cur`: count, gross, and the same lines as `inputpaid|…|month it counts in`.
 * With a rate the same again in the currency of the books.
 */
export const expenseCells = (expense: Expense): Cell[] => expenseSides(expense).flatMap(cellsOfSide);

function cellsOfSide({ it: expense, label: currency }: Side<Expense>): Cell[] {
  const gross = toMinor(expense.amount, expense.currency);
  const values = [1n, gross, toMinor(expense.tax_amount, expense.currency)];
  const month = monthOf(bookingDay(expense.expense_date, expense.booked_on));
  const cells: Cell[] = [{ month, key: cellKey('expense', currency, expense.status, expense.created_by), values }];
  if (isBooked(expense)) {
    cells.push({ month, key: cellKey('category', currency, expense.category_id ?? ''), values });
    cells.push(...givenBackCells(month, currency, expense));
    cells.push(...lineCells('input', month, currency, expense));
  }
  const paid = paidOn(expense);
  if (paid !== null) {
    cells.push({ month: monthOf(paid), key: cellKey('paid', currency), values: [1n, gross] });
    cells.push(...lineCells('inputpaid', monthOf(paid), currency, expense, month));
  }
  return cells;
}

/** Of its category, what of the tax is given back where the country is the company's own; that of imports is its own. */
const givenBackCells = (month: string, label: string, expense: Expense): Cell[] =>
  taxLinesOf(expense).flatMap((line) => {
    if (line.category !== 'import' && line.category !== 'domestic') return [];
    const country = line.category === 'import' ? '' : line.country;
    const key = cellKey('given', label, expense.category_id ?? '', country);
    return [{ month, key, values: [1n, deductibleShare(line, expense.currency)] }];
  });

const lineCells = (what: 'input' | 'inputpaid', month: string, label: string, expense: Expense, ...of: string[]): Cell[] =>
  taxLinesOf(expense).map((line) => ({
    month,
    key: cellKey(what, label, line.country, line.category, line.rate ?? '', ...of),
    values: [1n, toMinor(line.net, expense.currency), toMinor(line.tax, expense.currency), deductibleShare(line, expense.currency)],
  }));
