import { NativeSelect, Select, Switch, TextInput } from '@mantine/core';
import type { UseFormReturnType } from '@mantine/form';
import { useTranslation } from 'react-i18next';
import { useCompanyCommands } from '#data/companies/use-company-commands.ts';
import { useCompany } from '#data/core/company-context.ts';
import { can } from '#domain/access/access.ts';
import { type CompanyDetailsInput, companyDetailsOf, companyDetailsSchema, hasEnteredAddress } from '#domain/companies/company-details.ts';
import { booksCurrency } from '#domain/companies/company-settings.ts';
import { RATES } from '#domain/exchange/rates.ts';
import { lawInBrackets } from '#domain/tax/small-business-law.ts';
import { PageHeader } from '#ui/PageHeader.tsx';
import { invoiceSettingsOf } from '#domain/companies/invoice-defaults.ts';
import { Section } from '#ui/Section.tsx';
import { AddressFields } from '#widgets/AddressFields.tsx';
import { CurrencySelect } from '#widgets/CurrencySelect.tsx';
import fields from '#widgets/Fields.module.css';
import { VatIdInput } from '#widgets/VatIdInput.tsx';
import { BrandingFields } from './BrandingFields.tsx';
import { BooksCurrencyWarning } from './BooksCurrencyWarning.tsx';
import { DeleteCompany } from './DeleteCompany.tsx';
import { DocumentPreview } from './DocumentPreview.tsx';
import { KnownRate } from './KnownRate.tsx';
import { LogoField } from './LogoField.tsx';
import classes from './Settings.module.css';
import { SettingsForm } from './SettingsForm.tsx';
import { useSettingsForm } from '#widgets/settings/use-settings-form.ts';

type Form = UseFormReturnType<CompanyDetailsInput>;

/** What a company says about itself, and how its documents look with it. */
export function CompanySettingsPage() {
  const { t } = useTranslation('settings');
  const { ctx, company } = useCompany();
  const { editCompanyDetails } = useCompanyCommands();
  const bound = useSettingsForm<CompanyDetailsInput>({
    current: companyDetailsOf(company),
    schema: companyDetailsSchema,
    save: editCompanyDetails,
  });
  const { form } = bound;
  return (
    <>
      <PageHeader title={t('title.company')} />
      <p className={classes.lead}>{t('company.intro')}</p>
      <div className={classes.columns}>
        <SettingsForm bound={bound} hint={!can(ctx.access, 'company.update') && t('company.readOnly')}>
          <AddressSection form={form} />
          <TaxSection form={form} />
          <QuestionsSection form={form} />
          <ExchangeSection form={form} />
          <Section title={t('company.branding')}>
            <div className={classes.stack}>
              <LogoField />
              <BrandingFields form={form} />
            </div>
          </Section>
          <Section title={t('company.basics')} text={t('company.basicsHint')}>
            <TimezoneSelect {...form.getInputProps('basics.timezone')} />
          </Section>
        </SettingsForm>
        <DocumentPreview details={form.values} invoice={invoiceSettingsOf(company)} />
        {ctx.access.isOwner && <DeleteCompany />}
      </div>
    </>
  );
}

function AddressSection({ form }: { form: Form }) {
  const { t } = useTranslation('settings');
  const { company } = useCompany();
  const { address: stored } = company.settings.company_details;
  const example = hasEnteredAddress(stored) ? undefined : stored;
  return (
    <Section title={t('company.address')}>
      <div className={classes.stack}>
        <TextInput label={t('company.name')} required autoComplete="organization" {...form.getInputProps('name')} />
        <AddressFields getInputProps={(field) => form.getInputProps(`address.${field}`)} example={example} />
        <TextInput label={t('company.email')} type="email" autoComplete="off" {...form.getInputProps('contact.email')} />
        <TextInput label={t('company.phone')} type="tel" autoComplete="off" {...form.getInputProps('contact.phone')} />
        <TextInput label={t('company.website')} autoComplete="off" {...form.getInputProps('contact.website')} />
      </div>
    </Section>
  );
}

function TaxSection({ form }: { form: Form }) {
  const { t } = useTranslation('settings');
  return (
    <Section title={t('company.tax')} text={t('company.taxHint')}>
      <div className={classes.stack}>
        <div className={fields.row} data-shape="even">
          <TextInput label={t('company.tax_number')} autoComplete="off" {...form.getInputProps('tax.tax_number')} />
          <VatIdInput
            inputProps={form.getInputProps('tax.vat_id')}
            party={{ vat_id: form.values.tax.vat_id, country: form.values.address.country }}
          />
        </div>
        <Switch
          label={t('company.small_business', { law: lawInBrackets(form.values.address.country) })}
          description={t('company.smallBusinessHint')}
          {...form.getInputProps('tax.small_business', { type: 'checkbox' })}
        />
      </div>
    </Section>
  );
}

/** Who answers questions about an invoice, as authorities want to read it in the data. */
function QuestionsSection({ form }: { form: Form }) {
  const { t } = useTranslation('settings');
  const { contact, name } = form.values;
  return (
    <Section title={t('company.eInvoice')} text={t('company.eInvoiceHint')}>
      <div className={classes.stack}>
        <TextInput
          label={t('company.contact_name')}
          placeholder={name}
          autoComplete="off"
          {...form.getInputProps('e_invoice.contact_name')}
        />
        <div className={fields.row} data-shape="even">
          <TextInput
            label={t('company.contact_phone')}
            placeholder={contact.phone}
            type="tel"
            autoComplete="off"
            {...form.getInputProps('e_invoice.contact_phone')}
          />
          <TextInput
            label={t('company.contact_email')}
            placeholder={contact.email}
            type="email"
            autoComplete="off"
            {...form.getInputProps('e_invoice.contact_email')}
          />
        </div>
      </div>
    </Section>
  );
}

/** In which currency the books are kept, and what is in another one counts. */
function ExchangeSection({ form }: { form: Form }) {
  const { t } = useTranslation('settings');
  const { company } = useCompany();
  const { invoice_defaults } = company.settings;
  const { exchange, address } = form.values;
  const { error } = form.getInputProps('exchange.currency');
  const isGerman = address.country === 'DE';
  const books = booksCurrency({ exchange, invoice_defaults });
  return (
    <Section title={t('company.exchange')} text={t('company.exchangeHint')}>
      <div className={classes.stack}>
        <CurrencySelect
          label={t('company.books_currency')}
          preset={t('company.booksPreset', { currency: invoice_defaults.default_currency })}
          value={exchange.currency ?? ''}
          onChange={(event) => form.setFieldValue('exchange.currency', event.currentTarget.value || null)}
          error={error}
        />
        <BooksCurrencyWarning after={books} />
        <NativeSelect
          label={t('company.exchange_rates')}
          description={t(isGerman ? 'company.ratesHintGermany' : 'company.ratesHint')}
          data={RATES.map((value) => ({
            value,
            label: value === 'month' && isGerman ? t('company.monthOfGermany') : t(`company.rates.${value}`),
          }))}
          {...form.getInputProps('exchange.rates')}
        />
        <KnownRate books={books} rates={exchange.rates} />
      </div>
    </Section>
  );
}

type TimezoneProps = { value?: string; onChange?: (value: string) => void; error?: unknown };

/** Found by typing any part of the name: "lisbon" or "europe". */
function TimezoneSelect({ value = '', onChange, error }: TimezoneProps) {
  const { t } = useTranslation('settings');
  const known = Intl.supportedValuesOf('timeZone');
  return (
    <Select
      label={t('company.timezone')}
      searchable
      limit={100}
      nothingFoundMessage={t('company.timezoneNone')}
      filter={({ options, search }) => {
        const wanted = search.toLowerCase().trim().replaceAll(' ', '_');
        return options.filter((option) => 'value' in option && option.value.toLowerCase().includes(wanted));
      }}
      data={(known.includes(value) ? known : [value, ...known]).map((zone) => ({ value: zone, label: zone.replaceAll('_', ' ') }))}
      value={value}
      onChange={(zone) => zone && onChange?.(zone)}
      error={error as string | undefined}
    />
  );
}
