import { IconAlertTriangle, IconCircleCheck, IconCircleX, IconInfoCircle } from '@tabler/icons-react';
import { type ReactNode, useEffect, useRef, useState, useSyncExternalStore } from 'react';
import { currentToasts, hideToast, onToasts, type Toast, type ToastType } from './toast.ts';
import classes from './Toasts.module.css';

/** Spec §9. */
const autoCloseMs = 2500;
// A toast that offers something ("Undo") has to be reachable by keyboard before it goes.
const actionCloseMs = 8000;

const icons: Record<ToastType, ReactNode> = {
  info: <IconInfoCircle size={18} aria-hidden />,
  success: <IconCircleCheck size={18} aria-hidden />,
  warning: <IconAlertTriangle size={18} aria-hidden />,
  error: <IconCircleX size={18} aria-hidden />,
  default: null,
};

export function Toasts() {
  const toasts = useSyncExternalStore(onToasts, currentToasts);
  return (
    <div className={classes.stack} role="status" aria-live="polite">
      {toasts.map((toast) => (
        <ToastCard key={toast.id} toast={toast} />
      ))}
    </div>
  );
}

function ToastCard({ toast }: { toast: Toast }) {
  const [isHeld, setHeld] = useState(false);
  useEffect(() => {
    if (isHeld) return undefined;
    const timer = setTimeout(() => hideToast(toast.id), toast.action ? actionCloseMs : autoCloseMs);
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
      {toast.html === undefined ? <span>{toast.text}</span> : <SafeHtml html={toast.html} />}
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

/** DOMPurify is loaded by the first toast that carries HTML. */
function SafeHtml({ html }: { html: string }) {
  const target = useRef<HTMLSpanElement>(null);
  useEffect(() => {
    let isCurrent = true;
    void import('dompurify').then(({ default: purify }) => {
      if (isCurrent) target.current?.replaceChildren(purify.sanitize(html, { RETURN_DOM_FRAGMENT: true }));
    });
    return () => {
      isCurrent = false;
    };
  }, [html]);
  return <span ref={target} />;
}
