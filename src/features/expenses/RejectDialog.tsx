import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useExpenseCommands } from '#data/expenses/use-expense-commands.ts';
import type { Expense } from '#domain/expenses/expense.ts';
import { ReasonDialog } from '#ui/ReasonDialog.tsx';
import { useMemberName } from '#widgets/MemberName.tsx';
import type { Bulk } from '#widgets/use-bulk.ts';

type Props = { expense: Expense; bulk: Pick<Bulk<Expense>, 'runOn'>; onClose: () => void };

/** Rejects one expense of the list, as it was when that was asked; it can be taken back. */
export function RejectDialog({ expense, bulk, onClose }: Props) {
  const { t } = useTranslation('expenses');
  const { rejectExpense, reopenExpense } = useExpenseCommands();
  const [seen] = useState(expense);
  const author = useMemberName()(seen.created_by, seen.created_at);
  return (
    <ReasonDialog
      title={t('reject.title')}
      label={t('reject.label')}
      placeholder={t('reject.placeholder')}
      hint={t('reject.hint', { name: author })}
      confirmLabel={t('reject.confirm')}
      onClose={onClose}
      onConfirm={(reason) =>
        bulk.runOn(seen, () => rejectExpense({ seen, reason }), { undoOne: (made) => reopenExpense({ seen: made, reason: '' }) })
      }
    />
  );
}
