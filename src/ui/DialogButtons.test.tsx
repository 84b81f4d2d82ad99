// @vitest-environment jsdom
import { MantineProvider } from '@mantine/core';
import { act } from 'react';
import { beforeEach, expect, test, vi } from 'vitest';
import { drawnPage } from '#tests/support/drawn-page.ts';
import { DialogButtons } from './DialogButtons.tsx';

const done = vi.fn<() => void>();
const { page, root } = drawnPage();
beforeEach(() => {
  done.mockClear();
});

/** A press of the mouse, the `detail`th in quick succession at that place; from the keyboard it is 0. */
function press(detail: number): void {
  const confirm = [...page.querySelectorAll('button')].at(-1);
  act(() => void confirm?.dispatchEvent(new MouseEvent('click', { detail, bubbles: true, cancelable: true })));
}

test.each([
  ['is pressed', { onConfirm: done }],
  ['sends a form', { form: true }],
] as const)('what %s is answered by a press, not by the second half of a double click', (_, how) => {
  const buttons = (
    <DialogButtons {...how} onCancel={() => undefined} isRunning={false}>
      Pay
    </DialogButtons>
  );
  const send = (event: { preventDefault(): void }) => {
    event.preventDefault();
    done();
  };
  act(() => root.render(<MantineProvider env="test">{'form' in how ? <form onSubmit={send}>{buttons}</form> : buttons}</MantineProvider>));
  press(2);
  expect(done).not.toHaveBeenCalled();
  press(1);
  press(0);
  expect(done).toHaveBeenCalledTimes(2);
});
