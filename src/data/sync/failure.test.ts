import { expect, test } from 'vitest';
import type { SyncContext } from './context.ts';
import { failureOf } from './failure.ts';
import { TransportError } from './transport.ts';

test('[SYNC-19] a second factor set up on another device: the session is refreshed, so that this one hears of it and asks for the code', async () => {
  let refreshed = 0;
  const refresh = () => Promise.resolve((refreshed += 1) > 0);
  const failure = await failureOf(new TransportError('second_factor'), {} as SyncContext, refresh);
  expect([failure, refreshed]).toEqual([{ activity: 'paused', reason: 'second_factor' }, 1]);
  const offline = () => Promise.reject(new TypeError('Failed to fetch'));
  expect(await failureOf(new TransportError('second_factor'), {} as SyncContext, offline)).toEqual(failure);
});
