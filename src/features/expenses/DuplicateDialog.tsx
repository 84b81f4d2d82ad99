import { useTranslation } from 'react-i18next';
import type { Expense } from '#domain/expenses/expense.ts';
import { useFormat } from '#platform/i18n/use-format.ts';
import { Dialog } from '#ui/Dialog.tsx';
import { DialogButtons } from '#ui/DialogButtons.tsx';

type Props = { twin: Expense | null; onClose: () => void; onSaveAnyway: () => void };

/** Asks when an expense looks like one that is there already. */
export function DuplicateDialog({ twin, onClose, onSaveAnyway }: Props) {
  const { t } = useTranslation('expenses');
  const format = useFormat();
  if (!twin) return null;
  const what = [format.day(twin.expense_date), twin.description || twin.number, format.money(twin.amount, twin.currency)]
    .filter(Boolean)
    .join(' · ');
  const open = () => window.open(window.location.pathname.replace(/\/expenses\/.*$/, `/expenses/${twin.id}`), '_blank', 'noopener');
  return (
    <Dialog
      isOpen
      onClose={onClose}
      title={t('duplicate.title')}
      footer={
        <DialogButtons cancelLabel={t('duplicate.open')} onCancel={open} isRunning={false} onConfirm={onSaveAnyway}>
          {t('duplicate.anyway')}
        </DialogButtons>
      }
    >
      <p>{t('duplicate.text')}</p>
      <p>
        <strong>{what}</strong>
      </p>
    </Dialog>
  );
}
