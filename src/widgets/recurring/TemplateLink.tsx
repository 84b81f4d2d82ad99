import { Anchor } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { useRecurringExpense } from '#data/recurring-expenses/use-recurring-expenses.ts';
import { useRecurringInvoice } from '#data/recurring-invoices/use-recurring-invoices.ts';
import { useScheduleWords } from './use-schedule-words.ts';

/** From a generated invoice to what it was generated from. */
export function RecurringInvoiceLink({ id }: { id: string }) {
  const { value: item } = useRecurringInvoice(id);
  return item === undefined ? null : <TemplateLink to={`/finance/recurring-invoices/${id}`} item={item} name={item?.name ?? ''} />;
}

/** From a generated expense to what it was generated from. */
export function RecurringExpenseLink({ id }: { id: string }) {
  const { value: item } = useRecurringExpense(id);
  return item === undefined ? null : <TemplateLink to={`/finance/recurring-expenses/${id}`} item={item} name="" />;
}

type Props = { to: string; item: { readonly interval: string; readonly start_date: string } | null; name: string };

function TemplateLink({ to, item, name }: Props) {
  const { t } = useTranslation('recurring');
  const words = useScheduleWords();
  if (item === null) return t('generated.templateGone');
  return (
    <Anchor component={Link} to={to}>
      {[name, words.every(item)].filter(Boolean).join(' · ')}
    </Anchor>
  );
}
