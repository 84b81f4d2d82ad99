import { NativeSelect } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { ADDRESS_SCHEMES } from '#domain/e-invoice/address-schemes.ts';
import { E_INVOICE_FORMATS } from '#domain/e-invoice/e-invoice-format.ts';
import type { Form } from './form.ts';

type Props = { readonly kind: 'e_invoice_format' | 'e_address_scheme'; readonly form: Form };
type Option = { readonly value: string; readonly label: string };

/** In which form a customer wants e-invoices, or what kind of address it has for them; the first choice is not to say. */
export function EInvoiceSelect({ kind, form }: Props) {
  const { t } = useTranslation('customers');
  const { t: tFormats } = useTranslation('eInvoice');
  const given = form.values[kind];
  const value = typeof given === 'string' ? given : '';
  const formats: Option[] = E_INVOICE_FORMATS.map((format) => ({ value: format, label: tFormats(`format.${format}`) }));
  const schemes: Option[] = Object.entries(ADDRESS_SCHEMES).map(([code, name]) => ({ value: code, label: `${name} (${code})` }));
  const options = kind === 'e_invoice_format' ? formats : schemes;
  const isListed = value === '' || options.some((option) => option.value === value);
  return (
    <NativeSelect
      label={t(`field.${kind}`)}
      data={[{ value: '', label: t(`unsaid.${kind}`) }, ...options, ...(isListed ? [] : [{ value, label: value }])]}
      value={value}
      onChange={(event) => form.setFieldValue(kind, event.currentTarget.value || null)}
      error={form.errors[kind]}
    />
  );
}
