import { Menu } from '@mantine/core';
import { IconCash, IconCheck, IconX } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { useCompany } from '#data/core/company-context.ts';
import { useExpenseCommands } from '#data/expenses/use-expense-commands.ts';
import { can } from '#domain/access/access.ts';
import type { ExpenseStep } from '#domain/expenses/expense-lifecycle.ts';
import type { Expense } from '#domain/expenses/expense.ts';
import { RowMenu } from '#ui/RowMenu.tsx';
import { ExpenseStatusBadge } from '#widgets/ExpenseStatusBadge.tsx';
import { useRowBulk } from './use-row-bulk.ts';

type Props = { expense: Expense; name: string };

/** How far the expense is; decided in place by who may. What needs more than a click is done on its page. */
export function ExpenseStatusCell({ expense, name }: Props) {
  const { t } = useTranslation('expenses');
  const { ctx } = useCompany();
  const badge = <ExpenseStatusBadge status={expense.status} />;
  const isForMe =
    (expense.status === 'pending' && can(ctx.access, 'expenses.approve')) ||
    (expense.status === 'approved' && expense.is_reimbursable && can(ctx.access, 'expenses.reimburse'));
  if (!isForMe) return badge;
  return (
    <RowMenu label={t('row.status', { name })} letter="s" items={() => <Items expense={expense} />}>
      {badge}
    </RowMenu>
  );
}

function Items({ expense }: { expense: Expense }) {
  const { t } = useTranslation('expenses');
  const { approveExpense, reimburseExpense, reopenExpense } = useExpenseCommands();
  const { runOn, onReject, refusalOf } = useRowBulk();
  const refusal = (step: ExpenseStep) => refusalOf(step, expense);
  const approve = () =>
    void runOn(expense, (seen) => approveExpense({ seen }), {
      undoOne: (seen) => reopenExpense({ seen, reason: t('bulk.undoReason') }),
    });
  const why = refusal('approve');
  return (
    <>
      {expense.status === 'pending' && (
        <>
          {why !== null && <Menu.Label>{why === 'own_expense' ? t('row.own') : t('row.onItsPage')}</Menu.Label>}
          <Menu.Item leftSection={<IconCheck size={16} aria-hidden />} disabled={why !== null} onClick={approve}>
            {t('action.approve')}
          </Menu.Item>
          <Menu.Item leftSection={<IconX size={16} aria-hidden />} disabled={refusal('reject') !== null} onClick={() => onReject(expense)}>
            {t('action.reject')} …
          </Menu.Item>
        </>
      )}
      {expense.status === 'approved' && (
        <Menu.Item
          leftSection={<IconCash size={16} aria-hidden />}
          disabled={refusal('reimburse') !== null}
          onClick={() => void runOn(expense, reimburseExpense, { isUndoable: false })}
        >
          {t('action.reimburse')}
        </Menu.Item>
      )}
    </>
  );
}
