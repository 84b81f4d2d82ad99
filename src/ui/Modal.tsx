import { type ReactNode, useLayoutEffect, useRef } from 'react';
import { IconX } from '@tabler/icons-react';
import classes from './Modal.module.css';

type Props = {
  /** Its name: words, or the id of the heading that says it. */
  name: { readonly label: string } | { readonly headingId: string };
  onClose: () => void;
  className?: string | undefined;
  size?: string;
  /** Where the focus goes; otherwise the browser chooses. */
  focus?: string;
  /** A press beside it does not close it any more once something was typed in it, which would be gone. */
  keepsTyping?: boolean;
  children: ReactNode;
};

/** The browser's own `<dialog>`: focus stays inside and returns, Esc and a press beside it close, the page behind is inert. */
export function Modal({ name, onClose, className = '', size, focus, keepsTyping = false, children }: Props) {
  const dialog = useRef<HTMLDialogElement>(null);
  const isTyped = useRef(false);
  useLayoutEffect(() => {
    const element = dialog.current;
    const opener = document.activeElement;
    element?.showModal();
    if (focus) element?.querySelector<HTMLElement>(focus)?.focus();
    return () => {
      element?.close();
      if (opener instanceof HTMLElement && opener.isConnected) opener.focus();
    };
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- it opens once
  }, []);
  return (
    <dialog
      ref={dialog}
      className={`${classes.dialog} ${className}`}
      data-size={size}
      {...('label' in name ? { 'aria-label': name.label } : { 'aria-labelledby': name.headingId })}
      onKeyDownCapture={(event) => {
        // An open list of choices says so: Esc closes that and not the dialog around it, with all that was typed.
        if (event.key === 'Escape' && event.target instanceof Element && event.target.matches('[data-mantine-stop-propagation]'))
          event.preventDefault();
      }}
      onInput={() => {
        isTyped.current = true;
      }}
      onMouseDown={(event) => {
        if (event.target === dialog.current && !(keepsTyping && isTyped.current)) onClose();
      }}
      onCancel={(event) => {
        event.preventDefault();
        onClose();
      }}
    >
      {children}
    </dialog>
  );
}

/** The cross in a modal's head. */
export function CloseModal({ label, onClose, className = '' }: { label: string; onClose: () => void; className?: string | undefined }) {
  return (
    <button type="button" className={`${classes.close} ${className}`} onClick={onClose} aria-label={label}>
      <IconX size={18} aria-hidden />
    </button>
  );
}
