import { type Access, can } from '#domain/access/access.ts';
import { ageingOf, OVERDUE_AGES, totalClaims } from './ageing.ts';
import { type Books, draftsIn, expensesIn, refundsIn } from './books.ts';
import { originalsOf } from './cell.ts';

export type NeedKind =
  | 'syncIssues'
  | 'overdue'
  | 'refundDue'
  | 'doublePayments'
  | 'doubleExpenses'
  | 'mismatchedReceipts'
  | 'toApprove'
  | 'refused'
  | 'failedInvoiceSeries'
  | 'failedExpenseSeries'
  | 'readyToIssue'
  | 'drafts';
export type Need = { readonly kind: NeedKind; readonly count: number };

type Viewer = {
  readonly currencies: readonly string[];
  readonly today: string;
  readonly access: Access;
  readonly isSoleMember: boolean;
  readonly syncIssues: number;
  /** Payments that may be recorded twice. */
  readonly doubles?: number;
  /** Expenses of which this person may say whether they are captured twice. */
  readonly twins?: number;
  /** Receipts of which the server keeps other bytes, that this person took in or that are of expenses they decide on. */
  readonly mismatched?: number;
  /** Series whose newest document did not become what was wanted. */
  readonly failed: { readonly invoices: number; readonly expenses: number };
};

/** Whether this person decides on an author's expenses: nobody approves an own one, owners and people working alone aside (DESIGN §7). */
export const decidesOn = (author: string, { access, isSoleMember }: Pick<Viewer, 'access' | 'isSoleMember'>): boolean =>
  author !== access.userId || access.isOwner || isSoleMember;

/** What waits for a person, most pressing first; nothing that somebody else has to do. */
export function needsOf(
  all: Books,
  { currencies, today, access, isSoleMember, syncIssues, failed, doubles = 0, twins = 0, mismatched = 0 }: Viewer,
): Need[] {
  // Each document once, not again in the currency of the books.
  const books = { invoices: originalsOf(all.invoices), payments: originalsOf(all.payments), expenses: originalsOf(all.expenses) };
  const total = (count: (currency: string) => number) => currencies.reduce((sum, currency) => sum + count(currency), 0);
  const isMine = (author: string) => author === access.userId;
  const seesInvoices = can(access, 'invoices.view');
  const needs: Need[] = [
    { kind: 'syncIssues', count: syncIssues },
    { kind: 'mismatchedReceipts', count: mismatched },
    { kind: 'doublePayments', count: can(access, 'payments.update') || can(access, 'payments.delete') ? doubles : 0 },
    { kind: 'doubleExpenses', count: twins },
    {
      kind: 'toApprove',
      count: can(access, 'expenses.approve')
        ? total(
            (currency) =>
              expensesIn(books, { status: 'pending', currency, isTheirs: (author) => decidesOn(author, { access, isSoleMember }) }).count,
          )
        : 0,
    },
    { kind: 'refused', count: total((currency) => expensesIn(books, { status: 'rejected', currency, isTheirs: isMine }).count) },
    { kind: 'failedInvoiceSeries', count: can(access, 'recurring_invoices.update') ? failed.invoices : 0 },
    { kind: 'failedExpenseSeries', count: can(access, 'recurring_expenses.update') ? failed.expenses : 0 },
    {
      kind: 'overdue',
      count: seesInvoices ? total((currency) => totalClaims(ageingOf(books.invoices, { currency, today }), OVERDUE_AGES).count) : 0,
    },
    { kind: 'refundDue', count: can(access, 'payments.create') ? total((currency) => refundsIn(books, currency).count) : 0 },
    { kind: 'readyToIssue', count: seesInvoices ? total((currency) => draftsIn(books, 'ready_to_issue', currency).count) : 0 },
    { kind: 'drafts', count: can(access, 'invoices.update') ? total((currency) => draftsIn(books, 'draft', currency).count) : 0 },
  ];
  return needs.filter(({ count }) => count > 0);
}

/** The header has a chip of its own for sync problems; drafts are nobody's hurry, and what waits to be issued waits for the server. */
const CALM: readonly NeedKind[] = ['syncIssues', 'readyToIssue', 'drafts'];

/** How many things the bell of the header counts. */
export const pressing = (needs: readonly Need[]): number =>
  needs.reduce((sum, { kind, count }) => (CALM.includes(kind) ? sum : sum + count), 0);
