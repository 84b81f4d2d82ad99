import { Button } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { useCompany } from '#data/core/company-context.ts';
import { useExpenseCommands } from '#data/expenses/use-expense-commands.ts';
import { useTwinOf } from '#data/expenses/use-expenses.ts';
import { expenseEditRefusal } from '#domain/expenses/expense-lifecycle.ts';
import type { Expense } from '#domain/expenses/expense.ts';
import { AfterPage } from '#ui/AfterPage.tsx';
import { Notice } from '#ui/Notice.tsx';
import { useCommand } from '#ui/use-command.ts';

type Props = { expense: Expense };

/** Asks about an expense that two devices may have captured without knowing of each other. Hardly any is, and to know it many are read. */
export function DoubleExpense(props: Props) {
  return (
    <AfterPage>
      <Question {...props} />
    </AfterPage>
  );
}

function Question({ expense }: Props) {
  const { t } = useTranslation('expenses');
  const { ctx } = useCompany();
  const { value: earlier } = useTwinOf(expense);
  const keep = useCommand(useExpenseCommands().keepAsSeparate);
  if (!earlier) return null;
  return (
    <Notice
      actions={
        <>
          <Button component={Link} to={`/finance/expenses/${earlier.id}`} variant="default" size="compact-sm">
            {t('duplicate.other', { number: earlier.number ?? earlier.description })}
          </Button>
          {expenseEditRefusal(expense, ctx.access) === null && (
            <Button variant="default" size="compact-sm" loading={keep.isRunning} onClick={() => void keep.run(expense)}>
              {t('duplicate.keep')}
            </Button>
          )}
        </>
      }
    >
      {t('duplicate.synced')}
    </Notice>
  );
}
