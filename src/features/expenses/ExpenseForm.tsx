import { Button } from '@mantine/core';
import { IconDeviceMobile } from '@tabler/icons-react';
import { useCallback, useEffect, useMemo, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { DraftKind } from '#data/drafts/draft-shelf.ts';
import type { Opened } from '#data/drafts/use-drafts.ts';
import type { ExpenseDraft, ExpenseFormValues } from '#data/expenses/expense-drafts.ts';
import { useExpenseCommands } from '#data/expenses/use-expense-commands.ts';
import { expenseFormSchema } from '#domain/expenses/expense-form.ts';
import type { Expense, ExpenseInput } from '#domain/expenses/expense.ts';
import { useFormat } from '#platform/i18n/use-format.ts';
import { ConfirmDialog } from '#ui/ConfirmDialog.tsx';
import { FormError } from '#ui/FormError.tsx';
import { showToast } from '#ui/toast.ts';
import { useKeptDraft } from '#ui/use-kept-draft.ts';
import { useNoticeOnLeave } from '#ui/use-notice-on-leave.ts';
import { useRecordForm } from '#ui/use-record-form.ts';
import { SaveBar } from '#widgets/SaveBar.tsx';
import { DraftReceipts } from './DraftReceipts.tsx';
import { DuplicateDialog } from './DuplicateDialog.tsx';
import { AmountFields, ExpenseFields } from './ExpenseFields.tsx';
import classes from './ExpenseForm.module.css';
import { useDraftReceipts } from './use-draft-receipts.ts';

type Props = {
  kind: DraftKind;
  opened: Opened<ExpenseDraft>;
  /** The expense as it was when the form opened, for an edit. */
  before?: ExpenseInput;
  sharedFiles?: readonly File[];
  cancelTo: string;
  onSaved: (expense: Expense) => void;
  onDiscarded: () => void;
};

export function ExpenseForm({ kind, opened, before, sharedFiles, cancelTo, onSaved, onDiscarded }: Props) {
  const { t } = useTranslation('expenses');
  const format = useFormat();
  const commands = useExpenseCommands();
  const { expenseId } = opened.draft;
  const receipts = useDraftReceipts(opened.draft.receipts);
  const [twin, setTwin] = useState<Expense | null>(null);
  const [isAsking, setAsking] = useState(false);
  const isTwinAccepted = useRef(false);

  const { form, formProps, formError, isSubmitting } = useRecordForm<ExpenseFormValues>({
    initialValues: opened.draft.values,
    schema: expenseFormSchema,
    submit: async (values) => {
      const { vendor_id, amount, currency, expense_date } = values;
      const found = isTwinAccepted.current
        ? null
        : await commands.findTwin({ id: expenseId, vendor_id, amount: amount ?? 0, currency, expense_date });
      if (found) return setTwin(found);
      const expense = await commands.saveDraft({
        kind,
        draft: { expenseId, values, receipts: receipts.receipts },
        ...(before ? { opened: before } : {}),
      });
      kept.stop();
      showToast({ type: 'success', text: t(kind === 'new' ? 'toast.created' : 'toast.changed') });
      return onSaved(expense);
    },
  });

  const isDirty = opened.restoredAt !== null || form.isDirty() || receipts.receipts.length > 0;
  const { values } = form;
  const draft = useMemo<ExpenseDraft>(() => ({ expenseId, values, receipts: receipts.receipts }), [expenseId, values, receipts.receipts]);
  const keep = useCallback((typed: ExpenseDraft) => commands.keepDraft(kind, typed), [commands, kind]);
  const kept = useKeptDraft(keep, draft, isDirty && !isSubmitting);
  useNoticeOnLeave(kept.isKept, t('leave.kept'));
  useEffect(() => {
    if (sharedFiles && sharedFiles.length > 0) receipts.add(sharedFiles);
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- shared files are taken in once
  }, [sharedFiles]);

  const discard = async () => {
    kept.stop();
    await commands.discardDraft(kind, expenseId);
    onDiscarded();
  };
  const saveAnyway = () => {
    isTwinAccepted.current = true;
    setTwin(null);
    formProps.ref.current?.requestSubmit();
  };

  return (
    <form {...formProps} className={classes.form}>
      {opened.restoredAt !== null && (
        <div className={classes.restored} role="status">
          <span>{t('form.draftRestored', { when: format.instant(opened.restoredAt) })}</span>
          <Button variant="subtle" size="compact-sm" onClick={() => setAsking(true)}>
            {t(kind === 'new' ? 'form.startFresh' : 'form.discard')}
          </Button>
        </div>
      )}
      <FormError>{formError}</FormError>
      <div className={classes.columns}>
        <div className={classes.amount}>
          <AmountFields form={form} isNew={kind === 'new'} />
        </div>
        <div className={classes.rest}>
          <ExpenseFields form={form} />
        </div>
        <div className={classes.receipts}>
          <DraftReceipts draft={receipts} expenseId={kind === 'edit' ? expenseId : null} />
        </div>
      </div>
      <SaveBar
        saveLabel={t(kind === 'new' ? 'form.save' : 'form.saveChanges')}
        isSaving={isSubmitting || receipts.preparing.length > 0}
        cancelTo={cancelTo}
      >
        {isDirty && (
          <span className={classes.kept}>
            <IconDeviceMobile size={16} aria-hidden />
            {t('form.draftKept')}
          </span>
        )}
      </SaveBar>
      <DuplicateDialog twin={twin} onClose={() => setTwin(null)} onSaveAnyway={saveAnyway} />
      <ConfirmDialog
        isOpen={isAsking}
        onClose={() => setAsking(false)}
        title={t('discardDraft.title')}
        confirmLabel={t('discardDraft.confirm')}
        onConfirm={discard}
        isDangerous
      >
        {t('discardDraft.text')}
      </ConfirmDialog>
    </form>
  );
}
