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
  children: ReactNode;
};

/** The browser's own `<dialog>`: focus stays inside and returns, Esc and a press beside it close, the page behind is inert. */
export function Modal({ name, onClose, className = '', size, focus, children }: Props) {
  const dialog = useRef<HTMLDialogElement>(null);
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
      onMouseDown={(event) => {
        if (event.target === dialog.current) onClose();
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
