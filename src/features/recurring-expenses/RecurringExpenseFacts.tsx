import { useDirectory } from '#data/directory/use-directory.ts';
import { Anchor } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { useCategories } from '#data/expense-categories/use-categories.ts';
import type { RecurringExpense } from '#domain/recurring-expenses/recurring-expense.ts';
import { useFormat } from '#platform/i18n/use-format.ts';
import { DateText } from '#ui/DateText.tsx';
import { KeyValue } from '#ui/KeyValue.tsx';
import { CategoryBadge } from '#widgets/CategoryBadge.tsx';
import { MemberName } from '#widgets/MemberName.tsx';

export function RecurringExpenseFacts({ item, vendorName }: { item: RecurringExpense; vendorName: string | undefined }) {
  const { t } = useTranslation('recurring');
  const { t: tExpenses } = useTranslation('expenses');
  const { t: tCommon } = useTranslation();
  const format = useFormat();
  const { value: categories } = useCategories();
  const { value: customers } = useDirectory('customers');
  const category = categories?.find(({ id }) => id === item.category_id);
  const customer = item.customer_id === null ? undefined : customers?.byId.get(item.customer_id);
  return (
    <KeyValue
      items={[
        item.vendor_id !== null && {
          label: t('field.vendor_id'),
          value: (
            <Anchor component={Link} to={`/finance/vendors/${item.vendor_id}`}>
              {vendorName ?? '…'}
            </Anchor>
          ),
        },
        { label: t('field.category_id'), value: category && <CategoryBadge category={category} /> },
        { label: t('field.description'), value: item.description },
        item.tax_rate !== null && {
          label: `${t('field.tax_amount')} (${format.percent(item.tax_rate)})`,
          value: format.money(item.tax_amount, item.currency),
          isAmount: true,
        },
        { label: t('field.start_date'), value: <DateText day={item.start_date} /> },
        item.end_date !== null && { label: t('field.end_date'), value: <DateText day={item.end_date} /> },
        item.last_generated !== null && { label: t('field.last_generated'), value: <DateText day={item.last_generated} /> },
        { label: t('field.auto_generate'), value: tCommon(item.auto_generate ? 'state.yes' : 'state.no') },
        item.lead_days > 0 && { label: t('field.lead_days'), value: String(item.lead_days) },
        { label: t('field.payment_method'), value: item.payment_method && tExpenses(`method.${item.payment_method}`) },
        item.is_reimbursable && { label: t('field.is_reimbursable'), value: tCommon('state.yes') },
        item.is_billable && { label: t('field.is_billable'), value: tCommon('state.yes') },
        customer && {
          label: t('field.customer_id'),
          value: (
            <Anchor component={Link} to={`/finance/customers/${customer.id}`}>
              {customer.name}
            </Anchor>
          ),
        },
        { label: t('field.created_by'), value: <MemberName userId={item.created_by} at={item.created_at} /> },
      ]}
    />
  );
}
