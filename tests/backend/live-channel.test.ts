import { randomUUID } from 'node:crypto';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { confirmCode, signUp } from '#data/session/auth-actions.ts';
import { createLiveChannel, type LiveChannel } from '#data/sync/live-channel.ts';
import type { RealtimeEventMessage } from '#data/tabs/tab-messages.ts';
import { systemClock } from '#platform/clock/clock.ts';
import { createLog } from '#platform/log/log.ts';
import { type Backend, startBackend } from '#tests/support/backend.ts';
import { type Browser, openBrowser, type Tab } from '#tests/support/browser-tab.ts';
import { until } from '#tests/support/patience.ts';

let backend: Backend;
let browser: Browser;
let tab: Tab;
let userId: string;
const channels: LiveChannel[] = [];

beforeAll(async () => {
  backend = await startBackend();
  browser = openBrowser(backend);
  tab = await browser.tab();
  const email = `${randomUUID()}@kontor.example`;
  await signUp(tab.session, {
    email,
    password: 'correct horse battery',
    displayName: 'Ann',
    redirectTo: `${backend.url}/auth/confirm`,
    locale: 'de',
  });
  await confirmCode(tab.session, { email, code: (await backend.mail(email))[0]?.code ?? '', type: 'signup' });
  userId = tab.session.currentUserId() ?? '';
});
afterEach(async () => {
  await Promise.all(channels.splice(0).map((channel) => channel.stop()));
});
afterAll(async () => {
  await browser?.close();
  await backend?.stop();
});

async function company(): Promise<string> {
  const id = randomUUID();
  await backend.db.query('insert into public.companies (id, name) values ($1, $2)', [id, 'Nordlicht']);
  await backend.db.query('insert into public.company_users (company_id, user_id, is_owner) values ($1, $2, true)', [id, userId]);
  return id;
}

function listen(companyId: string) {
  const heard: RealtimeEventMessage[] = [];
  const seen = { ownAccess: 0, connected: 0 };
  const live = createLiveChannel({
    companyId,
    userId,
    client: () => Promise.resolve(tab.client),
    clock: systemClock,
    log: createLog(() => undefined),
    onEvent: (message) => void heard.push(message),
    onOwnAccess: () => void (seen.ownAccess += 1),
    onConnected: () => void (seen.connected += 1),
  });
  channels.push(live);
  return { live, heard, seen };
}
const insertVendor = (companyId: string, name: string) =>
  backend.db.query('insert into public.vendors (company_id, name) values ($1, $2)', [companyId, name]);

test("that the company has news is heard, another company's are not", async () => {
  const [mine, other] = [await company(), await company()];
  const { live, heard, seen } = listen(mine);
  expect(await live.start()).toBe(true);
  expect(seen.connected).toBe(1);
  await insertVendor(other, 'Elsewhere');
  await insertVendor(mine, 'Bahn');
  await until(() => heard.some(({ table }) => table === 'company_news'));
  expect(new Set(heard.map(({ data }) => data?.['company_id']))).toEqual(new Set([mine]));
  // What happened is for the pull to say.
  expect(Object.keys(heard[0]?.data ?? {}).toSorted()).toEqual(['company_id', 'id', 'seq']);
});

test('who is removed from the company hears of it', async () => {
  const mine = await company();
  const { live, seen } = listen(mine);
  await live.start();
  await backend.db.query('delete from public.company_users where company_id = $1', [mine]);
  await until(() => seen.ownAccess > 0);
  expect(seen.ownAccess).toBeGreaterThan(0);
});

test("a change of one's own permissions asks for the access to be reloaded", async () => {
  const mine = await company();
  const { live, seen } = listen(mine);
  await live.start();
  await backend.db.query('insert into public.company_user_permissions (company_id, user_id, permission_key) values ($1, $2, $3)', [
    mine,
    userId,
    'vendors.view',
  ]);
  await until(() => seen.ownAccess > 0);
  expect(seen.ownAccess).toBeGreaterThan(0);
});

test('a company switch leaves one channel and hears the other company on the next', async () => {
  const [first, second] = [await company(), await company()];
  const before = listen(first);
  await before.live.start();
  await before.live.stop();
  // News of its own founding may have come in time.
  const heardThen = before.heard.length;
  const after = listen(second);
  expect(await after.live.start()).toBe(true);
  await insertVendor(first, 'Old');
  await insertVendor(second, 'New');
  await until(() => after.heard.length > 0);
  expect([before.heard.length - heardThen, after.heard.map(({ data }) => data?.['company_id'])]).toEqual([
    0,
    after.heard.map(() => second),
  ]);
});
