import { Button, NativeSelect, TextInput } from '@mantine/core';
import type { TFunction } from 'i18next';
import { useTranslation } from 'react-i18next';
import * as z from 'zod/mini';
import { companyChoice } from '#data/session/session.ts';
import { companySettingsSchema } from '#domain/companies/company-settings.ts';
import { AppError } from '#domain/errors.ts';
import { countryCode, currencyCode, name } from '#domain/shared/fields.ts';
import { FormError } from '#ui/FormError.tsx';
import { PageHeader } from '#ui/PageHeader.tsx';
import { useRecordForm } from '#ui/use-record-form.ts';
import { useWhileShown } from '#ui/use-while-shown.ts';
import { countries, currencies, currencyOfCountry } from './countries.ts';
import classes from './SelectCompanyPage.module.css';

type Props = { isFirst: boolean; onCreated: () => void; onImport: () => void; onCancel?: () => void };

const schema = z.object({ name: name(), country: countryCode(), currency: currencyCode() });
type Values = z.infer<typeof schema>;

export function CreateCompanyForm({ isFirst, onCreated, onImport, onCancel }: Props) {
  const { t, i18n } = useTranslation('company');
  const { t: tCommon } = useTranslation();
  const whileShown = useWhileShown();
  const { form, formProps, formError, isSubmitting } = useRecordForm<Values>({
    initialValues: { name: '', country: 'DE', currency: 'EUR' },
    schema,
    submit: async (values) => {
      const settings = settingsOf(values, textsOf(t));
      const { isOpen } = await companyChoice.create({ name: values.name, settings, signal: whileShown() });
      if (isOpen) onCreated();
    },
    describe: (error) => (error instanceof AppError && error.code === 'offline' ? { text: t('create.offline') } : undefined),
  });
  return (
    <>
      <PageHeader title={t('create.title')} />
      <form {...formProps} className={classes.form}>
        <div>{isFirst ? t('create.first') : t('create.text')}</div>
        <TextInput
          label={t('create.name')}
          placeholder={t('create.namePlaceholder')}
          autoComplete="organization"
          autoFocus
          {...form.getInputProps('name')}
        />
        <div className={classes.pair}>
          <NativeSelect
            label={t('create.country')}
            data={countries(i18n.language)}
            {...form.getInputProps('country')}
            onChange={(event) =>
              form.setValues({ country: event.currentTarget.value, currency: currencyOfCountry(event.currentTarget.value) })
            }
          />
          <NativeSelect label={t('create.currency')} data={currencies(i18n.language)} {...form.getInputProps('currency')} />
        </div>
        <FormError>{formError}</FormError>
        <div className={classes.actions}>
          {onCancel && (
            <Button variant="default" onClick={onCancel}>
              {tCommon('action.cancel')}
            </Button>
          )}
          <Button type="submit" loading={isSubmitting}>
            {t('create.submit')}
          </Button>
        </div>
      </form>
      <p className={classes.archive}>
        {t('create.haveArchive')}{' '}
        <button type="button" className={classes.refresh} onClick={onImport}>
          {t('select.import')}
        </button>
      </p>
    </>
  );
}

/** Texts of documents in the language in which the person works; the schema's own are the last resort. */
const textsOf = (t: TFunction<'company'>) => ({
  payment_terms: t('create.preset.payment_terms'),
  invoice_note: t('create.preset.invoice_note'),
  instructions: t('create.preset.instructions'),
});

function settingsOf({ country, currency }: Values, { instructions, ...texts }: ReturnType<typeof textsOf>) {
  const timezone = Intl.DateTimeFormat().resolvedOptions().timeZone;
  return z.parse(companySettingsSchema, {
    company_details: {
      address: { country, ...(country === 'DE' ? {} : { postal_code: '', city: '' }) },
      bank: { instructions },
      basics: { timezone },
    },
    invoice_defaults: { default_currency: currency, items: { currency }, ...texts },
    expense_defaults: { default_currency: currency },
  });
}
