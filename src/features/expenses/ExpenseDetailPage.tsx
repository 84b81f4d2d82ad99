import { useDirectory } from '#data/directory/use-directory.ts';
import { Anchor } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { Link, useParams } from 'react-router-dom';
import { useCompany } from '#data/core/company-context.ts';
import { useCategories } from '#data/expense-categories/use-categories.ts';
import { useExpense } from '#data/expenses/use-expenses.ts';
import { useReceiptsOf } from '#data/files/use-receipts.ts';
import type { Expense } from '#domain/expenses/expense.ts';
import { isOneRate } from '#domain/expenses/expense-form.ts';
import { sumOf } from '#domain/money/money.ts';
import { useFormat } from '#platform/i18n/use-format.ts';
import { keptUntil } from '#domain/retention/retention.ts';
import { DateText } from '#ui/DateText.tsx';
import { KeyValue } from '#ui/KeyValue.tsx';
import { Money } from '#ui/Money.tsx';
import { PageHeader } from '#ui/PageHeader.tsx';
import { Section } from '#ui/Section.tsx';
import { CategoryBadge } from '#widgets/CategoryBadge.tsx';
import { ExchangeFacts } from '#widgets/exchange/ExchangeFacts.tsx';
import { ExpenseStatusBadge } from '#widgets/ExpenseStatusBadge.tsx';
import { MemberName } from '#widgets/MemberName.tsx';
import { RecordMissing } from '#widgets/RecordMissing.tsx';
import { RecurringExpenseLink } from '#widgets/recurring/TemplateLink.tsx';
import { SyncBadge } from '#widgets/SyncBadge.tsx';
import receiptClasses from './DraftReceipts.module.css';
import classes from './ExpenseDetailPage.module.css';
import { DoubleExpense } from './DoubleExpense.tsx';
import { ExpenseActions } from './ExpenseActions.tsx';
import { RecordHistory } from '#widgets/RecordHistory.tsx';
import { ExpenseLifecycle } from './ExpenseLifecycle.tsx';
import { TaxLinesView } from './TaxLinesView.tsx';
import { SavedReceipts } from './SavedReceipts.tsx';

const LIST = '/finance/expenses';

export function ExpenseDetailPage() {
  const { t } = useTranslation('expenses');
  const { id = '' } = useParams();
  const { value: expense, isLoading } = useExpense(id);
  if (expense && expense.id === id) return <Detail key={id} expense={expense} />;
  if (expense === undefined || isLoading) return null;
  return <RecordMissing title={t('notFound.title')} text={t('notFound.text')} back={{ to: LIST, label: t('action.back') }} />;
}

function Detail({ expense }: { expense: Expense }) {
  const { t } = useTranslation('expenses');
  const { value: vendors } = useDirectory('vendors');
  const vendor = expense.vendor_id === null ? undefined : vendors?.byId.get(expense.vendor_id);
  const title = vendor?.name ?? (expense.description || expense.number || t('untitled'));
  return (
    <>
      <PageHeader
        title={title}
        back={{ to: LIST, label: t('action.back') }}
        meta={
          <>
            <ExpenseStatusBadge status={expense.status} />
            <SyncBadge collection="expenses" id={expense.id} />
          </>
        }
        actions={<ExpenseActions expense={expense} />}
      />
      <DoubleExpense expense={expense} />
      <div className={classes.columns}>
        <div className={classes.facts}>
          <Section>
            <p className={classes.amount}>
              <Money amount={expense.amount} currency={expense.currency} isStrong />
            </p>
            <ExchangeFacts
              collection="expenses"
              record={expense}
              amount={expense.amount}
              exchange={expense.exchange}
              isBooked={expense.status === 'approved' || expense.status === 'reimbursed'}
              day={expense.expense_date}
            />
            <ExpenseLifecycle expense={expense} />
            <Facts expense={expense} vendorName={vendor?.name} />
          </Section>
        </div>
        <div className={classes.receipts}>
          <Receipts expenseId={expense.id} />
        </div>
        <div className={classes.past}>
          <RecordHistory collection="expenses" id={expense.id} />
        </div>
      </div>
    </>
  );
}

function Facts({ expense, vendorName }: { expense: Expense; vendorName: string | undefined }) {
  const { company } = useCompany();
  const { t } = useTranslation('expenses');
  const { t: tRecurring } = useTranslation('recurring');
  const format = useFormat();
  const { value: categories } = useCategories();
  const { value: customers } = useDirectory('customers');
  const category = categories?.find((each) => each.id === expense.category_id);
  const customer = expense.customer_id === null ? undefined : customers?.byId.get(expense.customer_id);
  const flags = [expense.is_reimbursable && t('short.is_reimbursable'), expense.is_billable && t('short.is_billable')].filter(Boolean);
  // An expense that waits from before the update has no table.
  const { country } = company.settings.company_details.address;
  const isTable = !isOneRate(expense, country);
  const isBooked = expense.status === 'approved' || expense.status === 'reimbursed';
  const until = isBooked ? keptUntil(country, 'documents', [expense.expense_date, expense.booked_at]) : null;
  const net = sumOf([expense.amount, -expense.tax_amount], expense.currency);
  return (
    <KeyValue
      items={[
        { label: t('field.expense_date'), value: <DateText day={expense.expense_date} /> },
        Boolean(expense.booked_on) && { label: t('field.booked_on'), value: <DateText day={expense.booked_on ?? ''} /> },
        { label: t('field.number'), value: expense.number ?? <span className={classes.pending}>{t('hint.numberPending')}</span> },
        vendorName !== undefined && {
          label: t('field.vendor_id'),
          value: (
            <Anchor component={Link} to={`/finance/vendors/${expense.vendor_id}`}>
              {vendorName}
            </Anchor>
          ),
        },
        { label: t('field.category_id'), value: category && <CategoryBadge category={category} /> },
        { label: t('field.description'), value: expense.description },
        isTable && {
          label: t('field.tax_lines'),
          value: <TaxLinesView lines={expense.tax_lines} currency={expense.currency} />,
          isWide: true,
        },
        !isTable &&
          expense.tax_rate !== null && {
            label: `${t('field.tax_amount')} (${format.percent(expense.tax_rate)})`,
            value: format.money(expense.tax_amount, expense.currency),
            isAmount: true,
          },
        !isTable && expense.tax_rate !== null && { label: t('field.net'), value: format.money(net, expense.currency), isAmount: true },
        customer && {
          label: t('field.customer_id'),
          value: (
            <Anchor component={Link} to={`/finance/customers/${customer.id}`}>
              {customer.name}
            </Anchor>
          ),
        },
        { label: t('field.payment_method'), value: expense.payment_method && t(`method.${expense.payment_method}`) },
        flags.length > 0 && { label: t('field.flags'), value: flags.join(', ') },
        expense.paid_on !== null && { label: t('field.paid_on'), value: <DateText day={expense.paid_on} /> },
        expense.recurring_expense_id !== null && {
          label: tRecurring('generated.fromTemplate'),
          value: <RecurringExpenseLink id={expense.recurring_expense_id} />,
        },
        { label: t('field.created_by'), value: <MemberName userId={expense.created_by} at={expense.created_at} /> },
        until !== null && { label: t('field.kept_until'), value: <DateText day={until} /> },
      ]}
    />
  );
}

function Receipts({ expenseId }: { expenseId: string }) {
  const { t } = useTranslation('expenses');
  const { value: files } = useReceiptsOf(expenseId);
  return (
    <Section title={t('field.receipts')}>
      {files?.length === 0 ? (
        <p className={classes.none}>{t('receipt.none')}</p>
      ) : (
        <div className={receiptClasses.grid}>
          <SavedReceipts expenseId={expenseId} />
        </div>
      )}
    </Section>
  );
}
