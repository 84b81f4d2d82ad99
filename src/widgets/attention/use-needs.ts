import { useDeferredValue, useMemo } from 'react';
import { useBooks } from '#data/aggregates/use-books.ts';
import { useFailedSeries } from '#data/aggregates/use-failed-series.ts';
import { useCompany } from '#data/core/company-context.ts';
import { useOpenTwins } from '#data/expenses/use-expenses.ts';
import { useMismatched } from '#data/receipts/use-mismatched.ts';
import { useMembers } from '#data/members/use-members.ts';
import { useOpenDoubles } from '#data/payments/use-payments.ts';
import { useOpenIssues } from '#data/sync-centre/use-sync.ts';
import { can } from '#domain/access/access.ts';
import { expenseEditRefusal } from '#domain/expenses/expense-lifecycle.ts';
import { type Need, type NeedKind, needsOf } from '#domain/reports/attention.ts';
import type { Books } from '#domain/reports/books.ts';
import type { Tone } from '#ui/StatusBadge.tsx';
import { expensesBehind, invoicesBehind } from '#widgets/figures/list-links.ts';

const PLACES: Record<NeedKind, { readonly to: string; readonly tone: Tone }> = {
  syncIssues: { to: '/sync', tone: 'red' },
  doublePayments: { to: '/finance/payments', tone: 'amber' },
  doubleExpenses: { to: '/finance/expenses', tone: 'amber' },
  mismatchedReceipts: { to: '/finance/expenses', tone: 'red' },
  overdue: { to: invoicesBehind({ state: 'overdue' }), tone: 'red' },
  refundDue: { to: invoicesBehind({ state: 'refund_due' }), tone: 'amber' },
  toApprove: { to: expensesBehind({ status: 'pending' }), tone: 'amber' },
  refused: { to: expensesBehind({ status: 'rejected', isMine: true }), tone: 'amber' },
  failedInvoiceSeries: { to: '/finance/recurring-invoices', tone: 'red' },
  failedExpenseSeries: { to: '/finance/recurring-expenses', tone: 'red' },
  readyToIssue: { to: invoicesBehind({ state: 'draft' }), tone: 'violet' },
  drafts: { to: invoicesBehind({ state: 'draft' }), tone: 'gray' },
};

export type NeedLink = Need & { /** The list behind it, or the one record. */ readonly to: string; readonly tone: Tone };

/**
 * What waits for this person, all currencies and times together; undefined until all of it has been read, so that it stands at once and
 * whole. What can't be read is said elsewhere and holds up nothing, except the sums.
 */
export function useNeeds(): NeedLink[] | undefined {
  const { ctx } = useCompany();
  const asked = {
    books: useBooks(),
    failed: useFailedSeries(),
    members: useMembers(),
    doubles: useOpenDoubles(),
    twins: useOpenTwins(),
    mismatched: useMismatched(),
    issues: useOpenIssues(),
  };
  const isReading = Object.values(asked).some(({ value, error }) => value === undefined && error === undefined);
  const books = isReading ? undefined : asked.books.value;
  const { value: failed } = asked.failed;
  const { value: doubles = [] } = asked.doubles;
  const { value: twins = [] } = asked.twins;
  const { value: mismatched = [] } = asked.mismatched;
  const mine = twins.filter(({ expense }) => can(ctx.access, 'expenses.approve') || expenseEditRefusal(expense, ctx.access) === null);
  const wrong = mismatched.filter((file) => can(ctx.access, 'expenses.approve') || file.created_by === ctx.userId);
  const [invoices, expenses] = [failed?.invoices ?? [], failed?.expenses ?? []];
  const counts = {
    isSoleMember: asked.members.value?.size === 1,
    syncIssues: asked.issues.value ?? 0,
    doubles: doubles.length,
    twins: mine.length,
    mismatched: wrong.length,
    failed: { invoices: invoices.length, expenses: expenses.length },
  };
  const needs = useCounted(books, { today: ctx.today(), access: ctx.access, ...counts });
  if (!needs) return undefined;
  const doubled = [...new Set(doubles.map(({ payment }) => payment.invoice_id))];
  const only: Partial<Record<NeedKind, readonly string[]>> = {
    failedInvoiceSeries: invoices.map(({ id }) => id),
    failedExpenseSeries: expenses.map(({ id }) => id),
    doublePayments: doubled,
  };
  return needs.map((need) => {
    const { to, tone } = PLACES[need.kind];
    const [id, ...more] = only[need.kind] ?? [];
    // Each is asked about at its record; the others come after the first.
    if (need.kind === 'doubleExpenses') return { ...need, tone, to: `${to}/${mine[0]?.expense.id}` };
    if (need.kind === 'mismatchedReceipts' && wrong[0]?.expense_id) return { ...need, tone, to: `${to}/${wrong[0].expense_id}` };
    if (need.kind === 'doublePayments' && id !== undefined) return { ...need, tone, to: `/finance/invoices/${id}` };
    return { ...need, tone, to: id !== undefined && more.length === 0 ? `${to}/${id}` : to };
  });
}

type Asked = Parameters<typeof needsOf>[1];

/**
 * Counts anew when something counts differently: a first load tells of its progress many times a second. What was just saved is painted
 * first; how many wait may follow.
 */
function useCounted(given: Books | undefined, { access, ...rest }: Asked): Need[] | undefined {
  const books = useDeferredValue(given);
  const facts = JSON.stringify(rest);
  return useMemo(() => books && needsOf(books, { access, ...(JSON.parse(facts) as Omit<Asked, 'access'>) }), [books, access, facts]);
}
