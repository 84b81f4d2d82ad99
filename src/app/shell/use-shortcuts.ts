import { useEffect, useRef } from 'react';
import { useNavigate } from 'react-router-dom';

const places: Readonly<Record<string, string>> = { e: '/finance/expenses', v: '/finance/vendors', c: '/finance/customers', s: '/sync' };
const sequenceMs = 1200;

type Options = { createPath: string | undefined; onShowSheet: () => void };

/** The app's single-key shortcuts; silent while somebody types, a dialog is open, or a modifier is held. */
export function useShortcuts(options: Options): void {
  const navigate = useNavigate();
  const latest = useRef(options);
  useEffect(() => {
    latest.current = options;
  });
  useEffect(() => {
    let wentAt = Number.NEGATIVE_INFINITY;
    const onKey = (event: KeyboardEvent) => {
      if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey || isTyping(event.target)) return;
      const isSecond = event.timeStamp - wentAt < sequenceMs;
      wentAt = Number.NEGATIVE_INFINITY;
      const target = isSecond ? places[event.key] : event.key === 'n' ? latest.current.createPath : undefined;
      if (target) {
        event.preventDefault();
        void navigate(target);
      } else if (event.key === 'g') wentAt = event.timeStamp;
      else if (event.key === '?') latest.current.onShowSheet();
      else if (event.key === '/') focusSearch(event);
    };
    addEventListener('keydown', onKey);
    return () => removeEventListener('keydown', onKey);
  }, [navigate]);
}

const isTyping = (target: EventTarget | null): boolean =>
  document.querySelector('dialog[open]') !== null ||
  (target instanceof HTMLElement &&
    (target.isContentEditable || target.matches('input:not([type=checkbox], [type=radio]), textarea, select')));

function focusSearch(event: KeyboardEvent): void {
  const search = document.querySelector<HTMLElement>('main input[type=search]');
  if (!search) return;
  event.preventDefault();
  search.focus();
}
