import { expect, test } from 'vitest';
import { currentToasts, hideToast, onToasts, showToast } from './toast.ts';

test('toasts line up, at most four at a time, and leave one by one', () => {
  let changes = 0;
  const stop = onToasts(() => (changes += 1));
  for (const text of ['a', 'b', 'c', 'd', 'e']) showToast({ text });
  expect(currentToasts().map(({ text }) => text)).toEqual(['b', 'c', 'd', 'e']);
  hideToast(currentToasts()[1]?.id ?? 0);
  expect(currentToasts().map(({ text }) => text)).toEqual(['b', 'd', 'e']);
  expect(changes).toBe(6);
  stop();
});
