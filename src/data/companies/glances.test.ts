import 'fake-indexeddb/auto';
import { afterAll, expect, test } from 'vitest';
import { deviceDatabases } from '#data/device/device-database.ts';
import type { Glance } from '#domain/reports/glance.ts';
import { newId } from '#platform/ids/ids.ts';
import { keepGlances, readGlances } from './glances.ts';

const userId = newId();
afterAll(() => deviceDatabases.release(userId));
const glance = (companyId: string, profit: bigint): Glance => ({
  companyId,
  currency: 'EUR',
  month: '2026-11',
  profit,
  cash: null,
  open: [{ currency: 'EUR', count: 1, owed: profit }],
  overdue: [],
  toApprove: null,
  refused: 0,
});

test('what waits on this device of a company is counted, its mails too', async () => {
  const device = await deviceDatabases.acquire(userId);
  await device.table('outbox').put({ key: 'vendors:1', company_id: 'w' });
  await device.table('receipts').put({ id: 'r', company_id: 'w' });
  await device.table('mails').put({ id: 'm', company_id: 'w' });
  await device.table('mails').put({ id: 'n', company_id: 'x' });
  await device.table('issues').put({ id: 'i', company_id: 'w', key: 'vendors:1' });
  expect([...(await readGlances(device)).onDevice]).toEqual([
    ['w', { waiting: 3, issues: 1 }],
    ['x', { waiting: 1, issues: 0 }],
  ]);
  await deviceDatabases.release(userId);
});

test('figures are kept per company with their age; what the server no longer names goes, and the open company renews its own alone', async () => {
  const device = await deviceDatabases.acquire(userId);
  await device.meta.put({ other: true }, 'exchange:2026');
  await keepGlances(device, [glance('a', 100n), glance('b', 200n)], { at: '2026-11-23T10:00:00Z', isAll: true });
  await keepGlances(device, [glance('a', 150n)], { at: '2026-11-24T10:00:00Z', isAll: false });
  const seen = async () =>
    [...(await readGlances(device)).kept].map(
      ([
        id,
        {
          at,
          glance: { profit },
        },
      ]) => [id, at.slice(8, 10), profit],
    );
  expect(await seen()).toEqual([
    ['a', '24', 150n],
    ['b', '23', 200n],
  ]);
  await keepGlances(device, [glance('b', 300n)], { at: '2026-11-25T10:00:00Z', isAll: true });
  expect(await seen()).toEqual([['b', '25', 300n]]);
  expect(await device.meta.get('exchange:2026')).toEqual({ other: true });
});
