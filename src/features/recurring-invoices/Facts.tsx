import { useTranslation } from 'react-i18next';
import type { RecurringInvoice } from '#domain/recurring-invoices/recurring-invoice.ts';
import { DateText } from '#ui/DateText.tsx';
import { KeyValue } from '#ui/KeyValue.tsx';
import { MemberName } from '#widgets/MemberName.tsx';

export function Facts({ item }: { item: RecurringInvoice }) {
  const { t } = useTranslation('recurring');
  const { t: tInvoices } = useTranslation('invoices');
  const { t: tCommon } = useTranslation();
  return (
    <KeyValue
      items={[
        { label: t('field.start_date'), value: <DateText day={item.start_date} style="medium" /> },
        item.end_date !== null && { label: t('field.end_date'), value: <DateText day={item.end_date} style="medium" /> },
        item.last_generated !== null && { label: t('field.last_generated'), value: <DateText day={item.last_generated} style="medium" /> },
        { label: t('field.auto_generate'), value: tCommon(item.auto_generate ? 'state.yes' : 'state.no') },
        { label: t('field.generate_as'), value: t(`generateAs.${item.generate_as}`) },
        item.lead_days > 0 && { label: t('field.lead_days'), value: String(item.lead_days) },
        { label: t('field.due_days'), value: String(item.due_days) },
        item.reference !== '' && { label: t('field.reference'), value: item.reference },
        item.tax_mode !== 'standard' && { label: t('field.tax_mode'), value: tInvoices(`taxMode.${item.tax_mode}`) },
        { label: t('field.language'), value: tInvoices(`language.${item.language}`) },
        { label: t('field.created_by'), value: <MemberName userId={item.created_by} /> },
      ]}
    />
  );
}
