import { useTranslation } from 'react-i18next';
import type { RecurringInvoice } from '#domain/recurring-invoices/recurring-invoice.ts';
import { KeyValue } from '#ui/KeyValue.tsx';
import { MemberName } from '#widgets/MemberName.tsx';
import { useScheduleFacts } from '#widgets/recurring/use-schedule-facts.tsx';

export function RecurringInvoiceFacts({ item }: { item: RecurringInvoice }) {
  const { t } = useTranslation('recurring');
  const { t: tInvoices } = useTranslation('invoices');
  return (
    <KeyValue
      items={[
        ...useScheduleFacts(item),
        { label: t('field.generate_as'), value: t(`generateAs.${item.generate_as}`) },
        { label: t('field.due_days'), value: String(item.due_days) },
        item.reference !== '' && { label: t('field.reference'), value: item.reference },
        { label: t('field.language'), value: tInvoices(`language.${item.language}`) },
        { label: t('field.created_by'), value: <MemberName userId={item.created_by} at={item.created_at} /> },
      ]}
    />
  );
}
