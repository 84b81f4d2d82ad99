// @vitest-environment jsdom
import { MantineProvider } from '@mantine/core';
import { act } from 'react';
import { beforeEach, expect, test, vi } from 'vitest';
import { drawnPage } from '#tests/support/drawn-page.ts';
import { Dialog } from './Dialog.tsx';

const closed = vi.fn<() => void>();
const { page, root } = drawnPage();
beforeEach(() => {
  closed.mockClear();
  act(() =>
    root.render(
      <MantineProvider env="test">
        <Dialog isOpen onClose={closed} title="Send">
          <textarea />
          <input data-mantine-stop-propagation />
        </Dialog>
      </MantineProvider>,
    ),
  );
});

const on = (where: string, event: Event) => act(() => void page.querySelector(where)?.dispatchEvent(event));
const pressBeside = () => on('dialog', new MouseEvent('mousedown', { bubbles: true }));

test('a press beside a dialog closes it, but not one in which something was typed: that takes a press on a button', () => {
  pressBeside();
  expect(closed).toHaveBeenCalledTimes(1);
  on('textarea', new Event('input', { bubbles: true }));
  pressBeside();
  expect(closed).toHaveBeenCalledTimes(1);
  on('button', new MouseEvent('click', { bubbles: true }));
  expect(closed).toHaveBeenCalledTimes(2);
});

test('Esc in an open list of choices closes the list alone', () => {
  const escape = (where: string) => {
    const event = new KeyboardEvent('keydown', { key: 'Escape', bubbles: true, cancelable: true });
    on(where, event);
    return event.defaultPrevented; // then the browser does not close the dialog
  };
  expect([escape('input'), escape('textarea')]).toEqual([true, false]);
});
