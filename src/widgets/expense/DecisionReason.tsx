import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useExpenseCommands } from '#data/expenses/use-expense-commands.ts';
import type { Expense } from '#domain/expenses/expense.ts';
import { ReasonDialog } from '#ui/ReasonDialog.tsx';
import { showToast } from '#ui/toast.ts';
import { useMemberName } from '#widgets/MemberName.tsx';

type Props = { step: 'reject' | 'reopen'; expense: Expense; onClose: () => void };

/** Asks for the reason; what is decided on is the expense as it was when that was asked. */
export function DecisionReason({ step, expense, onClose }: Props) {
  const { t } = useTranslation('expenses');
  const commands = useExpenseCommands();
  const [seen] = useState(expense);
  const author = useMemberName()(seen.created_by, seen.created_at);
  const decide = async (reason: string) => {
    await (step === 'reject' ? commands.rejectExpense : commands.reopenExpense)({ seen, reason });
    showToast({ type: 'success', text: t(step === 'reject' ? 'toast.rejected' : 'toast.reopened') });
  };
  return (
    <ReasonDialog
      title={t(`${step}.title`)}
      label={t(`${step}.label`)}
      placeholder={t(`${step}.placeholder`)}
      {...(step === 'reject' ? { hint: t('reject.hint', { name: author }) } : {})}
      confirmLabel={t(`${step}.confirm`)}
      onClose={onClose}
      onConfirm={decide}
    />
  );
}
