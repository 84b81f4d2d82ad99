// @vitest-environment jsdom
import { MantineProvider } from '@mantine/core';
import { act } from 'react';
import { beforeEach, expect, test, vi } from 'vitest';
import { drawnPage } from '#tests/support/drawn-page.ts';
import { RecordSelect } from './RecordSelect.tsx';

const NAMES = ['Hafen GmbH', 'Hafenbau AG', 'Werft KG'];
const chosen = vi.fn<(id: string | null) => void>();
const { page, root } = drawnPage();
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
  Element.prototype.scrollIntoView = () => {}; // not in jsdom
  chosen.mockClear();
  act(() => root.render(form()));
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
