import 'fake-indexeddb/auto';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { reportHealth, storageHealth$ } from '#data/device/storage-health.ts';
import { changeRecord, insertRecord } from '#data/core/write.ts';
import type { SyncIssue } from '#data/changes/issue.ts';
import { discardIssue, keepMine, keepTheirs } from '#data/sync-centre/issues.ts';
import type { Vendor } from '#domain/vendors/vendor.ts';
import { newId } from '#platform/ids/ids.ts';
import { copyServer } from '#tests/support/older-server.ts';
import { until } from '#tests/support/patience.ts';
import { type LabDevice, labDevice } from './lab.ts';
import { expenseOf, fileOf } from './records.ts';
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
const onServer = async (): Promise<Vendor[]> =>
  (await server.db.query('select to_jsonb(v) as doc from public.vendors v where company_id = $1 order by name', [company])).rows.map(
    (row) => row['doc'] as Vendor,
  );
const names = async (each: LabDevice) => (await each.all('vendors')).map((doc) => (doc as Vendor).name).toSorted();
const base = () => ({ id: newId(), company_id: company, at: '2026-01-01T00:00:00Z' });
const issues = async (each: LabDevice): Promise<SyncIssue[]> => each.db.device.issues.toArray();
const edit = (each: LabDevice, id: string, fields: Partial<Vendor>) =>
  changeRecord(each.db, 'vendors', id, (current) => ({ ...current, ...fields }));

test('[SYNC-36] [SYNC-37] what a server that was set back lost is said, and offered instead of swept', async () => {
  const [a, b] = [await device(), await device()];
  const kept = await a.addVendor('Kept');
  await a.settled();
  const putBack = await copyServer(server.db);
  const lost = await a.addVendor('Lost');
  await edit(a, kept.id, { phone: 'newer' });
  await a.settled();
  await b.settled();
  await putBack();
  await a.settled();
  expect(storageHealth$.value.state).toBe('restored');
  expect(await a.all('vendors')).toEqual(await onServer());
  expect(await names(a)).toEqual(['Kept']);
  expect((await issues(a)).toSorted((x, y) => x.kind.localeCompare(y.kind))).toMatchObject([
    { kind: 'lost_there', doc_id: lost.id, mine: { name: 'Lost' }, theirs: null },
    { kind: 'older_there', doc_id: kept.id, mine: { phone: 'newer' }, theirs: { phone: '' }, fields: ['phone'] },
  ]);
  for (const issue of await issues(a)) await keepMine(a.db, issue);
  await a.settled();
  expect((await onServer()).map(({ id, name, phone }) => [id, name, phone])).toEqual([
    [kept.id, 'Kept', 'newer'],
    [lost.id, 'Lost', ''],
  ]);
  await edit(a, lost.id, { phone: 'edited since' });
  await a.settled();
  await b.settled();
  expect((await issues(b)).filter(({ kind }) => kind === 'lost_there')).toHaveLength(0); // it came back before b looked
  expect(await a.db.device.issues.count()).toBe(0);
});

test('[SYNC-37] what another device brought back and somebody edited is not overwritten by a second upload', async () => {
  const [a, b] = [await device(), await device()];
  await a.settled();
  const putBack = await copyServer(server.db);
  const lost = await a.addVendor('Lost');
  await a.settled();
  await b.settled();
  await putBack();
  await a.settled();
  await b.settled();
  const [[ofA], [ofB]] = [await issues(a), await issues(b)];
  if (!ofA || !ofB) throw new Error('both have it');
  await keepMine(a.db, ofA);
  await edit(a, lost.id, { phone: 'edited since' });
  await a.settled();
  await b.settled();
  await keepMine(b.db, ofB);
  await b.settled();
  expect(await onServer()).toMatchObject([{ id: lost.id, phone: 'edited since' }]);
  expect(await b.db.device.issues.count()).toBe(0);
});

test('[SYNC-36] a server that lost the very last push is known by the mark of its answer', async () => {
  const a = await device();
  await a.settled();
  await a.engine.stop();
  const putBack = await copyServer(server.db);
  a.faults.push({ delay: 0 }, 'lost', 'lost'); // the push is answered, the pull after it is not
  const lost = await a.addVendor('Lost');
  a.engine.start();
  await until(async () => (await a.db.device.outbox.count()) === 0);
  await a.engine.stop();
  await putBack();
  a.faults.length = 0;
  a.engine.start();
  await a.settled();
  expect(await issues(a)).toMatchObject([{ kind: 'lost_there', doc_id: lost.id }]);
});

test('[SYNC-38] my unsynced edit on top of what the server lost is asked about, whole, and never mixed with the older version', async () => {
  const a = await device();
  const vendor = await a.addVendor('Acme');
  await a.settled();
  const putBack = await copyServer(server.db);
  await edit(a, vendor.id, { phone: 'lost there' });
  await a.settled();
  a.isOffline = true;
  await edit(a, vendor.id, { notes: 'mine' });
  await putBack();
  a.isOffline = false;
  await a.settled();
  expect(await onServer()).toMatchObject([{ phone: '', notes: '' }]);
  expect(await a.all('vendors')).toEqual(await onServer());
  const [issue] = await issues(a);
  expect(issue).toMatchObject({ kind: 'older_there', mine: { phone: 'lost there', notes: 'mine' }, theirs: { phone: '', notes: '' } });
  if (issue) await keepMine(a.db, issue);
  await a.settled();
  expect(await onServer()).toMatchObject([{ phone: 'lost there', notes: 'mine' }]);
});

test('[SYNC-36] what was never sent is sent to the older server, and what it lost is still offered', async () => {
  const a = await device();
  await a.settled();
  const putBack = await copyServer(server.db);
  await a.addVendor('Lost');
  await a.settled();
  a.isOffline = true;
  await a.addVendor('Unsent');
  await putBack();
  a.isOffline = false;
  await a.settled();
  expect((await onServer()).map(({ name }) => name)).toEqual(['Unsent']);
  expect(await issues(a)).toMatchObject([{ kind: 'lost_there', mine: { name: 'Lost' } }]);
});

test('[SYNC-37] an interrupted snapshot of such a server still offers what it lost', async () => {
  const a = await device({ limits: { pull: 3 } });
  for (let n = 0; n < 8; n += 1) await a.addVendor(`v${n}`);
  await a.settled();
  const putBack = await copyServer(server.db);
  await a.addVendor('z lost');
  await a.settled();
  await putBack();
  a.pulls.length = 0;
  a.engine.poke('person');
  await until(() => a.pulls.length > 1);
  await a.engine.stop();
  a.engine.start();
  await a.settled();
  expect(await issues(a)).toMatchObject([{ kind: 'lost_there', mine: { name: 'z lost' } }]);
  expect(await a.state()).toMatchObject({ isRestored: false, snapshot: null });
});

test('[SYNC-37] a receipt comes back with the bytes that this device kept; giving up or keeping theirs changes nothing', async () => {
  const a = await device();
  const expense = await insertRecord(a.db, 'expenses', expenseOf(base(), 'Taxi', owner, null, 10));
  await a.settled();
  const putBack = await copyServer(server.db);
  const file = await insertRecord(a.db, 'files', fileOf(base(), 'taxi.jpg', owner, expense.id));
  const other = await a.addVendor('Given up');
  const third = await a.addVendor('Theirs');
  await a.settled();
  const { id, company_id, sha256, mime_type, size } = file;
  await a.db.device.cached_files.put({
    id,
    company_id,
    sha256,
    mime_type,
    size,
    bytes: new Blob(['jpg']),
    used_at: '2026-01-01T00:00:00Z',
  });
  await putBack();
  await a.settled();
  const of = async (docId: string) => (await issues(a)).filter((issue) => issue.doc_id === docId);
  for (const issue of await of(id)) await keepMine(a.db, issue);
  for (const issue of await of(other.id)) await discardIssue(a.db, issue);
  for (const issue of await of(third.id)) await keepTheirs(a.db, issue);
  expect(await a.db.device.receipts.toArray()).toMatchObject([{ id, path: file.path, state: 'waiting' }]);
  await a.settled();
  expect((await server.db.query('select id from public.files where company_id = $1', [company])).rows).toEqual([{ id }]);
  expect(await onServer()).toEqual([]);
  expect(await issues(a)).toEqual([]);
});

test('[SYNC-37] what changed on a device only because rights changed is no loss', async () => {
  const a = await device();
  await a.addVendor('Acme');
  await a.settled();
  await a.db.device.sync_state.update(company, { access: 'another' });
  await a.settled();
  expect([await names(a), await issues(a), storageHealth$.value.state]).toEqual([['Acme'], [], 'ok']);
});
