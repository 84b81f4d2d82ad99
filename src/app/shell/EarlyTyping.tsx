import { useLayoutEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import classes from './Layout.module.css';

/** Takes what is typed while the palette's code is still on its way; otherwise the first letters would be lost, or taken for shortcuts. */
export function EarlyTyping({ onType }: { onType: (text: string) => void }) {
  const { t } = useTranslation('navigation');
  const field = useRef<HTMLInputElement>(null);
  useLayoutEffect(() => {
    const opener = document.activeElement;
    field.current?.focus();
    return () => {
      if (opener instanceof HTMLElement) opener.focus();
    };
  }, []);
  return (
    <input
      ref={field}
      className={classes.early}
      aria-label={t('shortcuts.palette')}
      onChange={(event) => onType(event.currentTarget.value)}
    />
  );
}
