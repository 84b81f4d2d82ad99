import { useDirectory } from '#data/directory/use-directory.ts';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useAwaitingInvoices } from '#data/payments/use-payments.ts';
import type { Invoice } from '#domain/invoices/invoice.ts';
import { matchesText } from '#domain/shared/fold-text.ts';
import { useFormat } from '#platform/i18n/use-format.ts';
import { RecordSelect } from './RecordSelect.tsx';

type Props = { value: Invoice | null; onChange: (invoice: Invoice | null) => void; error?: ReactNode };
const LIMIT = 50;

/** Chooses among the invoices that still expect money, by number, customer or amount; the longest due come first. */
export function InvoiceSelect({ value, onChange, error }: Props) {
  const { t } = useTranslation('payments');
  const format = useFormat();
  const { value: invoices } = useAwaitingInvoices();
  const { value: customers } = useDirectory('customers');
  const customerName = (invoice: Invoice) => invoice.buyer?.name ?? customers?.byId.get(invoice.customer_id ?? '')?.name ?? '';
  const optionOf = (invoice: Invoice) => ({
    id: invoice.id,
    name: [invoice.number, customerName(invoice)].filter(Boolean).join(' · '),
    hint: format.money(invoice.gross_total, invoice.currency),
  });
  const search = (text: string) =>
    (invoices ?? [])
      .map(optionOf)
      .filter(({ name, hint }) => matchesText(`${name} ${hint}`, text.trim()))
      .slice(0, LIMIT);
  return (
    <RecordSelect
      label={t('select.label')}
      placeholder={t('select.placeholder')}
      value={value?.id ?? null}
      onChange={(id) => onChange(invoices?.find((invoice) => invoice.id === id) ?? null)}
      selected={value ? optionOf(value) : undefined}
      search={search}
      nothing={t('select.nothing')}
      error={error}
    />
  );
}
