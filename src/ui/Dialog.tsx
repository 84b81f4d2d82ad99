import { MantineThemeProvider } from '@mantine/core';
import { IconX } from '@tabler/icons-react';
import { type MouseEvent, type ReactNode, useEffect, useId, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { dialogTheme } from './dialog-theme.ts';
import classes from './Dialog.module.css';

type Props = { isOpen: boolean; onClose: () => void; title: ReactNode; children: ReactNode; footer?: ReactNode; size?: 'sm' | 'md' | 'lg' };

/** A modal on the browser's own `<dialog>`: focus stays inside, Esc closes, the page behind is inert. */
export function Dialog(props: Props) {
  return props.isOpen ? <OpenDialog {...props} /> : null;
}

function OpenDialog({ onClose, title, children, footer, size = 'sm' }: Props) {
  const { t } = useTranslation();
  const dialog = useRef<HTMLDialogElement>(null);
  const id = useId();

  useEffect(() => {
    const element = dialog.current;
    const opener = document.activeElement;
    element?.showModal();
    return () => {
      element?.close();
      if (opener instanceof HTMLElement && opener.isConnected) opener.focus();
    };
  }, []);

  const closeOnBackdrop = (event: MouseEvent) => {
    if (event.target === dialog.current) onClose();
  };

  return (
    <dialog
      ref={dialog}
      className={classes.dialog}
      data-size={size}
      aria-labelledby={id}
      onMouseDown={closeOnBackdrop}
      onCancel={(event) => {
        event.preventDefault();
        onClose();
      }}
    >
      <MantineThemeProvider inherit theme={dialogTheme}>
        <h2 id={id} className={classes.title}>
          {title}
        </h2>
        <div className={classes.body}>{children}</div>
        {footer && <div className={classes.footer}>{footer}</div>}
        {/* Last, so that opening puts the focus on what the dialog is about. */}
        <button type="button" className={classes.close} onClick={onClose} aria-label={t('dialog.close')}>
          <IconX size={18} aria-hidden />
        </button>
      </MantineThemeProvider>
    </dialog>
  );
}
