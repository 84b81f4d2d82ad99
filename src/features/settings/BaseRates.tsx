import { ActionIcon, Button, NumberInput } from '@mantine/core';
import type { UseFormReturnType } from '@mantine/form';
import { IconPlus, IconTrash } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { useCompany } from '#data/core/company-context.ts';
import { halfYearOf, type ReminderSettings } from '#domain/reminders/reminder-settings.ts';
import { DateInput } from '#ui/DateInput.tsx';
import fields from '#widgets/Fields.module.css';
import classes from './BaseRates.module.css';

/** The base rates that are known here, each from a day on: the Bundesbank states it anew on 1 January and 1 July. */
export function BaseRates({ form }: { form: UseFormReturnType<ReminderSettings> }) {
  const { t } = useTranslation('reminders');
  const { ctx } = useCompany();
  const rates = form.values.base_rates;
  const begins = halfYearOf(ctx.today());
  const isBehind = !rates.some(({ from }) => from >= begins);
  const error = form.errors['base_rates'];
  return (
    <div className={classes.rates} role="group" aria-label={t('field.base_rates')}>
      <p className={classes.title}>{t('field.base_rates')}</p>
      <p className={fields.hint}>{t('settings.baseRatesText')}</p>
      {rates.map(({ from }, n) => (
        // Rows have no name of their own; they are only added at the end and taken away.
        <div key={n} className={classes.rate}>
          <DateInput label={t('settings.validFrom')} today={ctx.today()} {...form.getInputProps(`base_rates.${n}.from`)} value={from} />
          <NumberInput
            label={t('settings.rate')}
            decimalScale={2}
            hideControls
            suffix=" %"
            {...form.getInputProps(`base_rates.${n}.rate`)}
          />
          <ActionIcon
            variant="subtle"
            color="gray"
            size={44}
            aria-label={t('settings.removeRate')}
            onClick={() => form.removeListItem('base_rates', n)}
          >
            <IconTrash size={18} aria-hidden />
          </ActionIcon>
        </div>
      ))}
      {error && (
        <p role="alert" className={classes.error}>
          {error}
        </p>
      )}
      {isBehind && <p className={`${fields.hint} ${fields.warning}`}>{t(rates.length === 0 ? 'settings.noRate' : 'settings.oldRate')}</p>}
      <Button
        variant="default"
        size="compact-md"
        leftSection={<IconPlus size={16} aria-hidden />}
        className={classes.add}
        onClick={() => form.insertListItem('base_rates', { from: isBehind ? begins : '', rate: 0 })}
      >
        {t('settings.addRate')}
      </Button>
    </div>
  );
}
