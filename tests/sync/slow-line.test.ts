import 'fake-indexeddb/auto';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { newId } from '#platform/ids/ids.ts';
import { until } from '#tests/support/patience.ts';
import { type LabDevice, labDevice } from './lab.ts';
import { type Server, startServer } from './server.ts';

let server: Server;
const owner = newId();
let company: string;
const devices: LabDevice[] = [];
beforeAll(async () => {
  server = await startServer();
  await server.addUser(owner);
});
afterAll(() => server.close());
beforeEach(async () => {
  company = newId();
  await server.createCompany(owner, company);
});
afterEach(async () => {
  for (const device of devices.splice(0)) await device.close();
});

async function device(parts: Parameters<typeof labDevice>[3] = {}): Promise<LabDevice> {
  const made = await labDevice(server, owner, company, parts);
  devices.push(made);
  return made;
}

test('[SYNC-39] a batch that takes too long is sent in smaller ones; all of it gets through', async () => {
  const a = await device({ limits: { push: 40 }, start: false });
  Object.assign(a, { room: 6, roomFault: 'timeout' });
  for (let n = 0; n < 40; n += 1) await a.addVendor(`Vendor ${n}`);
  a.engine.start();
  await until(async () => (a.engine.poke('person'), (await a.db.device.outbox.count()) === 0));
  expect(a.pushes.slice(0, 4).map((batch) => batch.length)).toEqual([40, 20, 10, 5]);
  expect(await a.db.device.issues.count()).toBe(0);
});

test('[SYNC-39] a page that takes too long is asked for in smaller ones, which grow again', async () => {
  const a = await device();
  for (let n = 0; n < 120; n += 1) await a.addVendor(`Vendor ${n}`);
  await a.settled();
  const b = await device({ limits: { pull: 400 }, start: false });
  b.rows = 50;
  b.engine.start();
  await until(async () => (b.engine.poke('person'), (await b.state())?.loaded === true));
  expect(await b.all('vendors')).toHaveLength(120);
  expect(b.limits.slice(0, 3)).toEqual([400, 100, 25]);
  b.rows = Infinity;
  for (let n = 0; n < 20; n += 1) await a.addVendor(`More ${n}`);
  await a.settled();
  await b.settled();
  expect(await b.all('vendors')).toHaveLength(140);
  await until(async () => (await b.settled(), b.limits.at(-1) === 400));
});

test('[SYNC-39] a push that takes too long shrinks also while nothing else gets through', async () => {
  const a = await device({ limits: { push: 40 }, start: false });
  Object.assign(a, { room: 0, roomFault: 'timeout', rows: 0 });
  for (let n = 0; n < 40; n += 1) await a.addVendor(`Vendor ${n}`);
  a.engine.start();
  await until(() => (a.engine.poke('person'), a.pushes.length >= 7));
  expect(a.pushes.slice(0, 7).map((batch) => batch.length)).toEqual([40, 20, 10, 5, 2, 1, 1]);
});
