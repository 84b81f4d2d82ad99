import { useEffect, useRef } from 'react';
import { useNavigate } from 'react-router-dom';

/** After `g`. */
export const GO_TO: Readonly<Record<string, string>> = {
  d: '/finance/dashboard',
  i: '/finance/invoices',
  p: '/finance/payments',
  e: '/finance/expenses',
  c: '/finance/customers',
  v: '/finance/vendors',
  w: '/finance/recurring-invoices',
  x: '/finance/recurring-expenses',
  b: '/finance/products',
  k: '/finance/expense-categories',
  r: '/reports',
  m: '/reports/month-end',
  a: '/activity',
  s: '/sync',
  ',': '/settings',
};
const sequenceMs = 1200;

type Options = { createPath: string | undefined; onShowSheet: () => void; onSearch: () => void };

/** Ctrl/⌘ K for the search, and the app's single-key shortcuts; those are silent while somebody types, a dialog is open, or a modifier is held. */
export function useShortcuts(options: Options): void {
  const navigate = useNavigate();
  const latest = useRef(options);
  useEffect(() => {
    latest.current = options;
  });
  useEffect(() => {
    let wentAt = Number.NEGATIVE_INFINITY;
    const onKey = (event: KeyboardEvent) => {
      if (isSearchChord(event)) {
        event.preventDefault();
        if (!document.querySelector('dialog[open]')) latest.current.onSearch();
        return;
      }
      if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey || isTyping(event.target)) return;
      const isSecond = event.timeStamp - wentAt < sequenceMs;
      wentAt = Number.NEGATIVE_INFINITY;
      const target = isSecond ? GO_TO[event.key] : event.key === 'n' ? latest.current.createPath : undefined;
      if (target) {
        event.preventDefault();
        void navigate(target);
      } else if (event.key === 'g') wentAt = event.timeStamp;
      else if (event.key === '?') latest.current.onShowSheet();
      else if (event.key === '/') focusSearch(event, latest.current.onSearch);
    };
    addEventListener('keydown', onKey);
    return () => removeEventListener('keydown', onKey);
  }, [navigate]);
}

const isTyping = (target: EventTarget | null): boolean =>
  document.querySelector('dialog[open]') !== null ||
  (target instanceof HTMLElement &&
    (target.isContentEditable || target.matches('input:not([type=checkbox], [type=radio]), textarea, select')));

const isSearchChord = (event: KeyboardEvent): boolean =>
  event.key.toLowerCase() === 'k' && (event.ctrlKey || event.metaKey) && !event.altKey && !event.shiftKey;

/** The list's own field, or the search over everything on a page without a list. */
function focusSearch(event: KeyboardEvent, otherwise: () => void): void {
  const search = document.querySelector<HTMLElement>('main input[type=search]');
  event.preventDefault();
  if (search) search.focus();
  else otherwise();
}
