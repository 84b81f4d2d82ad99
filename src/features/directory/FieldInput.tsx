import { NativeSelect, NumberInput, Switch, Textarea, TextInput } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { DIRECTORY_NAMES, type DirectoryName, directories } from '#domain/directories.ts';
import { entityOf } from '#domain/registry.ts';
import { bareIban } from '#domain/documents/iban.ts';
import type { FieldPlace } from '#domain/shared/directory-pages.ts';
import { AddressFields } from '#widgets/AddressFields.tsx';
import { CurrencySelect } from '#widgets/CurrencySelect.tsx';
import { DirectorySelect } from '#widgets/DirectorySelect.tsx';
import { VatIdInput } from '#widgets/VatIdInput.tsx';
import { EInvoiceSelect } from './EInvoiceSelect.tsx';
import type { Form } from './form.ts';
import { PriceFields } from './PriceFields.tsx';

type Props = { readonly name: DirectoryName; readonly place: FieldPlace; readonly form: Form };

/** The input of a field, as its kind is typed. */
export function FieldInput({ name, place: { field, kind }, form }: Props) {
  const { t, i18n } = useTranslation(directories[name].texts);
  const { t: tCustomers } = useTranslation('customers');
  const label = t(`field.${field}` as 'field.name');
  const hint = `${directories[name].texts}:hint.${field}`;
  const description = i18n.exists(hint) ? { description: i18n.t(hint as 'products:hint.description') } : {};
  const props = form.getInputProps(field);
  switch (kind) {
    case 'address':
      return <AddressFields getInputProps={form.getInputProps} />;
    case 'delivery':
      return <AddressFields getInputProps={(part) => form.getInputProps(`delivery_${part}`)} />;
    case 'price':
      return <PriceFields form={form} />;
    case 'email':
      return <TextInput label={label} type="email" autoComplete="off" {...description} {...props} />;
    case 'phone':
      return <TextInput label={label} type="tel" autoComplete="off" {...description} {...props} />;
    case 'multiline':
      return <Textarea label={label} autosize minRows={2} maxRows={8} {...description} {...props} />;
    case 'switch':
      return <Switch label={label} {...description} {...form.getInputProps(field, { type: 'checkbox' })} />;
    case 'language':
      return (
        <NativeSelect
          label={label}
          data={(['en', 'de'] as const).map((language) => ({ value: language, label: tCustomers(`language.${language}`) }))}
          {...props}
        />
      );
    case 'currency':
      return <CurrencySelect label={label} {...props} />;
    case 'days':
      return <NumberInput label={label} min={0} max={365} allowDecimal={false} {...description} {...props} />;
    case 'iban':
      return (
        <TextInput
          label={label}
          autoComplete="off"
          spellCheck={false}
          {...description}
          {...props}
          value={String(props.value ?? '')}
          onChange={(event) => form.setFieldValue(field, bareIban(event.currentTarget.value))}
        />
      );
    case 'vat_id':
      return <VatIdInput inputProps={props} party={form.values as { vat_id: string; country: string }} />;
    case 'e_invoice_format':
    case 'e_address_scheme':
      return <EInvoiceSelect kind={kind} form={form} />;
    case 'record':
      return <EntryInput name={name} field={field} form={form} />;
    default:
      return <TextInput label={label} autoComplete="off" {...description} {...props} />;
  }
}

function EntryInput({ name, field, form }: { name: DirectoryName; field: string; form: Form }) {
  const to = DIRECTORY_NAMES.find((each) => each === entityOf(name).references?.[field]?.to);
  if (!to) return null;
  const value = form.values[field];
  return (
    <DirectorySelect
      name={to}
      value={typeof value === 'string' ? value : null}
      onChange={(id) => form.setFieldValue(field, id)}
      error={form.errors[field]}
      isCreatable
    />
  );
}
