import 'fake-indexeddb/auto';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { DeviceDatabase } from '#data/device/device-database.ts';
import { keptRates, type RatesReader, renewRates } from './kept-rates.ts';

let device: DeviceDatabase;
let now = '';
let asked: number[] = [];
let server: (year: number) => unknown;
beforeEach(async () => {
  device = new DeviceDatabase(crypto.randomUUID());
  await device.open();
  now = '2026-11-20T10:00:00Z';
  asked = [];
  server = yearOf('2026-11-19');
});
afterEach(() => device.delete());

const yearOf =
  (version: string, source = 'ecb') =>
  (year: number) => ({ year, source, version, days: ['01-02'], rates: { USD: { places: 1, steps: [11] } } });
const reader = (of: Partial<RatesReader> = {}): RatesReader => ({
  device,
  read: async (year) => {
    asked.push(year);
    return server(year);
  },
  now: () => new Date(now),
  isOnline: () => true,
  locks: globalThis.navigator?.locks,
  ...of,
});
const later = (hours: number) => {
  now = new Date(Date.parse(now) + hours * 3_600_000).toISOString();
};

test('what was read once answers for some hours, and is then read anew', async () => {
  await renewRates(reader(), '2026-11-20');
  later(5);
  await renewRates(reader(), '2026-05-01');
  expect(asked).toEqual([2026]);
  later(2);
  server = yearOf('2026-11-20');
  await renewRates(reader(), '2026-11-20');
  expect(asked).toEqual([2026, 2026]);
  expect((await keptRates(device, '2026-11-20')).map(({ version }) => version)).toEqual(['2026-11-20']);
});

test('a year that is over is read once; examples are read again', async () => {
  await renewRates(reader(), '2024-06-30');
  later(1000);
  await renewRates(reader(), '2024-06-30');
  expect(asked).toEqual([2024]);
  server = yearOf('2027-12-31', 'example');
  await renewRates(reader(), '2025-06-30');
  later(1000);
  await renewRates(reader(), '2025-06-30');
  expect(asked).toEqual([2024, 2025, 2025]);
});

test('in January and February the year before belongs to it', async () => {
  await renewRates(reader(), '2026-02-28');
  expect(asked).toEqual([2025, 2026]);
  expect((await keptRates(device, '2026-01-01')).map(({ year }) => year)).toEqual([2025, 2026]);
  expect((await keptRates(device, '2026-03-01')).map(({ year }) => year)).toEqual([2026]);
});

test('offline nothing is asked, and what is kept stays when nobody answers or the answer makes no sense', async () => {
  await renewRates(reader({ isOnline: () => false }), '2026-11-20');
  expect(asked).toEqual([]);
  await renewRates(reader(), '2026-11-20');
  later(7);
  server = () => Promise.reject(new Error('no network'));
  await renewRates(reader(), '2026-11-20');
  server = () => ({ error: 'what' });
  await renewRates(reader(), '2026-11-20');
  expect(asked).toHaveLength(3);
  expect(await keptRates(device, '2026-11-20')).toHaveLength(1);
});

test('a server without rates is not asked all the time', async () => {
  server = () => null;
  await renewRates(reader(), '2026-11-20');
  await renewRates(reader(), '2026-11-20');
  expect([asked, await keptRates(device, '2026-11-20')]).toEqual([[2026], []]);
});

test('of two tabs one reads', async () => {
  await Promise.all([renewRates(reader(), '2026-11-20'), renewRates(reader(), '2026-11-20')]);
  expect(asked).toEqual([2026]);
});
