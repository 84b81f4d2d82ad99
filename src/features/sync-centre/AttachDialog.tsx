import { Button } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useNewestExpenses } from '#data/expenses/use-expenses.ts';
import { useReceiptCommands } from '#data/receipts/use-receipt-commands.ts';
import type { WaitingUpload } from '#data/sync-centre/use-sync.ts';
import type { Expense } from '#domain/expenses/expense.ts';
import { matchesText } from '#domain/shared/fold-text.ts';
import { useFormat } from '#platform/i18n/use-format.ts';
import { Dialog } from '#ui/Dialog.tsx';
import { showToast } from '#ui/toast.ts';
import { useCommand } from '#ui/use-command.ts';
import { RecordSelect } from '#widgets/RecordSelect.tsx';
import { useRecordWords } from '#widgets/use-record-words.ts';

/** Whoever captured the receipt lately finds its expense among the newest. */
const LOOKED_AT = 500;
const SHOWN = 50;

/** Gives a receipt whose expense is gone to another one. */
export function AttachDialog({ upload, onClose }: { upload: WaitingUpload; onClose: () => void }) {
  const { t } = useTranslation('sync');
  const { t: tEntities } = useTranslation('entities');
  const format = useFormat();
  const words = useRecordWords();
  const { value: expenses = [] } = useNewestExpenses('', LOOKED_AT);
  const { attachToExpense } = useReceiptCommands();
  const attach = useCommand(attachToExpense);
  const [expenseId, setExpenseId] = useState<string | null>(null);
  const optionOf = (expense: Expense) => ({
    id: expense.id,
    name: words.label('expenses', expense),
    hint: format.day(expense.expense_date),
  });
  const search = (text: string) =>
    expenses
      .map(optionOf)
      .filter(({ name, hint }) => matchesText(`${name} ${hint}`, text.trim()))
      .slice(0, SHOWN);
  const chosen = expenses.find(({ id }) => id === expenseId);

  const save = async () => {
    if (!chosen) return;
    if (!(await attach.run({ fileId: upload.id, expenseId: chosen.id }))) return;
    showToast({ type: 'success', text: t('receipts.attached', { label: words.label('expenses', chosen) }) });
    onClose();
  };
  return (
    <Dialog
      isOpen
      onClose={onClose}
      size="md"
      title={t('receipts.attachTitle', { name: upload.name })}
      footer={
        <Button onClick={() => void save()} loading={attach.isRunning} disabled={!chosen}>
          {t('receipts.attachConfirm')}
        </Button>
      }
    >
      <RecordSelect
        label={tEntities('expenses.one')}
        value={expenseId}
        onChange={setExpenseId}
        selected={chosen && optionOf(chosen)}
        search={search}
        nothing={t('receipts.attachNothing')}
        autoFocus
      />
    </Dialog>
  );
}
