import { expect, test } from 'vitest';
import { failureOf } from '#data/sync/failure.ts';
import type { SyncContext } from '#data/sync/context.ts';
import { TransportError } from '#data/sync/transport.ts';
import { pauseReason } from './pause-reason.ts';

test('an owed second factor has a text of its own', async () => {
  const failure = await failureOf(new TransportError('second_factor'), {} as SyncContext);
  expect(failure === 'retry' ? null : pauseReason(failure.reason)).toBe('second_factor');
});

test('an unknown reason is not made up', () => {
  expect([pauseReason('something_new'), pauseReason(null)]).toEqual([undefined, undefined]);
});
