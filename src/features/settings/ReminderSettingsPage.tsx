import { Anchor, NativeSelect, NumberInput, Switch } from '@mantine/core';
import type { UseFormReturnType } from '@mantine/form';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { useCompanyCommands } from '#data/companies/use-company-commands.ts';
import { useCompany } from '#data/core/company-context.ts';
import { can } from '#domain/access/access.ts';
import { DEBTORS, feeCurrencyOf, type ReminderSettings, reminderSettingsSchema } from '#domain/reminders/reminder-settings.ts';
import { MoneyInput } from '#ui/MoneyInput.tsx';
import { PageHeader } from '#ui/PageHeader.tsx';
import { Section } from '#ui/Section.tsx';
import { CurrencySelect } from '#widgets/CurrencySelect.tsx';
import fields from '#widgets/Fields.module.css';
import { BaseRates } from './BaseRates.tsx';
import classes from './Settings.module.css';
import { SettingsForm } from './SettingsForm.tsx';
import { useSettingsForm } from '#widgets/settings/use-settings-form.ts';

type FormProps = { form: UseFormReturnType<ReminderSettings> };

/** When a company reminds, and what it asks for beside the claim. The words are among the texts of mails. */
export function ReminderSettingsPage() {
  const { t } = useTranslation('settings');
  const { t: tReminders } = useTranslation('reminders');
  const { ctx, company } = useCompany();
  const { editReminders } = useCompanyCommands();
  const bound = useSettingsForm<ReminderSettings>({
    current: company.settings.reminders,
    schema: reminderSettingsSchema,
    save: editReminders,
  });
  return (
    <>
      <PageHeader title={t('title.reminders')} />
      <div className={classes.page}>
        <p className={classes.intro}>{tReminders('settings.intro', { company: company.name })}</p>
        <SettingsForm bound={bound} hint={!can(ctx.access, 'settings.invoice') && tReminders('settings.readOnly')}>
          <Levels form={bound.form} />
          <Interest form={bound.form} />
        </SettingsForm>
      </div>
    </>
  );
}

/** What is chosen, else the currency of new invoices. */
const useFeeCurrency = ({ values }: UseFormReturnType<ReminderSettings>): string => {
  const { settings } = useCompany().company;
  return feeCurrencyOf({ ...settings, reminders: values });
};

const days = { min: 0, allowDecimal: false, hideControls: true } as const;

function Levels({ form }: FormProps) {
  const { t } = useTranslation('reminders');
  const { ctx } = useCompany();
  const feeCurrency = useFeeCurrency(form);
  return (
    <Section title={t('settings.levels')} text={t('settings.levelsText')}>
      <div className={classes.stack}>
        <Switch label={t('field.is_on')} description={t('settings.onHint')} {...form.getInputProps('is_on', { type: 'checkbox' })} />
        {(['first', 'second', 'third'] as const).map((name, n) => (
          <fieldset key={name} className={classes.bare}>
            <legend className={classes.legend}>{t(`level.${(n + 1) as 1 | 2 | 3}`)}</legend>
            <div className={fields.row} data-shape="even">
              <NumberInput label={t('field.after_days')} {...days} max={365} {...form.getInputProps(`${name}.after_days`)} />
              <MoneyInput
                label={t('field.fee')}
                currency={feeCurrency}
                {...form.getInputProps(`${name}.fee`)}
                value={form.values[name].fee}
              />
            </div>
          </fieldset>
        ))}
        <CurrencySelect label={t('field.fee_currency')} {...form.getInputProps('fee_currency')} value={feeCurrency} />
        <p className={fields.hint}>{t('settings.feeHint', { currency: feeCurrency })}</p>
        <NumberInput
          label={t('field.pay_days')}
          description={t('settings.payDaysHint')}
          {...days}
          max={99}
          {...form.getInputProps('pay_days')}
        />
        {can(ctx.access, 'settings.mail') && (
          <p className={fields.hint}>
            {t('settings.texts')}{' '}
            <Anchor component={Link} to="/settings/mail" size="sm">
              {t('settings.textsLink')}
            </Anchor>
          </p>
        )}
      </div>
    </Section>
  );
}

function Interest({ form }: FormProps) {
  const { t } = useTranslation('reminders');
  const points = { min: 0, max: 20, decimalScale: 2, hideControls: true, suffix: ' %' } as const;
  return (
    <Section title={t('settings.interest')} text={t('settings.interestText')}>
      <div className={classes.stack}>
        <Switch label={t('field.interest')} {...form.getInputProps('interest', { type: 'checkbox' })} />
        <Switch
          label={t('field.flat_fee')}
          description={t('settings.flatHint')}
          {...form.getInputProps('flat_fee', { type: 'checkbox' })}
        />
        <NativeSelect
          label={t('field.debtors')}
          data={DEBTORS.map((value) => ({ value, label: t(`debtors.${value}`) }))}
          {...form.getInputProps('debtors')}
        />
        {form.values.interest && (
          <>
            <div className={fields.row} data-shape="even">
              <NumberInput label={t('field.business_points')} {...points} {...form.getInputProps('business_points')} />
              <NumberInput label={t('field.consumer_points')} {...points} {...form.getInputProps('consumer_points')} />
            </div>
            <BaseRates form={form} />
          </>
        )}
      </div>
    </Section>
  );
}
