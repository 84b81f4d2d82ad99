import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useExpenseCommands } from '#data/expenses/use-expense-commands.ts';
import type { Expense } from '#domain/expenses/expense.ts';
import { showToast } from '#ui/toast.ts';
import { BookingDayDialog } from '#widgets/BookingDayDialog.tsx';

/** Approves what came late for its month. */
export function ApproveLate({ expense, onClose }: { expense: Expense; onClose: () => void }) {
  const { t } = useTranslation('expenses');
  const { approveExpense } = useExpenseCommands();
  const [seen] = useState(expense);
  return (
    <BookingDayDialog
      day={seen.expense_date}
      confirmLabel={t('action.approve')}
      onClose={onClose}
      onBook={async (bookedOn) => {
        const saved = await approveExpense({ seen, bookedOn });
        showToast({ type: 'success', text: t(saved.status === 'reimbursed' ? 'toast.approvedAndPaid' : 'toast.approved') });
      }}
    />
  );
}
