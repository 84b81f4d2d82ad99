import { Button } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useCompany } from '#data/core/company-context.ts';
import type { TakeBack } from '#data/core/held-delete.ts';
import { useExpenseCommands } from '#data/expenses/use-expense-commands.ts';
import { can } from '#domain/access/access.ts';
import type { Expense } from '#domain/expenses/expense.ts';
import { NO_TOTALS, withAmounts } from '#domain/money/currency-totals.ts';
import { ConfirmDialog } from '#ui/ConfirmDialog.tsx';
import { ReasonDialog } from '#ui/ReasonDialog.tsx';
import { BulkBar } from '#widgets/BulkBar.tsx';
import { useTotalsText } from '#widgets/list/use-totals-text.ts';
import type { Bulk } from '#widgets/use-bulk.ts';

const amountOf = ({ amount, currency }: Expense) => ({ amount, currency });
type Asking = 'reject' | 'reimburse' | null;

/** What can be done with the selected expenses. An approval or a rejection is taken back by reopening. */
export function ExpenseBulkBar({ bulk }: { bulk: Bulk<Expense> }) {
  const { t } = useTranslation('expenses');
  const { t: tCommon } = useTranslation();
  const { ctx } = useCompany();
  const { approveExpense, reopenExpense, deleteExpense } = useExpenseCommands();
  const [asking, setAsking] = useState<Asking>(null);
  const mayApprove = can(ctx.access, 'expenses.approve');
  const mayReimburse = can(ctx.access, 'expenses.reimburse');
  const mayDelete = can(ctx.access, 'expenses.delete') || can(ctx.access, 'expenses.update_own');
  const approve = () =>
    bulk.run((seen) => approveExpense({ seen }), { undoOne: (seen) => reopenExpense({ seen, reason: t('bulk.undoReason') }) });
  const remove = () => {
    const ways = new Map<string, TakeBack>();
    return bulk.run(async ({ id }) => ways.set(id, await deleteExpense(id)), { takeBack: async (id) => ways.get(id)?.() });
  };
  const button = { size: 'compact-md', variant: 'default', disabled: bulk.isRunning } as const;
  return (
    <BulkBar bulk={bulk} amountOf={amountOf}>
      {mayApprove && (
        <>
          <Button {...button} onClick={() => void approve()}>
            {t('bulk.approve')}
          </Button>
          <Button {...button} onClick={() => setAsking('reject')}>
            {t('bulk.reject')}
          </Button>
        </>
      )}
      {mayReimburse && (
        <Button {...button} onClick={() => setAsking('reimburse')}>
          {t('bulk.reimburse')}
        </Button>
      )}
      {mayDelete && (
        <Button {...button} variant="light" color="red" onClick={() => void remove()}>
          {tCommon('bulk.delete')}
        </Button>
      )}
      {asking && <Asked bulk={bulk} asking={asking} onClose={() => setAsking(null)} />}
    </BulkBar>
  );
}

function Asked({ bulk, asking, onClose }: { bulk: Bulk<Expense>; asking: Exclude<Asking, null>; onClose: () => void }) {
  const { t } = useTranslation('expenses');
  const { rejectExpense, reopenExpense, reimburseExpense } = useExpenseCommands();
  const totalsText = useTotalsText();
  const count = bulk.selected.size;
  if (asking === 'reject')
    return (
      <ReasonDialog
        title={t('bulk.rejectTitle', { count })}
        label={t('reject.label')}
        placeholder={t('reject.placeholder')}
        hint={t('bulk.rejectHint')}
        confirmLabel={t('bulk.rejectConfirm', { count })}
        onClose={onClose}
        onConfirm={(reason) =>
          bulk.run((seen) => rejectExpense({ seen, reason }), { undoOne: (seen) => reopenExpense({ seen, reason: '' }) })
        }
      />
    );
  const run = async (act: () => Promise<void>) => {
    onClose();
    await act();
  };
  return (
    <ConfirmDialog
      isOpen
      title={t('bulk.reimburseTitle', { count })}
      confirmLabel={t('bulk.reimburse')}
      onClose={onClose}
      // Back to approved there is no way but reopening and approving anew: it is asked about, and no undo promised.
      onConfirm={() => run(() => bulk.run(reimburseExpense, { isUndoable: false }))}
    >
      {t('bulk.reimburseText', { amounts: totalsText(withAmounts(NO_TOTALS, bulk.records.map(amountOf))) })}
    </ConfirmDialog>
  );
}
