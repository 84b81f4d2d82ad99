import type { FormEvent, ReactNode } from 'react';
import { Dialog } from '#ui/Dialog.tsx';
import { DialogButtons } from '#ui/DialogButtons.tsx';
import { FormError } from '#ui/FormError.tsx';
import { useConfirm } from '#ui/use-confirm.ts';
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
  const refusal = usePeopleRefusal();
  const { confirm, isRunning, error } = useConfirm(onConfirm, onClose);
  const send = (event: FormEvent) => {
    event.preventDefault();
    void confirm();
  };
  return (
    <form onSubmit={send}>
      <Dialog
        isOpen
        size="md"
        onClose={onClose}
        title={title}
        footer={
          <DialogButtons isDangerous form isRunning={isRunning} disabled={!isReady} onCancel={onClose}>
            {confirmLabel}
          </DialogButtons>
        }
      >
        {children}
        {error !== null && <FormError>{refusal(error)}</FormError>}
      </Dialog>
    </form>
  );
}
