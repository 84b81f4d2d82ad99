import { afterEach, beforeEach, expect, test } from 'vitest';
import { freshSyncState } from '#data/changes/sync-state.ts';
import { type LocalCompany, localCompany } from '#tests/support/local-company.ts';
import { caughtUp } from './caught-up.ts';

let local: LocalCompany;
beforeEach(async () => {
  local = await localCompany();
});
afterEach(() => local.stop());

const synced = (last_synced_at: string) => local.db.device.sync_state.put({ ...freshSyncState(local.db.companyId, null), last_synced_at });

test('it asks, and waits for a round that ends after it asked', async () => {
  await synced('2020-01-01T00:00:00.000Z');
  const seen: string[] = [];
  const waiting = caughtUp(local.db, () => void seen.push('asked'), 600_000).then(() => seen.push('there'));
  await new Promise((resolve) => setTimeout(resolve, 20));
  expect(seen).toEqual(['asked']);
  await synced(new Date(Date.now() + 1000).toISOString());
  await waiting;
  expect(seen).toEqual(['asked', 'there']);
});

test('without an answer it goes on after a while', async () => {
  await expect(caughtUp(local.db, () => undefined, 10)).resolves.toBeUndefined();
});
