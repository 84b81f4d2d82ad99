import 'fake-indexeddb/auto';
import type { DBCore, Middleware } from 'dexie';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { reportHealth, storageHealth$ } from '#data/device/storage-health.ts';
import { newId } from '#platform/ids/ids.ts';
import { until } from '#tests/support/patience.ts';
import { labDevice } from './lab.ts';
import { type Server, startServer } from './server.ts';

let server: Server;
beforeAll(async () => (server = await startServer()));
afterAll(() => server.close());

/** The next look at the outbox fails. */
function oneBadRead(): { readonly disk: Middleware<DBCore>; isDue: boolean } {
  const bad = {
    isDue: false,
    disk: {
      stack: 'dbcore',
      name: 'one bad read',
      create: (core) => ({
        ...core,
        table(name) {
          const table = core.table(name);
          const query: typeof table.query = (request) => {
            if (name !== 'outbox' || !bad.isDue) return table.query(request);
            bad.isDue = false;
            return Promise.reject(new DOMException('The disk could not be read.', 'UnknownError'));
          };
          return { ...table, query };
        },
      }),
    } satisfies Middleware<DBCore>,
  };
  return bad;
}

test('[SYNC-48] when the look at what is waiting fails, a person is told, and it is looked again: what was written goes out', async () => {
  const [user, company] = [newId(), newId()];
  await server.addUser(user);
  await server.createCompany(user, company);
  const bad = oneBadRead();
  const device = await labDevice(server, user, company, { diskParts: [bad.disk], start: false });
  reportHealth('ok');
  const said: string[] = [];
  const listening = storageHealth$.subscribe(({ state }) => said.push(state));
  bad.isDue = true; // looking comes before everything else that an engine does
  device.engine.start();
  await until(() => said.includes('unreadable') && said.at(-1) === 'ok');
  await device.settled();
  await device.addVendor('Acme');
  await until(async () => (await device.db.device.outbox.count()) === 0);
  expect(said).toEqual(['ok', 'unreadable', 'ok']);
  listening.unsubscribe();
  await device.close();
});
