import type { ExpenseStatus } from '#domain/expenses/expense.ts';
import { added, cellsOf, currenciesIn, type Found, groupedBy, type Sums } from './cell.ts';

/** The kept sums of a company. What a person may not see is not on the device and so not in here. */
export type Books = { readonly invoices: Sums; readonly payments: Sums; readonly expenses: Sums };

/** The collections that have sums. */
export const BOOKS_OF = ['invoices', 'payments', 'expenses'] as const satisfies readonly (keyof Books)[];

/** Amounts are minor units of `currency`; amounts of different currencies are never added. */
export type Scope = { readonly currency: string; readonly months: readonly string[] };

export type Counted = { readonly count: number; readonly amount: bigint };

const found = (sums: Sums, what: string, { currency, months }: Scope): Found[] => cellsOf(sums, { what, currency, months });
const counted = ([count = 0n, amount = 0n]: readonly bigint[]): Counted => ({ count: Number(count), amount });
const sumOf = (cells: readonly Found[]): bigint[] => added(cells.map(({ values }) => values));

export const currenciesOf = ({ invoices, payments, expenses }: Books): string[] => currenciesIn([invoices, payments, expenses]);

export type CashMonth = { readonly month: string; readonly received: bigint; readonly paid: bigint };

/** Cash basis: payments by the day they came in, expenses by the day they were paid or reimbursed; both gross. */
export function cashByMonth({ payments, expenses }: Books, scope: Scope): CashMonth[] {
  return scope.months.map((month) => {
    const one = { ...scope, months: [month] };
    return {
      month,
      received: counted(sumOf(found(payments, 'received', one))).amount,
      paid: counted(sumOf(found(expenses, 'paid', one))).amount,
    };
  });
}

export type Cash = { readonly received: bigint; readonly paid: bigint; /** What came in less what went out. */ readonly net: bigint };

/** The same of all months together. */
export function cashIn(books: Books, scope: Scope): Cash {
  const months = cashByMonth(books, scope);
  const [received, paid] = [months.reduce((sum, month) => sum + month.received, 0n), months.reduce((sum, month) => sum + month.paid, 0n)];
  return { received, paid, net: received - paid };
}

export type Invoiced = { readonly count: number; readonly net: bigint; readonly tax: bigint; readonly gross: bigint };

/** Accrual basis: what was invoiced, by the day of issue. Cancellations count negative, so a cancelled invoice comes to nothing. */
export function invoicedIn({ invoices }: Books, scope: Scope): Invoiced {
  const [count = 0n, net = 0n, tax = 0n, gross = 0n] = sumOf(found(invoices, 'invoiced', scope));
  return { count: Number(count), net, tax, gross };
}

/** What was gained (lost where negative) by rates that changed between an invoice and its payments; null where nothing was paid in another currency. */
export function exchangeResultIn({ payments }: Books, scope: Scope): bigint | null {
  const cells = found(payments, 'fxresult', scope);
  return cells.length === 0 ? null : counted(sumOf(cells)).amount;
}

export type Spent = { readonly count: number; readonly gross: bigint; readonly tax: bigint };
const spent = ([count = 0n, gross = 0n, tax = 0n]: readonly bigint[]): Spent => ({ count: Number(count), gross, tax });
const largestFirst = <T extends { readonly gross: bigint }>(a: T, b: T): number => (a.gross === b.gross ? 0 : a.gross > b.gross ? -1 : 1);

/** Approved and reimbursed expenses per category (`''`: none), by the day of the expense, largest first. */
export const expensesByCategory = ({ expenses }: Books, scope: Scope): (Spent & { readonly id: string })[] =>
  [...groupedBy(found(expenses, 'category', scope), ({ of: [id = ''] }) => id)]
    .map(([id, values]) => ({ id, ...spent(values) }))
    .sort(largestFirst);

/** What of the VAT of each category is given back to a company in `country`. */
export const deductibleByCategory = ({ expenses }: Books, scope: Scope, country: string): ReadonlyMap<string, bigint> =>
  new Map(
    [
      ...groupedBy(
        found(expenses, 'given', scope).filter(({ of: [, its = ''] }) => its === '' || its === country),
        ({ of: [id = ''] }) => id,
      ),
    ].map(([id, [, deductible = 0n]]) => [id, deductible]),
  );

const BOOKED: readonly string[] = ['approved', 'reimbursed'] satisfies ExpenseStatus[];

/** Approved and reimbursed expenses per author, largest first. */
export const expensesByPerson = ({ expenses }: Books, scope: Scope): (Spent & { readonly id: string })[] =>
  [
    ...groupedBy(
      found(expenses, 'expense', scope).filter(({ of: [status = ''] }) => BOOKED.includes(status)),
      ({ of: [, person = ''] }) => person,
    ),
  ]
    .map(([id, values]) => ({ id, ...spent(values) }))
    .sort(largestFirst);

export const bookedExpenses = ({ expenses }: Books, scope: Scope): Spent => spent(sumOf(found(expenses, 'category', scope)));

/** Expenses in one state, of all time when no months are given. */
export const expensesIn = (
  { expenses }: Books,
  { status, ...scope }: { status: ExpenseStatus; currency: string; months?: readonly string[] },
): Counted => counted(sumOf(cellsOf(expenses, { what: 'expense', ...scope }).filter(({ of: [its] }) => its === status)));
