// @vitest-environment jsdom
import { MantineProvider } from '@mantine/core';
import { act } from 'react';
import { createRoot, type Root } from 'react-dom/client';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { RecordSelect } from './RecordSelect.tsx';

const NAMES = ['Hafen GmbH', 'Hafenbau AG', 'Werft KG'];
const chosen = vi.fn<(id: string | null) => void>();
let root: Root;
let page: HTMLElement;
const form = () => (
  <MantineProvider env="test">
    <form>
      <RecordSelect
        ariaLabel="Customer"
        value={null}
        selected={undefined}
        onChange={chosen}
        search={(text) => NAMES.filter((name) => name.includes(text)).map((name) => ({ id: name, name }))}
        nothing="Nothing"
      />
    </form>
  </MantineProvider>
);
beforeEach(() => {
  (globalThis as { IS_REACT_ACT_ENVIRONMENT?: boolean }).IS_REACT_ACT_ENVIRONMENT = true;
  window.matchMedia = (media) => ({ media, matches: false, addEventListener() {}, removeEventListener() {} }) as never;
  Element.prototype.scrollIntoView = () => {}; // not in jsdom
  chosen.mockClear();
  page = document.body.appendChild(document.createElement('div'));
  root = createRoot(page);
  act(() => root.render(form()));
});
afterEach(() => {
  act(() => root.unmount());
  page.remove();
});

const field = () => page.querySelector('input') as HTMLInputElement;
/** As an input method puts it there: all at once. */
const write = (text: string) =>
  act(() => {
    Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set?.call(field(), text);
    field().dispatchEvent(new Event('input', { bubbles: true }));
  });
const enter = () => {
  const event = new KeyboardEvent('keydown', { key: 'Enter', code: 'Enter', bubbles: true, cancelable: true });
  act(() => void field().dispatchEvent(event));
  return event.defaultPrevented;
};

test('of a name that was pasted Enter takes the first that is found, and does not send the form', () => {
  write('Werft');
  expect(enter()).toBe(true);
  expect(chosen.mock.calls).toEqual([['Werft KG']]);
});

test('Enter takes what is first now, not what was before the last letter', () => {
  write('Hafen');
  write('Hafenbau');
  enter();
  expect(chosen.mock.calls).toEqual([['Hafenbau AG']]);
});

test('where nothing was typed Enter chooses nothing', () => {
  act(() => field().click());
  expect(enter()).toBe(false);
  expect(chosen).not.toHaveBeenCalled();
});
