import { IconAlertTriangle, IconCircleCheck, IconCircleX, IconInfoCircle } from '@tabler/icons-react';
import { type ReactNode, useDeferredValue, useEffect, useRef, useState, useSyncExternalStore } from 'react';
import { useTranslation } from 'react-i18next';
import { closesAfterMs, currentToasts, hideToast, onToasts, type Toast, type ToastType } from './toast.ts';
import classes from './Toasts.module.css';

const icons: Record<ToastType, ReactNode> = {
  info: <IconInfoCircle size={18} aria-hidden />,
  success: <IconCircleCheck size={18} aria-hidden />,
  warning: <IconAlertTriangle size={18} aria-hidden />,
  error: <IconCircleX size={18} aria-hidden />,
  default: null,
};

/** Two live regions, both there before anything is said: an error interrupts a screen reader, the rest waits for its turn. */
export function Toasts() {
  // With the page that comes next, not in a frame of its own before it.
  const toasts = useDeferredValue(useSyncExternalStore(onToasts, currentToasts));
  const cards = (isUrgent: boolean) =>
    toasts.filter(({ type }) => (type === 'error') === isUrgent).map((toast) => <ToastCard key={toast.id} toast={toast} />);
  return (
    <div className={classes.stack}>
      <div className={classes.region} role="status">
        {cards(false)}
      </div>
      <div className={classes.region} role="alert">
        {cards(true)}
      </div>
    </div>
  );
}

function ToastCard({ toast }: { toast: Toast }) {
  const [isHeld, setHeld] = useState(false);
  useEffect(() => {
    if (isHeld) return undefined;
    const timer = setTimeout(() => hideToast(toast.id), closesAfterMs(toast));
    return () => clearTimeout(timer);
  }, [toast, isHeld]);
  const { action } = toast;
  return (
    <div
      className={classes.toast}
      data-type={toast.type ?? 'default'}
      onPointerEnter={() => setHeld(true)}
      onPointerLeave={() => setHeld(false)}
      onFocus={() => setHeld(true)}
      onBlur={() => setHeld(false)}
    >
      {icons[toast.type ?? 'default']}
      {toast.html === undefined ? (
        <span>
          {toast.text}
          {toast.isUnsent && <Unsent />}
        </span>
      ) : (
        <SafeHtml html={toast.html} />
      )}
      {action && (
        <button
          type="button"
          className={classes.action}
          onClick={() => {
            hideToast(toast.id);
            action.run();
          }}
        >
          {action.label}
        </button>
      )}
    </div>
  );
}

function Unsent() {
  const { t } = useTranslation();
  return <> · {t('toast.onDevice')}</>;
}

/** DOMPurify is loaded by the first toast that carries HTML. */
function SafeHtml({ html }: { html: string }) {
  const target = useRef<HTMLSpanElement>(null);
  useEffect(() => {
    let isCurrent = true;
    void Promise.all([import('dompurify'), import('./toast-html.ts')]).then(([{ default: purify }, { sanitizedToast }]) => {
      if (isCurrent) target.current?.replaceChildren(sanitizedToast(purify, html));
    });
    return () => {
      isCurrent = false;
    };
  }, [html]);
  return <span ref={target} />;
}
