import { NumberInput } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import * as z from 'zod/mini';
import { useCompany } from '#data/core/company-context.ts';
import { type OwnNumbers, useLeaseCommands } from '#data/invoices/use-number-leases.ts';
import { AppError } from '#domain/errors.ts';
import { LEASE_DAYS, LEASE_MAX, lastDayOf } from '#domain/numbering/number-lease.ts';
import { useFormat } from '#platform/i18n/use-format.ts';
import { FormDialog } from '#ui/FormDialog.tsx';
import { showToast } from '#ui/toast.ts';
import { useRecordForm } from '#ui/use-record-form.ts';

type Props = { own: OwnNumbers | null; onClose: () => void; onTaken: () => void };

const schema = z.object({ count: z.int('invalidCount').check(z.minimum(1, 'invalidCount'), z.maximum(LEASE_MAX, 'invalidCount')) });

/** How many numbers this device takes along, and until when they hold. */
export function TakeNumbersDialog({ own, onClose, onTaken }: Props) {
  const { t } = useTranslation('settings');
  const { ctx, company } = useCompany();
  const format = useFormat();
  const { take } = useLeaseCommands();
  const until = lastDayOf(company.settings.invoice_defaults.generated_number_format, ctx.today());
  const { form, ...bound } = useRecordForm({
    initialValues: { count: 5 },
    schema,
    describe: (error) => {
      const reason = error instanceof AppError ? error.data['reason'] : null;
      return reason === 'leases_off' || reason === 'leases_in_use' || reason === 'lease_open'
        ? { text: t(`leases.refused.${reason}`) }
        : undefined;
    },
    submit: async ({ count }) => {
      const lease = await take(count);
      onTaken();
      showToast({ type: 'success', text: t('leases.took', { count: lease.numbers.length }) });
      onClose();
    },
  });
  return (
    <FormDialog title={t('leases.takeTitle')} confirmLabel={t('leases.take')} onClose={onClose} {...bound}>
      <p>{t('leases.takeText')}</p>
      <NumberInput
        label={t('leases.count')}
        description={t('leases.countHint', { max: LEASE_MAX })}
        min={1}
        max={LEASE_MAX}
        allowDecimal={false}
        data-autofocus
        {...form.getInputProps('count')}
      />
      <p>{t('leases.hold', { day: format.day(until, 'long'), count: LEASE_DAYS })}</p>
      {own && own.lease.unused.length > 0 && <p>{t('leases.replaces', { count: own.lease.unused.length })}</p>}
    </FormDialog>
  );
}
