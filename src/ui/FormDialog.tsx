import { type ReactNode, useId } from 'react';
import { Dialog } from './Dialog.tsx';
import { DialogButtons } from './DialogButtons.tsx';
import { FormError } from './FormError.tsx';
import type { useRecordForm } from './use-record-form.ts';

type Bound = Pick<ReturnType<typeof useRecordForm>, 'formProps' | 'formError' | 'isSubmitting'>;
type Props = Bound & {
  title: string;
  confirmLabel: string;
  /** Instead of “Cancel”, where that is what the dialog is about. */
  cancelLabel?: string;
  onClose: () => void;
  children: ReactNode;
};

/** A small form in a dialog: cancel and confirm stand below it, a refusal above its fields. */
export function FormDialog({ title, confirmLabel, cancelLabel, onClose, formProps, formError, isSubmitting, children }: Props) {
  const id = useId();
  return (
    <Dialog
      isOpen
      onClose={onClose}
      title={title}
      footer={
        <DialogButtons isRunning={isSubmitting} form={id} onCancel={onClose} {...(cancelLabel !== undefined && { cancelLabel })}>
          {confirmLabel}
        </DialogButtons>
      }
    >
      <form id={id} {...formProps}>
        <FormError>{formError}</FormError>
        {children}
      </form>
    </Dialog>
  );
}
