import { type Access, can } from '#domain/access/access.ts';
import type { ExpenseStatus } from '#domain/expenses/expense.ts';
import type { Invoice } from '#domain/invoices/invoice.ts';
import { ageOf } from './ageing.ts';
import type { Books } from './books.ts';
import { countOf } from './cell.ts';

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
  { invoices, expenses }: Books,
  { today, access, isSoleMember, syncIssues, failed, doubles = 0, twins = 0, mismatched = 0 }: Viewer,
): Need[] {
  const isMine = (author: string) => author === access.userId;
  const expensesIn = (status: ExpenseStatus, isTheirs: (author: string) => boolean) =>
    countOf(expenses, 'expense', ([its, author = '']) => its === status && isTheirs(author));
  const draftsIn = (status: Invoice['status']) => countOf(invoices, 'draft', ([its]) => its === status);
  const seesInvoices = can(access, 'invoices.view');
  const needs: Need[] = [
    { kind: 'syncIssues', count: syncIssues },
    { kind: 'mismatchedReceipts', count: mismatched },
    { kind: 'doublePayments', count: can(access, 'payments.update') || can(access, 'payments.delete') ? doubles : 0 },
    { kind: 'doubleExpenses', count: twins },
    {
      kind: 'toApprove',
      count: can(access, 'expenses.approve') ? expensesIn('pending', (author) => decidesOn(author, { access, isSoleMember })) : 0,
    },
    { kind: 'refused', count: expensesIn('rejected', isMine) },
    { kind: 'failedInvoiceSeries', count: can(access, 'recurring_invoices.update') ? failed.invoices : 0 },
    { kind: 'failedExpenseSeries', count: can(access, 'recurring_expenses.update') ? failed.expenses : 0 },
    { kind: 'overdue', count: seesInvoices ? countOf(invoices, 'open', ([due = '']) => ageOf(due, today) !== 'not_due') : 0 },
    { kind: 'refundDue', count: can(access, 'payments.create') ? countOf(invoices, 'refund') : 0 },
    { kind: 'readyToIssue', count: seesInvoices ? draftsIn('ready_to_issue') : 0 },
    { kind: 'drafts', count: can(access, 'invoices.update') ? draftsIn('draft') : 0 },
  ];
  return needs.filter(({ count }) => count > 0);
}

/** The header has a chip of its own for sync problems; drafts are nobody's hurry, and what waits to be issued waits for the server. */
const CALM: readonly NeedKind[] = ['syncIssues', 'readyToIssue', 'drafts'];

/** How many things the bell of the header counts. */
export const pressing = (needs: readonly Need[]): number =>
  needs.reduce((sum, { kind, count }) => (CALM.includes(kind) ? sum : sum + count), 0);
