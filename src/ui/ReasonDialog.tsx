import { Textarea } from '@mantine/core';
import * as z from 'zod/mini';
import { name } from '#domain/shared/fields.ts';
import { FormDialog } from './FormDialog.tsx';
import { useRecordForm } from './use-record-form.ts';

type Props = {
  title: string;
  label: string;
  placeholder: string;
  hint?: string;
  confirmLabel: string;
  onClose: () => void;
  onConfirm: (reason: string) => Promise<void>;
};

const schema = z.object({ reason: name(1000) });

/** Asks for the reason that a step needs. */
export function ReasonDialog({ title, label, placeholder, hint, confirmLabel, onClose, onConfirm }: Props) {
  const { form, ...bound } = useRecordForm({
    initialValues: { reason: '' },
    schema,
    submit: async ({ reason }) => {
      await onConfirm(reason);
      onClose();
    },
  });
  return (
    <FormDialog title={title} confirmLabel={confirmLabel} onClose={onClose} {...bound}>
      <Textarea
        label={label}
        placeholder={placeholder}
        description={hint}
        required
        autoFocus
        autosize
        minRows={3}
        maxRows={8}
        {...form.getInputProps('reason')}
      />
    </FormDialog>
  );
}
