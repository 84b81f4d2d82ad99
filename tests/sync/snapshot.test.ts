import 'fake-indexeddb/auto';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import type { CompanyDatabase } from '#data/core/company-database.ts';
import type { SyncState } from '#data/changes/sync-state.ts';
import { createRounds } from '#data/sync/rounds.ts';
import { type PullState, type SyncTransport, TransportError } from '#data/sync/transport.ts';
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

type Run = {
  /** Between two chunks of a page. */ readonly pause?: (abort: () => void) => void;
  /** After each step that was written. */ readonly written?: () => Promise<unknown>;
};

/** One run of an engine over this way to the server, so many rows at a time. */
function run(transport: SyncTransport, rows: number, { pause, written }: Run = {}): Promise<unknown> {
  const [limits, pace] = [
    { push: 4, pull: rows, chunk: 10 },
    { changes: 4, rows },
  ];
  const dying = new AbortController();
  const clock = {
    ...device.db.clock,
    ...(pause && {
      setTimeout: (go: () => void) => {
        queueMicrotask(() => {
          pause(() => dying.abort());
          go();
        });
        return 0 as unknown as TimerId;
      },
    }),
  };
  const exclusive: CompanyDatabase['exclusive'] = async (step) => {
    const done = await device.db.exclusive(step);
    await written?.();
    return done;
  };
  const context = {
    db: { ...device.db, clock, exclusive },
    signal: dying.signal,
    transport,
    limits,
    pace,
    asides: new Map(),
    random: () => 0,
  };
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

async function manyVendors(count: number): Promise<void> {
  await server.db.query("insert into public.vendors (company_id, name) select $1, 'Vendor ' || n from generate_series(1, $2::int) n", [
    device.db.companyId,
    count,
  ]);
}

/** The way to the server, and what it was asked. */
function noted(): { readonly asked: PullState[]; readonly way: SyncTransport } {
  const asked: PullState[] = [];
  const pull: SyncTransport['pull'] = (id, state, limit) => (asked.push(state), server.pull(device.userId, id, state, limit));
  return { asked, way: { push: noPush, pull } };
}

test('[SYNC-17] while a page is written the next one is on its way, and no more than that', async () => {
  await manyVendors(75);
  const { asked, way } = noted();
  const seen: number[] = [];
  await run(way, 15, { pause: () => seen.push(asked.length) });
  // Five pages in two chunks each; the last one knows of no other.
  expect(seen).toEqual([2, 3, 4, 5, 5]);
  expect(await device.all('vendors')).toHaveLength(75);
});

test.each([
  ['somebody else has changed something', 'ahead', (state: SyncState) => ({ version: state.version + 1 })],
  ['the device would ask something else', 'first', () => ({ cursors: {} })],
] as const)('[SYNC-14] what was asked while a page was written is asked anew where %s by then', async (_, as, change) => {
  await manyVendors(30);
  const { asked, way } = noted();
  let isChanged = false;
  await run(way, 15, {
    written: async () => {
      const state = await device.state();
      if (isChanged || state?.received !== 15) return;
      isChanged = true;
      await device.db.device.sync_state.update(state.company_id, change(state));
    },
  });
  const [first, ahead, anew] = asked;
  expect(anew?.cursors).toEqual({ first, ahead }[as]?.cursors);
  expect(await device.all('vendors')).toHaveLength(30);
});

test('[SYNC-36] what a page that a crash cut off has left is known to be lost when the server is set back before it comes again', async () => {
  const { companyId } = device.db;
  const through: SyncTransport = { push: noPush, pull: (id, state, limit) => server.pull(device.userId, id, state, limit) };
  await run(through, 50);
  const putBack = await copyServer(server.db);
  for (let n = 0; n < 15; n += 1)
    await server.db.query('insert into public.vendors (company_id, name) values ($1, $2)', [companyId, `Vendor ${n}`]);
  await run(through, 50, { pause: (abort) => abort() }).catch(() => undefined); // dies between two chunks
  expect(await device.all('vendors')).toHaveLength(10);
  await putBack();
  await run(through, 50);
  expect(await device.all('vendors')).toEqual([]);
  expect(await device.db.device.issues.count()).toBe(10);
});
