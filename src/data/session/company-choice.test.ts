import 'fake-indexeddb/auto';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { type DeviceDatabase, deviceDatabases } from '#data/device/device-database.ts';
import { newId } from '#platform/ids/ids.ts';
import { fillDisk } from '#tests/support/full-disk.ts';
import { createLog } from '#platform/log/log.ts';
import { createStore } from '#platform/storage/web-storage.ts';
import type { SupabaseClient } from '#platform/supabase/client.ts';
import { createCompanyChoice } from './company-choice.ts';
import type { Session } from './session-service.ts';

const acme = { id: 'c-acme', name: 'Acme', logo_path: null };
const birch = { id: 'c-birch', name: 'Birch', logo_path: null };

let ann: string;
let device: DeviceDatabase;
let onServer: object[];
/** Whose session the browser's cookies hold; this tab may not have noticed yet. */
let cookieUser: string | null;
let whileAnswering: () => void;
let sentAs: string[];
let removed: object[];
/** Resolves when no wipe stands in the way of this person's databases. */
let mayOpen: Promise<void>;
let keptFor: string[];
let listedFor: [user: string, ids: readonly string[]][];
let stored: Map<string, string>;
/** Whom this tab takes to be signed in. */
let tabUser: string | null;
let tellTab: () => void;
beforeEach(async () => {
  ann = newId();
  tabUser = ann;
  device = await deviceDatabases.acquire(ann);
  stored = new Map();
  [onServer, cookieUser, whileAnswering, sentAs, removed, listedFor] = [[acme, birch], ann, () => undefined, [], [], []];
  [mayOpen, keptFor] = [Promise.resolve(), []];
});
afterEach(() => deviceDatabases.release(ann));

const client = {
  auth: {
    getSession: async () => ({
      data: { session: cookieUser === null ? null : { user: { id: cookieUser }, access_token: `token of ${cookieUser}` } },
      error: null,
    }),
  },
  rpc: async () => (whileAnswering(), { data: null, error: null, status: 200 }),
  from: () => ({
    select: () => ({
      order: () => ({
        setHeader: async (_name: string, value: string) => {
          sentAs.push(value);
          whileAnswering();
          return { data: onServer, error: null, status: 200 };
        },
      }),
    }),
  }),
} as unknown as SupabaseClient;

const mapStorage = (values: Map<string, string>) =>
  ({
    getItem: (key: string) => values.get(key) ?? null,
    setItem: (key: string, value: string) => void values.set(key, value),
    removeItem: (key: string) => void values.delete(key),
  }) as unknown as Storage;

function choice() {
  const snapshot = () =>
    tabUser === null
      ? { status: 'signed_out' }
      : { status: 'signed_in', user: { id: tabUser, email: '', displayName: '' }, isRecovery: false, isReady: true };
  return createCompanyChoice({
    session: {
      getSnapshot: () => snapshot() as Session,
      subscribe: (listener) => ((tellTab = listener), () => undefined),
      keepDatabasesOf: (user) => (keptFor.push(user), mayOpen),
    },
    stores: { tab: createStore(() => undefined), shared: createStore(() => mapStorage(stored)) },
    client: async () => client,
    afterFirstPage: async () => undefined,
    log: createLog(() => undefined),
    removeCompany: async (target) => void removed.push(target),
    onListed: (user, ids) => listedFor.push([user, ids]),
  });
}
const kept = async () => (await device.companies.toArray()).map(({ id, is_former }) => [id, is_former ?? false]);
const listed = (made: ReturnType<typeof choice>) => made.getSnapshot().companies.map(({ name, is_former }) => [name, is_former ?? false]);

for (const table of ['outbox', 'issues', 'receipts', 'mails', 'drafts'] as const)
  test(`[SYNC-20] a company one was removed from stays listed while ${table} has something of it`, async () => {
    const made = choice();
    await made.refresh();
    await device.table(table).put({ id: 'x', key: 'vendors:x', company_id: birch.id });
    onServer = [acme];
    await made.refresh();
    expect(listed(made)).toEqual([
      ['Acme', false],
      ['Birch', true],
    ]);
    expect(await kept()).toEqual([
      [acme.id, false],
      [birch.id, true],
    ]);
    await device.table(table).clear();
    await made.refresh();
    expect(listed(made)).toEqual([['Acme', false]]);
  });

test('on a full disk the companies are known all the same, and one that was made is not made again', async () => {
  const made = choice();
  await fillDisk(device);
  await made.refresh();
  expect([listed(made), made.getSnapshot().error]).toEqual([
    [
      ['Acme', false],
      ['Birch', false],
    ],
    null,
  ]);
  expect(await made.create({ name: 'Cedar' })).toMatchObject({ name: 'Cedar', isOpen: true });
  expect(made.getSnapshot().current).toMatchObject({ name: 'Cedar' });
  expect(await kept()).toEqual([]);
});

test('whoever opens the company as soon as it is known goes on with the device database that the list came from', async () => {
  await device.companies.put(acme);
  await deviceDatabases.release(ann);
  const made = choice();
  const openedWith = await new Promise<number>((resolve) => {
    const open = async () => {
      for (let step = 0; step < 20; step += 1) await Promise.resolve();
      resolve(deviceDatabases.holders(ann));
    };
    made.subscribe(() => void open());
  });
  expect(openedWith).toBe(1);
  await expect.poll(() => deviceDatabases.holders(ann)).toBe(0);
  device = await deviceDatabases.acquire(ann);
});

test('[SYNC-20] who comes back is a member again', async () => {
  await device.table('issues').put({ id: 'x', key: 'vendors:x', company_id: birch.id });
  const made = choice();
  onServer = [acme];
  await made.refresh();
  expect(listed(made)).toEqual([
    ['Acme', false],
    ['', true],
  ]);
  onServer = [acme, birch];
  await made.refresh();
  expect(listed(made)).toEqual([
    ['Acme', false],
    ['Birch', false],
  ]);
});

test("[SYNC-74] another user's list never comes into this user's database", async () => {
  const made = choice();
  await made.refresh();
  onServer = [{ id: 'c-bens', name: "Ben's", logo_path: null }];
  whileAnswering = () => void (cookieUser = 'ben');
  await made.refresh();
  expect((await kept()).map(([id]) => id)).toEqual([acme.id, birch.id]);
  expect(made.getSnapshot().companies.map(({ name }) => name)).toEqual(['Acme', 'Birch']);
  const asked = sentAs.length;
  await made.refresh();
  expect(sentAs.slice(asked)).toEqual([]);
  expect(new Set(sentAs)).toEqual(new Set([`Bearer token of ${ann}`]));
});

test('[SYNC-72] nothing of a person is opened or asked for before a wipe of their databases is out of the way', async () => {
  await device.companies.put(acme);
  const wiped = Promise.withResolvers<void>();
  mayOpen = wiped.promise;
  const made = choice();
  await new Promise((resolve) => setTimeout(resolve, 20));
  expect([keptFor, made.getSnapshot().status, sentAs]).toEqual([[ann], 'loading', []]);
  wiped.resolve();
  await vi.waitFor(() => expect(made.getSnapshot().status).toBe('ready'));
});

test('what the server lists is told once it is known, with the companies of which something was never sent; an answer that failed or came for somebody else tells nothing', async () => {
  await device.table('drafts').put({ key: 'x', company_id: birch.id });
  onServer = [acme];
  const made = choice();
  await vi.waitFor(() => expect(made.getSnapshot().status).toBe('ready'));
  expect(listedFor).toEqual([[ann, [acme.id, birch.id]]]);
  cookieUser = null;
  await made.refresh();
  whileAnswering = () => void (cookieUser = 'ben');
  cookieUser = ann;
  await made.refresh();
  expect(listedFor).toHaveLength(1);
});

test('[SYNC-20] a company that was discarded leaves the list', async () => {
  const made = choice();
  await made.refresh();
  made.select(birch.id);
  await made.discard(birch.id);
  expect(removed).toEqual([{ userId: ann, companyId: birch.id }]);
  expect(made.getSnapshot()).toMatchObject({ companies: [{ id: acme.id }], current: { id: acme.id } });
});

test('[SYNC-74] whatever is done in a tab puts its company into the stored choice, but nothing where none is open', async () => {
  const made = choice();
  await made.refresh();
  made.used();
  expect([...stored.keys()]).toEqual([]);
  made.select(birch.id);
  stored.set('current_company_id', acme.id); // chosen in another tab
  made.used();
  expect([stored.get('current_company_id'), stored.get('current_user_id')]).toEqual([birch.id, ann]);
});

test('leaving a company clears the stored choice: the next start asks which one to open', async () => {
  const made = choice();
  await made.refresh();
  made.select(birch.id);
  expect([stored.get('current_company_id'), stored.get('current_user_id')]).toEqual([birch.id, ann]);
  made.leave();
  expect(made.getSnapshot().current).toBeNull();
  expect([...stored.keys()]).toEqual([]);
  await made.refresh();
  expect(made.getSnapshot().current).toBeNull();
});

test('the end of a company leads to the picker, but nobody who has gone to another one meanwhile, nor another person', async () => {
  const made = choice();
  await made.refresh();
  made.select(acme.id);
  const current = () => made.getSnapshot().current?.name;
  const fromAcme = made.leaving();
  made.select(birch.id);
  expect([fromAcme(), current(), stored.get('current_company_id')]).toEqual([false, 'Birch', birch.id]);
  const fromBirch = made.leaving();
  expect([fromBirch(), current(), stored.size]).toEqual([true, undefined, 0]);
  made.select(birch.id);
  const [told, anns] = [made.leaving(), made.leaving()];
  onServer = [acme];
  await made.refresh(); // the list says it first, and the only one left is chosen by itself
  expect([current(), told(), current()]).toEqual(['Acme', true, undefined]);
  tabUser = newId();
  cookieUser = tabUser;
  tellTab();
  await vi.waitFor(() => expect(current()).toBe('Acme'));
  expect([anns(), current()]).toEqual([false, 'Acme']);
});

test('a company that was waited for is opened for whoever stayed, also where the list has chosen another one by itself', async () => {
  const made = choice();
  await made.refresh();
  const fromPicker = made.awaiting();
  stored.set('current_company_id', acme.id).set('current_user_id', ann); // chosen in another tab
  await made.refresh();
  expect(made.getSnapshot().current?.name).toBe('Acme');
  expect([fromPicker(birch.id), made.getSnapshot().current?.name]).toEqual([true, 'Birch']);
});

test('a company that was waited for is opened, but never under somebody who has gone elsewhere meanwhile', async () => {
  const made = choice();
  await made.refresh();
  made.select(acme.id);
  const current = () => made.getSnapshot().current?.name;
  const left = new AbortController();
  const toLeft = made.awaiting(left.signal);
  left.abort();
  expect([toLeft(birch.id), current()]).toEqual([false, 'Acme']);
  expect([made.awaiting(new AbortController().signal)(birch.id), current()]).toEqual([true, 'Birch']);
  const fromBirch = made.awaiting();
  onServer = [acme, birch, { id: 'c-cedar', name: 'Cedar', logo_path: null }];
  await made.refresh();
  made.select(acme.id);
  expect([fromBirch('c-cedar'), current()]).toEqual([false, 'Acme']);
  const [anns, gone] = [made.awaiting(), new AbortController()];
  gone.abort();
  expect(made.awaiting(gone.signal)(acme.id)).toBe(true); // chosen by itself, as the only one
  made.leave();
  const fromPicker = made.awaiting();
  expect(anns(birch.id)).toBe(false);
  [tabUser, onServer] = [newId(), [acme, birch]];
  cookieUser = tabUser;
  tellTab();
  await vi.waitFor(() => expect(made.getSnapshot().status).toBe('ready'));
  expect([fromPicker(birch.id), current()]).toEqual([false, undefined]);
});

test('of a company that was waited for and can’t be listed now it is said why, not that it is none', async () => {
  const made = choice();
  await made.refresh();
  const open = made.awaiting();
  expect(() => open('c-cedar')).toThrow(expect.objectContaining({ code: 'not_found' }));
  whileAnswering = () => {
    throw new TypeError('Failed to fetch');
  };
  await made.refresh();
  expect(() => open('c-cedar')).toThrow(expect.objectContaining({ code: 'offline' }));
  expect(open(birch.id)).toBe(true);
});

test('a company that is made after the person has left the form is listed, and the open one stays', async () => {
  const made = choice();
  await made.refresh();
  made.select(acme.id);
  const left = new AbortController();
  whileAnswering = () => left.abort();
  expect(await made.create({ name: 'Cedar', signal: left.signal })).toMatchObject({ isOpen: false });
  expect(made.getSnapshot()).toMatchObject({
    current: { id: acme.id },
    companies: [{ name: 'Acme' }, { name: 'Birch' }, { name: 'Cedar' }],
  });
});

test('[SYNC-74] a company that is made while its person signs out is put neither into their database nor into the list of who comes next', async () => {
  const made = choice();
  await made.refresh();
  whileAnswering = () => void (cookieUser = 'ben'); // another tab; this one has not noticed yet
  await made.create({ name: 'Cedar' });
  expect((await kept()).map(([id]) => id)).toEqual([acme.id, birch.id]);
  whileAnswering = () => ((tabUser = null), tellTab());
  expect(await made.create({ name: 'Dogwood' })).toMatchObject({ isOpen: false });
  expect(made.getSnapshot().companies).toEqual([]);
});
