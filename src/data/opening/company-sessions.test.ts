import 'fake-indexeddb/auto';
import { afterEach, expect, test, vi } from 'vitest';
import type { SyncIssue } from '#data/changes/issue.ts';
import { patchState, readState } from '#data/sync/sync-store.ts';
import { reportHealth, storageHealth$ } from '#data/device/storage-health.ts';
import { withDevice } from '#data/device/with-device.ts';
import { readStored, writeStored } from '#data/core/stored.ts';
import { insertRecord } from '#data/core/write.ts';
import { newId } from '#platform/ids/ids.ts';
import { databasesOf, finishWipes, markWipe } from '#data/session/wipe.ts';
import type { Vendor } from '#domain/vendors/vendor.ts';
import { createStore } from '#platform/storage/web-storage.ts';
import {
  openAhead,
  openCompanySession,
  removeCompanyCopy,
  removeLostCompany,
  stopCompanySession,
  stopCompanySessionsOf,
} from './company-sessions.ts';
import type { CompanySession } from '#data/core/company-session.ts';

const userId = newId();
const at = '2026-01-31T09:00:00.000Z';
const opened: Promise<CompanySession>[] = [];
const atOnce = () => Promise.resolve();
const open = (companyId: string, user = userId) => {
  const session = openCompanySession({ userId: user, companyId });
  opened.push(session);
  return session;
};
afterEach(async () => {
  await Promise.all(opened.splice(0).map(stopCompanySession));
});

function vendorOf(companyId: string): Vendor {
  const empty = { email: '', phone: '', vat_id: '', street: '', house_number: '', postal_code: '', city: '', country: '' };
  return {
    ...empty,
    id: newId(),
    company_id: companyId,
    created_at: at,
    updated_at: at,
    rev: 'new',
    name: 'Bahn',
    is_active: true,
  } as Vendor;
}

test('[SYNC-54] a company opens only when the one before is closed, however long that takes', async () => {
  const first = open(newId());
  const { rx } = (await first).db;
  rx.onClose.push(() => new Promise((resolve) => setTimeout(resolve, 300)));
  void stopCompanySession(first); // not awaited: screens don't wait for each other
  const { db } = await open(newId());
  expect([rx.closed, db.rx.closed]).toEqual([true, false]);
});

test('[SYNC-54] a company that was opened ahead is taken over once, and gives way to another', async () => {
  const [first, second] = [newId(), newId()];
  openAhead({ userId, companyId: first }, atOnce);
  openAhead({ userId, companyId: second }, atOnce); // too late: one company at a time
  const taken = await open(first);
  expect(taken.db.companyId).toBe(first);
  await stopCompanySession(opened.pop() as Promise<CompanySession>);
  expect(taken.db.rx.closed).toBe(true);
  openAhead({ userId, companyId: first }, atOnce);
  const { db } = await open(second);
  expect([db.companyId, db.rx.closed]).toEqual([second, false]);
  const again = await open(second);
  expect(again.db).toBe(db);
});

test('a company that was opened ahead is given out when what its page begins with is read', async () => {
  const companyId = newId();
  let answer = (): void => undefined;
  const asked = vi.fn<() => Promise<void>>(() => new Promise<void>((resolve) => (answer = resolve)));
  openAhead({ userId, companyId }, asked);
  let isOut = false;
  const taken = open(companyId);
  void taken.then(() => (isOut = true));
  await expect.poll(() => asked.mock.calls.length).toBe(1);
  await new Promise((resolve) => setTimeout(resolve));
  expect(isOut).toBe(false);
  answer();
  expect((await taken).db.companyId).toBe(companyId);
});

test.each([
  ['fails', () => Promise.reject(new Error('unreadable'))],
  ['gets no answer', () => new Promise(() => undefined)],
])('a company is given out although reading ahead %s', async (_what, readAhead) => {
  const companyId = newId();
  openAhead({ userId, companyId }, readAhead);
  expect((await open(companyId)).db.companyId).toBe(companyId);
});

test('[SYNC-1] what a crash cut in two is whole as soon as the company is open, before anybody can do it again', async () => {
  const companyId = newId();
  const { db } = await open(companyId);
  const vendor = await insertRecord(db, 'vendors', vendorOf(companyId));
  await writeStored(db, 'vendors', new Map([[vendor.id, null]])); // the intent is on disk, its document was still to come
  await stopCompanySession(opened.pop() as Promise<CompanySession>);
  const { db: next } = await open(companyId);
  expect((await readStored(next, 'vendors', [vendor.id])).get(vendor.id)?.rev).toBe(vendor.rev);
});

test('[SYNC-71] a company that was opened ahead is closed with all of its person', async () => {
  const companyId = newId();
  openAhead({ userId, companyId }, atOnce);
  await stopCompanySessionsOf(userId);
  const { db } = await open(companyId);
  expect([db.companyId, db.rx.closed]).toEqual([companyId, false]);
});

test('companies are switched as often and as fast as one likes', async () => {
  const companies = [newId(), newId(), newId(), newId()];
  for (const companyId of [...companies, ...companies]) {
    const leaving = opened.at(-1);
    if (leaving) void stopCompanySession(leaving);
    void open(companyId);
  }
  const { db } = await (opened.at(-1) as Promise<CompanySession>);
  expect(db.companyId).toBe(companies.at(-1));
  expect(await db.collections.vendors.count().exec()).toBe(0);
});

test('mounting, unmounting and mounting again, as StrictMode does, ends with one open database', async () => {
  const companyId = newId();
  const first = open(companyId);
  void stopCompanySession(first);
  const { db } = await open(companyId);
  const vendor = await insertRecord(db, 'vendors', vendorOf(companyId));
  expect(await db.collections.vendors.findOne(vendor.id).exec()).not.toBeNull();
});

test('before a wipe every database of the user is closed, also one that a screen is just giving back', async () => {
  const user = newId();
  const session = open(newId(), user);
  await session;
  void stopCompanySession(session);
  await stopCompanySessionsOf(user);
  const values = new Map<string, string>();
  const store = createStore(
    () =>
      ({
        getItem: (key: string) => values.get(key) ?? null,
        setItem: (key: string, value: string) => void values.set(key, value),
        removeItem: (key: string) => void values.delete(key),
      }) as unknown as Storage,
  );
  markWipe(user, store);
  let complaints = 0;
  const warn = console.warn;
  console.warn = () => (complaints += 1);
  expect(await finishWipes(store)).toBe(true);
  console.warn = warn;
  expect([complaints, await databasesOf(user)]).toEqual([0, []]);
});

test('the only tab leads its company', async () => {
  const session = await open(newId());
  await expect.poll(() => session.isLeader()).toBe(true);
});

test('a tab whose copy a newer version took away leads no more, whoever else may; one that opens another company leads that', async () => {
  reportHealth('ok');
  const session = await open(newId());
  await expect.poll(() => session.isLeader()).toBe(true);
  for (const name of await recordsOf(session.db.companyId)) indexedDB.deleteDatabase(name);
  await expect.poll(() => session.isLeader()).toBe(false);
  await stopCompanySession(opened.pop() as Promise<CompanySession>);
  const next = await open(newId());
  await expect.poll(() => next.isLeader()).toBe(true);
  await new Promise((resolve) => setTimeout(resolve, 20));
  expect([storageHealth$.value.state, next.isLeader()]).toEqual(['closed', true]);
  reportHealth('ok');
});

/** What this browser remembers beside the databases; returns what is left of it. */
function rememberKeysOf(companyId: string, other: string): () => string[] {
  const remembered = [`kontor-recent-${companyId}`, `kontor-figures:${companyId}`, `kontor-recent-${other}`];
  const kept = new Map(remembered.map((key) => [key, '[]']));
  vi.stubGlobal('localStorage', {
    get length() {
      return kept.size;
    },
    key: (n: number) => [...kept.keys()][n] ?? null,
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => void kept.set(key, value),
    removeItem: (key: string) => void kept.delete(key),
  });
  return () => [...kept.keys()].filter((key) => remembered.includes(key));
}

test('[SYNC-20] what is left of a company goes for good when a person says so, and never while one is a member', async () => {
  const [companyId, other] = [newId(), newId()];
  const { db } = await open(companyId);
  await insertRecord(db, 'vendors', vendorOf(companyId));
  await db.device.companies.bulkPut([companyId, other].map((id) => ({ id, name: id, logo_path: null })));
  await db.device.issues.put({ id: 'x', key: 'vendors:x', company_id: other } as SyncIssue);
  await expect(removeLostCompany({ userId, companyId })).rejects.toMatchObject({ code: 'not_allowed' });
  expect(await db.device.outbox.where({ company_id: companyId }).count()).toBe(1);
  // The engine has looked at the database it found, and keeps what is noted from now on.
  await expect.poll(async () => (await readState(db)).storage_token).not.toBeNull();
  await patchState(db, { activity: 'paused', reason: 'company_lost' });
  const keysLeft = rememberKeysOf(companyId, other);
  await removeLostCompany({ userId, companyId });
  vi.unstubAllGlobals();
  expect(keysLeft()).toEqual([`kontor-recent-${other}`]);
  expect((await databasesOf(companyId)).filter((name) => name.startsWith('rxdb-dexie-'))).toEqual([]);
  await withDevice(userId, async (device) => {
    expect(await device.outbox.where({ company_id: companyId }).count()).toBe(0);
    expect((await device.companies.toArray()).map(({ id }) => id)).toEqual([other]);
    expect(await device.issues.count()).toBe(1);
  });
});

/** A company of which this device has what the server has, and nothing else; nobody has it open. */
async function copyOfCompany(): Promise<string> {
  const companyId = newId();
  const { db } = await open(companyId);
  await insertRecord(db, 'vendors', vendorOf(companyId));
  await db.device.outbox.where({ company_id: companyId }).delete();
  await expect.poll(async () => (await readState(db)).storage_token).not.toBeNull();
  await stopCompanySession(opened.pop() as Promise<CompanySession>);
  return companyId;
}
const recordsOf = async (companyId: string) => (await databasesOf(companyId)).filter((name) => name.startsWith('rxdb-dexie-'));

test('[SYNC-86] the copy of a company goes with what is remembered of it; its numbers and whatever is of another company stay', async () => {
  const [companyId, other] = [await copyOfCompany(), await copyOfCompany()];
  const row = { id: 'f', company_id: companyId };
  await withDevice(userId, async (device) => {
    await device.table('cached_files').bulkPut([row, { ...row, id: 'g', company_id: other }]);
    await device.table('leases').put(row);
    await device.meta.bulkPut([1, 2], [`glance:${companyId}`, `glance:${other}`]);
  });
  const keysLeft = rememberKeysOf(companyId, other);
  expect(await removeCompanyCopy({ userId, companyId })).toBe(true);
  vi.unstubAllGlobals();
  expect(keysLeft()).toEqual([`kontor-recent-${other}`]);
  expect([await recordsOf(companyId), (await recordsOf(other)).length > 0]).toEqual([[], true]);
  await withDevice(userId, async (device) => {
    expect((await device.sync_state.toArray()).map((state) => state.company_id)).not.toContain(companyId);
    expect(await device.sync_state.get(other)).toBeDefined();
    expect((await device.cached_files.toArray()).map(({ id }) => id)).toEqual(['g']);
    expect([await device.meta.get(`glance:${companyId}`), await device.meta.get(`glance:${other}`)]).toEqual([undefined, 2]);
    expect(await device.leases.count()).toBe(1);
  });
});

for (const table of ['outbox', 'issues', 'receipts', 'mails', 'drafts'] as const)
  test(`[SYNC-86] the copy of a company stays while ${table} has something of it`, async () => {
    const companyId = await copyOfCompany();
    await withDevice(userId, (device) => device.table(table).put({ id: companyId, key: companyId, company_id: companyId }));
    expect(await removeCompanyCopy({ userId, companyId })).toBe(false);
    expect((await recordsOf(companyId)).length).toBeGreaterThan(0);
    await withDevice(userId, async (device) => expect(await device.sync_state.get(companyId)).toBeDefined());
  });

test('[SYNC-86] the copy of a company stays while any tab has it open, and where nobody can know', async () => {
  const companyId = await copyOfCompany();
  const session = await open(companyId);
  await expect.poll(() => session.isLeader()).toBe(true);
  expect(await removeCompanyCopy({ userId, companyId })).toBe(false);
  await stopCompanySession(opened.pop() as Promise<CompanySession>);
  expect(await removeCompanyCopy({ userId, companyId }, null)).toBe(false);
  expect((await recordsOf(companyId)).length).toBeGreaterThan(0);
  expect(await removeCompanyCopy({ userId, companyId })).toBe(true);
});
