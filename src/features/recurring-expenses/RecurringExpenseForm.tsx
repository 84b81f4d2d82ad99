import { useCallback, useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import type { DraftKind } from '#data/drafts/draft-shelf.ts';
import type { Opened } from '#data/drafts/use-drafts.ts';
import type { RecurringExpenseDraft } from '#data/recurring-expenses/recurring-expense-drafts.ts';
import { useRecurringExpenseCommands } from '#data/recurring-expenses/use-recurring-expense-commands.ts';
import {
  knownExpenseRule,
  recurringExpenseFormSchema,
  type RecurringExpenseFormValues,
  recurringExpenseInputFrom,
} from '#domain/recurring-expenses/recurring-expense-form.ts';
import { RECURRING_EXPENSE_INTERVALS, type RecurringExpense } from '#domain/recurring-expenses/recurring-expense.ts';
import { FormError } from '#ui/FormError.tsx';
import { showToast } from '#ui/toast.ts';
import { useKeptDraft } from '#ui/use-kept-draft.ts';
import { useNoticeOnLeave } from '#ui/use-notice-on-leave.ts';
import { useRecordForm } from '#ui/use-record-form.ts';
import { DraftKeptNote, RestoredDraft } from '#widgets/KeptDraft.tsx';
import type { Schedule } from '#widgets/recurring/ScheduleFields.tsx';
import { ScheduleSection } from '#widgets/recurring/ScheduleSection.tsx';
import { SaveBar } from '#widgets/SaveBar.tsx';
import { ExpenseFields } from './ExpenseFields.tsx';
import classes from './RecurringExpenseForm.module.css';

type Props = {
  kind: DraftKind;
  opened: Opened<RecurringExpenseDraft>;
  /** The record as it was when the form opened, for an edit. */
  before?: RecurringExpense;
  cancelTo: string;
  onSaved: (item: RecurringExpense) => void;
  onDiscarded: () => void;
};

export function RecurringExpenseForm({ kind, opened, before, cancelTo, onSaved, onDiscarded }: Props) {
  const { t } = useTranslation('recurring');
  const commands = useRecurringExpenseCommands();
  const { recordId } = opened.draft;
  const { form, formProps, formError, isSubmitting } = useRecordForm<RecurringExpenseFormValues>({
    initialValues: opened.draft.values,
    schema: recurringExpenseFormSchema,
    submit: async (values) => {
      const item = await commands.save({
        kind,
        draft: { recordId, values },
        ...(before ? { opened: recurringExpenseInputFrom(before) } : {}),
      });
      kept.stop();
      showToast({ type: 'success', text: t(kind === 'new' ? 'toast.created' : 'toast.changed') });
      return onSaved(item);
    },
  });
  const { values } = form;
  const isDirty = opened.restoredAt !== null || form.isDirty();
  const draft = useMemo<RecurringExpenseDraft>(() => ({ recordId, values }), [recordId, values]);
  const keep = useCallback((typed: RecurringExpenseDraft) => commands.keepDraft(kind, typed), [commands, kind]);
  const kept = useKeptDraft(keep, draft, isDirty && !isSubmitting);
  useNoticeOnLeave(kept.isKept, t('leave.expenses'));
  const discard = async () => {
    kept.stop();
    await commands.discardDraft(kind, recordId);
    onDiscarded();
  };
  const last_generated = before?.last_generated ?? null;
  return (
    <form {...formProps} className={classes.form}>
      {opened.restoredAt !== null && <RestoredDraft kind={kind} at={opened.restoredAt} onDiscard={discard} />}
      <FormError>{formError}</FormError>
      <ExpenseFields form={form} isNew={kind === 'new'} />
      <ScheduleSection
        values={values}
        onChange={(change: Partial<Schedule>) => form.setValues(change as Partial<RecurringExpenseFormValues>)}
        errors={form.errors}
        intervals={RECURRING_EXPENSE_INTERVALS}
        lastGenerated={last_generated}
        isActive={before?.is_active ?? true}
        rule={knownExpenseRule({ ...values, last_generated })}
      />
      <SaveBar saveLabel={t(kind === 'new' ? 'form.saveExpense' : 'form.saveChanges')} isSaving={isSubmitting} cancelTo={cancelTo}>
        {isDirty && <DraftKeptNote />}
      </SaveBar>
    </form>
  );
}
