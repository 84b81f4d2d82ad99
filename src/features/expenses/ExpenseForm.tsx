import { useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useExpenseCommands } from '#data/expenses/use-expense-commands.ts';
import { expenseFormSchema, type ExpenseFormValues } from '#domain/expenses/expense-form.ts';
import { isTwinAsked } from '#domain/expenses/expense-twins.ts';
import type { Expense } from '#domain/expenses/expense.ts';
import { FormError } from '#ui/FormError.tsx';
import { lazyPart } from '#ui/lazy-part.tsx';
import { Section } from '#ui/Section.tsx';
import { showSaved } from '#ui/toast.ts';
import { useRecordForm } from '#ui/use-record-form.ts';
import { ExchangeField } from '#widgets/exchange/ExchangeField.tsx';
import { AmountFields } from '#widgets/expense/ExpenseFields.tsx';
import fields from '#widgets/Fields.module.css';
import { SaveBar } from '#widgets/SaveBar.tsx';
import { useKeptTyping } from '#widgets/use-kept-typing.tsx';
import type { Drafted } from '#widgets/WithDraft.tsx';
import { DraftReceipts } from './DraftReceipts.tsx';
import { DuplicateDialog } from './DuplicateDialog.tsx';
import { ExpenseDetailFields } from './ExpenseDetailFields.tsx';
import classes from './ExpenseForm.module.css';
import { useDraftReceipts } from './use-draft-receipts.ts';
import { useShareNotice } from './use-share-notice.ts';
import { useSubmitWhenReady } from './use-submit-when-ready.ts';

const ReceivedNotice = lazyPart(async () => (await import('./ReceivedNotice.tsx')).ReceivedNotice);

type Props = {
  drafted: Drafted<ExpenseFormValues>;
  cancelTo: string;
  onSaved: (expense: Expense) => void;
};

export function ExpenseForm({ drafted, cancelTo, onSaved }: Props) {
  const { t } = useTranslation('expenses');
  const { isNew, form, formProps, formError, isSubmitting, added, twin, restored, note } = useExpenseForm(drafted, onSaved);
  const sending = useSubmitWhenReady(formProps, {
    isReady: added.isOpened && added.preparing.length === 0,
    refused: added.refusals.length + added.left.length,
  });
  useShareNotice(added.isOpened ? added.receipts.length + added.preparing.length + added.refusals.length + added.left.length : null);
  return (
    <form {...formProps} onSubmit={sending.onSubmit} className={fields.form} data-wide>
      {restored}
      <FormError>{formError}</FormError>
      <div className={classes.columns}>
        <div className={classes.amount}>
          <Section>
            <AmountFields form={form} isNew={isNew} isLarge />
            <ExchangeField
              {...form.values}
              day={form.values.expense_date}
              onChange={(exchange) => form.setFieldValue('exchange', exchange)}
            />
          </Section>
        </div>
        <div className={classes.rest}>
          <ExpenseDetailFields form={form} />
        </div>
        <div className={classes.receipts}>
          <DraftReceipts draft={added} expenseId={isNew ? null : drafted.recordId} />
          {added.receipts.some(({ mimeType }) => mimeType === 'application/pdf' || mimeType === 'application/xml') && (
            <ReceivedNotice receipts={added.receipts} form={form} />
          )}
        </div>
      </div>
      <SaveBar saveLabel={t(isNew ? 'form.save' : 'form.saveChanges')} isSaving={isSubmitting || sending.isWaiting} cancelTo={cancelTo}>
        {note}
      </SaveBar>
      <DuplicateDialog twin={twin.found} onClose={twin.leave} onSaveAnyway={twin.accept} />
    </form>
  );
}

/** Fields and receipts as one draft; asks before it saves what looks like something captured already. */
function useExpenseForm(drafted: Drafted<ExpenseFormValues>, onSaved: (expense: Expense) => void) {
  const { t } = useTranslation('expenses');
  const { findTwin, saveExpense } = useExpenseCommands();
  const { kind, recordId, draft } = drafted;
  const isNew = kind === 'new';
  const added = useDraftReceipts({ kind, recordId }, draft.receipts ?? []);
  const [found, setFound] = useState<Expense | null>(null);
  const isTwinAccepted = useRef(false);
  const bound = useRecordForm<ExpenseFormValues>({
    initialValues: draft.values,
    schema: expenseFormSchema,
    submit: async (values): Promise<unknown> => {
      const { vendor_id, amount, currency, expense_date } = values;
      const isAsked = !isTwinAccepted.current && isTwinAsked(values, isNew ? null : draft.before);
      const other = isAsked ? await findTwin({ id: recordId, vendor_id, amount: amount ?? 0, currency, expense_date }) : null;
      if (other) return setFound(other);
      const said = isTwinAccepted.current ? { ...values, is_separate: true } : values; // asked and answered, for every device
      return saving(async () => {
        const expense = await saveExpense({ kind, recordId, before: draft.before, values: said, receipts: added.receipts });
        showSaved(t(isNew ? 'toast.created' : 'toast.changed'));
        onSaved(expense);
      });
    },
  });
  const { form, isSubmitting, formProps } = bound;
  const startOver = () => void added.discard().then(drafted.startOver);
  const { saving, ...kept } = useKeptTyping(
    { ...drafted, startOver },
    {
      values: form.values,
      // In rows of their own, whatever becomes of the rest; those of an earlier version until they are there too.
      ...(!added.isOpened && draft.receipts && { receipts: draft.receipts }),
      isChanged: form.isDirty() || added.receipts.length > 0,
      isSubmitting,
    },
  );
  const accept = () => {
    isTwinAccepted.current = true;
    setFound(null);
    formProps.ref.current?.requestSubmit();
  };
  return { ...bound, ...kept, isNew, added, twin: { found, leave: () => setFound(null), accept } };
}
