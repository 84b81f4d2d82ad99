import { Button } from '@mantine/core';
import { IconPencil } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { Link, useNavigate } from 'react-router-dom';
import { useCompany } from '#data/core/company-context.tsx';
import { useRecurringExpenseCommands } from '#data/recurring-expenses/use-recurring-expense-commands.ts';
import { can } from '#domain/access/access.ts';
import { generationRefusal } from '#domain/recurring/series-steps.ts';
import { knownExpenseRule } from '#domain/recurring-expenses/recurring-expense-form.ts';
import type { RecurringExpense } from '#domain/recurring-expenses/recurring-expense.ts';
import { showToast } from '#ui/toast.ts';
import { GenerateButton } from '#widgets/recurring/GenerateActions.tsx';
import { MoreMenu } from '#widgets/recurring/MoreMenu.tsx';
import { PauseResume } from '#widgets/recurring/PauseResume.tsx';

const LIST = '/finance/recurring-expenses';

/** What this person may do with this recurring expense now; the server has the last word. */
export function RecurringExpenseActions({ item, label }: { item: RecurringExpense; label: string }) {
  const { t } = useTranslation('recurring');
  const { ctx } = useCompany();
  const commands = useRecurringExpenseCommands();
  const navigate = useNavigate();
  const rule = knownExpenseRule(item);
  const generate = async () => {
    await commands.generate(item.id);
    showToast({ type: 'info', text: t('toast.requested') });
  };
  const remove = async () => {
    await commands.remove(item.id);
    showToast({ type: 'success', text: t('toast.deleted') });
    void navigate(LIST, { replace: true });
  };
  return (
    <>
      {can(ctx.access, 'recurring_expenses.update') && (
        <>
          {rule && (
            <PauseResume
              label={label}
              isActive={item.is_active}
              rule={rule}
              onPause={() => commands.pause(item.id)}
              onResume={(isMadeUp) => commands.resume({ id: item.id, isMadeUp })}
            />
          )}
          <Button variant="default" component={Link} to={`${LIST}/${item.id}/edit`} leftSection={<IconPencil size={16} aria-hidden />}>
            {t('action.edit')}
          </Button>
        </>
      )}
      {rule && item.generate_requested === null && generationRefusal(item, ctx.access, 'recurring_expenses.update') === null && (
        <GenerateButton kind="Expense" next={item.next_generation} rule={rule} onGenerate={generate} />
      )}
      {can(ctx.access, 'recurring_expenses.delete') && <MoreMenu kind="Expense" label={label} onDelete={remove} />}
    </>
  );
}
