import { MantineThemeProvider } from '@mantine/core';
import { type ReactNode, useId } from 'react';
import { useTranslation } from 'react-i18next';
import { dialogTheme } from './dialog-theme.ts';
import { CloseModal, Modal } from './Modal.tsx';
import classes from './Dialog.module.css';

type Props = { isOpen: boolean; onClose: () => void; title: ReactNode; children: ReactNode; footer?: ReactNode; size?: 'sm' | 'md' | 'lg' };

/** A modal with a title, and below it what can be done. What was typed in it is not lost by a press beside it. */
export function Dialog(props: Props) {
  return props.isOpen ? <OpenDialog {...props} /> : null;
}

function OpenDialog({ onClose, title, children, footer, size = 'sm' }: Props) {
  const { t } = useTranslation();
  const id = useId();
  return (
    <Modal name={{ headingId: id }} className={classes.dialog} size={size} onClose={onClose} keepsTyping>
      <MantineThemeProvider inherit theme={dialogTheme}>
        <h2 id={id} className={classes.title}>
          {title}
        </h2>
        <div className={classes.body}>{children}</div>
        {footer && <div className={classes.footer}>{footer}</div>}
        {/* Last, so that opening puts the focus on what the dialog is about. */}
        <CloseModal className={classes.close} label={t('dialog.close')} onClose={onClose} />
      </MantineThemeProvider>
    </Modal>
  );
}
