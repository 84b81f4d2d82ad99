import { Button, Textarea } from '@mantine/core';
import { useId } from 'react';
import { useTranslation } from 'react-i18next';
import * as z from 'zod/mini';
import { name } from '#domain/shared/fields.ts';
import { Dialog } from './Dialog.tsx';
import { FormError } from './FormError.tsx';
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
  const { t } = useTranslation();
  const id = useId();
  const { form, formProps, formError, isSubmitting } = useRecordForm({
    initialValues: { reason: '' },
    schema,
    submit: async ({ reason }) => {
      await onConfirm(reason);
      onClose();
    },
  });
  return (
    <Dialog
      isOpen
      onClose={onClose}
      title={title}
      footer={
        <>
          <Button variant="default" onClick={onClose} disabled={isSubmitting}>
            {t('action.cancel')}
          </Button>
          <Button type="submit" form={id} loading={isSubmitting}>
            {confirmLabel}
          </Button>
        </>
      }
    >
      <form id={id} {...formProps}>
        <FormError>{formError}</FormError>
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
      </form>
    </Dialog>
  );
}
