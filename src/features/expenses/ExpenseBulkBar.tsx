import { Button } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useCompany } from '#data/core/company-context.ts';
import { useExpenseCommands } from '#data/expenses/use-expense-commands.ts';
import { can } from '#domain/access/access.ts';
import type { Expense } from '#domain/expenses/expense.ts';
import { ConfirmDialog } from '#ui/ConfirmDialog.tsx';
import { BulkBar } from '#widgets/BulkBar.tsx';
import type { Bulk } from '#widgets/use-bulk.ts';

/** What can be done with the selected expenses. An approval is taken back by reopening, which says why. */
export function ExpenseBulkBar({ bulk }: { bulk: Bulk<Expense> }) {
  const { t } = useTranslation('expenses');
  const { t: tCommon } = useTranslation();
  const { ctx } = useCompany();
  const { approveExpense, reopenExpense, deleteExpense } = useExpenseCommands();
  const [isAsking, setAsking] = useState(false);
  const mayApprove = can(ctx.access, 'expenses.approve');
  const mayDelete = can(ctx.access, 'expenses.delete') || can(ctx.access, 'expenses.update_own');
  const approve = () =>
    bulk.run((seen) => approveExpense({ seen }), { undoOne: (seen) => reopenExpense({ seen, reason: t('bulk.undoReason') }) });
  return (
    <BulkBar bulk={bulk}>
      {mayApprove && (
        <Button size="compact-md" variant="default" disabled={bulk.isRunning} onClick={() => void approve()}>
          {t('bulk.approve')}
        </Button>
      )}
      {mayDelete && (
        <Button size="compact-md" variant="light" color="red" disabled={bulk.isRunning} onClick={() => setAsking(true)}>
          {tCommon('bulk.delete')}
        </Button>
      )}
      {isAsking && (
        <ConfirmDialog
          isOpen
          isDangerous
          title={t('bulk.deleteTitle', { count: bulk.selected.size })}
          confirmLabel={tCommon('bulk.delete')}
          onClose={() => setAsking(false)}
          onConfirm={async () => {
            setAsking(false);
            // A receipt that never reached the server is gone at once, so nothing is promised that would come back without it.
            await bulk.run(({ id }) => deleteExpense(id), { isUndoable: false });
          }}
        >
          {t('bulk.deleteText')}
        </ConfirmDialog>
      )}
    </BulkBar>
  );
}
