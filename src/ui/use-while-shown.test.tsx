// @vitest-environment jsdom
import { act, StrictMode } from 'react';
import { expect, test } from 'vitest';
import { drawnPage } from '#tests/support/drawn-page.ts';
import { useWhileShown } from './use-while-shown.ts';

const { root } = drawnPage();

test('whoever waits for something is told when nobody sees it any more, and what is begun anew is not ended by that', () => {
  const now: { begin: () => AbortSignal } = { begin: undefined as never };
  const Form = () => {
    now.begin = useWhileShown();
    return null;
  };
  const show = (isShown: boolean) => act(() => root.render(<StrictMode>{isShown && <Form />}</StrictMode>));
  show(true);
  const first = now.begin();
  show(true);
  expect(first.aborted).toBe(false);
  show(false);
  expect(first.aborted).toBe(true);
  show(true);
  expect(now.begin().aborted).toBe(false);
});
