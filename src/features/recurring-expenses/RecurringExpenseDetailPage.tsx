import { useDirectory } from '#data/directory/use-directory.ts';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useParams } from 'react-router-dom';
import { useCompany } from '#data/core/company-context.ts';
import { useRecurringExpenseCommands } from '#data/recurring-expenses/use-recurring-expense-commands.ts';
import { useGeneratedExpenses, useRecurringExpense } from '#data/recurring-expenses/use-recurring-expenses.ts';
import { can } from '#domain/access/access.ts';
import { knownExpenseRule } from '#domain/recurring-expenses/recurring-expense-form.ts';
import { recurringExpenseTitle } from '#domain/recurring-expenses/recurring-expense-title.ts';
import type { RecurringExpense } from '#domain/recurring-expenses/recurring-expense.ts';
import { ExpenseStatusBadge } from '#widgets/ExpenseStatusBadge.tsx';
import { GENERATED_PAGE, GeneratedRows } from '#widgets/recurring/GeneratedRows.tsx';
import { RecurringDetail } from '#widgets/recurring/RecurringDetail.tsx';
import { RecurringMissing } from '#widgets/recurring/RecurringPages.tsx';
import { RecurringExpenseFacts } from './RecurringExpenseFacts.tsx';
import { RecurringExpenseActions } from './RecurringExpenseActions.tsx';

export function RecurringExpenseDetailPage() {
  const { id = '' } = useParams();
  const { value: item, isLoading } = useRecurringExpense(id);
  if (item && item.id === id) return <Detail key={id} item={item} />;
  return item === undefined || isLoading ? null : <RecurringMissing kind="expenses" />;
}

function Detail({ item }: { item: RecurringExpense }) {
  const { t } = useTranslation('recurring');
  const { value: vendors } = useDirectory('vendors');
  const { withdraw } = useRecurringExpenseCommands();
  const vendor = item.vendor_id === null ? undefined : vendors?.byId.get(item.vendor_id);
  const title = recurringExpenseTitle(item, vendor?.name) ?? t('untitled');
  return (
    <RecurringDetail
      kind="expenses"
      item={item}
      title={title}
      amount={item.amount}
      rule={knownExpenseRule(item)}
      actions={<RecurringExpenseActions item={item} label={title} />}
      onWithdraw={() => withdraw(item)}
      facts={<RecurringExpenseFacts item={item} vendorName={vendor?.name} />}
    >
      <Generated item={item} />
    </RecurringDetail>
  );
}

function Generated({ item }: { item: RecurringExpense }) {
  const { t } = useTranslation('recurring');
  const { ctx } = useCompany();
  const [limit, setLimit] = useState(GENERATED_PAGE);
  const { value } = useGeneratedExpenses(item.id, limit);
  if (!can(ctx.access, 'expenses.view') && !can(ctx.access, 'expenses.view_own')) return null;
  const rows = value?.rows.map((expense) => ({
    id: expense.id,
    to: `/finance/expenses/${expense.id}`,
    title: expense.number ?? (expense.description || t('untitled')),
    period: expense.recurring_period,
    badge: <ExpenseStatusBadge status={expense.status} />,
    amount: expense.amount,
    currency: expense.currency,
  }));
  return <GeneratedRows kind="expenses" rows={rows} hasMore={value?.hasMore ?? false} onMore={() => setLimit(limit + GENERATED_PAGE)} />;
}
