import { Stack } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { useRecurringExpenseCommands } from '#data/recurring-expenses/use-recurring-expense-commands.ts';
import {
  knownExpenseRule,
  recurringExpenseFormSchema,
  type RecurringExpenseFormValues,
} from '#domain/recurring-expenses/recurring-expense-form.ts';
import { RECURRING_EXPENSE_INTERVALS, type RecurringExpense } from '#domain/recurring-expenses/recurring-expense.ts';
import { Section } from '#ui/Section.tsx';
import { showSaved } from '#ui/toast.ts';
import { AmountFields, HandlingFields, PurposeFields, TaxField } from '#widgets/expense/ExpenseFields.tsx';
import fields from '#widgets/Fields.module.css';
import type { Schedule } from '#widgets/recurring/ScheduleFields.tsx';
import { ScheduleSection } from '#widgets/recurring/ScheduleSection.tsx';
import { DraftedForm } from '#widgets/DraftedForm.tsx';
import type { Drafted } from '#widgets/WithDraft.tsx';

type Props = {
  drafted: Drafted<RecurringExpenseFormValues>;
  /** The series as it is now, for an edit. */
  before?: RecurringExpense;
  /** The receipt that it is filled from has several rates; a series has one. */
  hasSeveralRates?: boolean;
  cancelTo: string;
  onSaved: (item: RecurringExpense) => void;
};

export function RecurringExpenseForm({ drafted, before: item, hasSeveralRates = false, cancelTo, onSaved }: Props) {
  const { t } = useTranslation('recurring');
  const { save } = useRecurringExpenseCommands();
  const { kind, recordId } = drafted;
  const isNew = kind === 'new';
  const last_generated = item?.last_generated ?? null;
  return (
    <DraftedForm
      drafted={drafted}
      schema={recurringExpenseFormSchema}
      onSave={async (values, before) => {
        const saved = await save({ kind, recordId, before, values });
        showSaved(t(isNew ? 'toast.created' : 'toast.changed'));
        onSaved(saved);
      }}
      saveLabel={t(isNew ? 'form.saveExpense' : 'form.saveChanges')}
      cancelTo={cancelTo}
      isWide
    >
      {(form) => (
        <>
          <Section title={t('section.what')} text={t(hasSeveralRates ? 'hint.severalRates' : 'hint.expenseStatus')}>
            <Stack gap="md">
              <div className={fields.row} data-shape="even">
                <AmountFields form={form} isNew={isNew} />
                <TaxField form={form} day={form.values.start_date} />
              </div>
              <PurposeFields form={form} />
              <HandlingFields form={form} />
            </Stack>
          </Section>
          <ScheduleSection
            values={form.values}
            onChange={(change: Partial<Schedule>) => form.setValues(change as Partial<RecurringExpenseFormValues>)}
            errors={form.errors}
            intervals={RECURRING_EXPENSE_INTERVALS}
            lastGenerated={last_generated}
            isActive={item?.is_active ?? true}
            rule={knownExpenseRule({ ...form.values, last_generated })}
          />
        </>
      )}
    </DraftedForm>
  );
}
