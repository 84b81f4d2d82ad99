import { Checkbox, Stack, Textarea } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import * as z from 'zod/mini';
import { useCompany } from '#data/core/company-context.ts';
import { calendarDate, name } from '#domain/shared/fields.ts';
import { DateInput } from '#ui/DateInput.tsx';
import { FormDialog } from '#ui/FormDialog.tsx';
import { useRecordForm } from '#ui/use-record-form.ts';

export type ReversalValues = { day: string; reason: string; isEnteredAnew: boolean };

type Props = {
  title: string;
  /** What will be there afterwards. */
  text: string;
  /** Offers to go on with the right record. */
  anewLabel?: string;
  onClose: () => void;
  onReverse: (values: ReversalValues) => Promise<void>;
};

const schema = z.object({ day: calendarDate(), reason: name(1000), isEnteredAnew: z.boolean() });

/** Asks on which day a booking is taken back, and why. */
export function ReversalDialog({ title, text, anewLabel, onClose, onReverse }: Props) {
  const { t } = useTranslation('periods');
  const { ctx } = useCompany();
  const { form, ...bound } = useRecordForm<ReversalValues>({
    initialValues: { day: ctx.today(), reason: '', isEnteredAnew: anewLabel !== undefined },
    schema,
    submit: async (values) => {
      await onReverse(values);
      onClose();
    },
  });
  return (
    <FormDialog title={title} confirmLabel={t('reversal.confirm')} cancelLabel={t('reversal.keep')} onClose={onClose} {...bound}>
      <Stack gap="sm">
        <div>{text}</div>
        <Textarea
          label={t('reversal.reason')}
          placeholder={t('reversal.placeholder')}
          required
          autoFocus
          autosize
          minRows={2}
          maxRows={8}
          {...form.getInputProps('reason')}
        />
        <DateInput
          label={t('reversal.day')}
          description={t('reversal.dayHint')}
          value={form.values.day}
          onChange={(day) => form.setFieldValue('day', day)}
          today={ctx.today()}
          error={form.errors['day']}
          required
        />
        {anewLabel !== undefined && <Checkbox label={anewLabel} {...form.getInputProps('isEnteredAnew', { type: 'checkbox' })} />}
      </Stack>
    </FormDialog>
  );
}
