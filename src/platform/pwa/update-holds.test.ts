import { expect, test } from 'vitest';
import { holdUpdatesWhile, nothingHoldsUpdates } from './update-holds.ts';

test('one busy part holds an update back until it is done or gone', () => {
  let isSending = true;
  const letGo = holdUpdatesWhile(() => isSending);
  const letGoToo = holdUpdatesWhile(() => false);
  expect(nothingHoldsUpdates()).toBe(false);
  isSending = false;
  expect(nothingHoldsUpdates()).toBe(true);
  isSending = true;
  letGo();
  letGoToo();
  expect(nothingHoldsUpdates()).toBe(true);
});
