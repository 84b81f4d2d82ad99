import 'fake-indexeddb/auto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createRounds } from '#data/sync/rounds.ts';
import { type SyncTransport, TransportError } from '#data/sync/transport.ts';
import { newId } from '#platform/ids/ids.ts';
import { labDevice } from './lab.ts';
import { type Server, startServer } from './server.ts';

let server: Server;
beforeAll(async () => (server = await startServer()));
afterAll(() => server.close());

test('[SYNC-16] what a person wrote while a snapshot came is not swept with what is gone, also when it cannot be sent', async () => {
  const [user, company] = [newId(), newId()];
  await server.addUser(user);
  await server.createCompany(user, company);
  const device = await labDevice(server, user, company, { start: false });
  let isWritten = false;
  const transport: SyncTransport = {
    push: () => Promise.reject(new TransportError('network')),
    async pull(id, state, limit) {
      const answer = await server.pull(user, id, state, limit);
      if (!isWritten) await device.addVendor('written meanwhile');
      isWritten = true;
      return { ...answer, reset: state.epoch === null };
    },
  };
  const limits = { push: 4, pull: 50, chunk: 10 };
  const pace = { changes: 4, rows: 50 };
  const context = { db: device.db, signal: new AbortController().signal, transport, limits, pace, asides: new Map(), random: () => 0 };
  await createRounds(context, async () => undefined)
    .run()
    .catch(() => undefined);
  expect((await device.state())?.loaded).toBe(true);
  expect(await device.all('vendors')).toMatchObject([{ name: 'written meanwhile' }]);
  await device.close();
});
