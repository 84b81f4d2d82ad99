import { type KeyboardEvent as ReactKeyboardEvent, type RefObject, useEffect, useLayoutEffect, useRef, useState } from 'react';
import type { Selection } from './data-table-props.ts';
import { useNavigationType } from 'react-router-dom';
import { takeOpened } from './opened-row.ts';

type Options = {
  /** The path of its page. */
  readonly list: string;
  /** Of all rows, in their order. */
  readonly ids: () => readonly string[];
  readonly body: RefObject<HTMLDivElement | null>;
  readonly scrollTo: (index: number) => void;
  readonly selection: Selection | undefined;
};
type Keys = {
  /** The row that had the focus last. */
  readonly current: string | null;
  readonly onFocus: (event: { readonly target: EventTarget }) => void;
  readonly onKeyDown: (event: ReactKeyboardEvent) => void;
  /** With `isRange` all rows from the one that was chosen last. */
  readonly toggle: (id: string, isRange: boolean) => void;
};

const rowOf = (target: EventTarget): HTMLElement | null => (target instanceof Element ? target.closest<HTMLElement>('[data-row]') : null);
const isElsewhere = (target: EventTarget | null): boolean =>
  target instanceof Element &&
  target.closest('input, textarea, select, [contenteditable], [role=menu], [role=listbox], [data-row], dialog') !== null;
/** After `g` a letter names a place to go to, see the shortcuts of the shell. */
const SEQUENCE_MS = 1200;
const isIdle = (): boolean => document.activeElement === document.body || document.activeElement?.localName === 'main';

/** j, k and arrows move between rows, with Shift they select on the way; x selects, other letters press what bears them as `data-row-key`. Coming back from a record, its row has the focus. */
export function useRowKeys(options: Options): Keys {
  const [current, setCurrent] = useState<string | null>(null);
  const anchor = useRef<string | null>(null);
  // The focus comes with the next frame; keys may come faster.
  const wanted = useRef<number | null>(null);
  const returning = useRef<string | null>(null);
  const wentAt = useRef(Number.NEGATIVE_INFINITY);
  const latest = useRef(options);
  useLayoutEffect(() => {
    latest.current = options;
  });

  const [acts] = useState(() => {
    const opener = (id: string) => {
      const drawn = latest.current.body.current?.querySelectorAll<HTMLElement>('[data-row]') ?? [];
      return [...drawn].find(({ dataset }) => dataset['row'] === id)?.querySelector<HTMLElement>('[data-row-open]');
    };
    const focusAt = (index: number) => {
      const { ids, scrollTo } = latest.current;
      const id = ids()[index];
      if (id === undefined) return;
      wanted.current = index;
      scrollTo(index);
      requestAnimationFrame(() => {
        opener(id)?.focus({ preventScroll: true });
        if (wanted.current === index) wanted.current = null;
      });
    };
    const toggle = (id: string, isRange: boolean) => {
      const { ids: read, selection } = latest.current;
      if (!selection) return;
      const ids = read();
      const next = new Set(selection.selected);
      const isChosen = !next.has(id);
      // What was chosen last and is chosen still; else a range would begin where nobody sees it.
      const last = anchor.current !== null && selection.selected.has(anchor.current) ? anchor.current : null;
      const [from, to] = [isRange && last !== null ? ids.indexOf(last) : -1, ids.indexOf(id)];
      const range = from < 0 ? [id] : ids.slice(Math.min(from, to), Math.max(from, to) + 1);
      for (const one of range)
        if (isChosen) next.add(one);
        else next.delete(one);
      anchor.current = id;
      selection.onChange(next);
    };
    const choose = (...chosen: (string | undefined)[]) => {
      const { selection } = latest.current;
      selection?.onChange(new Set([...selection.selected, ...chosen.filter((id) => id !== undefined)]));
    };
    /** True where the key was ours; `at` is -1 while no row has the focus. */
    const press = ({ key, shiftKey }: { key: string; shiftKey: boolean }, at: number): boolean => {
      const ids = latest.current.ids();
      const step = { ArrowDown: 1, j: 1, J: 1, ArrowUp: -1, k: -1, K: -1 }[key];
      const next = step === undefined ? { Home: 0, End: ids.length - 1 }[key] : at + step;
      if (next !== undefined) {
        if (next < 0 || next >= ids.length) return false;
        if (shiftKey && step !== undefined && at >= 0) {
          choose(ids[at], ids[next]);
          anchor.current = ids[next] ?? null;
        }
        focusAt(next);
        return true;
      }
      const id = ids[at];
      if (key.toLowerCase() !== 'x' || id === undefined) return false;
      toggle(id, shiftKey);
      return true;
    };
    return { opener, toggle, press };
  });

  // From wherever one is on the page, the first key leads into the list.
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey || isElsewhere(event.target)) return;
      if (!['j', 'k'].includes(event.key) || document.querySelector('dialog[open]')) return;
      const rows = latest.current.body.current;
      const stop = rows?.querySelector<HTMLElement>('[data-row-open][tabindex="0"]');
      if (!stop) return;
      event.preventDefault();
      const id = rowOf(stop)?.dataset['row'] ?? '';
      acts.press({ key: 'j', shiftKey: false }, latest.current.ids().indexOf(id) - 1);
    };
    addEventListener('keydown', onKey);
    return () => removeEventListener('keydown', onKey);
  }, [acts]);

  const isBack = useNavigationType() === 'POP';
  useLayoutEffect(() => {
    const id = takeOpened(latest.current.list);
    if (isBack) returning.current = id;
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- how one came here, once
  }, []);
  // After every render until it is there: a list may come a page at a time.
  useEffect(() => {
    if (returning.current === null) return;
    if (!isIdle()) returning.current = null;
    else {
      const found = acts.opener(returning.current);
      if (!found) return;
      returning.current = null;
      found.focus({ preventScroll: true });
    }
  });

  return {
    current,
    toggle: acts.toggle,
    onFocus: ({ target }) => setCurrent(rowOf(target)?.dataset['row'] ?? null),
    onKeyDown: (event) => {
      if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey) return;
      const row = rowOf(event.target);
      if (!row || !(event.target instanceof HTMLElement) || !event.target.matches('[data-row-open], [data-row-box]')) return;
      const isSecond = event.timeStamp - wentAt.current < SEQUENCE_MS;
      wentAt.current = event.key === 'g' ? event.timeStamp : Number.NEGATIVE_INFINITY;
      if (isSecond) return;
      // A letter of its own for what can be changed in the row.
      const control = /^[a-z]$/.test(event.key) ? row.querySelector<HTMLElement>(`[data-row-key="${event.key}"]`) : null;
      if (control) {
        control.click();
        event.preventDefault();
      } else if (acts.press(event, wanted.current ?? options.ids().indexOf(row.dataset['row'] ?? ''))) event.preventDefault();
    },
  };
}
