import { type Access, can } from '#domain/access/access.ts';
import { ageingOf, OVERDUE_AGES, totalClaims } from './ageing.ts';
import { type Books, draftsIn, expensesIn } from './books.ts';

export type NeedKind = 'syncIssues' | 'overdue' | 'toApprove' | 'refused' | 'readyToIssue' | 'drafts';
export type Need = { readonly kind: NeedKind; readonly count: number };

type Viewer = {
  readonly currencies: readonly string[];
  readonly today: string;
  readonly access: Access;
  readonly isSoleMember: boolean;
  readonly syncIssues: number;
};

/** What waits for a person, most pressing first; nothing that somebody else has to do. */
export function needsOf(books: Books, { currencies, today, access, isSoleMember, syncIssues }: Viewer): Need[] {
  const total = (count: (currency: string) => number) => currencies.reduce((sum, currency) => sum + count(currency), 0);
  // An author does not approve an own expense, owners and people working alone aside (DESIGN §7).
  const decidesOn = (author: string) => author !== access.userId || access.isOwner || isSoleMember;
  const isMine = (author: string) => author === access.userId;
  const seesInvoices = can(access, 'invoices.view');
  const needs: Need[] = [
    { kind: 'syncIssues', count: syncIssues },
    {
      kind: 'overdue',
      count: seesInvoices ? total((currency) => totalClaims(ageingOf(books.invoices, { currency, today }), OVERDUE_AGES).count) : 0,
    },
    {
      kind: 'toApprove',
      count: can(access, 'expenses.approve')
        ? total((currency) => expensesIn(books, { status: 'pending', currency, isTheirs: decidesOn }).count)
        : 0,
    },
    { kind: 'refused', count: total((currency) => expensesIn(books, { status: 'rejected', currency, isTheirs: isMine }).count) },
    { kind: 'readyToIssue', count: seesInvoices ? total((currency) => draftsIn(books, 'ready_to_issue', currency).count) : 0 },
    { kind: 'drafts', count: can(access, 'invoices.update') ? total((currency) => draftsIn(books, 'draft', currency).count) : 0 },
  ];
  return needs.filter(({ count }) => count > 0);
}
