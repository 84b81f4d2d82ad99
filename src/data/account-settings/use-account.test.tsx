// @vitest-environment jsdom
import { act, useLayoutEffect } from 'react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { AppError } from '#domain/errors.ts';
import { drawnPage } from '#tests/support/drawn-page.ts';
import { type OnlineAnswer, useOnline } from './use-account.ts';

const { root } = drawnPage();
let line: ReturnType<typeof vi.spyOn>;
const seen: { now: OnlineAnswer<number> } = { now: undefined as never };
beforeEach(() => {
  line = vi.spyOn(navigator, 'onLine', 'get');
});
afterEach(() => {
  line.mockRestore();
});

function Asking({ load }: { load: () => Promise<number> }) {
  const answer = useOnline(load);
  useLayoutEffect(() => void (seen.now = answer));
  return null;
}
const connect = (isOnline: boolean) =>
  act(async () => {
    line.mockReturnValue(isOnline as never);
    window.dispatchEvent(new Event(isOnline ? 'online' : 'offline'));
  });
const told = ({ value, error } = seen.now) => [value, error instanceof AppError ? error.code : error];

test('what could not be asked for want of a connection is unknown, not on its way; with one it is asked', async () => {
  await connect(false);
  let answer: (count: number) => void = () => undefined;
  const load = () => new Promise<number>((resolve) => void (answer = resolve));
  await act(async () => root.render(<Asking load={load} />));
  expect(told()).toEqual([undefined, 'offline']);
  await connect(true);
  expect(told()).toEqual([undefined, null]);
  await act(async () => answer(3));
  expect(told()).toEqual([3, null]);
  await connect(false);
  expect(told()).toEqual([3, null]);
});

test('why it could not be had is said on when the connection goes too', async () => {
  await connect(true);
  const refused = new AppError('not_allowed');
  const load = () => Promise.reject(refused);
  await act(async () => root.render(<Asking load={load} />));
  expect(told()).toEqual([undefined, 'not_allowed']);
  await connect(false);
  expect(told()).toEqual([undefined, 'not_allowed']);
});
