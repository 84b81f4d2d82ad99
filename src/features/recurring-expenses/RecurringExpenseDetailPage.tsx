import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useParams } from 'react-router-dom';
import { useCompany } from '#data/core/company-context.tsx';
import { useRecurringExpenseCommands } from '#data/recurring-expenses/use-recurring-expense-commands.ts';
import { useGeneratedExpenses, useRecurringExpense } from '#data/recurring-expenses/use-recurring-expenses.ts';
import { useVendors } from '#data/vendors/use-vendors.ts';
import { can } from '#domain/access/access.ts';
import { knownExpenseRule } from '#domain/recurring-expenses/recurring-expense-form.ts';
import { recurringExpenseTitle } from '#domain/recurring-expenses/recurring-expense-title.ts';
import type { RecurringExpense } from '#domain/recurring-expenses/recurring-expense.ts';
import { Money } from '#ui/Money.tsx';
import { PageHeader } from '#ui/PageHeader.tsx';
import { Section } from '#ui/Section.tsx';
import { ExpenseStatusBadge } from '#widgets/ExpenseStatusBadge.tsx';
import { RecordHistory } from '#widgets/RecordHistory.tsx';
import { RecordMissing } from '#widgets/RecordMissing.tsx';
import { GeneratedRows } from '#widgets/recurring/GeneratedRows.tsx';
import { NextDates } from '#widgets/recurring/NextDates.tsx';
import classes from '#widgets/recurring/RecurringDetail.module.css';
import { RecurringMark } from '#widgets/recurring/RecurringMark.tsx';
import { GenerationErrorNotice, RequestedNotice } from '#widgets/recurring/RequestedNotice.tsx';
import { useScheduleWords } from '#widgets/recurring/use-schedule-words.ts';
import { SyncBadge } from '#widgets/SyncBadge.tsx';
import { Facts } from './Facts.tsx';
import { RecurringExpenseActions } from './RecurringExpenseActions.tsx';

const LIST = '/finance/recurring-expenses';
const PAGE = 12;

export function RecurringExpenseDetailPage() {
  const { t } = useTranslation('recurring');
  const { id = '' } = useParams();
  const { value: item, isLoading } = useRecurringExpense(id);
  if (item && item.id === id) return <Detail key={id} item={item} />;
  if (item === undefined || isLoading) return null;
  return (
    <RecordMissing title={t('notFound.title')} text={t('notFound.textExpense')} back={{ to: LIST, label: t('action.backExpenses') }} />
  );
}

function Detail({ item }: { item: RecurringExpense }) {
  const { t } = useTranslation('recurring');
  const { value: vendors } = useVendors();
  const { withdraw } = useRecurringExpenseCommands();
  const words = useScheduleWords();
  const rule = knownExpenseRule(item);
  const vendor = item.vendor_id === null ? undefined : vendors?.byId.get(item.vendor_id);
  const title = recurringExpenseTitle(item, vendor?.name) ?? t('untitled');
  return (
    <>
      <PageHeader
        title={title}
        back={{ to: LIST, label: t('action.backExpenses') }}
        meta={
          <>
            <RecurringMark collection="recurring_expenses" item={item} />
            <SyncBadge collection="recurring_expenses" id={item.id} />
          </>
        }
        actions={<RecurringExpenseActions item={item} label={title} />}
      />
      {item.generate_requested !== null && (
        <RequestedNotice
          collection="recurring_expenses"
          id={item.id}
          period={item.generate_requested}
          onWithdraw={() => withdraw(item.id)}
        />
      )}
      {item.generation_error !== '' && <GenerationErrorNotice error={item.generation_error} />}
      <div className={classes.columns}>
        <div className={classes.main}>
          <Section>
            <p className={classes.amount}>
              <Money amount={item.amount} currency={item.currency} isStrong />
            </p>
            <p className={classes.rhythm}>{words.every(item)}</p>
            <Facts item={item} vendorName={vendor?.name} />
          </Section>
          <Generated item={item} />
        </div>
        <div className={classes.side}>
          {rule && (
            <Section title={t('section.next')}>
              <NextDates rule={rule} isActive={item.is_active} isAutomatic={item.auto_generate} leadDays={item.lead_days} />
            </Section>
          )}
          <RecordHistory collection="recurring_expenses" id={item.id} />
        </div>
      </div>
    </>
  );
}

function Generated({ item }: { item: RecurringExpense }) {
  const { t } = useTranslation('recurring');
  const { ctx } = useCompany();
  const [limit, setLimit] = useState(PAGE);
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
  return (
    <Section title={t('section.generatedExpenses')} isFlush>
      <GeneratedRows
        rows={rows}
        hasMore={value?.hasMore ?? false}
        onMore={() => setLimit(limit + PAGE)}
        emptyText={t('generated.noneExpenses')}
      />
    </Section>
  );
}
