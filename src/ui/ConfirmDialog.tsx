import type { ReactNode } from 'react';
import { Dialog } from './Dialog.tsx';
import { DialogButtons } from './DialogButtons.tsx';
import { FormError } from './FormError.tsx';
import { useConfirm } from './use-confirm.ts';
import { useErrorText } from './use-error-text.ts';

type Props = {
  isOpen: boolean;
  onClose: () => void;
  title: ReactNode;
  children?: ReactNode;
  confirmLabel: ReactNode;
  /** Instead of “Cancel”, where that is what the dialog is about. */
  cancelLabel?: string;
  onConfirm: () => void | Promise<void>;
  isDangerous?: boolean;
  /** Until what has to be said before is said. */
  isDisabled?: boolean;
  /** Says refusals in the caller's own words; undefined leaves it to `errors.json`. */
  describe?: (error: unknown) => string | undefined;
};

/** Asks before something that can't be undone. Closes when the action is done; a refusal is shown in place. */
export function ConfirmDialog(props: Props) {
  return props.isOpen ? <OpenConfirmDialog {...props} /> : null;
}

function OpenConfirmDialog({
  onClose,
  title,
  children,
  confirmLabel,
  cancelLabel,
  onConfirm,
  isDangerous = false,
  isDisabled = false,
  describe,
}: Props) {
  const errorText = useErrorText();
  const { confirm, isRunning, error } = useConfirm(onConfirm, onClose);
  return (
    <Dialog
      isOpen
      onClose={onClose}
      title={title}
      footer={
        <DialogButtons
          isRunning={isRunning}
          isDangerous={isDangerous}
          disabled={isDisabled}
          onCancel={onClose}
          {...(cancelLabel !== undefined && { cancelLabel })}
          onConfirm={() => void confirm()}
        >
          {confirmLabel}
        </DialogButtons>
      }
    >
      {children}
      {error !== null && <FormError>{describe?.(error) ?? errorText(error)}</FormError>}
    </Dialog>
  );
}
