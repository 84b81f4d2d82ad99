import { Button, NativeSelect, Stack } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import * as z from 'zod/mini';
import { useCompanyCommands } from '#data/companies/use-company-commands.ts';
import { useCompany } from '#data/core/company-context.ts';
import { usePeriods } from '#data/periods/use-periods.ts';
import { can } from '#domain/access/access.ts';
import { addMonths, monthOf, startOfMonth } from '#domain/dates/calendar.ts';
import type { AccountingPeriod } from '#domain/periods/accounting-period.ts';
import { VAT_FILINGS, VAT_METHODS, type VatPeriod, vatPeriodIn } from '#domain/tax/vat-method.ts';
import { useFormat } from '#platform/i18n/use-format.ts';
import { FormDialog } from '#ui/FormDialog.tsx';
import { Section } from '#ui/Section.tsx';
import { showToast } from '#ui/toast.ts';
import { useRecordForm } from '#ui/use-record-form.ts';
import classes from './SettingRows.module.css';

/** The earliest choice lies so many months back, and the last one so many ahead. */
const [BACK, AHEAD] = [24, 12];

/** When VAT counts and for which period it is filed, from which month on. */
export function VatMethodSection() {
  const { t } = useTranslation('periods');
  const { ctx, company } = useCompany();
  const format = useFormat();
  const [isChanging, setChanging] = useState(false);
  const { value: known } = usePeriods();
  const { periods } = company.settings.vat;
  const words = ({ method, filing }: Omit<VatPeriod, 'from'>) => `${t(`vat.method.${method}`)} · ${t(`vat.filing.${filing}`)}`;
  const rows = [
    ...periods.toReversed().map((each) => ({ name: t('vat.from', { month: format.month(each.from, 'long') }), text: words(each) })),
    { name: t(periods.length > 0 ? 'vat.before' : 'vat.always'), text: words(vatPeriodIn([], '')) },
  ];
  return (
    <Section title={t('vat.title')} text={t('vat.text')} isFlush>
      <ul className={classes.list}>
        {rows.map(({ name, text }, n) => (
          <li key={name} className={classes.row}>
            <div className={classes.words}>
              <p className={classes.name}>{name}</p>
              <p className={classes.detail}>{text}</p>
            </div>
            {n === 0 && can(ctx.access, 'company.update') && (
              <Button size="compact-sm" variant="default" onClick={() => setChanging(true)}>
                {t('vat.change')}
              </Button>
            )}
          </li>
        ))}
      </ul>
      {isChanging && known && <VatMethodDialog periods={periods} known={known} onClose={() => setChanging(false)} />}
    </Section>
  );
}

const schema = z.object({ from: z.string(), method: z.enum(VAT_METHODS), filing: z.enum(VAT_FILINGS) });

type DialogProps = { periods: readonly VatPeriod[]; known: readonly AccountingPeriod[]; onClose: () => void };

function VatMethodDialog({ periods, known, onClose }: DialogProps) {
  const { t } = useTranslation('periods');
  const { ctx } = useCompany();
  const format = useFormat();
  const { editVatPeriods } = useCompanyCommands();
  const thisMonth = startOfMonth(ctx.today());
  // What is closed stays as it was reported.
  const lastClosed = known.find(({ is_closed }) => is_closed)?.month ?? '';
  const months = Array.from({ length: BACK + AHEAD + 1 }, (_, n) => addMonths(thisMonth, AHEAD - n)).filter((month) => month > lastClosed);
  const { form, ...bound } = useRecordForm<VatPeriod>({
    initialValues: {
      from: monthOf(thisMonth > lastClosed ? thisMonth : (months.at(-1) ?? thisMonth)),
      ...vatPeriodIn(periods, monthOf(thisMonth)),
    },
    schema,
    submit: async (values) => {
      await editVatPeriods(values);
      showToast({ type: 'success', text: t('vat.saved', { month: format.month(values.from, 'long') }) });
      onClose();
    },
  });
  return (
    <FormDialog title={t('vat.change')} confirmLabel={t('vat.confirm')} onClose={onClose} {...bound}>
      <Stack gap="sm">
        <NativeSelect
          label={t('vat.methodLabel')}
          description={t('vat.methodHint')}
          data={VAT_METHODS.map((value) => ({ value, label: t(`vat.method.${value}`) }))}
          {...form.getInputProps('method')}
        />
        <NativeSelect
          label={t('vat.filingLabel')}
          data={VAT_FILINGS.map((value) => ({ value, label: t(`vat.filing.${value}`) }))}
          {...form.getInputProps('filing')}
        />
        <NativeSelect
          label={t('vat.fromLabel')}
          description={t('vat.fromHint')}
          data={months.map((month) => ({ value: monthOf(month), label: format.month(monthOf(month), 'long') }))}
          {...form.getInputProps('from')}
        />
      </Stack>
    </FormDialog>
  );
}
