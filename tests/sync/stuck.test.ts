import 'fake-indexeddb/auto';
import { firstValueFrom } from 'rxjs';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { changeRecord, insertRecord, removeRecord } from '#data/core/write.ts';
import { isStuck } from '#data/changes/outbox-row.ts';
import { discardIssue, editIssue, exportIssue, unsentIssues } from '#data/sync-centre/issues.ts';
import { recordStatuses, syncSummary$ } from '#data/sync/status.ts';
import { TransportError } from '#data/sync/transport.ts';
import type { PushChange } from '#data/changes/pushed.ts';
import type { Vendor } from '#domain/vendors/vendor.ts';
import { newId } from '#platform/ids/ids.ts';
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
const serverNames = async () => (await onServer()).map(({ name }) => name);
const names = async (each: LabDevice) => (await each.all('vendors')).map((doc) => (doc as Vendor).name).toSorted();
const base = () => ({ id: newId(), company_id: company, at: '2026-01-01T00:00:00Z' });
const rows = (each: LabDevice) => each.db.device.outbox.toArray();
const firewall = (isMeant: (change: PushChange) => boolean) => (change: PushChange) =>
  isMeant(change) ? new TransportError('server', { status: 403 }) : null;
const poisoned = ({ doc }: PushChange) => (doc as Vendor | null)?.name.includes('poison') ?? false;
/** Until the change was refused often enough for a person to hear of it; whoever asks to sync spares the waits. */
const told = (each: LabDevice) => until(async () => (each.engine.poke('person'), (await rows(each)).some(isStuck)));

test.each([
  ['a firewall', new TransportError('server', { status: 403 }), 'blocked'],
  ['a body limit', new TransportError('server', { status: 413 }), 'too_large'],
  ['a fault of the server', new TransportError('server', { status: 500 }), 'server'],
  ['a strange 401', new TransportError('unauthorized', { status: 401 }), 'blocked'],
  ['silence', new TransportError('timeout'), 'no_answer'],
  ['a broken line', new TransportError('network'), 'no_answer'],
] as const)(
  '[SYNC-32] [SYNC-33] one change that %s never lets through stops neither the others nor the news',
  async (_what, refusal, reason) => {
    const [a, b] = [await device({ refreshSession: async () => true }), await device()];
    await a.settled();
    a.wall = (change) => (poisoned(change) ? refusal : null);
    a.isOffline = true;
    for (let n = 0; n < 5; n += 1) await a.addVendor(`before ${n}`);
    const poison = await a.addVendor('poison');
    for (let n = 0; n < 5; n += 1) await a.addVendor(`then ${n}`);
    await b.addVendor('news');
    await b.settled();
    a.isOffline = false;
    a.engine.poke('online');
    await until(async () => (await rows(a)).length === 1);
    await until(async () => (await names(a)).includes('news'));
    expect(await serverNames()).toHaveLength(11);
    await told(a);
    expect(unsentIssues(await rows(a))).toMatchObject([{ kind: 'not_sent', code: reason, doc_id: poison.id, mine: { name: 'poison' } }]);
    const { follow, now } = recordStatuses(a.db);
    const leave = follow(() => undefined);
    expect(await firstValueFrom(syncSummary$(a.db))).toMatchObject({ waiting: 1, issues: 1 });
    expect(now('vendors', poison.id)).toBe('needs_attention');
    leave();
    expect([(await a.state())?.reason, await a.db.device.issues.count()]).toEqual([null, 0]);
    a.wall = () => null;
    await a.settled();
    expect(await serverNames()).toContain('poison');
  },
  180_000,
);

test('[SYNC-33] what steps aside is tried ever more rarely, alone, and at once when a person asks', async () => {
  const a = await device();
  await a.settled();
  a.wall = firewall(poisoned);
  await a.addVendor('poison');
  await told(a);
  await until(async () => (await a.state())?.activity === 'idle');
  const tries = () => a.pushes.filter((batch) => batch.some(poisoned)).length;
  const before = tries();
  for (let n = 0; n < 5; n += 1) await a.addVendor(`other ${n}`);
  await until(async () => (await serverNames()).length === 5);
  expect(tries()).toBe(before); // its wait is longer than all of this took
  expect(a.pushes.filter((batch) => batch.some(poisoned)).every((batch) => batch.length === 1)).toBe(true);
  a.engine.poke('person');
  await until(() => tries() > before);
});

test('[SYNC-33] what was stuck once does not wait behind two that never get through whenever a person asks', async () => {
  const a = await device();
  await a.settled();
  a.wall = firewall(poisoned);
  for (const name of ['poison 1', 'poison 2']) await a.addVendor(name);
  await until(async () => (a.engine.poke('person'), (await rows(a)).every(({ stuck }) => (stuck?.tries ?? 0) > 1)));
  let isBlocked = true;
  a.wall = firewall((change) => poisoned(change) || isBlocked);
  const third = await a.addVendor('third');
  await until(async () => (await rows(a)).some(({ id, stuck }) => id === third.id && stuck));
  await a.engine.stop();
  isBlocked = false;
  a.pushes.length = 0;
  a.engine.start();
  await until(async () => (await serverNames()).includes('third'));
  // On a slow machine the waits of the others may be over by now: each of them goes once before it at most.
  expect(a.pushes.findIndex((batch) => batch.some(({ id }) => id === third.id))).toBeLessThan(3);
});

test('[SYNC-33] an engine that starts anew sends what was stuck last and alone', async () => {
  const a = await device();
  await a.settled();
  a.wall = firewall(poisoned);
  await a.addVendor('poison');
  await told(a);
  await a.engine.stop();
  await a.addVendor('other');
  a.pushes.length = 0;
  a.engine.start();
  await until(() => a.pushes.length >= 2);
  expect(a.pushes.slice(0, 2).map((batch) => batch.map(({ doc }) => (doc as Vendor).name))).toEqual([['other'], ['poison']]);
});

test('[SYNC-33] while neither a push nor a pull gets through, nothing is to blame', async () => {
  const a = await device();
  await a.settled();
  a.isOffline = true;
  await a.addVendor('Acme');
  for (let n = 0; n < 5; n += 1) {
    a.engine.poke('person');
    await until(async () => (await a.state())?.activity === 'offline');
  }
  expect(await rows(a)).toMatchObject([{ flight: {} }]);
  expect((await rows(a))[0]?.stuck).toBeUndefined();
});

test('[SYNC-34] what needs a stuck record waits with it and becomes no question', async () => {
  const a = await device();
  await a.settled();
  a.wall = firewall(({ collection }) => collection === 'vendors');
  const vendor = await a.addVendor('poison');
  const expense = expenseOf(base(), 'Taxi', owner, vendor.id, 10);
  await insertRecord(a.db, 'expenses', expense);
  await insertRecord(a.db, 'files', fileOf(base(), 'taxi.jpg', owner, expense.id));
  const free = await insertRecord(a.db, 'expenses', expenseOf(base(), 'Free', owner, null, 5));
  await told(a);
  for (let n = 0; n < 12; n += 1) {
    const asked = a.pushes.length;
    a.engine.poke('person');
    await until(() => a.pushes.length > asked);
  }
  const sent = async () => (await server.db.query('select id from public.expenses where company_id = $1', [company])).rows;
  expect(await sent()).toEqual([{ id: free.id }]);
  expect(await a.db.device.issues.count()).toBe(0);
  expect((await rows(a)).map(({ collection, attempts }) => [collection, attempts])).toEqual(
    expect.arrayContaining([
      ['vendors', 0],
      ['expenses', 0],
      ['files', 0],
    ]),
  );
  a.wall = () => null;
  await a.settled();
  expect(await sent()).toHaveLength(2);
  expect(await a.db.device.issues.count()).toBe(0);
});

test('[SYNC-34] nothing waits for a stuck record that was deleted since, nor does its delete wait for ever', async () => {
  const a = await device();
  await a.settled();
  a.wall = firewall(({ collection }) => collection === 'vendors');
  const vendor = await a.addVendor('poison');
  await told(a);
  await insertRecord(a.db, 'expenses', expenseOf(base(), 'Taxi', owner, vendor.id, 10));
  await removeRecord(a.db, 'vendors', vendor.id);
  a.wall = () => null;
  a.pushes.length = 0;
  for (let n = 0; n < 10; n += 1) {
    const asked = a.pulls.length;
    a.engine.poke('person');
    await until(() => a.pulls.length > asked);
  }
  expect(a.pushes.flat().map(({ collection }) => collection)).toEqual(expect.arrayContaining(['expenses', 'vendors']));
  await a.settled();
  expect(await a.db.device.issues.toArray()).toMatchObject([{ collection: 'expenses', message: 'missing_parent' }]);
});

test('[SYNC-34] a delete waits for the stuck edit that frees what is deleted', async () => {
  const a = await device();
  const vendor = await a.addVendor('Taxi AG');
  const expense = await insertRecord(a.db, 'expenses', expenseOf(base(), 'Taxi', owner, vendor.id, 10));
  await a.settled();
  a.wall = firewall(({ collection }) => collection === 'expenses');
  await changeRecord(a.db, 'expenses', expense.id, (current) => ({ ...current, vendor_id: null }));
  await told(a);
  await removeRecord(a.db, 'vendors', vendor.id);
  a.pushes.length = 0;
  a.engine.poke('timer');
  await until(async () => (await a.state())?.activity === 'idle');
  expect(a.pushes.flat().filter(({ op }) => op === 'delete')).toEqual([]);
  a.wall = () => null;
  await a.settled();
  expect(await serverNames()).toEqual([]);
  expect(await a.db.device.issues.count()).toBe(0);
});

test('[SYNC-35] a person mends what could not be sent: the new version goes in its place', async () => {
  const a = await device();
  await a.settled();
  a.wall = firewall(poisoned);
  const vendor = await a.addVendor('poison');
  await told(a);
  const [issue] = unsentIssues(await rows(a));
  if (!issue) throw new Error('no issue');
  expect(JSON.parse(exportIssue(issue))).toMatchObject({ mine: { name: 'poison' } });
  await editIssue(a.db, issue, { ...(issue.mine as Vendor), name: 'cured' } as Vendor);
  await a.settled();
  expect(await onServer()).toMatchObject([{ id: vendor.id, name: 'cured' }]);
  expect(await a.all('vendors')).toEqual(await onServer());
  expect(await a.db.device.issues.count()).toBe(0);
});

test('[SYNC-35] should the server have had it all the same, the new version follows it without a question', async () => {
  const a = await device();
  await a.settled();
  const vendor = await a.addVendor('Acme');
  await a.settled();
  // What was given up for lost reaches the server late, just before what replaced it.
  let late: Parameters<Server['push']> | null = null;
  let isLost = true;
  const { push } = server;
  server.push = async (...args) => {
    if (isLost) late = args;
    if (isLost) throw new TransportError('server', { status: 502 });
    if (late) await push(...late);
    late = null;
    return push(...args);
  };
  try {
    await changeRecord(a.db, 'vendors', vendor.id, (current) => ({ ...current, phone: 'one', notes: 'first' }));
    await told(a);
    a.isOffline = true;
    isLost = false;
    await changeRecord(a.db, 'vendors', vendor.id, (current) => ({ ...current, phone: 'two' }));
    a.isOffline = false;
    await a.settled();
  } finally {
    server.push = push;
  }
  expect(await onServer()).toMatchObject([{ phone: 'two', notes: 'first' }]);
  expect(await a.all('vendors')).toEqual(await onServer());
  expect(await a.db.device.issues.count()).toBe(0);
});

test('[SYNC-33] discarding what could not be sent brings back what the server has, and takes only the version that was seen', async () => {
  const [a, b] = [await device(), await device()];
  const vendor = await a.addVendor('Acme');
  await a.settled();
  a.wall = firewall(poisoned);
  await changeRecord(a.db, 'vendors', vendor.id, (current) => ({ ...current, name: 'poison' }));
  await told(a);
  await b.settled();
  await changeRecord(b.db, 'vendors', vendor.id, (current) => ({ ...current, phone: 'theirs' }));
  await b.settled();
  const [issue] = unsentIssues(await rows(a));
  if (!issue) throw new Error('no issue');
  await discardIssue(a.db, { ...issue, id: 'of an older version' });
  expect(await rows(a)).toHaveLength(1);
  await discardIssue(a.db, issue);
  expect(await rows(a)).toEqual([]);
  await a.settled();
  expect(await a.all('vendors')).toEqual(await onServer());
  expect(await onServer()).toMatchObject([{ name: 'Acme', phone: 'theirs' }]);
});

test('[SYNC-8] a row that waits for a stuck change holds up no other page, and comes when its fate is known', async () => {
  const [a, b] = [await device({ limits: { pull: 3 } }), await device()];
  const vendor = await a.addVendor('Acme');
  await a.settled();
  await b.settled();
  a.wall = firewall(({ id }) => id === vendor.id);
  await changeRecord(a.db, 'vendors', vendor.id, (current) => ({ ...current, phone: 'mine' }));
  await told(a);
  await changeRecord(b.db, 'vendors', vendor.id, (current) => ({ ...current, notes: 'theirs' }));
  for (let n = 0; n < 8; n += 1) await b.addVendor(`news ${n}`);
  await b.settled();
  await until(async () => (a.engine.poke('person'), (await names(a)).length === 9));
  expect(Object.keys((await a.state())?.held ?? {})).toEqual([`vendors:${vendor.id}`]);
  a.pulls.length = 0;
  a.engine.poke('person');
  await until(async () => a.pulls.length > 0 && (await a.state())?.activity === 'idle');
  a.wall = () => null;
  await a.settled();
  expect((await onServer()).find(({ id }) => id === vendor.id)).toMatchObject({ phone: 'mine', notes: 'theirs' });
  expect((await a.all('vendors')).toSorted((x, y) => x.id.localeCompare(y.id))).toEqual(
    (await onServer()).toSorted((x, y) => x.id.localeCompare(y.id)),
  );
  expect((await a.state())?.held).toEqual({});
});
