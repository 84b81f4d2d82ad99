// @vitest-environment jsdom
import { afterEach, expect, test } from 'vitest';
import { createStore } from '#platform/storage/web-storage.ts';
import { isInUse, mayReload } from './chunk-reload.ts';

function memory() {
  const values = new Map<string, string>();
  return createStore(
    () =>
      ({
        getItem: (name: string) => values.get(name) ?? null,
        setItem: (name: string, value: string) => void values.set(name, value),
      }) as Storage,
  );
}

test('a failed chunk reloads a path at most once in ten seconds', () => {
  const store = memory();
  expect(mayReload(store, '/a', 1_000)).toBe(true);
  expect(mayReload(store, '/a', 10_999)).toBe(false);
  expect(mayReload(store, '/a', 11_000)).toBe(true);
});

test('every path has its own ten seconds', () => {
  const store = memory();
  expect(mayReload(store, '/a', 0)).toBe(true);
  expect(mayReload(store, '/b', 1)).toBe(true);
  expect(mayReload(store, '/a', 2)).toBe(false);
});

test('without storage nothing reloads, because nothing would stop a loop', () => {
  const blocked = createStore(() => {
    throw new Error('blocked');
  });
  expect(mayReload(blocked, '/a', 0)).toBe(false);
});

afterEach(() => document.body.replaceChildren());

/** What of it a failed chunk would take away; the field with the focus is the first there is. */
function isTakenFrom(html: string): boolean {
  document.body.innerHTML = html;
  document.querySelector<HTMLElement>('input, textarea, button')?.focus();
  return isInUse(document);
}

test('a failed chunk takes no selection, no open dialog and nothing that is being typed away', () => {
  expect(isTakenFrom('<main><div data-bulk role="toolbar">2 selected</div></main>')).toBe(true);
  expect(isTakenFrom('<dialog open><input value=""></dialog>')).toBe(true);
  expect(isTakenFrom('<input value="Kornh">')).toBe(true);
  expect(isTakenFrom('<textarea>Thank you</textarea>')).toBe(true);
});

test('a page that holds nothing of a person’s is loaded again', () => {
  expect(isTakenFrom('<main></main>')).toBe(false);
  expect(isTakenFrom('<dialog></dialog><button>New</button>')).toBe(false);
  expect(isTakenFrom('<input value="">')).toBe(false);
  expect(isTakenFrom('<input type="checkbox" checked>')).toBe(false);
});
