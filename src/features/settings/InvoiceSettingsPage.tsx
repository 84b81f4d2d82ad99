import { NativeSelect, NumberInput, Switch, TextInput } from '@mantine/core';
import type { UseFormReturnType } from '@mantine/form';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useCompanyCommands } from '#data/companies/use-company-commands.ts';
import { useCompany } from '#data/core/company-context.ts';
import { can } from '#domain/access/access.ts';
import { companyDetailsOf } from '#domain/companies/company-details.ts';
import { booksCurrency } from '#domain/companies/company-settings.ts';
import { type InvoiceSettings, invoiceSettingsOf, invoiceSettingsSchemaOf } from '#domain/companies/invoice-defaults.ts';
import { DOCUMENT_TEMPLATES, type DocumentLanguage } from '#domain/documents/printable-document.ts';
import { formatInvoiceNumber, invoiceNumberFormatProblem } from '#domain/numbering/number-format.ts';
import { PageHeader } from '#ui/PageHeader.tsx';
import { Section } from '#ui/Section.tsx';
import { CurrencySelect } from '#widgets/CurrencySelect.tsx';
import fields from '#widgets/Fields.module.css';
import { BooksCurrencyWarning } from './BooksCurrencyWarning.tsx';
import { DocumentPreview } from './DocumentPreview.tsx';
import { DocumentTextFields } from './DocumentTextFields.tsx';
import { PatternCollisions } from './PatternCollisions.tsx';
import classes from './Settings.module.css';
import { SettingsForm } from './SettingsForm.tsx';
import { useSettingsForm } from '#widgets/settings/use-settings-form.ts';

type Form = UseFormReturnType<InvoiceSettings>;
const POSITIONS = ['language', 'suffix', 'prefix'] as const;

export function InvoiceSettingsPage() {
  const { t } = useTranslation('settings');
  const { ctx, company } = useCompany();
  return (
    <>
      <PageHeader title={t('title.invoice')} />
      <p className={classes.lead}>{t('invoice.intro', { company: company.name })}</p>
      <DefaultsForm isReadOnly={!can(ctx.access, 'settings.invoice')} />
    </>
  );
}

function DefaultsForm({ isReadOnly }: { isReadOnly: boolean }) {
  const { t, i18n } = useTranslation('settings');
  const { company } = useCompany();
  const [language, setLanguage] = useState<DocumentLanguage>(i18n.language === 'de' ? 'de' : 'en');
  const { editInvoiceDefaults } = useCompanyCommands();
  const bound = useSettingsForm<InvoiceSettings>({
    current: invoiceSettingsOf(company),
    schema: invoiceSettingsSchemaOf(company.settings),
    save: editInvoiceDefaults,
  });
  const { form } = bound;
  return (
    <div className={classes.columns}>
      <SettingsForm bound={bound} hint={isReadOnly && t('invoice.readOnly')}>
        <NumberFields form={form} />
        <TermFields form={form} />
        <DocumentTextFields form={form} language={language} onLanguage={setLanguage} />
        <LookFields form={form} />
      </SettingsForm>
      <DocumentPreview details={companyDetailsOf(company)} invoice={form.values} language={language} />
    </div>
  );
}

function NumberFields({ form }: { form: Form }) {
  const { t } = useTranslation('settings');
  const { ctx } = useCompany();
  const { generated_number_format: format, number_prefix: prefix } = form.values;
  const isUsable = invoiceNumberFormatProblem(format) === null;
  const example = formatInvoiceNumber(format, { prefix, date: ctx.today(), number: 42 });
  return (
    <Section title={t('invoice.numbers')}>
      <div className={classes.stack}>
        <div className={fields.row} data-shape="even">
          <TextInput label={t('invoice.number_prefix')} autoComplete="off" {...form.getInputProps('number_prefix')} />
          <TextInput
            label={t('invoice.generated_number_format')}
            description={isUsable ? t('invoice.numberHint', { example }) : t('invoice.numberPlaceholders')}
            autoComplete="off"
            {...form.getInputProps('generated_number_format')}
          />
        </div>
        <PatternCollisions series="invoices" format={format} prefix={prefix} />
        <p className={classes.hint}>{t('invoice.numberLater')}</p>
      </div>
    </Section>
  );
}

function TermFields({ form }: { form: Form }) {
  const { t } = useTranslation('settings');
  const { company } = useCompany();
  const { exchange } = company.settings;
  return (
    <Section title={t('invoice.terms')}>
      <div className={classes.stack}>
        <div className={fields.row} data-shape="even">
          <NumberInput
            label={t('invoice.default_due_days')}
            min={0}
            max={365}
            allowDecimal={false}
            {...form.getInputProps('default_due_days')}
          />
          <CurrencySelect label={t('invoice.default_currency')} {...form.getInputProps('default_currency')} />
        </div>
        <BooksCurrencyWarning after={booksCurrency({ exchange, invoice_defaults: form.values })} />
        <CurrencySelect
          label={t('invoice.item_currency')}
          description={t('invoice.itemCurrencyHint')}
          {...form.getInputProps('items.currency')}
        />
      </div>
    </Section>
  );
}

function LookFields({ form }: { form: Form }) {
  const { t } = useTranslation('settings');
  const templates = DOCUMENT_TEMPLATES.map((template) => ({ value: template, label: t(`invoice.template.${template}`) }));
  const { default_template_id: main, default_delivery_note_template_id: note } = form.values;
  return (
    <Section title={t('invoice.look')}>
      <div className={classes.stack}>
        <div className={fields.row} data-shape="even">
          <NativeSelect
            label={t('invoice.default_template_id')}
            value={main ?? 'classic'}
            onChange={(event) => form.setFieldValue('default_template_id', event.currentTarget.value)}
            data={templates}
          />
          <NativeSelect
            label={t('invoice.default_delivery_note_template_id')}
            value={note ?? ''}
            onChange={(event) => form.setFieldValue('default_delivery_note_template_id', event.currentTarget.value || null)}
            data={[{ value: '', label: t('invoice.sameTemplate') }, ...templates]}
          />
        </div>
        <NativeSelect
          label={t('invoice.currency_position')}
          value={form.values.currency_sign.position ?? 'language'}
          onChange={({ currentTarget: { value } }) =>
            form.setFieldValue('currency_sign.position', value === 'prefix' || value === 'suffix' ? value : null)
          }
          data={POSITIONS.map((position) => ({ value: position, label: t(`invoice.position.${position}`) }))}
        />
        <Switch label={t('invoice.show_description')} {...form.getInputProps('items.show_description', { type: 'checkbox' })} />
        <Switch label={t('invoice.show_tax')} {...form.getInputProps('items.show_tax', { type: 'checkbox' })} />
        <Switch label={t('invoice.show_page_numbers')} {...form.getInputProps('footer.show_page_numbers', { type: 'checkbox' })} />
      </div>
    </Section>
  );
}
