import 'fake-indexeddb/auto';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { createRounds } from '#data/sync/rounds.ts';
import { type SyncTransport, TransportError } from '#data/sync/transport.ts';
import type { TimerId } from '#platform/clock/clock.ts';
import { newId } from '#platform/ids/ids.ts';
import { copyServer } from '#tests/support/older-server.ts';
import { type LabDevice, labDevice } from './lab.ts';
import { type Server, startServer } from './server.ts';

let server: Server;
beforeAll(async () => (server = await startServer()));
afterAll(() => server.close());

let device: LabDevice;
beforeEach(async () => {
  const [user, company] = [newId(), newId()];
  await server.addUser(user);
  await server.createCompany(user, company);
  device = await labDevice(server, user, company, { start: false });
});
afterEach(() => device.close());

/** One run of an engine over this way to the server, so many rows at a time. */
function run(transport: SyncTransport, rows: number, pause?: (abort: () => void) => void): Promise<unknown> {
  const [limits, pace] = [
    { push: 4, pull: rows, chunk: 10 },
    { changes: 4, rows },
  ];
  const dying = new AbortController();
  const clock = {
    ...device.db.clock,
    ...(pause && { setTimeout: () => (queueMicrotask(() => pause(() => dying.abort())), 0 as unknown as TimerId) }),
  };
  const context = { db: { ...device.db, clock }, signal: dying.signal, transport, limits, pace, asides: new Map(), random: () => 0 };
  return createRounds(context, async () => undefined).run();
}
const noPush: SyncTransport['push'] = () => Promise.reject(new TransportError('network'));

test('[SYNC-16] what a person wrote while a snapshot came is not swept with what is gone, also when it cannot be sent', async () => {
  let isWritten = false;
  const pull: SyncTransport['pull'] = async (id, state, limit) => {
    const answer = await server.pull(device.userId, id, state, limit);
    if (!isWritten) await device.addVendor('written meanwhile');
    isWritten = true;
    return { ...answer, reset: state.epoch === null };
  };
  await run({ push: noPush, pull }, 50).catch(() => undefined);
  expect((await device.state())?.loaded).toBe(true);
  expect(await device.all('vendors')).toMatchObject([{ name: 'written meanwhile' }]);
});

test('[SYNC-17] one run brings all pages there are', async () => {
  const { companyId } = device.db;
  for (let n = 0; n < 8; n += 1)
    await server.db.query('insert into public.vendors (company_id, name) values ($1, $2)', [companyId, `Vendor ${n}`]);
  await run({ push: noPush, pull: (id, state, limit) => server.pull(device.userId, id, state, limit) }, 3);
  expect(await device.all('vendors')).toHaveLength(8);
});

test('[SYNC-36] what a page that a crash cut off has left is known to be lost when the server is set back before it comes again', async () => {
  const { companyId } = device.db;
  const through: SyncTransport = { push: noPush, pull: (id, state, limit) => server.pull(device.userId, id, state, limit) };
  await run(through, 50);
  const putBack = await copyServer(server.db);
  for (let n = 0; n < 15; n += 1)
    await server.db.query('insert into public.vendors (company_id, name) values ($1, $2)', [companyId, `Vendor ${n}`]);
  await run(through, 50, (abort) => abort()).catch(() => undefined); // dies between two chunks
  expect(await device.all('vendors')).toHaveLength(10);
  await putBack();
  await run(through, 50);
  expect(await device.all('vendors')).toEqual([]);
  expect(await device.db.device.issues.count()).toBe(10);
});
