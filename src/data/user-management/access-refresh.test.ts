import { Subject } from 'rxjs';
import { beforeEach, expect, test } from 'vitest';
import type { SyncSummary } from '#data/sync/status.ts';
import type { RealtimeEventMessage } from '#data/tabs/tab-messages.ts';
import { watchAccessRefresh } from './access-refresh.ts';

type Shown = Pick<SyncSummary, 'state' | 'reason' | 'lastSyncedAt'>;
let summary$: Subject<Shown>;
let hear: (message: RealtimeEventMessage) => void;
let failures: number;
beforeEach(() => {
  [summary$, failures] = [new Subject<Shown>(), 0];
  const session = { onRealtimeEvent: (listener: typeof hear) => ((hear = listener), () => undefined) };
  watchAccessRefresh({ session, summary$, userId: 'me' }, () => (failures += 1));
});

const changed = (table: string, data: Record<string, unknown> | null): RealtimeEventMessage => ({
  type: 'realtime-event',
  table,
  event: 'UPDATE',
  data,
  id: null,
  payload: null,
});
const shows = (state: Shown['state'], lastSyncedAt: string, reason: string | null = null) => summary$.next({ state, reason, lastSyncedAt });

test('rights that could not be fetched are reported once', () => {
  shows('idle', '14:00');
  hear(changed('company_user_permissions', { user_id: 'me' }));
  shows('syncing', '14:00');
  shows('offline', '14:00', 'server');
  shows('offline', '14:00', 'network');
  expect(failures).toBe(1);
});

test('rights that arrived are no failure, whatever happens afterwards', () => {
  shows('idle', '14:00');
  hear(changed('company_users', { user_id: 'me' }));
  shows('syncing', '14:00');
  shows('idle', '14:01');
  shows('offline', '14:01', 'network');
  expect(failures).toBe(0);
});

test.each([
  ['the rights of somebody else', changed('company_users', { user_id: 'her' })],
  ['another table', changed('vendors', { user_id: 'me' })],
])('%s are not waited for', (_, message) => {
  shows('idle', '14:00');
  hear(message);
  shows('offline', '14:00', 'server');
  expect(failures).toBe(0);
});

test('a deleted row without its owner could have been one’s own', () => {
  shows('idle', '14:00');
  hear(changed('company_user_permissions', {}));
  shows('paused', '14:00', 'signed_out');
  expect(failures).toBe(1);
});

test('who was removed is told so elsewhere', () => {
  shows('idle', '14:00');
  hear(changed('company_users', { user_id: 'me' }));
  shows('paused', '14:00', 'company_lost');
  expect(failures).toBe(0);
});
