import { Button } from '@mantine/core';
import { type FormEvent, type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Dialog } from '#ui/Dialog.tsx';
import { FormError } from '#ui/FormError.tsx';
import { usePeopleRefusal } from './use-people-refusal.ts';

type Props = {
  title: string;
  confirmLabel: string;
  onConfirm: () => Promise<unknown>;
  onClose: () => void;
  isReady?: boolean;
  children: ReactNode;
};

/** Asks before something about a person that can't simply be undone; a refusal is said in place. */
export function PeopleDialog({ title, confirmLabel, onConfirm, onClose, isReady = true, children }: Props) {
  const { t } = useTranslation();
  const refusal = usePeopleRefusal();
  const [isRunning, setRunning] = useState(false);
  const [error, setError] = useState<unknown>(null);
  const confirm = async (event: FormEvent) => {
    event.preventDefault();
    setRunning(true);
    setError(null);
    try {
      await onConfirm();
      onClose();
    } catch (refused) {
      setError(refused);
      setRunning(false);
    }
  };
  return (
    <form onSubmit={(event) => void confirm(event)}>
      <Dialog
        isOpen
        size="md"
        onClose={onClose}
        title={title}
        footer={
          <>
            <Button variant="default" onClick={onClose} disabled={isRunning}>
              {t('action.cancel')}
            </Button>
            <Button type="submit" color="red" loading={isRunning} disabled={!isReady}>
              {confirmLabel}
            </Button>
          </>
        }
      >
        {children}
        {error !== null && <FormError>{refusal(error)}</FormError>}
      </Dialog>
    </form>
  );
}
