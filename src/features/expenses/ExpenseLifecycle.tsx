import { Anchor } from '@mantine/core';
import { Trans, useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { useCompany } from '#data/core/company-context.ts';
import { useExpense, useReversalOf, useStanding } from '#data/expenses/use-expenses.ts';
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
      <Reversal expense={expense} />
      {expense.rejection_reason !== '' && <span className={classes.reason}>{expense.rejection_reason}</span>}
    </p>
  );
}

/** The other half of a reversal, either way round, and why. */
function Reversal({ expense }: { expense: Expense }) {
  const { t } = useTranslation('expenses');
  const isReversal = Boolean(expense.reverses_expense_id);
  const { value: reversal } = useReversalOf(expense.id);
  const { value: original } = useExpense(expense.reverses_expense_id ?? '');
  const other = isReversal ? original : reversal;
  if (!isReversal && !other) return null;
  const values = {
    number: other?.number ?? t('title.detail'),
    reason: (isReversal ? expense : other)?.reversal_reason,
    interpolation: { escapeValue: false },
  };
  const link = other ? <Anchor component={Link} inherit to={`/finance/expenses/${other.id}`} /> : <span />;
  return (
    <span className={classes.reason}>
      <Trans t={t} i18nKey={isReversal ? 'lifecycle.reverses' : 'lifecycle.reversedBy'} values={values} components={{ other: link }} />
    </span>
  );
}

function useLifecycleText(expense: Expense): string {
  const { t } = useTranslation('expenses');
  const { ctx } = useCompany();
  const format = useFormat();
  const name = useMemberName()(expense.decided_by, expense.decided_at);
  const { value: members } = useMembers();
  const standing = useStanding(expense.id);
  const when = expense.decided_at ? format.instant(expense.decided_at, ctx.timezone) : '–';
  switch (expense.status) {
    case 'pending': {
      const refusal = standing && stepRefusal('approve', expense, { access: ctx.access, isSoleMember: members?.size === 1 }, standing);
      if (refusal === 'period_closed') return t('lifecycle.pendingClosed');
      return t(refusal === 'own_expense' ? 'lifecycle.pendingOwn' : 'lifecycle.pending');
    }
    case 'approved':
      return t(expense.is_reimbursable ? 'lifecycle.approvedReimburse' : 'lifecycle.approved', { name, when });
    case 'rejected':
      return t('lifecycle.rejected', { name, when });
    case 'reimbursed':
      return t('lifecycle.reimbursed', { when: expense.paid_on ? format.day(expense.paid_on) : when });
  }
}
