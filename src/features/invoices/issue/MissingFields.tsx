import { TextInput } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { useCompany } from '#data/core/company-context.ts';
import { hasEnteredAddress } from '#domain/companies/company-details.ts';
import { type IssueSources, type MissingField, type MissingPart, partOf } from '#domain/invoices/missing-values.ts';
import { DateInput } from '#ui/DateInput.tsx';
import { AddressFields } from '#widgets/AddressFields.tsx';
import fieldClasses from '#widgets/Fields.module.css';
import { VatIdInput } from '#widgets/VatIdInput.tsx';
import classes from './IssueDialog.module.css';
import type { IssueForm } from './use-issue-form.ts';
import { WhomToAsk } from './WhomToAsk.tsx';

type Props = { fields: readonly MissingField[]; refused: readonly MissingPart[]; shown: IssueSources; form: IssueForm };
const PARTS = ['seller', 'buyer', 'invoice'] as const;

/** Fields for what is missing, under whose record it is saved with. */
export function MissingFields({ fields, refused, shown, form }: Props) {
  const { t } = useTranslation('invoices');
  return PARTS.map((part) => {
    const own = fields.filter((field) => partOf(field) === part);
    if (own.length === 0) return null;
    const name = part === 'buyer' ? (shown.customer?.name ?? '') : shown.company.name;
    return (
      <fieldset key={part} className={classes.part}>
        <legend className={classes.legend}>{t(`issue.part.${part}`, { name })}</legend>
        {refused.includes(part) ? (
          <WhomToAsk part={part} />
        ) : (
          own.map((field) => <Asked key={field} field={field} shown={shown} form={form} isTaxAsked={own.includes('seller.tax')} />)
        )}
      </fieldset>
    );
  });
}

type AskedProps = { field: MissingField; shown: IssueSources; form: IssueForm; isTaxAsked: boolean };

function Asked({ field, shown, form, isTaxAsked }: AskedProps) {
  const { t } = useTranslation('settings');
  const { t: tCustomers } = useTranslation('customers');
  switch (field) {
    case 'seller.address':
      return <SellerAddress shown={shown} form={form} />;
    case 'seller.tax':
      return (
        <>
          <div className={fieldClasses.row} data-shape="even">
            <TextInput label={t('company.tax_number')} autoComplete="off" {...form.getInputProps('seller.tax_number')} />
            <VatIdInput inputProps={form.getInputProps('seller.vat_id')} party={form.values.seller} />
          </div>
          <p className={fieldClasses.hint}>{t('company.taxHint')}</p>
        </>
      );
    case 'seller.vat_id':
      return isTaxAsked ? null : <VatIdInput inputProps={form.getInputProps('seller.vat_id')} party={form.values.seller} />;
    case 'seller.contact_phone':
      return <TextInput label={t('company.contact_phone')} type="tel" autoComplete="off" {...form.getInputProps('seller.contact_phone')} />;
    case 'seller.contact_email':
      return (
        <TextInput label={t('company.contact_email')} type="email" autoComplete="off" {...form.getInputProps('seller.contact_email')} />
      );
    case 'buyer.address':
      return <AddressFields getInputProps={(each) => form.getInputProps(`buyer.${each}`)} />;
    case 'buyer.vat_id':
      return <VatIdInput inputProps={form.getInputProps('buyer.vat_id')} party={form.values.buyer} />;
    case 'buyer.buyer_reference':
    case 'buyer.e_address': {
      const name = field === 'buyer.e_address' ? 'e_address' : 'buyer_reference';
      return (
        <TextInput
          label={tCustomers(`field.${name}`)}
          description={tCustomers(`hint.${name}`)}
          autoComplete="off"
          {...form.getInputProps(field)}
        />
      );
    }
    default:
      return <ServiceDays form={form} isPeriod={shown.invoice.service_to !== null} />;
  }
}

/** What nobody entered stands there as an example only. */
function SellerAddress({ shown: { company }, form }: Pick<AskedProps, 'shown' | 'form'>) {
  const { address } = company.settings.company_details;
  const example = hasEnteredAddress(address) ? undefined : address;
  return <AddressFields getInputProps={(each) => form.getInputProps(`seller.${each}`)} example={example} hasCountry={false} />;
}

function ServiceDays({ form, isPeriod }: { form: IssueForm; isPeriod: boolean }) {
  const { t } = useTranslation('invoices');
  const { ctx } = useCompany();
  const { service_from, service_to } = form.values.invoice;
  const input = (field: 'service_from' | 'service_to', value: string | null) => ({
    value: value ?? '',
    onChange: (day: string) => form.setFieldValue(`invoice.${field}`, day || null),
    today: ctx.today(),
    error: form.errors[`invoice.${field}`],
  });
  return (
    <div className={fieldClasses.row} data-shape="even">
      <DateInput label={t(isPeriod ? 'service.from' : 'field.service_from')} {...input('service_from', service_from)} />
      {isPeriod && <DateInput label={t('service.to')} {...input('service_to', service_to)} />}
    </div>
  );
}
