import { Button, Switch, TextInput } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { useCompanyCommands } from '#data/companies/use-company-commands.ts';
import { useCompany } from '#data/core/company-context.ts';
import { can } from '#domain/access/access.ts';
import { type ExpenseDefaults, expenseDefaultsSchema } from '#domain/companies/expense-defaults.ts';
import { formatDocumentNumber, numberFormatProblem } from '#domain/numbering/number-format.ts';
import { PageHeader } from '#ui/PageHeader.tsx';
import { Section } from '#ui/Section.tsx';
import { FormColumns } from '#widgets/FormColumns.tsx';
import { CurrencySelect } from '#widgets/CurrencySelect.tsx';
import classes from './Settings.module.css';
import { SettingsForm } from './SettingsForm.tsx';
import { useSettingsForm } from '#widgets/settings/use-settings-form.ts';

export function ExpenseSettingsPage() {
  const { t } = useTranslation('settings');
  const { ctx, company } = useCompany();
  const defaults = company.settings.expense_defaults;
  return (
    <>
      <PageHeader title={t('title.expenses')} />
      <div className={classes.page} data-wide>
        <p className={classes.intro}>{t('expenses.intro', { company: company.name })}</p>
        <FormColumns>
          <DefaultsForm defaults={defaults} isReadOnly={!can(ctx.access, 'settings.expense')} />
          {can(ctx.access, 'expense_categories.manage') && (
            <Section title={t('expenses.categories')}>
              <div className={classes.linkRow}>
                <p className={classes.line}>{t('expenses.categoriesText')}</p>
                <Button component={Link} to="/finance/expense-categories" variant="default">
                  {t('expenses.categoriesLink')}
                </Button>
              </div>
            </Section>
          )}
        </FormColumns>
      </div>
    </>
  );
}

function DefaultsForm({ defaults, isReadOnly }: { defaults: ExpenseDefaults; isReadOnly: boolean }) {
  const { t } = useTranslation('settings');
  const { ctx } = useCompany();
  const { editExpenseDefaults } = useCompanyCommands();
  const bound = useSettingsForm<ExpenseDefaults>({ current: defaults, schema: expenseDefaultsSchema, save: editExpenseDefaults });
  const { form } = bound;
  const format = form.values.generated_number_format;
  const example = formatDocumentNumber(format, { year: Number(ctx.today().slice(0, 4)), number: 42 });
  return (
    <SettingsForm bound={bound} hint={isReadOnly && t('expenses.readOnly')}>
      <Section>
        <div className={classes.stack}>
          <CurrencySelect label={t('expenses.default_currency')} {...form.getInputProps('default_currency')} />
          <TextInput
            label={t('expenses.generated_number_format')}
            description={numberFormatProblem(format) === null ? t('expenses.numberHint', { example }) : t('expenses.numberPlaceholders')}
            autoComplete="off"
            {...form.getInputProps('generated_number_format')}
          />
          <Switch
            label={t('expenses.mark_as_paid_on_approval')}
            {...form.getInputProps('mark_as_paid_on_approval', { type: 'checkbox' })}
          />
        </div>
      </Section>
    </SettingsForm>
  );
}
