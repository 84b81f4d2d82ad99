import { Button, Switch, TextInput } from '@mantine/core';
import type { UseFormReturnType } from '@mantine/form';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { useCompanyCommands } from '#data/companies/use-company-commands.ts';
import { useCompany } from '#data/core/company-context.ts';
import { useNextNumbers } from '#data/invoices/use-number-leases.ts';
import { can } from '#domain/access/access.ts';
import { type NumberSettings, numberSettingsSchema, seriesFormats } from '#domain/companies/number-settings.ts';
import { formatInvoiceNumber, OWN_SERIES, type OwnSeries, seriesProblem } from '#domain/numbering/number-format.ts';
import { PageHeader } from '#ui/PageHeader.tsx';
import { Section } from '#ui/Section.tsx';
import { FormColumns } from '#widgets/FormColumns.tsx';
import classes from './Settings.module.css';
import { NumberLeases } from './NumberLeases.tsx';
import { PatternCollisions } from './PatternCollisions.tsx';
import rows from './SettingRows.module.css';
import { SettingsForm } from './SettingsForm.tsx';
import { useSettingsForm } from '#widgets/settings/use-settings-form.ts';

type Form = UseFormReturnType<NumberSettings>;

/** In which series documents are numbered, and which numbers are missing. */
export function NumberSettingsPage() {
  const { t } = useTranslation('settings');
  const { ctx, company } = useCompany();
  return (
    <>
      <PageHeader title={t('title.numbers')} />
      <div className={classes.page} data-wide>
        <p className={classes.intro}>{t('numbers.intro', { company: company.name })}</p>
        <FormColumns>
          <NumbersForm isReadOnly={!can(ctx.access, 'settings.invoice')} />
          <>
            {can(ctx.access, 'invoices.view') && <MissingNumbers />}
            <NumberLeases />
          </>
        </FormColumns>
      </div>
    </>
  );
}

function NumbersForm({ isReadOnly }: { isReadOnly: boolean }) {
  const { t } = useTranslation('settings');
  const { company } = useCompany();
  const { editNumbers } = useCompanyCommands();
  const { numbers } = company.settings;
  const bound = useSettingsForm<NumberSettings>({ current: numbers, schema: numberSettingsSchema(company.settings), save: editNumbers });
  return (
    <SettingsForm bound={bound} hint={isReadOnly && t('invoice.readOnly')}>
      <Section title={t('numbers.series')}>
        <div className={classes.stack}>
          <InvoiceSeries />
          {OWN_SERIES.map((series) => (
            <SeriesField key={series} series={series} form={bound.form} />
          ))}
          <NextNumbers />
        </div>
      </Section>
      <Section title={t('leases.title')}>
        <Switch label={t('numbers.leases')} description={t('leases.about')} {...bound.form.getInputProps('leases', { type: 'checkbox' })} />
      </Section>
    </SettingsForm>
  );
}

function InvoiceSeries() {
  const { t } = useTranslation('settings');
  const { ctx, company } = useCompany();
  const { generated_number_format: format, number_prefix: prefix } = company.settings.invoice_defaults;
  return (
    <div className={classes.linkRow}>
      <p className={classes.line}>
        {t('numbers.invoices', { example: formatInvoiceNumber(format, { prefix, date: ctx.today(), number: 42 }) })}
      </p>
      <Button component={Link} to="/settings/invoice" variant="default">
        {t('numbers.invoicesLink')}
      </Button>
    </div>
  );
}

function SeriesField({ series, form }: { series: OwnSeries; form: Form }) {
  const { t } = useTranslation('settings');
  const { ctx, company } = useCompany();
  const { number_prefix: prefix } = company.settings.invoice_defaults;
  const own = form.values[series].trim();
  const isUsable = seriesProblem(series, seriesFormats(company.settings, form.values), prefix) === null;
  const example = formatInvoiceNumber(own, { prefix, date: ctx.today(), number: 42 });
  const hint = own === '' ? t('numbers.shared') : isUsable ? t('numbers.example', { example }) : t('invoice.numberPlaceholders');
  return (
    <div>
      <TextInput
        label={t(`numbers.of.${series}`)}
        placeholder={t(`numbers.suggested.${series}`)}
        description={hint}
        autoComplete="off"
        {...form.getInputProps(series)}
      />
      {isUsable && own !== '' && <PatternCollisions series={series} format={own} prefix={prefix} />}
    </div>
  );
}

/** What the server would give next; nothing where it can't be asked. */
function NextNumbers() {
  const { t } = useTranslation('settings');
  const { value: next } = useNextNumbers();
  if (!next) return null;
  return (
    <p className={classes.hint}>
      {next.map(({ series, number }) => (
        <span key={series} className={rows.whole}>
          {t('numbers.next', { series: t(series === 'invoices' ? 'title.invoice' : `numbers.of.${series}`), number })}
        </span>
      ))}
    </p>
  );
}

function MissingNumbers() {
  const { t } = useTranslation('settings');
  return (
    <Section title={t('numbers.missing')}>
      <div className={classes.linkRow}>
        <p className={classes.line}>{t('numbers.missingText')}</p>
        <Button component={Link} to="/finance/invoices/numbers" variant="default">
          {t('numbers.missingLink')}
        </Button>
      </div>
    </Section>
  );
}
