import { Button } from '@mantine/core';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Dialog } from './Dialog.tsx';
import { FormError } from './FormError.tsx';
import { useErrorText } from './use-error-text.ts';

type Props = {
  isOpen: boolean;
  onClose: () => void;
  title: ReactNode;
  children?: ReactNode;
  confirmLabel: ReactNode;
  onConfirm: () => void | Promise<void>;
  isDangerous?: boolean;
  /** Says refusals in the caller's own words; undefined leaves it to `errors.json`. */
  describe?: (error: unknown) => string | undefined;
};

/** Asks before something that can't be undone. Closes when the action is done; a refusal is shown in place. */
export function ConfirmDialog(props: Props) {
  return props.isOpen ? <OpenConfirmDialog {...props} /> : null;
}

function OpenConfirmDialog({ onClose, title, children, confirmLabel, onConfirm, isDangerous = false, describe }: Props) {
  const { t } = useTranslation();
  const errorText = useErrorText();
  const [isRunning, setRunning] = useState(false);
  const [error, setError] = useState<unknown>(null);

  const confirm = async () => {
    setRunning(true);
    setError(null);
    try {
      await onConfirm();
      onClose();
    } catch (refusal) {
      setError(refusal);
      setRunning(false);
    }
  };

  return (
    <Dialog
      isOpen
      onClose={onClose}
      title={title}
      footer={
        <>
          <Button variant="default" onClick={onClose} disabled={isRunning}>
            {t('action.cancel')}
          </Button>
          <Button {...(isDangerous ? { color: 'red' } : {})} onClick={() => void confirm()} loading={isRunning}>
            {confirmLabel}
          </Button>
        </>
      }
    >
      {children}
      {error !== null && <FormError>{describe?.(error) ?? errorText(error)}</FormError>}
    </Dialog>
  );
}
