import { Stack } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import * as z from 'zod/mini';
import { useCompany } from '#data/core/company-context.ts';
import { calendarDate } from '#domain/shared/fields.ts';
import { DateInput } from '#ui/DateInput.tsx';
import { FormDialog } from '#ui/FormDialog.tsx';
import { useRecordForm } from '#ui/use-record-form.ts';
import { useFormat } from '#platform/i18n/use-format.ts';
import { monthOf } from '#domain/dates/calendar.ts';

type Props = {
  /** The document's own day, whose month is closed. */
  day: string;
  confirmLabel: string;
  onClose: () => void;
  onBook: (bookedOn: string) => Promise<void>;
};

const schema = z.object({ bookedOn: calendarDate() });

/** Asks on which day of an open month something counts that comes late for its own. */
export function BookingDayDialog({ day, confirmLabel, onClose, onBook }: Props) {
  const { t } = useTranslation('periods');
  const { ctx } = useCompany();
  const format = useFormat();
  const { form, ...bound } = useRecordForm({
    initialValues: { bookedOn: ctx.today() },
    schema,
    submit: async ({ bookedOn }) => {
      await onBook(bookedOn);
      onClose();
    },
  });
  return (
    <FormDialog title={t('late.title')} confirmLabel={confirmLabel} onClose={onClose} {...bound}>
      <Stack gap="sm">
        <div>{t('late.text', { month: format.month(monthOf(day), 'long'), day: format.day(day) })}</div>
        <DateInput
          label={t('late.day')}
          value={form.values.bookedOn}
          onChange={(bookedOn) => form.setFieldValue('bookedOn', bookedOn)}
          today={ctx.today()}
          error={form.errors['bookedOn']}
          required
        />
      </Stack>
    </FormDialog>
  );
}
