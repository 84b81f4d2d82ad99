import 'fake-indexeddb/auto';
import { randomUUID } from 'node:crypto';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { confirmCode, signUp } from '#data/session/auth-actions.ts';
import { createCompanyChoice } from '#data/session/company-choice.ts';
import { createLog } from '#platform/log/log.ts';
import { createStore, type KeyValueStore } from '#platform/storage/web-storage.ts';
import { type Backend, startBackend } from '#tests/support/backend.ts';
import { type Browser, openBrowser, type Tab } from '#tests/support/browser-tab.ts';
import { until } from '#tests/support/patience.ts';

let backend: Backend;
let browser: Browser;
let store: KeyValueStore;
beforeAll(async () => void (backend = await startBackend()));
afterAll(() => backend?.stop());
beforeEach(() => {
  browser = openBrowser(backend);
  const values = new Map<string, string>();
  store = createStore(
    () =>
      ({
        getItem: (key: string) => values.get(key) ?? null,
        setItem: (key: string, value: string) => void values.set(key, value),
        removeItem: (key: string) => void values.delete(key),
      }) as unknown as Storage,
  );
});
afterEach(() => browser.close());

async function signedIn(): Promise<Tab> {
  const tab = await browser.tab();
  const email = `${randomUUID()}@kontor.example`;
  await signUp(tab.session, {
    email,
    password: 'correct horse battery',
    displayName: 'Ann',
    redirectTo: `${backend.url}/auth/confirm`,
    locale: 'de',
  });
  await confirmCode(tab.session, { email, code: (await backend.mail(email))[0]?.code ?? '', type: 'signup' });
  return tab;
}
const choose = ({ session, client }: Tab) =>
  createCompanyChoice({
    session,
    stores: { tab: createStore(() => undefined), shared: store },
    client: () => Promise.resolve(client),
    afterFirstPage: () => Promise.resolve(),
    log: createLog(() => undefined),
    removeCompany: () => Promise.reject(new Error('not asked for')),
    onListed: () => undefined,
  });
type Choice = ReturnType<typeof choose>;
async function ready(choice: Choice): Promise<void> {
  await until(() => choice.getSnapshot().status !== 'loading');
  expect(choice.getSnapshot().status).toBe('ready');
}

test('the first company is created by its owner, selected and remembered', async () => {
  const tab = await signedIn();
  const choice = choose(tab);
  await ready(choice);
  expect(choice.getSnapshot()).toMatchObject({ companies: [], current: null, error: null });
  const company = await choice.create({ name: '  Nordlicht Webdesign GmbH ' });
  expect(choice.getSnapshot()).toMatchObject({
    companies: [{ id: company.id, name: 'Nordlicht Webdesign GmbH' }],
    current: { id: company.id },
  });
  expect([store.get('current_company_id'), store.get('current_user_id')]).toEqual([company.id, tab.session.currentUserId()]);
  const { rows } = await backend.db.query('select is_owner from public.company_users where company_id = $1', [company.id]);
  expect(rows).toEqual([{ is_owner: true }]);
});

test('a company without a name is refused before anything is sent', async () => {
  const choice = choose(await signedIn());
  await ready(choice);
  await expect(choice.create({ name: '  ' })).rejects.toMatchObject({
    code: 'invalid_input',
    data: { issues: [{ path: 'name', message: 'required' }] },
  });
});

test('the picker works offline from the list on this device, and the current company is restored', async () => {
  const tab = await signedIn();
  const choice = choose(tab);
  await ready(choice);
  const [a, b] = [await choice.create({ name: 'Atelier' }), await choice.create({ name: 'Brightwater' })];
  choice.select(a.id);
  const offline = await browser.tab({ fetch: () => Promise.reject(new TypeError('Failed to fetch')) });
  const later = choose(offline);
  await ready(later);
  expect(later.getSnapshot()).toMatchObject({ companies: [{ name: 'Atelier' }, { name: 'Brightwater' }], current: { id: a.id } });
  later.select(b.id);
  expect(store.get('current_company_id')).toBe(b.id);
  await expect(later.create({ name: 'Not now' })).rejects.toMatchObject({ code: 'offline' });
  later.leave();
  expect([later.getSnapshot().current, store.get('current_company_id')]).toEqual([null, null]);
});

test('a company one no longer belongs to is taken off the list and given up as the current one', async () => {
  const tab = await signedIn();
  const choice = choose(tab);
  await ready(choice);
  const [kept, lost] = [await choice.create({ name: 'Kept' }), await choice.create({ name: 'Lost' })];
  expect(choice.getSnapshot().current?.id).toBe(lost.id);
  await backend.db.query('delete from public.company_users where company_id = $1', [lost.id]);
  await choice.refresh();
  expect(choice.getSnapshot()).toMatchObject({ companies: [{ id: kept.id }], current: { id: kept.id } }); // the only one left
});

test('signing out forgets the companies, and the next user sees none of them', async () => {
  const ann = await signedIn();
  const choice = choose(ann);
  await ready(choice);
  await choice.create({ name: "Ann's" });
  await ann.session.signOut();
  expect(choice.getSnapshot()).toMatchObject({ status: 'loading', companies: [], current: null });
  const ben = await signedIn();
  const bens = choose(ben);
  await ready(bens);
  expect(bens.getSnapshot()).toMatchObject({ companies: [], current: null });
  expect(store.get('current_company_id')).toBeNull();
});
