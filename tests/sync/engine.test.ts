import 'fake-indexeddb/auto';
import { firstValueFrom } from 'rxjs';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { reportHealth, storageHealth$ } from '#data/device/storage-health.ts';
import { writeStored } from '#data/core/stored.ts';
import { changeRecord, insertRecord, removeRecord, restoreRecord } from '#data/core/write.ts';
import { deleteExpense } from '#data/expenses/expenses.commands.ts';
import { discardIssue, editIssue, keepMine, keepTheirs, retryIssue, watchIssues } from '#data/sync-centre/issues.ts';
import { type RecordStatus, recordStatuses, syncSummary$ } from '#data/sync/status.ts';
import { repairCompany } from '#data/sync/repair.ts';
import { patchState } from '#data/sync/sync-store.ts';
import type { Vendor } from '#domain/vendors/vendor.ts';
import { newId } from '#platform/ids/ids.ts';
import { until } from '#tests/support/patience.ts';
import { type LabDevice, labDevice, pause } from './lab.ts';
import { expenseOf, fileOf, vendorOf } from './records.ts';
import { type Server, startServer } from './server.ts';

let server: Server;
const [owner, editor] = [newId(), newId()];
let company: string;
const devices: LabDevice[] = [];
beforeAll(async () => {
  server = await startServer();
  for (const user of [owner, editor]) await server.addUser(user);
});
afterAll(() => server.close());
beforeEach(async () => {
  company = newId();
  await server.createCompany(owner, company);
  await server.addMember(company, editor, [
    'vendors.update',
    'vendors.create',
    'vendors.delete',
    'expenses.create',
    'expenses.view',
    'files.upload',
    'files.view',
  ]);
});
afterEach(async () => {
  for (const device of devices.splice(0)) await device.close();
});

async function device(user = owner, parts: Parameters<typeof labDevice>[3] = {}): Promise<LabDevice> {
  const made = await labDevice(server, user, company, parts);
  devices.push(made);
  return made;
}
const onServer = async (): Promise<Vendor[]> =>
  (await server.db.query('select to_jsonb(v) as doc from public.vendors v where company_id = $1 order by name', [company])).rows.map(
    (row) => row['doc'] as Vendor,
  );
const base = () => ({ id: newId(), company_id: company, at: '2026-01-01T00:00:00Z' });
const names = async (each: LabDevice) => (await each.all('vendors')).map((doc) => (doc as Vendor).name).toSorted();

test('[SYNC-15] a write is sent when the device has drawn it, and not held back for ever', async () => {
  const drawn = Promise.withResolvers<void>();
  let asked = 0;
  const afterWrite = () => {
    asked += 1;
    return drawn.promise;
  };
  const a = await device(owner, { afterWrite });
  await until(async () => Boolean((await a.state())?.last_synced_at)); // at rest, and nobody has poked it
  const vendor = await a.addVendor('Acme');
  await until(() => asked > 0);
  await pause(50);
  expect(a.pushes).toEqual([]);
  drawn.resolve();
  await until(() => a.pushes.length > 0);
  expect(a.pushes.flat().map(({ id }) => id)).toEqual([vendor.id]);
});

test('[SYNC-15] a write on one device arrives on the server once and on the other device', async () => {
  const [a, b] = [await device(), await device(editor)];
  const vendor = await a.addVendor('Acme');
  await a.settled();
  await b.settled();
  await until(async () => (await names(b)).length === 1);
  expect(await onServer()).toMatchObject([{ id: vendor.id, rev: vendor.rev }]);
  expect(await b.all('vendors')).toEqual(await onServer());
  expect(await a.all('vendors')).toEqual(await onServer());
});

test.each(['lost', 'response lost', '500', '401', 'truncated', { delay: 50 }] as const)(
  '[SYNC-5] a push that meets %s is made good, exactly once',
  async (fault) => {
    const a = await device(owner, { refreshSession: async () => true });
    await a.settled();
    a.faults.push(fault, fault);
    await a.addVendor('Acme');
    await until(() => a.faults.length === 0);
    await a.settled();
    expect(await onServer()).toHaveLength(1);
    expect(await a.all('vendors')).toEqual(await onServer());
  },
);

test('[SYNC-5] after a lost answer the same mutation goes out again, and the newer edit after it', async () => {
  const a = await device();
  await a.settled();
  await a.engine.stop();
  const vendor = await a.addVendor('First');
  a.faults.push('response lost', 'lost'); // the pull would bring the answer
  a.engine.start();
  await until(() => a.faults.length === 0);
  await changeRecord(a.db, 'vendors', vendor.id, (current) => ({ ...current, name: 'Second' }));
  await a.settled();
  const sent = a.pushes.flat().map((change) => change.mutation_id);
  expect(sent.slice(0, 2)).toEqual([vendor.rev, vendor.rev]);
  expect(new Set(sent).size).toBe(2);
  expect(await onServer()).toMatchObject([{ name: 'Second' }]);
});

test('[SYNC-7] parents go first, deletes last, and never more than the limit at a time', async () => {
  const a = await device(owner, { limits: { push: 3 } });
  await a.settled();
  await a.engine.stop();
  const gone = await a.addVendor('Gone');
  await a.db.device.outbox.update(`vendors:${gone.id}`, { flight: { rev: gone.rev, op: 'upsert', doc: gone, base_rev: null } });
  const expense = expenseOf(base(), 'Taxi', owner, null, 10);
  await insertRecord(a.db, 'files', fileOf(base(), 'receipt.jpg', owner, expense.id));
  await insertRecord(a.db, 'expenses', expense);
  const vendor = await a.addVendor('Taxi AG');
  await changeRecord(a.db, 'expenses', expense.id, (current) => ({ ...current, vendor_id: vendor.id }));
  await removeRecord(a.db, 'vendors', gone.id);
  a.engine.start();
  await a.settled();
  expect(a.pushes.flat().map(({ collection, op }) => `${op} ${collection}`)).toEqual([
    'upsert vendors',
    'upsert vendors',
    'upsert expenses',
    'upsert files',
    'delete vendors',
  ]);
  expect(a.pushes.every((batch) => batch.length <= 3)).toBe(true);
  expect(await a.db.device.issues.count()).toBe(0);
});

test('[SYNC-7] one batch travels at a time, and what was answered about the one before is written meanwhile', async () => {
  const a = await device(owner, { limits: { push: 4 }, start: false });
  for (let n = 0; n < 12; n += 1) await a.addVendor(`Vendor ${n}`);
  const left = () => a.db.device.outbox.count();
  const sent: Promise<number>[] = [];
  let [answered, atOnce] = [0, 0];
  const push = a.pushes.push.bind(a.pushes);
  a.pushes.push = (changes) => {
    sent.push(left());
    atOnce = Math.max(atOnce, sent.length - answered);
    return push(changes);
  };
  a.afterPush = async () => {
    const known = 12 - 4 * answered;
    await until(async () => (await left()) === known);
    answered += 1;
  };
  a.engine.start();
  await a.settled();
  expect(await Promise.all(sent)).toEqual([12, 12, 8]);
  expect(atOnce).toBe(1);
  expect(await onServer()).toHaveLength(12);
});

test('[SYNC-31] a push that is too much for the way to the server is sent in smaller ones, which grow again afterwards', async () => {
  const a = await device(owner, { limits: { push: 16 }, start: false });
  a.room = 3;
  for (let n = 0; n < 16; n += 1) await a.addVendor(`Vendor ${n}`);
  a.engine.start();
  await until(() => a.pushes.length === 1);
  await a.settled(); // a person who pokes spares the waiting
  const sizes = a.pushes.map((batch) => batch.length);
  expect(sizes.slice(0, 7)).toEqual([16, 8, 4, 2, 3, 4, 2]);
  expect(new Set(a.pushes.flat().map((change) => change.mutation_id)).size).toBe(16);
  expect(await onServer()).toHaveLength(16);
  a.room = Infinity;
  a.pushes.length = 0;
  a.isOffline = true; // which says nothing about sizes
  for (let n = 0; n < 80; n += 1) await a.addVendor(`More ${n}`);
  a.isOffline = false;
  await a.settled();
  expect(Math.max(...a.pushes.map((batch) => batch.length))).toBe(16);
});

test('[SYNC-9] a record whose parent never comes is asked about after some rounds, and blocks nobody', async () => {
  const a = await device();
  await insertRecord(a.db, 'files', fileOf(base(), 'orphan.jpg', owner, newId()));
  await a.addVendor('Acme');
  const poke = setInterval(() => a.engine.poke('person'), 30);
  await until(async () => (await a.db.device.issues.count()) === 1).finally(() => clearInterval(poke));
  expect(await a.db.device.issues.toArray()).toMatchObject([{ kind: 'rejected', message: 'missing_parent', collection: 'files' }]);
  expect(await onServer()).toHaveLength(1);
  expect(await a.all('files')).toEqual([]);
});

test('[SYNC-10] what the server refuses becomes an issue, the rest of the batch arrives', async () => {
  const a = await device(editor);
  await a.settled();
  await server.revoke(company, editor, 'expenses.create');
  const expense = expenseOf(base(), 'Taxi', editor, null, 10);
  await insertRecord(a.db, 'expenses', expense);
  await a.addVendor('Acme');
  await a.settled();
  expect(await a.db.device.issues.toArray()).toMatchObject([{ kind: 'rejected', message: 'not_allowed', mine: { description: 'Taxi' } }]);
  expect(await onServer()).toHaveLength(1);
  await server.grant(company, editor, 'expenses.create');
  const [issue] = await firstValueFrom(watchIssues(a.db));
  if (issue) await retryIssue(a.db, issue);
  await a.settled();
  expect(await a.db.device.issues.count()).toBe(0);
  expect(await a.all('expenses')).toMatchObject([{ description: 'Taxi', number: 'EXP-2026-0001' }]);
});

/** Two devices change the phone of the same vendor; the first one's change is on the server. */
async function clash(): Promise<{ b: LabDevice; vendor: Vendor }> {
  const [a, b] = [await device(), await device(editor)];
  const vendor = await a.addVendor('Acme');
  await a.settled();
  await b.settled();
  await until(async () => (await names(b)).length === 1);
  b.isOffline = true;
  await changeRecord(b.db, 'vendors', vendor.id, (current) => ({ ...current, phone: 'mine', notes: 'mine too' }));
  await changeRecord(a.db, 'vendors', vendor.id, (current) => ({ ...current, phone: 'theirs' }));
  await a.settled();
  b.isOffline = false;
  await b.settled();
  return { b, vendor };
}
const soleIssue = async (each: LabDevice) => {
  const [issue, more] = await each.db.device.issues.toArray();
  if (!issue || more) throw new Error('expected one issue');
  return issue;
};

test("[SYNC-11] different fields merge; the same field stays the server's and becomes a question", async () => {
  const { b } = await clash();
  expect(await onServer()).toMatchObject([{ phone: 'theirs', notes: 'mine too' }]);
  expect(await soleIssue(b)).toMatchObject({ kind: 'conflict', fields: ['phone'], mine: { phone: 'mine' }, theirs: { phone: 'theirs' } });
  expect(await b.all('vendors')).toEqual(await onServer());
});

test.each([
  ['an approval meets a raised amount', { status: 'approved' }, { amount: 1000 }, { status: 'pending', amount: 1000 }],
  ['a raised amount meets an approval', { amount: 1000 }, { status: 'approved' }, { status: 'reimbursed', amount: 10 }],
] as const)(
  '[SYNC-28] %s: what the server has stands, and both are asked about',
  async (_what, mine, theirs, standing) => {
    const [a, b] = [await device(), await device()];
    const expense = await insertRecord(a.db, 'expenses', expenseOf(base(), 'Taxi', editor, null, 10));
    await a.settled();
    await b.settled();
    b.isOffline = true;
    await changeRecord(b.db, 'expenses', expense.id, (current) => ({ ...current, ...mine }));
    await changeRecord(a.db, 'expenses', expense.id, (current) => ({ ...current, ...theirs }));
    await a.settled();
    b.isOffline = false;
    await b.settled();
    const { rows } = await server.db.query('select status, amount::float from public.expenses where id = $1', [expense.id]);
    expect(rows).toEqual([standing]);
    expect(await soleIssue(b)).toMatchObject({ kind: 'conflict', mine, theirs: standing });
  },
  60_000,
);

test.each([
  ['keep mine', keepMine, 'mine'],
  ['keep theirs', keepTheirs, 'theirs'],
  ['discard', discardIssue, 'theirs'],
  [
    'edit',
    async (db: LabDevice['db'], issue: Awaited<ReturnType<typeof soleIssue>>) =>
      editIssue(db, issue, { ...(issue.theirs as Vendor), phone: 'third' } as Vendor),
    'third',
  ],
] as const)('[SYNC-23] an issue stands until a person decides: %s', async (_what, decide, phone) => {
  const { b } = await clash();
  await b.settled();
  await decide(b.db, await soleIssue(b));
  await b.settled();
  expect(await b.db.device.issues.count()).toBe(0);
  expect(await onServer()).toMatchObject([{ phone, notes: 'mine too' }]);
});

/** An expense with a receipt that the server and both devices know; `a` acts as the owner. */
async function sharedReceipt() {
  const [a, b] = [await device(), await device()];
  const expense = await insertRecord(a.db, 'expenses', expenseOf(base(), 'Taxi', owner, null, 10));
  const file = await insertRecord(a.db, 'files', fileOf(base(), 'taxi.jpg', owner, expense.id));
  await a.settled();
  await b.settled();
  await until(async () => (await b.all('files')).length === 1);
  const access = { userId: owner, isOwner: true, isAdmin: true, keys: new Set<never>() };
  const ctx = { companyId: company, userId: owner, access, timezone: 'UTC', now: () => new Date(), today: () => '2026-01-01', newId };
  return { a, b, expense, file, remove: (heldMs = 0) => deleteExpense(a.db, expense.id, ctx, heldMs) };
}
const counts = async (each: LabDevice) => [(await each.all('expenses')).length, (await each.all('files')).length];

test('[SYNC-13] an expense that comes back, because another person edited what I deleted, still has its receipts', async () => {
  const { a, b, expense, remove } = await sharedReceipt();
  a.isOffline = true;
  await remove();
  await changeRecord(b.db, 'expenses', expense.id, (current) => ({ ...current, description: 'Taxi to the fair' }));
  await b.settled();
  a.isOffline = false;
  await a.settled();
  await b.settled();
  expect([await counts(a), await counts(b)]).toEqual([
    [1, 1],
    [1, 1],
  ]);
  expect(await a.db.device.issues.toArray()).toMatchObject([{ kind: 'edited_there', collection: 'expenses' }]);
});

test('[SYNC-27] a delete of an expense that is taken back leaves it its receipts; one that the server takes removes them everywhere', async () => {
  const { a, b, expense, remove } = await sharedReceipt();
  a.isOffline = true;
  await remove();
  await restoreRecord(a.db, 'expenses', expense);
  a.isOffline = false;
  await a.settled();
  expect(await counts(a)).toEqual([1, 1]);
  await remove();
  await a.settled();
  await b.settled();
  await until(async () => (await counts(b)).join() === '0,0');
  expect(await counts(a)).toEqual([0, 0]);
});

const deletesSent = (each: LabDevice) => each.pushes.flat().filter(({ op }) => op === 'delete').length;

test('[SYNC-83] the server does not hear of a delete that is held back, other changes pass it, and it is taken back whole', async () => {
  const { a, b, remove } = await sharedReceipt();
  const takeBack = await remove(3_600_000);
  expect((await counts(a))[0]).toBe(0);
  await a.addVendor('Acme');
  a.engine.poke('person');
  await until(async () => (await onServer()).length === 1);
  await until(async () => (await a.db.device.outbox.count()) === 1);
  expect([deletesSent(a), await counts(b)]).toEqual([0, [1, 1]]);
  await takeBack();
  await a.settled();
  expect([deletesSent(a), await counts(a), await counts(b)]).toEqual([0, [1, 1], [1, 1]]);
  await expect(takeBack()).rejects.toMatchObject({ code: 'conflict' });
});

test('[SYNC-83] a delete that was held back goes out by itself, and can then no longer be taken back', async () => {
  const { a, b, remove } = await sharedReceipt();
  const takeBack = await remove(200);
  await until(async () => (await a.db.device.outbox.count()) === 0);
  await b.settled();
  await until(async () => (await counts(b)).join() === '0,0');
  expect(deletesSent(a)).toBe(1);
  await expect(takeBack()).rejects.toMatchObject({ code: 'too_late' });
  expect(await counts(a)).toEqual([0, 0]);
});

test('[SYNC-83] a delete that is on its way is no longer taken back', async () => {
  const { a, expense, remove } = await sharedReceipt();
  await a.engine.stop();
  const takeBack = await remove(3_600_000);
  const row = (await a.db.device.outbox.toArray())[0];
  await a.db.device.outbox.update(`expenses:${expense.id}`, {
    flight: { rev: row?.rev ?? '', op: 'delete', doc: null, base_rev: expense.rev },
  });
  await expect(takeBack()).rejects.toMatchObject({ code: 'too_late' });
});

test('[SYNC-83] a clock that was set back holds nothing up', async () => {
  const { a, remove } = await sharedReceipt();
  await a.engine.stop();
  await remove(3_600_000);
  const key = (await a.db.device.outbox.toArray())[0]?.key ?? '';
  await a.db.device.outbox.update(key, { changed_at: '2999-01-01T00:00:00.000Z', held_until: '2999-01-01T01:00:00.000Z' });
  a.engine.start();
  await until(async () => (await a.db.device.outbox.count()) === 0);
  expect(deletesSent(a)).toBe(1);
});

test('[SYNC-14] two leaders at once push and pull the same things without harm', async () => {
  const a = await device();
  const { createSyncEngine } = await import('#data/sync/engine.ts');
  const second = createSyncEngine({
    db: a.db,
    random: () => 0,
    transport: { pull: (id, state, limit) => server.pull(owner, id, state, limit), push: (id, changes) => server.push(owner, id, changes) },
  });
  second.start();
  for (let index = 0; index < 20; index += 1) await a.addVendor(`v${index}`);
  await until(async () => (await a.db.device.outbox.count()) === 0);
  await second.stop();
  await a.settled();
  expect(await onServer()).toHaveLength(20);
  expect(await a.all('vendors')).toHaveLength(20);
  expect(await a.db.device.issues.count()).toBe(0);
});

test('[SYNC-16] lost rights empty the device, and come back with the right; unsynced work stays', async () => {
  const [a, b] = [await device(), await device(editor)];
  await insertRecord(a.db, 'expenses', expenseOf(base(), 'Secret', owner, null, 99));
  await a.addVendor('Acme');
  await a.settled();
  await until(async () => (b.engine.poke('person'), (await b.all('expenses')).length === 1));
  b.isOffline = true;
  await b.addVendor('Unsynced');
  for (const key of ['expenses.view', 'expenses.create']) await server.revoke(company, editor, key);
  b.isOffline = false;
  await b.settled();
  expect(await b.all('expenses')).toEqual([]);
  expect(await names(b)).toEqual(['Acme', 'Unsynced']);
  await server.grant(company, editor, 'expenses.view');
  await b.settled();
  expect(await b.all('expenses')).toHaveLength(1);
});

test('[SYNC-16] after a restore the device reads everything again and forgets what is gone', async () => {
  const a = await device(owner, { limits: { pull: 3 } });
  for (let index = 0; index < 8; index += 1) await a.addVendor(`v${index}`);
  await a.settled();
  await server.db.exec(
    `set session_replication_role = replica; delete from public.vendors where name in ('v1', 'v2'); set session_replication_role = origin;`,
  ); // an older backup
  await server.db.query(
    'delete from private.change_log l where company_id = $1 and not exists (select from public.vendors v where v.id = l.row_id) and collection = $2',
    [company, 'vendors'],
  );
  await server.db.query('select public.rotate_epoch($1)', [company]);
  await a.settled();
  expect(await names(a)).toEqual(['v0', 'v3', 'v4', 'v5', 'v6', 'v7']);
});

test('[SYNC-16] a snapshot that was interrupted starts again and still sweeps', async () => {
  const a = await device(owner, { limits: { pull: 3 } });
  for (let index = 0; index < 8; index += 1) await a.addVendor(`v${index}`);
  await a.settled();
  await server.db.exec(
    `set session_replication_role = replica; delete from public.vendors where company_id = '${company}' and name = 'v0'; set session_replication_role = origin;`,
  );
  await server.db.query('select public.rotate_epoch($1)', [company]);
  a.pulls.length = 0;
  a.engine.poke('person');
  await until(() => a.pulls.length > 1);
  await a.engine.stop();
  a.engine.start();
  await a.settled();
  expect((await a.state())?.snapshot).toBeNull();
  expect(await names(a)).toEqual(['v1', 'v2', 'v3', 'v4', 'v5', 'v6', 'v7']);
});

test('[SYNC-17] the first load comes in pages', async () => {
  const a = await device();
  for (let index = 0; index < 12; index += 1) await a.addVendor(`v${index}`);
  await a.settled();
  const b = await device(editor, { limits: { pull: 4, chunk: 2 }, start: false });
  const counts: number[] = [];
  let reads = Promise.resolve(); // one after the other: two at once may overtake each other
  const pull = b.pulls.push.bind(b.pulls);
  b.pulls.push = (state) => {
    reads = reads.then(async () => void counts.push((await b.all('vendors')).length));
    return pull(state);
  };
  b.engine.start();
  await b.settled();
  // Twelve by four; a further one only asks what is new.
  expect(b.pulls.length).toBeGreaterThanOrEqual(3);
  expect(counts).toEqual(counts.toSorted((x, y) => x - y));
  expect((await b.all('vendors')).length).toBe(12);
  expect(await b.state()).toMatchObject({ loaded: true, received: 12 });
});

test('[SYNC-17] a first load that was cut off goes on where it stood, and asks for nothing twice', async () => {
  const a = await device();
  for (let index = 0; index < 12; index += 1) await a.addVendor(`v${index}`);
  await a.settled();
  const b = await device(editor, { limits: { pull: 4, chunk: 2 }, start: false });
  b.engine.start();
  await until(() => b.pulls.length > 2); // the first page is on disk by then
  await b.engine.stop();
  const stood = await b.state();
  expect(stood?.loaded).toBe(false);
  expect(stood?.received).toBeGreaterThanOrEqual(4);
  b.pulls.length = 0;
  b.engine.start();
  await b.settled();
  expect(b.pulls[0]?.cursors).toEqual(stood?.cursors);
  expect(await b.state()).toMatchObject({ loaded: true, received: 12 });
  expect((await names(b)).length).toBe(12);
});

test('[SYNC-18] an emptied database is noticed, said and loaded afresh; unsynced work stays', async () => {
  const a = await device();
  await a.addVendor('Acme');
  await a.settled();
  await a.engine.stop();
  a.isOffline = true;
  const waiting = await a.addVendor('Unsynced');
  await a.db.device.sync_state.update(company, { storage_token: 'the one before' }); // what a reopened, empty database looks like
  await writeStored(a.db, 'vendors', new Map((await a.all('vendors')).map(({ id }) => [id, null])));
  await repairCompany(a.db);
  expect(storageHealth$.value.state).toBe('emptied');
  expect(await a.all('vendors')).toEqual([waiting]);
  a.isOffline = false;
  a.engine.start();
  await a.settled();
  expect(await names(a)).toEqual(['Acme', 'Unsynced']);
  expect(await onServer()).toHaveLength(2);
});

test('[SYNC-18] what was not sent when the browser took the outbox away is asked about, and what others did meanwhile is not', async () => {
  const [a, b] = [await device(), await device()];
  const [edited, theirs] = [await a.addVendor('Edited'), await a.addVendor('Theirs')];
  await a.settled();
  await b.settled();
  a.isOffline = true;
  const unsent = await a.addVendor('Unsent');
  await changeRecord(a.db, 'vendors', edited.id, (vendor) => ({ ...vendor, phone: 'mine' }));
  await a.engine.stop();
  await changeRecord(b.db, 'vendors', theirs.id, (vendor) => ({ ...vendor, phone: 'theirs' }));
  await b.settled();
  for (const table of [a.db.device.outbox, a.db.device.sync_state]) await table.clear(); // as in a device database that was made anew
  await repairCompany(a.db);
  a.isOffline = false;
  a.engine.start();
  await a.settled();
  const issues = await a.db.device.issues.toArray();
  expect(issues.map(({ kind, doc_id, fields }) => [kind, doc_id, fields]).toSorted(([a = ''], [b = '']) => (a < b ? -1 : 1))).toEqual([
    ['lost_there', unsent.id, []],
    ['older_there', edited.id, ['phone']],
  ]);
  expect(await names(a)).toEqual(['Edited', 'Theirs']);
  for (const issue of issues) await keepMine(a.db, issue);
  await a.settled();
  expect((await onServer()).map(({ name, phone }) => [name, phone])).toEqual([
    ['Edited', 'mine'],
    ['Theirs', 'theirs'],
    ['Unsent', ''],
  ]);
});

test('[SYNC-18] a new form of the local database is loaded afresh and is no loss', async () => {
  const a = await device();
  await a.addVendor('Acme');
  await a.settled();
  await a.engine.stop();
  // Carried over from that form, and gone for longer than the server names what was deleted.
  const gone = vendorOf({ id: newId(), company_id: company, at: '2026-01-01T00:00:00Z' }, 'Gone');
  await writeStored(a.db, 'vendors', new Map([[gone.id, gone]]));
  reportHealth('ok');
  const before = { storage_token: 'of the one before', database: 'kontor-0' };
  await a.db.device.sync_state.update(company, before);
  await repairCompany(a.db);
  expect([storageHealth$.value.state, (await a.state())?.loaded]).toEqual(['ok', false]);
  a.engine.start();
  await a.settled();
  expect(await names(a)).toEqual(['Acme']);
  expect(await a.db.device.issues.count()).toBe(0);
});

test('[SYNC-18] what a tab of the version before loads is not taken for what the newer one has, whose copy is another', async () => {
  const a = await device();
  await a.addVendor('Acme');
  await a.settled();
  // A newer version has opened its copy beside this one, which still leads.
  const theirs = { storage_token: 'of the newer one', database: 'kontor-99', loaded: false, snapshot: 'unknown', cursors: {} };
  await patchState(a.db, ({ version }) => ({ ...theirs, version: version + 1 }));
  a.engine.poke('person');
  await until(async () => (await a.state())?.loaded === true);
  expect(await a.state()).toMatchObject({ storage_token: await a.db.rx.storageToken, database: a.db.rx.name });
  expect(await names(a)).toEqual(['Acme']);
});

test('[SYNC-19] offline is what failed requests say; a write does not hurry, the network coming back does', async () => {
  const a = await device();
  await a.settled();
  a.isOffline = true;
  await a.addVendor('Acme');
  const summary = () => firstValueFrom(syncSummary$(a.db));
  let seen = await summary();
  // Between two tries it says so; a look in the midst of one would not.
  await until(async () => (seen = await summary()).state === 'offline');
  expect(seen).toMatchObject({ state: 'offline', reason: 'network', waiting: 1, sending: 0 });
  a.isOffline = false;
  a.engine.poke('write');
  await pause(50);
  expect(await onServer()).toEqual([]);
  a.engine.poke('online');
  await until(async () => (await onServer()).length === 1);
});

test('[SYNC-19] without a session the engine pauses, and goes on after a sign-in', async () => {
  let isSignedIn = false;
  const a = await device(owner, { refreshSession: async () => isSignedIn, start: false });
  a.faults.push('401');
  a.engine.start();
  await until(async () => (await a.state())?.reason === 'signed_out');
  isSignedIn = true;
  a.engine.poke('signed-in');
  await until(async () => (await a.state())?.activity === 'idle');
  expect(await a.state()).toMatchObject({ reason: null, loaded: true });
});

test('[SYNC-20] who is no longer a member keeps unsynced work as issues', async () => {
  const a = await device(editor);
  await a.settled();
  a.isOffline = true;
  const vendor = await a.addVendor('Acme');
  await server.expel(company, editor);
  a.isOffline = false;
  a.engine.poke('person');
  await until(async () => (await a.state())?.reason === 'company_lost');
  expect(await a.db.device.outbox.count()).toBe(0);
  expect(await soleIssue(a)).toMatchObject({ kind: 'company_lost', mine: vendor });
});

test('[SYNC-20] who comes back sends again what could not be sent, and until then sees what the server has', async () => {
  const a = await device(editor);
  const vendor = await a.addVendor('Acme');
  await a.settled();
  a.isOffline = true;
  await changeRecord(a.db, 'vendors', vendor.id, (current) => ({ ...current, name: 'Acme AG' }));
  const unsent = await a.addVendor('Never sent');
  await server.expel(company, editor);
  a.isOffline = false;
  a.engine.poke('person');
  await until(async () => (await a.state())?.reason === 'company_lost');
  expect(await names(a)).toEqual(['Acme']);
  await server.addMember(company, editor, ['vendors.update', 'vendors.create']);
  for (const issue of await firstValueFrom(watchIssues(a.db))) await retryIssue(a.db, issue);
  await a.settled();
  expect((await onServer()).map(({ id, name }) => [id, name])).toEqual([
    [vendor.id, 'Acme AG'],
    [unsent.id, 'Never sent'],
  ]);
});

test('[SYNC-20] who was removed stays removed without a network', async () => {
  const a = await device(editor);
  await a.settled();
  await server.expel(company, editor);
  a.engine.poke('person');
  await until(async () => (await a.state())?.reason === 'company_lost');
  a.isOffline = true;
  const reasons: unknown[] = [];
  const watch = syncSummary$(a.db).subscribe(({ reason }) => reasons.push(reason));
  await a.addVendor('Written by another tab');
  a.engine.poke('person');
  await pause(300);
  watch.unsubscribe();
  expect(new Set(reasons)).toEqual(new Set(['company_lost']));
});

test('[SYNC-10] characters that no database can hold do not stop the queue', async () => {
  const a = await device();
  await a.settled();
  await a.addVendor('Nul\u0000 and half an emoji \ud83d');
  await a.addVendor('Acme');
  await a.settled();
  expect((await onServer()).map(({ name }) => name)).toEqual(['Acme', 'Nul and half an emoji \ufffd']);
  expect(await a.all('vendors')).toEqual(expect.arrayContaining(await onServer()));
});

test('[SYNC-24] the badge follows the record: saved on this device, sending, synced, needs attention', async () => {
  const a = await device(owner, { start: false });
  const vendor = vendorOf(base(), 'Acme');
  const seen: RecordStatus[] = [];
  const { follow, now } = recordStatuses(a.db);
  expect(now('vendors', vendor.id)).toBeUndefined();
  const leave = follow(() => {
    const status = now('vendors', vendor.id);
    if (status && status !== seen.at(-1)) seen.push(status);
  });
  await insertRecord(a.db, 'vendors', vendor);
  await until(() => seen.at(-1) === 'saved_on_device');
  a.faults.push({ delay: 100 });
  a.engine.start();
  await until(() => seen.at(-1) === 'sending');
  await until(() => seen.at(-1) === 'synced');
  await server.db.query('update public.vendors set phone = $2 where id = $1', [vendor.id, 'theirs']);
  a.isOffline = true;
  await changeRecord(a.db, 'vendors', vendor.id, (current) => ({ ...current, phone: 'mine' }));
  a.isOffline = false;
  a.engine.poke('person');
  await until(() => seen.at(-1) === 'needs_attention');
  leave();
  expect(seen.slice(0, 4)).toEqual(['synced', 'saved_on_device', 'sending', 'synced']);
});

test('[SYNC-4] an engine that dies after the documents and before its memory decides the same again', async () => {
  const a = await device(owner, { start: false });
  const vendor = await a.addVendor('Acme');
  const { outbox } = a.db.device;
  const bulkDelete = outbox.bulkDelete.bind(outbox);
  outbox.bulkDelete = (() => Promise.reject(new Error('died'))) as never;
  a.engine.start();
  await until(async () => (await a.state())?.reason === 'storage');
  expect(await a.all('vendors')).toEqual(await onServer()); // the document is already the server's
  expect(await outbox.count()).toBe(1);
  outbox.bulkDelete = bulkDelete;
  await a.engine.stop();
  a.engine.start();
  await a.settled();
  expect(await onServer()).toMatchObject([{ id: vendor.id, name: 'Acme' }]);
  expect(await a.all('vendors')).toEqual(await onServer());
});

/** Two leaders of one device whose requests and answers pass only when told. */
async function twoLeaders() {
  const { createSyncEngine } = await import('#data/sync/engine.ts');
  const lab = await device(owner, { start: false });
  const vendor = await lab.addVendor('Acme');
  lab.engine.start();
  await lab.settled();
  await lab.engine.stop();
  type Waiting = { name: string; go(): void };
  const waiting: Waiting[] = [];
  const standsBefore = (name: string) => until(() => waiting.some((each) => each.name === name));
  /** Lets it pass, and waits for what follows: its leader stands before the next one, or rests. */
  const pass = async (name: string) => {
    await standsBefore(name);
    const [who] = name.split(' ');
    const before = lab.rests();
    waiting
      .splice(
        waiting.findIndex((each) => each.name === name),
        1,
      )[0]
      ?.go();
    await until(() => waiting.some((each) => each.name.startsWith(`${who} `)) || lab.rests() > before);
  };
  const stop = (name: string) => new Promise<void>((go) => waiting.push({ name, go }));
  const leader = (name: string) =>
    createSyncEngine({
      db: lab.db,
      random: () => 0,
      watchWrites: false,
      transport: {
        pull: async (id, state, limit) => {
          await stop(`${name} pull`);
          const answer = await server.pull(owner, id, state, limit);
          await stop(`${name} pulled`);
          return answer;
        },
        push: async (id, changes) => {
          await stop(`${name} push`);
          const answer = await server.push(owner, id, changes);
          await stop(`${name} pushed`);
          return answer;
        },
      },
    });
  const others = (fields: string) => server.db.query(`update public.vendors set ${fields} where id = $1`, [vendor.id]);
  const stopAll = async (...engines: ReturnType<typeof leader>[]) => {
    let areStopped = false;
    const stopped = Promise.all(engines.map((engine) => engine.stop())).finally(() => (areStopped = true));
    await until(() => {
      for (const each of waiting.splice(0)) each.go();
      return areStopped;
    });
    await stopped;
  };
  const phone = async () => ((await lab.all('vendors'))[0] as Vendor).phone;
  const notes = async () => ((await lab.all('vendors'))[0] as Vendor).notes;
  return { lab, vendor, leader, standsBefore, pass, others, stopAll, phone, notes };
}

test('[SYNC-8] a row that arrives while another leader waits for its answer comes again afterwards', async () => {
  const { lab, vendor, leader, standsBefore, pass, others, stopAll, phone, notes } = await twoLeaders();
  const [a, b] = [leader('a'), leader('b')];
  b.start();
  await standsBefore('b pull'); // with nothing to push
  await changeRecord(lab.db, 'vendors', vendor.id, (current) => ({ ...current, phone: 'mine' }));
  a.start();
  await pass('a push'); // done on the server, the answer is still on its way
  await others(`notes = 'theirs'`);
  await pass('b pull');
  await pass('b pulled'); // brings a version that is newer than the answer a will get
  await pass('a pushed');
  expect([await phone(), await notes()]).toEqual(['mine', '']);
  await stopAll(a, b);
  lab.engine.start();
  await lab.settled();
  expect([await phone(), await notes()]).toEqual(['mine', 'theirs']);
  expect(await lab.all('vendors')).toEqual(await onServer());
});

test('[SYNC-14] a page that was overtaken by another leader is thrown away', async () => {
  const { lab, leader, pass, others, stopAll, phone } = await twoLeaders();
  const [a, b] = [leader('a'), leader('b')];
  await others(`phone = 'first'`);
  b.start();
  await pass('b pull'); // read on the server, still on its way
  await others(`phone = 'second'`);
  a.start();
  await pass('a pull');
  await pass('a pulled');
  expect(await phone()).toBe('second');
  const { cursors } = (await lab.state()) ?? {};
  await pass('b pulled');
  expect(await phone()).toBe('second');
  expect((await lab.state())?.cursors).toEqual(cursors);
  await stopAll(a, b);
});
