import { useTranslation } from 'react-i18next';
import { useRecurringExpenseCommands } from '#data/recurring-expenses/use-recurring-expense-commands.ts';
import { knownExpenseRule } from '#domain/recurring-expenses/recurring-expense-form.ts';
import type { RecurringExpense } from '#domain/recurring-expenses/recurring-expense.ts';
import { showToast } from '#ui/toast.ts';
import { SeriesActions } from '#widgets/recurring/SeriesActions.tsx';

export function RecurringExpenseActions({ item, label }: { item: RecurringExpense; label: string }) {
  const { t } = useTranslation('recurring');
  const commands = useRecurringExpenseCommands();
  const generate = async () => {
    await commands.generate(item);
    showToast({ type: 'info', text: t('toast.requested') });
  };
  return (
    <SeriesActions
      kind="expenses"
      item={item}
      label={label}
      rule={knownExpenseRule(item)}
      commands={commands}
      generateKey="recurring_expenses.update"
      onGenerate={generate}
    />
  );
}
