import { Button, NativeSelect, NumberInput, Switch } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { useCompanyCommands } from '#data/companies/use-company-commands.ts';
import { useCompany } from '#data/core/company-context.ts';
import { can } from '#domain/access/access.ts';
import { type RecurringDefaults, recurringDefaultsSchema } from '#domain/companies/recurring-defaults.ts';
import { GENERATE_AS, LEAD_DAYS_MAX } from '#domain/recurring/generation.ts';
import { PageHeader } from '#ui/PageHeader.tsx';
import { Section } from '#ui/Section.tsx';
import { FormColumns } from '#widgets/FormColumns.tsx';
import { useSettingsForm } from '#widgets/settings/use-settings-form.ts';
import classes from './Settings.module.css';
import { SettingsForm } from './SettingsForm.tsx';

export function RecurringSettingsPage() {
  const { t } = useTranslation('recurring');
  const { t: tSettings } = useTranslation('settings');
  const { ctx, company } = useCompany();
  return (
    <>
      <PageHeader title={tSettings('title.recurring')} />
      <div className={classes.page} data-wide>
        <p className={classes.intro}>{t('settings.intro', { company: company.name })}</p>
        <FormColumns>
          <DefaultsForm defaults={company.settings.recurring_defaults} isReadOnly={!can(ctx.access, 'settings.invoice')} />
          <Section title={t('settings.lists')}>
            <p className={classes.line}>{t('settings.listsText')}</p>
            <div className={classes.linkRow} data-start>
              {can(ctx.access, 'recurring_invoices.view') && (
                <Button component={Link} to="/finance/recurring-invoices" variant="default">
                  {t('title.invoices')}
                </Button>
              )}
              {can(ctx.access, 'recurring_expenses.view') && (
                <Button component={Link} to="/finance/recurring-expenses" variant="default">
                  {t('title.expenses')}
                </Button>
              )}
            </div>
          </Section>
        </FormColumns>
      </div>
    </>
  );
}

function DefaultsForm({ defaults, isReadOnly }: { defaults: RecurringDefaults; isReadOnly: boolean }) {
  const { t } = useTranslation('recurring');
  const { editRecurringDefaults } = useCompanyCommands();
  const bound = useSettingsForm<RecurringDefaults>({ current: defaults, schema: recurringDefaultsSchema, save: editRecurringDefaults });
  const { form } = bound;
  return (
    <SettingsForm bound={bound} hint={isReadOnly && t('settings.readOnly')}>
      <Section>
        <div className={classes.stack}>
          <Switch
            label={t('settings.auto_generate')}
            description={t('settings.autoHint')}
            {...form.getInputProps('auto_generate', { type: 'checkbox' })}
          />
          <NumberInput
            label={t('settings.lead_days')}
            description={t('settings.leadHint')}
            min={0}
            max={LEAD_DAYS_MAX}
            allowDecimal={false}
            hideControls
            {...form.getInputProps('lead_days')}
          />
          <NativeSelect
            label={t('settings.generate_as')}
            description={t(form.values.generate_as === 'draft' ? 'hint.asDraft' : 'hint.asIssued')}
            data={GENERATE_AS.map((as) => ({ value: as, label: t(`generateAs.${as}`) }))}
            {...form.getInputProps('generate_as')}
          />
        </div>
      </Section>
    </SettingsForm>
  );
}
