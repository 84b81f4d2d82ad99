import { useTranslation } from 'react-i18next';
import { useCompany } from '#data/core/company-context.ts';
import { useMembers } from '#data/members/use-members.ts';
import { stepRefusal } from '#domain/expenses/expense-lifecycle.ts';
import type { Expense } from '#domain/expenses/expense.ts';
import { useFormat } from '#platform/i18n/use-format.ts';
import { useMemberName } from '#widgets/MemberName.tsx';
import classes from './ExpenseDetailPage.module.css';

/** Where the expense stands, in a sentence, with the reason if somebody gave one. */
export function ExpenseLifecycle({ expense }: { expense: Expense }) {
  const text = useLifecycleText(expense);
  return (
    <p className={classes.lifecycle}>
      {text}
      {expense.rejection_reason !== '' && <span className={classes.reason}>{expense.rejection_reason}</span>}
    </p>
  );
}

function useLifecycleText(expense: Expense): string {
  const { t } = useTranslation('expenses');
  const { ctx } = useCompany();
  const format = useFormat();
  const name = useMemberName()(expense.decided_by);
  const { value: members } = useMembers();
  const when = expense.decided_at ? format.instant(expense.decided_at, ctx.timezone) : '–';
  switch (expense.status) {
    case 'pending': {
      const refusal = stepRefusal('approve', expense, { access: ctx.access, isSoleMember: members?.size === 1 });
      return t(refusal === 'own_expense' ? 'lifecycle.pendingOwn' : 'lifecycle.pending');
    }
    case 'approved':
      return t(expense.is_reimbursable ? 'lifecycle.approvedReimburse' : 'lifecycle.approved', { name, when });
    case 'rejected':
      return t('lifecycle.rejected', { name, when });
    case 'reimbursed':
      return t('lifecycle.reimbursed', { when: expense.paid_on ? format.day(expense.paid_on, 'medium') : when });
  }
}
