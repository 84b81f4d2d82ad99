import 'fake-indexeddb/auto';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { freshSyncState } from '#data/changes/sync-state.ts';
import { type DeviceDatabase, deviceDatabases } from '#data/device/device-database.ts';
import type { Clock } from '#platform/clock/clock.ts';
import { newId } from '#platform/ids/ids.ts';
import { createLog } from '#platform/log/log.ts';
import { type Copy, forgetRemovedCompanies, SECOND_LOOK_MS } from './removed-companies.ts';

const [KEPT, LOST] = [newId(), newId()];
let userId: string;
let device: DeviceDatabase;
let nowMs: number;
let answer: boolean | 'none';
let asked: Copy[];
let removed: string[];
let isRemovable: boolean;
beforeEach(async () => {
  userId = newId();
  device = await deviceDatabases.acquire(userId);
  [nowMs, answer, asked, removed, isRemovable] = [Date.parse('2026-01-31T09:00:00Z'), true, [], [], true];
  for (const id of [KEPT, LOST])
    await device.sync_state.put({ ...freshSyncState(id, 'token'), epoch: `epoch of ${id}`, mark: `7:${id}`, loaded: true });
});
afterEach(() => deviceDatabases.release(userId));

async function start(afterMs = 0, listed = [KEPT]): Promise<readonly string[]> {
  nowMs += afterMs;
  const parts = {
    userId,
    listed,
    async wasRemoved(copy: Copy) {
      asked.push(copy);
      if (answer === 'none') throw new Error('nobody answered');
      return answer;
    },
    async removeCopy({ companyId }: { companyId: string }) {
      if (isRemovable) removed.push(companyId);
      return isRemovable;
    },
    clock: { nowMs: () => nowMs } as Clock,
    log: createLog(() => undefined),
  };
  await forgetRemovedCompanies(parts).catch(() => undefined);
  return removed;
}

test('[SYNC-86] the copy of a company goes when the server has said twice, a day apart, that the person was removed', async () => {
  expect(await start()).toEqual([]);
  expect(await start(SECOND_LOOK_MS - 1)).toEqual([]);
  expect(await start(1)).toEqual([LOST]);
  expect(new Set(asked.map((copy) => JSON.stringify(copy)))).toEqual(
    new Set([JSON.stringify({ companyId: LOST, epoch: `epoch of ${LOST}`, mark: `7:${LOST}` })]),
  );
});

test('[SYNC-86] a company that is listed, or has unsynced work, is not even asked about', async () => {
  await start(0, [KEPT, LOST]);
  expect(asked).toEqual([]);
});

test('[SYNC-86] whoever is a member again in between begins anew', async () => {
  await start();
  await start(SECOND_LOOK_MS, [KEPT, LOST]);
  expect(await start(1)).toEqual([]);
});

test.each([
  ['says something else', false],
  ['does not answer', 'none'],
] as const)('[SYNC-86] a server that %s the second time takes nothing away', async (_what, second) => {
  await start();
  answer = second;
  expect(await start(SECOND_LOOK_MS)).toEqual([]);
});

test('[SYNC-86] an answer in between that says something else makes the next one the first', async () => {
  await start();
  answer = false;
  await start(SECOND_LOOK_MS / 2);
  answer = true;
  expect(await start(SECOND_LOOK_MS / 2)).toEqual([]);
  expect(await start(SECOND_LOOK_MS)).toEqual([LOST]);
});

test('[SYNC-86] a clock that was set back begins anew', async () => {
  await start();
  await start(-2 * SECOND_LOOK_MS);
  expect(await start(SECOND_LOOK_MS - 1)).toEqual([]);
  expect(await start(1)).toEqual([LOST]);
});

test.each(['epoch', 'mark'] as const)('[SYNC-86] of a copy that never heard the %s of the company nothing is asked', async (field) => {
  await device.sync_state.update(LOST, { [field]: null });
  await start();
  expect(asked).toEqual([]);
});

test('[SYNC-86] a copy that could not go, because a tab has it open or something of it was never sent, is tried again', async () => {
  isRemovable = false;
  await start();
  expect(await start(SECOND_LOOK_MS)).toEqual([]);
  isRemovable = true;
  expect(await start(1)).toEqual([LOST]);
});
