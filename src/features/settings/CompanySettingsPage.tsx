import { Button, ColorInput, NativeSelect, Switch, Textarea, TextInput } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { useCompanyCommands } from '#data/companies/use-company-commands.ts';
import { useCompany } from '#data/core/company-context.tsx';
import { useSyncSummary } from '#data/sync/use-sync.ts';
import { can } from '#domain/access/access.ts';
import {
  type BankDetails,
  bankDetailsSchema,
  type CompanyDetailsInput,
  companyDetailsOf,
  companyDetailsSchema,
} from '#domain/companies/company-details.ts';
import { fontFamilyOf } from '#domain/documents/document-fonts.ts';
import { groupedIban } from '#domain/documents/iban.ts';
import { FormError } from '#ui/FormError.tsx';
import { PageHeader } from '#ui/PageHeader.tsx';
import { Section } from '#ui/Section.tsx';
import { showToast } from '#ui/toast.ts';
import { useRecordForm } from '#ui/use-record-form.ts';
import { AddressFields } from '#widgets/AddressFields.tsx';
import fields from '#widgets/Fields.module.css';
import classes from './Settings.module.css';

export function CompanySettingsPage() {
  const { t } = useTranslation('settings');
  const { ctx, company } = useCompany();
  const details = companyDetailsOf(company);
  const { bank } = company.settings.company_details;
  return (
    <>
      <PageHeader title={t('title.company')} />
      <div className={classes.page}>
        <p className={classes.intro}>{t('company.intro')}</p>
        <DetailsForm key={JSON.stringify(details)} details={details} isReadOnly={!can(ctx.access, 'company.update')} />
        <BankForm key={JSON.stringify(bank)} bank={bank} isReadOnly={!can(ctx.access, 'bank_accounts.manage')} />
      </div>
    </>
  );
}

/** Fonts by the name that settings hold; documents use the nearest family they can embed. */
const FONTS = { sans: 'Helvetica', serif: 'Times' } as const;

function DetailsForm({ details, isReadOnly }: { details: CompanyDetailsInput; isReadOnly: boolean }) {
  const { t } = useTranslation('settings');
  const { editCompanyDetails } = useCompanyCommands();
  const { form, formProps, formError, isSubmitting } = useRecordForm<CompanyDetailsInput>({
    initialValues: details,
    schema: companyDetailsSchema,
    submit: async (values) => {
      await editCompanyDetails(values);
      showToast({ type: 'success', text: t('expenses.saved') });
    },
  });
  const font = fontFamilyOf(form.values.branding.font);
  return (
    <form {...formProps}>
      <fieldset disabled={isReadOnly} className={classes.bare}>
        <FormError>{formError}</FormError>
        {isReadOnly && <p className={classes.hint}>{t('company.readOnly')}</p>}
        <Section title={t('company.address')}>
          <div className={classes.stack}>
            <TextInput label={t('company.name')} required autoComplete="organization" {...form.getInputProps('name')} />
            <AddressFields getInputProps={(field) => form.getInputProps(`address.${field}`)} />
            <div className={fields.row} data-shape="even">
              <TextInput label={t('company.email')} type="email" autoComplete="off" {...form.getInputProps('contact.email')} />
              <TextInput label={t('company.phone')} type="tel" autoComplete="off" {...form.getInputProps('contact.phone')} />
            </div>
            <TextInput label={t('company.website')} autoComplete="off" {...form.getInputProps('contact.website')} />
          </div>
        </Section>
        <Section title={t('company.tax')} text={t('company.taxHint')}>
          <div className={classes.stack}>
            <div className={fields.row} data-shape="even">
              <TextInput label={t('company.tax_number')} autoComplete="off" {...form.getInputProps('tax.tax_number')} />
              <TextInput label={t('company.vat_id')} autoComplete="off" {...form.getInputProps('tax.vat_id')} />
            </div>
            <Switch
              label={t('company.small_business')}
              description={t('company.smallBusinessHint')}
              {...form.getInputProps('tax.small_business', { type: 'checkbox' })}
            />
          </div>
        </Section>
        <Section title={t('company.branding')}>
          <div className={classes.stack}>
            <div className={fields.row} data-shape="even">
              <ColorInput
                label={t('company.primary_color')}
                withPicker={false}
                withEyeDropper={false}
                {...form.getInputProps('branding.primary_color')}
              />
              <ColorInput
                label={t('company.accent_color')}
                withPicker={false}
                withEyeDropper={false}
                {...form.getInputProps('branding.accent_color')}
              />
            </div>
            <NativeSelect
              label={t('company.font')}
              value={font}
              onChange={(event) => form.setFieldValue('branding.font', FONTS[event.currentTarget.value as keyof typeof FONTS])}
              data={(['sans', 'serif'] as const).map((family) => ({ value: family, label: t(`company.fontFamily.${family}`) }))}
            />
          </div>
        </Section>
        <Button type="submit" mt="md" loading={isSubmitting} disabled={isReadOnly || !form.isDirty()} className={classes.save}>
          {t('expenses.save')}
        </Button>
      </fieldset>
    </form>
  );
}

function BankForm({ bank, isReadOnly }: { bank: BankDetails; isReadOnly: boolean }) {
  const { t } = useTranslation('settings');
  const { editBankDetails } = useCompanyCommands();
  const isOffline = useSyncSummary()?.state === 'offline';
  const { form, formProps, formError, isSubmitting } = useRecordForm<BankDetails>({
    initialValues: { ...bank, iban: groupedIban(bank.iban) },
    schema: bankDetailsSchema,
    submit: async (values) => {
      await editBankDetails(values);
      showToast({ type: 'success', text: t('expenses.saved') });
    },
  });
  return (
    <Section title={t('company.bank')} text={t('company.bankHint')}>
      <form {...formProps}>
        <fieldset disabled={isReadOnly || isOffline} className={classes.bare}>
          <div className={classes.stack}>
            <FormError>{formError}</FormError>
            {isReadOnly && <p className={classes.hint}>{t('company.bankReadOnly')}</p>}
            {isOffline && !isReadOnly && <p className={classes.hint}>{t('company.bankOffline')}</p>}
            <TextInput label={t('company.iban')} autoComplete="off" {...form.getInputProps('iban')} />
            <div className={fields.row} data-shape="narrow-wide">
              <TextInput label={t('company.bic')} autoComplete="off" {...form.getInputProps('bic')} />
              <TextInput label={t('company.bank_name')} autoComplete="off" {...form.getInputProps('name')} />
            </div>
            <Textarea label={t('company.instructions')} autosize minRows={1} maxRows={4} {...form.getInputProps('instructions')} />
            <Button type="submit" loading={isSubmitting} disabled={isReadOnly || isOffline || !form.isDirty()} className={classes.save}>
              {t('company.saveBank')}
            </Button>
          </div>
        </fieldset>
      </form>
    </Section>
  );
}
