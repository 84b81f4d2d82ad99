import 'fake-indexeddb/auto';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { reportHealth, storageHealth$ } from '#data/device/storage-health.ts';
import type { CompanyDatabase } from '#data/core/company-database.ts';
import { changeRecord, insertRecord } from '#data/core/write.ts';
import type { SyncIssue } from '#data/changes/issue.ts';
import { discardIssue, keepMine, keepTheirs } from '#data/sync-centre/issues.ts';
import { DEFAULT_LIMITS } from '#data/sync/context.ts';
import { pushAll } from '#data/sync/push.ts';
import { patchState, readState } from '#data/sync/sync-store.ts';
import { type SyncTransport, TransportError } from '#data/sync/transport.ts';
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
  b.isOffline = true; // else its own rhythm may bring it there first
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
  b.isOffline = false;
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

/** Somebody else's edit, made on the server itself. */
const editedThere = (id: string, fields: string) => server.db.query(`update public.vendors set ${fields} where id = $1`, [id]);
const questions = async (each: LabDevice) =>
  (await issues(each)).map(({ kind, fields, mine, theirs }) => [
    kind,
    Object.fromEntries(fields.map((field) => [field, [mine, theirs].map((side) => (side as Record<string, unknown> | null)?.[field])])),
  ]);

test('[SYNC-37] what the server lost of a record is asked about although somebody has edited that record there since', async () => {
  const a = await device();
  const [vendor, same] = [await a.addVendor('Acme'), await a.addVendor('Same')];
  await a.settled();
  const putBack = await copyServer(server.db);
  await edit(a, vendor.id, { phone: 'lost there' });
  await edit(a, same.id, { phone: 'typed again' });
  await a.settled();
  a.isOffline = true;
  await putBack();
  await editedThere(vendor.id, "notes = 'edited since'");
  await editedThere(same.id, "phone = 'typed again'");
  a.isOffline = false;
  await a.settled();
  expect(await a.all('vendors')).toEqual(await onServer());
  expect(await questions(a)).toEqual([['older_there', { phone: ['lost there', ''], notes: ['', 'edited since'] }]]);
});

test('[SYNC-37] keeping mine puts back what the server lost, and leaves what somebody changed there since', async () => {
  const a = await device({ only: ['vendors', 'activity_log'] });
  const vendor = await a.addVendor('Acme');
  await edit(a, vendor.id, { street: 'before' });
  await a.settled();
  await edit(a, vendor.id, { email: 'old@acme.example' });
  await a.settled();
  const putBack = await copyServer(server.db);
  await edit(a, vendor.id, { phone: 'lost there', email: 'lost@acme.example', street: '' });
  await a.settled();
  a.isOffline = true;
  await putBack();
  await editedThere(vendor.id, "notes = 'since', email = 'since@acme.example'");
  await editedThere(vendor.id, "notes = 'since then'");
  a.isOffline = false;
  await a.settled();
  for (const issue of await issues(a)) await keepMine(a.db, issue);
  await a.settled();
  // The address was changed on both sides: it was asked about, and answered.
  expect(await onServer()).toMatchObject([{ phone: 'lost there', street: '', email: 'lost@acme.example', notes: 'since then' }]);
  expect(await issues(a)).toEqual([]);
});

test('[SYNC-38] unsynced work on top of what the server lost is asked about although somebody has edited that record there since', async () => {
  const a = await device();
  const [vendor, pushedFirst] = [await a.addVendor('Acme'), await a.addVendor('Bolt')];
  await a.settled();
  const putBack = await copyServer(server.db);
  for (const { id } of [vendor, pushedFirst]) await edit(a, id, { phone: 'lost there' });
  await a.settled();
  a.isOffline = true;
  await edit(a, vendor.id, { city: 'mine' });
  await putBack();
  for (const { id } of [vendor, pushedFirst]) await editedThere(id, "notes = 'edited since'");
  a.isOffline = false;
  await a.settled();
  expect(await a.all('vendors')).toEqual(await onServer());
  const both = { notes: ['', 'edited since'], phone: ['lost there', ''] };
  expect(await questions(a)).toHaveLength(2);
  expect(await questions(a)).toEqual(
    expect.arrayContaining([
      ['older_there', both],
      ['older_there', { ...both, city: ['mine', ''] }],
    ]),
  );
});

test('[SYNC-36] what an older server answers to a push is not decided on before it has told what it lost', async () => {
  const a = await device();
  const vendor = await a.addVendor('Acme');
  await a.settled();
  const putBack = await copyServer(server.db);
  await edit(a, vendor.id, { phone: 'lost there' });
  await a.settled();
  await a.engine.stop();
  await edit(a, vendor.id, { city: 'mine' });
  await putBack();
  await editedThere(vendor.id, "notes = 'edited since'");
  a.engine.start();
  await until(async () => (await issues(a)).length > 0);
  await a.settled();
  expect(await questions(a)).toEqual([['older_there', { city: ['mine', ''], notes: ['', 'edited since'], phone: ['lost there', ''] }]]);
  expect(await a.all('vendors')).toEqual(await onServer());
});

test('[SYNC-36] a server that lost the very last push is noticed although somebody has edited that record there since', async () => {
  const a = await device();
  const vendor = await a.addVendor('Acme');
  await a.settled();
  await a.engine.stop();
  const putBack = await copyServer(server.db);
  a.faults.push({ delay: 0 }, 'lost', 'lost'); // the push is answered, the pull after it is not
  await edit(a, vendor.id, { phone: 'lost there' });
  a.engine.start();
  await until(async () => (await a.db.device.outbox.count()) === 0);
  await a.engine.stop();
  await putBack();
  await editedThere(vendor.id, "notes = 'edited since'");
  a.faults.length = 0;
  a.engine.start();
  await a.settled();
  expect(await questions(a)).toEqual([['older_there', { notes: ['', 'edited since'], phone: ['lost there', ''] }]]);
});

test('[SYNC-36] a server that is set back between a push and the pull after it is noticed', async () => {
  const a = await device();
  const vendor = await a.addVendor('Acme');
  await a.settled();
  await a.engine.stop();
  const putBack = await copyServer(server.db);
  await edit(a, vendor.id, { phone: 'lost there' });
  a.afterPush = async () => {
    a.afterPush = async () => undefined;
    await putBack();
    await editedThere(vendor.id, "notes = 'edited since'");
  };
  a.engine.start();
  await a.settled();
  expect(await questions(a)).toEqual([['older_there', { notes: ['', 'edited since'], phone: ['lost there', ''] }]]);
});

test('[SYNC-36] a server that is set back after a push that met nothing but a conflict is noticed', async () => {
  const a = await device();
  const vendor = await a.addVendor('Acme');
  await a.settled();
  await a.engine.stop();
  const putBack = await copyServer(server.db);
  await editedThere(vendor.id, "phone = 'lost there'");
  await edit(a, vendor.id, { phone: 'mine' });
  a.afterPush = async () => {
    a.afterPush = async () => undefined;
    await putBack();
  };
  a.engine.start();
  await a.settled();
  expect(await a.all('vendors')).toEqual(await onServer());
  expect(await questions(a)).toHaveLength(2);
  expect(await questions(a)).toEqual(
    expect.arrayContaining([
      ['conflict', { phone: ['mine', 'lost there'] }],
      ['older_there', { phone: ['lost there', ''] }],
    ]),
  );
});

test('[SYNC-36] a server that is set back between two pushes of one round is noticed', async () => {
  const a = await device({ limits: { push: 1 } });
  await a.settled();
  await a.engine.stop();
  const putBack = await copyServer(server.db);
  for (const name of ['one', 'two', 'three']) await a.addVendor(name);
  a.afterPush = async () => {
    a.afterPush = async () => undefined;
    await putBack();
  };
  a.engine.start();
  await a.settled();
  expect((await issues(a)).map(({ kind, mine }) => [kind, (mine as Vendor).name])).toEqual([['lost_there', 'one']]);
  expect((await onServer()).map(({ name }) => name)).toEqual(['three', 'two']);
});

/**
 * A leader with two changes to send; the answer to another leader's push, which the server may have lost since, is put down when this one has asked
 * about the marks that it knew.
 */
async function besideAnotherLeader(when: (a: LabDevice, putDown: () => Promise<void>) => Partial<CompanyDatabase>, isSetBack = true) {
  const a = await device();
  await a.settled();
  await a.engine.stop();
  const putBack = await copyServer(server.db);
  a.faults.push({ delay: 0 }, 'lost', 'lost'); // the push is answered, the pull after it is not
  await a.addVendor('Lost');
  a.engine.start();
  await until(async () => (await a.db.device.outbox.count()) === 0);
  await a.engine.stop();
  if (isSetBack) await putBack();
  a.faults.length = 0;
  const { push_mark: theirs = null } = await readState(a.db);
  expect(theirs).not.toBeNull();
  await patchState(a.db, { push_mark: null });
  for (const name of ['one', 'two']) await a.addVendor(name);
  const db = { ...a.db, ...when(a, () => patchState(a.db, { push_mark: theirs })) };
  const transport: SyncTransport = {
    pull: (of, asked, limit) => server.pull(owner, of, asked, limit),
    push: (of, changes) => server.push(owner, of, changes),
  };
  const pace = { changes: 1, rows: DEFAULT_LIMITS.pull };
  const { signal } = new AbortController();
  const push = () => pushAll({ db, transport, limits: { ...DEFAULT_LIMITS, push: 1 }, pace, signal, asides: new Map(), random: () => 0 });
  const noticed = async () => {
    expect((await readState(a.db)).push_mark).toBe(theirs);
    expect(await a.db.device.outbox.count()).toBe(2);
    a.engine.start();
    await a.settled();
    expect((await issues(a)).map(({ kind, mine }) => [kind, (mine as Vendor).name])).toEqual([['lost_there', 'Lost']]);
    expect((await onServer()).map(({ name }) => name)).toEqual(['one', 'two']);
    expect(await names(a)).toEqual(['one', 'two']);
  };
  return { a, push, noticed };
}

/** The first answer is put down after two batches were chosen. */
const THIRD = 3;

const beforeTheFirstAnswer = ({ db: { exclusive } }: LabDevice, putDown: () => Promise<void>): Pick<CompanyDatabase, 'exclusive'> => {
  let count = 0;
  return { exclusive: (run) => exclusive(async () => ((count += 1) === THIRD ? putDown() : Promise.resolve()).then(run)) };
};

test('[SYNC-36] an answer does not hide the push of another leader that nobody has asked about', async () => {
  const { push, noticed } = await besideAnotherLeader(beforeTheFirstAnswer);
  expect(await push()).toMatchObject({ isSetBack: true });
  await noticed();
});

test('[SYNC-36] where the server has that push, what was sent goes out once more, and all of it is decided', async () => {
  const { a, push } = await besideAnotherLeader(beforeTheFirstAnswer, false);
  expect(await push()).toMatchObject({ isSetBack: true });
  expect(await push()).toMatchObject({ isSetBack: false, answered: 2, deferred: 0 });
  expect(await a.db.device.outbox.count()).toBe(0);
  expect((await onServer()).map(({ name }) => name)).toEqual(['Lost', 'one', 'two']);
});

test('[SYNC-36] [SYNC-41] nor does it where the other one puts it down in the same moment', async () => {
  const { push, noticed } = await besideAnotherLeader(
    (
      {
        db: {
          device: { outbox },
        },
      },
      putDown,
    ) => {
      const bulkGet = outbox.bulkGet.bind(outbox);
      let count = 0;
      outbox.bulkGet = ((keys: string[]) => ((count += 1) === THIRD ? putDown().then(() => bulkGet(keys)) : bulkGet(keys))) as never;
      return {};
    },
  );
  await expect(push()).rejects.toMatchObject({ code: 'conflict' });
  await noticed();
});

test('[SYNC-37] work on a record that the older server does not have is a question before anybody brings back another version', async () => {
  const a = await device();
  await a.settled();
  const putBack = await copyServer(server.db);
  const lost = await a.addVendor('Lost');
  await a.settled();
  await a.engine.stop();
  await putBack();
  await edit(a, lost.id, { phone: 'mine' });
  a.wall = () => new TransportError('server'); // nothing can be sent
  a.engine.start();
  await until(async () => (await issues(a)).length > 0);
  expect(await issues(a)).toMatchObject([{ kind: 'lost_there', mine: { name: 'Lost', phone: 'mine' }, theirs: null }]);
  expect(await a.db.device.outbox.count()).toBe(0);
});

test('[SYNC-37] an edit on top of what was lost is written also where somebody else has brought the record back', async () => {
  const [a, b] = [await device(), await device()];
  await a.settled();
  const putBack = await copyServer(server.db);
  const lost = await a.addVendor('Lost');
  await a.settled();
  await b.settled();
  b.isOffline = true;
  await edit(b, lost.id, { city: 'mine' });
  b.wall = () => new TransportError('server');
  await putBack();
  await a.settled();
  b.isOffline = false;
  await until(async () => (b.engine.poke('person'), (await issues(b)).length > 0));
  for (const issue of await issues(a)) await keepMine(a.db, issue);
  await edit(a, lost.id, { phone: 'edited since' });
  await a.settled();
  b.wall = () => null;
  await b.settled();
  for (const issue of await issues(b)) await keepMine(b.db, issue);
  await b.settled();
  expect(await onServer()).toMatchObject([{ id: lost.id, phone: 'edited since', city: 'mine' }]);
  expect(await b.db.device.issues.count()).toBe(0);
});

test('[SYNC-37] what the older server names as deleted is asked about where this device has it of the history that was lost', async () => {
  const a = await device({ limits: { pull: 2 } });
  const made = [await a.addVendor('0'), await a.addVendor('1'), await a.addVendor('2'), await a.addVendor('3')];
  await a.settled();
  const putBack = await copyServer(server.db);
  const last = made[3] as Vendor;
  await edit(a, last.id, { phone: 'lost there' });
  await a.settled();
  a.isOffline = true;
  await putBack();
  await server.db.query('delete from public.vendors where id = $1', [last.id]);
  a.isOffline = false;
  await a.settled();
  expect(await issues(a)).toMatchObject([{ kind: 'lost_there', doc_id: last.id, mine: { phone: 'lost there' } }]);
});

test('[SYNC-37] what others changed while this device was away is no question after a restore, only what the server lost is', async () => {
  const a = await device({ limits: { pull: 2 } });
  const [old, deleted, touched] = [await a.addVendor('Old'), await a.addVendor('Deleted there'), await a.addVendor('Touched')];
  await a.settled();
  await a.engine.stop(); // a round of its own that ends now would put down what it was told before
  // Two days lie between that and the restore.
  await server.db.transaction(async (query) => {
    await query('set local session_replication_role = replica');
    await query("update public.vendors set updated_at = updated_at - interval '2 days' where company_id = $1", [company]);
  });
  await a.db.device.sync_state.update(company, { access: 'another' });
  a.engine.start();
  await a.addVendor('New');
  await a.settled();
  const putBack = await copyServer(server.db);
  await edit(a, touched.id, { phone: 'lost there' });
  await a.settled();
  a.isOffline = true;
  await edit(a, old.id, { city: 'mine' });
  await putBack();
  await editedThere(old.id, "notes = 'edited since'");
  await server.db.query('delete from public.vendors where id = $1', [deleted.id]);
  a.isOffline = false;
  await a.settled();
  expect(await questions(a)).toEqual([['older_there', { phone: ['lost there', ''] }]]);
  expect((await onServer()).find(({ id }) => id === old.id)).toMatchObject({ city: 'mine', notes: 'edited since' });
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
  expect(await a.state()).toMatchObject({ shared: null, snapshot: null });
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
  await a.engine.stop();
  await a.db.device.sync_state.update(company, { access: 'another' });
  a.engine.start();
  await a.settled();
  expect([await names(a), await issues(a), storageHealth$.value.state]).toEqual([['Acme'], [], 'ok']);
});
