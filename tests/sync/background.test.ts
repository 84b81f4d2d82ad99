import 'fake-indexeddb/auto';
import { createClock, type Clock as FakeClock } from '@sinonjs/fake-timers';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { type Clock, systemClock, type TimerId } from '#platform/clock/clock.ts';
import { newId } from '#platform/ids/ids.ts';
import { until } from '#tests/support/patience.ts';
import { type LabDevice, labDevice, pause } from './lab.ts';
import { type Server, startServer } from './server.ts';

const MINUTE_MS = 60_000;
let server: Server;
const owner = newId();
let company: string;
let time: FakeClock;
let isWatched: boolean;
const devices: LabDevice[] = [];
beforeAll(async () => {
  server = await startServer();
  await server.addUser(owner);
});
afterAll(() => server.close());
beforeEach(async () => {
  company = newId();
  await server.createCompany(owner, company);
  time = createClock();
  isWatched = true;
});
afterEach(async () => {
  for (const device of devices.splice(0)) await device.close();
});

/** Its timers go by `time`. */
async function device(parts: { readonly start?: boolean } = {}): Promise<LabDevice> {
  const clock: Clock = {
    ...systemClock,
    setTimeout: (run, ms) => time.setTimeout(run, ms) as unknown as TimerId,
    clearTimeout: (id) => time.clearTimeout(id as unknown as number),
  };
  const made = await labDevice(server, owner, company, { ...parts, clock, isWatched: () => isWatched });
  devices.push(made);
  return made;
}
/** Minutes in each of which the engine is awake; each ends when it waits for the next. */
async function pass(minutes: number): Promise<void> {
  for (let n = 0; n < minutes; n += 1) {
    await until(() => time.countTimers() > 0);
    time.tick(MINUTE_MS);
    await until(() => time.countTimers() > 0);
  }
}
/** Until it waits for no time, and minutes after that. */
async function rest(): Promise<void> {
  for (let n = 0; n < 5; n += 1) {
    await until(async () => (time.tick(MINUTE_MS), await pause(20), time.countTimers() === 0));
    await pause(20);
  }
}
const requests = (each: LabDevice) => each.pulls.length + each.pushes.length;
async function during(each: LabDevice, act: () => Promise<void>): Promise<number> {
  const before = requests(each);
  await act();
  return requests(each) - before;
}
async function loaded(): Promise<LabDevice> {
  const made = await device();
  await made.settled();
  await until(() => time.countTimers() > 0); // what was rung for meanwhile is done
  return made;
}

test('[SYNC-56] a tab that somebody looks at asks once a minute, one in the background not at all', async () => {
  const a = await loaded();
  expect(await during(a, () => pass(5))).toBe(5);
  isWatched = false;
  expect(await during(a, rest)).toBe(0);
  isWatched = true;
  a.engine.poke('visible');
  await until(() => time.countTimers() > 0);
  expect(await during(a, () => pass(3))).toBe(3);
});

test.each(['visible', 'live-event', 'online', 'timer', 'person'] as const)(
  '[SYNC-56] in the background %s has it ask, and then it rests again',
  async (reason) => {
    const a = await loaded();
    isWatched = false;
    await rest();
    const asked = during(a, async () => {
      a.engine.poke(reason);
      await until(() => time.countTimers() > 0);
      await rest();
    });
    expect(await asked).toBe(1);
  },
);

test('[SYNC-56] what is written while a tab rests goes out at once', async () => {
  const a = await loaded();
  isWatched = false;
  await rest();
  await a.addVendor('Acme');
  await until(async () => (await a.db.device.outbox.count()) === 0);
  expect(a.pushes).toHaveLength(1);
  await until(() => time.countTimers() > 0);
  expect(await during(a, rest)).toBe(0);
});

test('[SYNC-56] without a connection what waits is tried again from the background too, until it is sent', async () => {
  const a = await loaded();
  isWatched = false;
  await rest();
  a.isOffline = true;
  await a.addVendor('Acme');
  await until(async () => (await a.state())?.activity === 'offline');
  await pass(3);
  a.isOffline = false;
  await until(async () => (time.tick(1000), (await a.db.device.outbox.count()) === 0));
  expect(a.pushes).toHaveLength(1);
});

test('[SYNC-56] without a connection and with nothing to send it rests too, and a write wakes it', async () => {
  const a = await loaded();
  isWatched = false;
  a.isOffline = true;
  a.engine.poke('live-event');
  await until(async () => (time.tick(1000), (await a.state())?.activity === 'offline'));
  await rest();
  a.isOffline = false;
  expect(await during(a, rest)).toBe(0);
  await a.addVendor('Acme');
  await until(async () => (await a.db.device.outbox.count()) === 0);
});

test('[SYNC-56] a first load that was cut off goes on in the background', async () => {
  isWatched = false;
  const a = await device({ start: false });
  a.isOffline = true;
  a.engine.start();
  await until(async () => (time.tick(1000), (await a.state())?.activity === 'offline'));
  a.isOffline = false;
  await until(async () => (time.tick(1000), (await a.state())?.loaded === true));
  expect(a.pulls.length).toBeGreaterThan(0);
});

test('[SYNC-56] while a receipt waits for its upload, what becomes of its record is asked for from the background too', async () => {
  const a = await loaded();
  const receipt = { id: newId(), company_id: company, expense_id: null, path: 'p', name: 'n', mime_type: 'image/png', size: 1, sha256: '' };
  const queued = {
    bytes: new ArrayBuffer(1),
    queued_at: systemClock.now().toISOString(),
    attempts: 0,
    last_error: null,
    next_try_at: null,
  };
  await a.db.device.receipts.put({ ...receipt, ...queued, state: 'waiting' });
  isWatched = false;
  expect(await during(a, () => pass(3))).toBe(3);
  await a.db.device.receipts.clear();
  expect(await during(a, rest)).toBe(0);
});
