import { Button } from '@mantine/core';
import { type ReactNode, useId } from 'react';
import { useTranslation } from 'react-i18next';
import { Dialog } from './Dialog.tsx';
import { FormError } from './FormError.tsx';
import type { useRecordForm } from './use-record-form.ts';

type Bound = Pick<ReturnType<typeof useRecordForm>, 'formProps' | 'formError' | 'isSubmitting'>;
type Props = Bound & { title: string; confirmLabel: string; onClose: () => void; children: ReactNode };

/** A small form in a dialog: cancel and confirm stand below it, a refusal above its fields. */
export function FormDialog({ title, confirmLabel, onClose, formProps, formError, isSubmitting, children }: Props) {
  const { t } = useTranslation();
  const id = useId();
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
        {children}
      </form>
    </Dialog>
  );
}
