// @vitest-environment jsdom
import { act } from 'react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { drawnPage } from '#tests/support/drawn-page.ts';
import { useKeptDraft } from './use-kept-draft.ts';

const { page, root } = drawnPage();
beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

function Typing({ keep, text }: { keep: (text: string) => Promise<void>; text: string }) {
  const { keeping, stop } = useKeptDraft(keep, text, text !== '');
  return (
    <>
      <output>{keeping}</output>
      <button onClick={stop}>saved</button>
    </>
  );
}
const type = (keep: (text: string) => Promise<void>, text: string) => act(() => root.render(<Typing keep={keep} text={text} />));
const pause = () => act(() => vi.advanceTimersByTimeAsync(250));
const said = () => page.querySelector('output')?.textContent;
const closes = () => window.dispatchEvent(new Event('beforeunload', { cancelable: true }));

test('that a draft is kept is said when it is, not when it was typed', async () => {
  const { promise, resolve } = Promise.withResolvers<void>();
  const keep = () => promise;
  type(keep, 'a');
  await pause();
  expect(said()).toBe('none');
  await act(async () => resolve());
  expect(said()).toBe('kept');
  expect(closes()).toBe(true);
});

test('what the device does not take is said, and closing the page asks until it is kept or saved', async () => {
  let isFull = true;
  const keep = () => (isFull ? Promise.reject(new Error('full')) : Promise.resolve());
  type(keep, 'a');
  expect(closes()).toBe(true);
  await pause();
  expect([said(), closes()]).toEqual(['failed', false]);
  isFull = false;
  type(keep, 'ab');
  await pause();
  expect([said(), closes()]).toEqual(['kept', true]);
  isFull = true;
  type(keep, 'abc');
  await pause();
  expect(closes()).toBe(false);
  act(() => page.querySelector('button')?.click());
  expect(closes()).toBe(true);
});
