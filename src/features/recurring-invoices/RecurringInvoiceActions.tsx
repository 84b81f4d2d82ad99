import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router-dom';
import { useRecurringInvoiceCommands } from '#data/recurring-invoices/use-recurring-invoice-commands.ts';
import { invoiceRule } from '#domain/recurring-invoices/recurring-invoice-form.ts';
import type { RecurringInvoice } from '#domain/recurring-invoices/recurring-invoice.ts';
import { showToast } from '#ui/toast.ts';
import { SeriesActions } from '#widgets/recurring/SeriesActions.tsx';

export function RecurringInvoiceActions({ item, label }: { item: RecurringInvoice; label: string }) {
  const { t } = useTranslation('recurring');
  const commands = useRecurringInvoiceCommands();
  const navigate = useNavigate();
  const generate = async () => {
    const made = await commands.generate(item);
    if (made.kind === 'requested') return showToast({ type: 'info', text: t('toast.requested') });
    const text = !made.isNew
      ? t('toast.alreadyGenerated')
      : made.number === null
        ? t('toast.generatedInvoice')
        : t('toast.generatedNumber', { number: made.number });
    const open = { label: t('generate.open'), run: () => void navigate(`/finance/invoices/${made.invoiceId}`) };
    return showToast({ type: 'success', text, action: open });
  };
  return (
    <SeriesActions
      kind="invoices"
      item={item}
      label={label}
      rule={invoiceRule(item)}
      commands={commands}
      generateKey="recurring_invoices.generate"
      onGenerate={generate}
    />
  );
}
