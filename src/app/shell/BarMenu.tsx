import { type KeyboardEvent, type ReactNode, useEffect, useId, useRef, useState } from 'react';
import { useLocation } from 'react-router-dom';
import classes from './BarMenu.module.css';

type Props = { label: string; face: ReactNode; faceClassName?: string | undefined; side?: 'start' | 'end'; children: ReactNode };

/** A button of the app bar and the panel below it. Opens by click or arrow down; Esc, a click outside or a new page closes it. */
export function BarMenu({ label, face, faceClassName, side = 'end', children }: Props) {
  const root = useRef<HTMLDivElement>(null);
  const button = useRef<HTMLButtonElement>(null);
  const id = useId();
  const { key } = useLocation();
  const [isOpen, setOpen] = useState(false);
  const [lastKey, setLastKey] = useState(key);
  if (key !== lastKey) {
    setLastKey(key);
    setOpen(false);
  }
  useEffect(() => {
    if (!isOpen) return undefined;
    root.current?.querySelector<HTMLElement>('[data-menu-panel] :is(a, button)')?.focus();
    const close = (event: Event) => {
      if (event.target instanceof Node && !root.current?.contains(event.target)) setOpen(false);
    };
    addEventListener('pointerdown', close);
    addEventListener('focusin', close);
    return () => {
      removeEventListener('pointerdown', close);
      removeEventListener('focusin', close);
    };
  }, [isOpen]);

  const onKey = (event: KeyboardEvent) => {
    if (event.key === 'Escape' && isOpen) {
      event.stopPropagation();
      setOpen(false);
      button.current?.focus();
    }
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (!step) return;
    event.preventDefault();
    if (!isOpen) return setOpen(true);
    const items = [...(root.current?.querySelectorAll<HTMLElement>('[data-menu-panel] :is(a, button)') ?? [])];
    const at = items.indexOf(document.activeElement as HTMLElement);
    items[(at + step + items.length) % items.length]?.focus();
  };

  return (
    <div ref={root} className={classes.root} onKeyDown={onKey}>
      <button
        ref={button}
        type="button"
        className={faceClassName ?? classes.button}
        aria-label={label}
        aria-expanded={isOpen}
        aria-controls={isOpen ? id : undefined}
        onClick={() => setOpen(!isOpen)}
      >
        {face}
      </button>
      {isOpen && (
        <div id={id} className={classes.panel} data-side={side} data-menu-panel role="group" aria-label={label}>
          {children}
        </div>
      )}
    </div>
  );
}
