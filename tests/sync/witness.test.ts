import 'fake-indexeddb/auto';
import { firstValueFrom } from 'rxjs';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { reportHealth, storageHealth$ } from '#data/device/storage-health.ts';
import { noteLedgerAlarm } from '#data/ledger/ledger.commands.ts';
import { syncSummary$ } from '#data/sync/status.ts';
import { newId } from '#platform/ids/ids.ts';
import { copyServer } from '#tests/support/older-server.ts';
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
  reportHealth('ok');
});
afterEach(async () => {
  for (const device of devices.splice(0)) await device.close();
});

async function device(parts: Parameters<typeof labDevice>[3] = {}): Promise<LabDevice> {
  const made = await labDevice(server, owner, company, parts);
  devices.push(made);
  return made;
}
const setting = (value: string) =>
  server.db.query(`update public.companies set settings = jsonb_set(settings, '{tax,tax_number}', to_jsonb($1::text)) where id = $2`, [
    value,
    company,
  ]);
const head = async () =>
  (await server.db.query('select seq::int, sha256 from public.ledger_entries where company_id = $1 order by seq desc limit 1', [company]))
    .rows[0] ?? {};
const stateOf = (each: LabDevice) => each.db.device.sync_state.get(company);
const alarmOf = async (each: LabDevice) => (await firstValueFrom(syncSummary$(each.db))).ledgerAlarm;
/** As somebody who has the whole server: no trigger sees it. */
const tamper = (sql: string) =>
  server.db.transaction(async (query) => {
    await query('set local session_replication_role = replica');
    await query(sql, [company]);
  });

test('[SYNC-43] a device keeps the end of the ledger, and is content while it goes on', async () => {
  const a = await device();
  await a.settled();
  expect((await stateOf(a))?.ledger).toMatchObject(await head());
  await setting('41/1');
  await a.settled();
  expect((await stateOf(a))?.ledger).toMatchObject({ seq: 2, ...(await head()) });
  expect(await alarmOf(a)).toBeUndefined();
});

test('[SYNC-43] a ledger that was written anew behind what a device had seen is said until a person takes note; its work goes on', async () => {
  const a = await device();
  await setting('41/1');
  await a.settled();
  const seen = (await stateOf(a))?.ledger;
  a.isOffline = true; // else its own rhythm may bring it there between two of these
  // All of it, with hashes that fit.
  await tamper('delete from public.ledger_entries where company_id = $1');
  await server.db.query('select private.carry_over_ledger()');
  await setting('41/2');
  a.isOffline = false;
  await a.addVendor('Written meanwhile');
  await a.settled();
  expect(await a.db.device.outbox.count()).toBe(0);
  expect(await alarmOf(a)).toMatchObject({ kind: 'changed', seen, now: await head(), noticed_at: expect.any(String) });
  await setting('41/3');
  await a.settled();
  await tamper('delete from public.ledger_entries where company_id = $1');
  await setting('41/3.5');
  await a.settled();
  // The first one stays.
  expect(await alarmOf(a)).toMatchObject({ seen });
  await noteLedgerAlarm(a.db);
  await setting('41/4');
  await a.settled();
  expect(await alarmOf(a)).toBeUndefined();
});

test('[SYNC-43] one entry whose hash was changed, and a ledger that lost its end, are noticed', async () => {
  const [a, b] = [await device(), await device()];
  for (const each of [a, b]) await each.settled();
  b.isOffline = true;
  await tamper("update public.ledger_entries set sha256 = repeat('a', 64) where company_id = $1");
  await setting('41/1');
  await a.settled();
  expect(await alarmOf(a)).toMatchObject({ kind: 'changed', seen: { seq: 1 } });
  await tamper('delete from public.ledger_entries where company_id = $1');
  b.isOffline = false;
  await b.settled();
  expect(await alarmOf(b)).toMatchObject({ kind: 'changed', seen: { seq: 1 }, now: null });
});

test('[SYNC-43] after a backup was put back the device says that, if anything entered was lost', async () => {
  const a = await device();
  await a.settled();
  const putBack = await copyServer(server.db);
  await a.addVendor('Lost, and no booking');
  await a.settled();
  await putBack();
  await a.settled();
  expect(storageHealth$.value.state).toBe('restored');
  expect(await alarmOf(a)).toBeUndefined();
  await setting('41/1');
  await a.settled();
  await putBack();
  await a.settled();
  expect(await alarmOf(a)).toMatchObject({ kind: 'restored', seen: { seq: 2 }, now: { seq: 1 } });
});

test('[SYNC-43] a device whose copy the browser emptied still knows what it saw', async () => {
  const a = await device();
  await a.settled();
  await a.engine.stop();
  const { ledger } = (await stateOf(a)) ?? {};
  await a.db.device.sync_state.update(company, { storage_token: 'of the copy that is gone' });
  const { repairCompany } = await import('#data/sync/repair.ts');
  await repairCompany(a.db);
  expect((await stateOf(a))?.ledger).toEqual(ledger);
  expect((await stateOf(a))?.loaded).toBe(false);
});
