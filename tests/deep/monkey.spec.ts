import { type BrowserContext, expect, type Locator, type Page } from '@playwright/test';
import { Shell } from '#tests/e2e/pages/shell.ts';
import { NORDLICHT_ID, signIn } from '#tests/e2e/pages/sign-in.ts';
import { deviceRows } from '#tests/e2e/support/device-storage.ts';
import { serverOfThisFile, test } from '#tests/e2e/support/story.ts';
import { type Chance, seeded } from '#tests/sync/seeded.ts';

/** `MONKEY_STEPS`, `MONKEY_SEEDS` (`4,5,6`) for a longer or another run, `MONKEY_SAYS=1` to hear of each step. */
const STEPS = Number(process.env['MONKEY_STEPS'] ?? 250);
const SEEDS = (process.env['MONKEY_SEEDS'] ?? '1,2,3').split(',').map(Number);
const PATIENCE_MS = 2_000;

const server = serverOfThisFile();

const ROUTES = [
  '/',
  '/finance/expenses',
  '/finance/expenses/create',
  '/finance/invoices',
  '/finance/invoices/create',
  '/finance/payments',
  '/finance/vendors',
  '/finance/customers',
  '/finance/products',
  '/finance/recurring-invoices',
  '/reports',
  '/sync',
  '/settings/company',
];
const TYPED = ['12.34', '0', '-5', '1e9', 'Büro & Söhne', '31/12/2026', '0190', '', '  ', '𝒳𓀀', "'; drop table", '=1+1', '99999999999'];
/** What would end the story, lead out of it, or be a decision to lose something. */
const LEFT_ALONE =
  /sign out|delete company|close company|hand over|discard|keep theirs|update now|reload|language|deutsch|english|download|export|print|along|import|passkey|authenticator|email|password|switch|companies|current company|company$/i;

/** What can be pressed or typed into where a person would look: in the topmost dialog, else on the page. */
async function controls(page: Page): Promise<Locator[]> {
  const dialogs = page.locator('dialog[open], [role=dialog]:visible, [role=menu]:visible, [role=listbox]:visible');
  const within = (await dialogs.count()) > 0 ? dialogs.last() : page.locator('body');
  const found = within.locator(
    'button:visible, a[href^="/"]:visible, input:visible, textarea:visible, [role=option]:visible, [role=menuitem]:visible',
  );
  return (await found.all()).slice(0, 150);
}

/** What writes something: chance alone would find it too seldom. */
const WRITES = /^(save|create|record|approve|reject|issue|add|duplicate|delete|confirm|merge|withdraw|take back|mark|try|keep mine)/i;

async function press(page: Page, chance: Chance): Promise<string> {
  const everything = await controls(page);
  const names = chance() < 0.25 ? await Promise.all(everything.map((each) => each.textContent({ timeout: PATIENCE_MS }))) : [];
  const writing = everything.filter((_, at) => WRITES.test((names[at] ?? '').trim()));
  const all = writing.length > 0 ? writing : everything;
  const control = all[chance.within(all.length)];
  if (!control) return 'nothing to press';
  const what = await control.evaluate(
    (element) => ({
      name: (element.getAttribute('aria-label') ?? (element.textContent || element.getAttribute('name')) ?? '').trim().slice(0, 60),
      tag: element.tagName,
      type: element.getAttribute('type') ?? '',
      isDisabled: (element as HTMLButtonElement).disabled,
    }),
    undefined,
    { timeout: PATIENCE_MS },
  );
  if (what.isDisabled || LEFT_ALONE.test(what.name) || what.type === 'file') return `left ${what.name}`;
  if (what.tag === 'TEXTAREA' || (what.tag === 'INPUT' && ['', 'text', 'search', 'email', 'number', 'tel'].includes(what.type))) {
    const typed = chance.pick(TYPED);
    await control.fill(typed, { timeout: PATIENCE_MS });
    return `typed ${JSON.stringify(typed)} into ${what.name}`;
  }
  await control.click({ timeout: PATIENCE_MS, clickCount: chance() < 0.1 ? 2 : 1 });
  return `pressed ${what.name}`;
}

type Intent = { readonly key: string; readonly op: 'upsert' | 'delete' | 'ended'; readonly isSent: boolean };

/** Notes every intent that the app writes down, and that it ends one: the log that the server is compared with. */
async function noteIntents(context: BrowserContext, log: Intent[]): Promise<void> {
  await context.exposeBinding('noteIntent', (_source, intent: Intent) => void log.push(intent));
  await context.addInitScript(() => {
    const note = (intent: Intent) => (globalThis as unknown as { noteIntent(intent: Intent): void }).noteIntent(intent);
    for (const name of ['put', 'add'] as const) {
      const write = IDBObjectStore.prototype[name];
      IDBObjectStore.prototype[name] = function (this: IDBObjectStore, value: unknown, ...key: [IDBValidKey?]) {
        if (this.name === 'outbox') {
          const row = value as { key: string; op: 'upsert' | 'delete'; flight: object | null };
          this.transaction.addEventListener('complete', () => note({ key: row.key, op: row.op, isSent: row.flight !== null }));
        }
        return write.call(this, value, ...key);
      };
    }
    const remove = IDBObjectStore.prototype.delete;
    IDBObjectStore.prototype.delete = function (this: IDBObjectStore, query: IDBValidKey | IDBKeyRange) {
      if (this.name === 'outbox')
        this.transaction.addEventListener('complete', () =>
          note({ key: typeof query === 'string' ? query : '', op: 'ended', isSent: false }),
        );
      return remove.call(this, query);
    };
  });
}

/** Not made or deleted like other records. */
const ALWAYS_THERE: ReadonlySet<string> = new Set(['companies', 'members']);

/** Records that were sent and whose last word was no delete. */
function expectedOf(log: readonly Intent[]): Map<string, Set<string>> {
  const sent = new Map<string, boolean>();
  for (const { key, op, isSent } of log) if (op !== 'ended' && (isSent || op === 'delete')) sent.set(key, op === 'upsert');
  const ids = new Map<string, Set<string>>();
  for (const [key, isKept] of sent) {
    const [collection = '', id = ''] = key.split(':');
    if (isKept && !ALWAYS_THERE.has(collection)) ids.set(collection, (ids.get(collection) ?? new Set()).add(id));
  }
  return ids;
}

/** Ids and versions of the records on this device, of one collection. */
const onDevice = (page: Page, collection: string): Promise<string[]> =>
  page.evaluate(async (name) => {
    const known = (await indexedDB.databases()).find((each) => each.name?.startsWith('rxdb-dexie-') && each.name.endsWith(`--${name}`));
    if (!known?.name) return [];
    const asked = indexedDB.open(known.name);
    const database = await new Promise<IDBDatabase>((resolve) => (asked.onsuccess = () => resolve(asked.result)));
    const rows = database.transaction('docs').objectStore('docs').getAll();
    const docs = await new Promise<Record<string, unknown>[]>((resolve) => (rows.onsuccess = () => resolve(rows.result)));
    database.close();
    return docs
      .filter((doc) => doc['_deleted'] !== '1' && doc['_deleted'] !== true)
      .map((doc) => `${String(doc['id'])} ${String(doc['rev'])}`)
      .toSorted();
  }, collection);

async function onServer(collection: string): Promise<string[]> {
  const { data } = await server().admin.from(collection).select('id, rev').eq('company_id', NORDLICHT_ID).limit(100_000).throwOnError();
  return data.map(({ id, rev }) => `${id} ${rev}`).toSorted();
}

for (const seed of SEEDS)
  test(`whatever is pressed in ${STEPS} steps on a phone, with the network coming and going, nothing breaks and nothing is lost (seed ${seed})`, async ({
    page,
    context,
  }) => {
    const { url } = server();
    const [faults, done, log]: [string[], string[], Intent[]] = [[], [], []];
    const note = (fault: string) => void faults.push(`step ${done.length}, after "${done.at(-1)}": ${fault}`);
    page.on('pageerror', (error) => note(error.stack ?? error.message));
    page.on('console', (message) => {
      if (message.type() === 'error' && !/Failed to load resource|net::ERR/.test(message.text())) note(message.text());
    });
    page.on('dialog', (dialog) => void dialog.accept().catch(() => undefined));
    await noteIntents(context, log);
    await signIn(page, url);
    await new Shell(page).expectReadyForOffline();
    await page.setViewportSize({ width: 390, height: 844 });
    const chance = seeded(seed);
    let isOffline = false;
    const step = async (): Promise<string> => {
      const dice = chance();
      if (dice < 0.03) {
        isOffline = !isOffline;
        await context.setOffline(isOffline);
        return isOffline ? 'offline' : 'online';
      }
      if (dice < 0.05) {
        await page.reload();
        return 'loaded anew';
      }
      if (dice < 0.1) {
        const to = chance.pick(ROUTES);
        await page.goto(url + to);
        return `to ${to}`;
      }
      if (dice < 0.14) {
        await page.keyboard.press(chance.pick(['Escape', 'Enter', 'Tab', 'ControlOrMeta+Enter', 'ArrowDown']));
        return 'a key';
      }
      return press(page, chance);
    };
    while (done.length < STEPS) {
      done.push(await step().catch((error: unknown) => `missed: ${String(error).slice(0, 80)}`));
      if (process.env['MONKEY_SAYS']) console.log(`${done.length} ${done.at(-1)} (${new URL(page.url()).pathname})`);
      if (!page.url().startsWith(url) || /\/auth\//.test(page.url())) await page.goto(url);
    }
    await context.setOffline(false);
    await page.goto(`${url}/finance/expenses`);
    await expect(page.getByRole('heading', { level: 1, name: 'Expenses' })).toBeVisible();
    console.log(`seed ${seed}: ${done.filter((what) => /^(pressed|typed)/.test(what)).length} presses, ${log.length} intents`); // told, not judged
    expect(faults).toEqual([]);
    await expect.poll(async () => (await deviceRows(page, 'outbox')).length).toBe(0);
    await expect.poll(async () => (await deviceRows(page, 'receipts')).length).toBe(0);
    for (const collection of ['expenses', 'invoices', 'payments', 'files'])
      await expect.poll(async () => [collection, await onDevice(page, collection)]).toEqual([collection, await onServer(collection)]);
    // What waits for a decision is not lost: its version lies in the question.
    const asked = new Set(((await deviceRows(page, 'issues')) as { key: string }[]).map(({ key }) => key));
    for (const [collection, ids] of expectedOf(log)) {
      const there = new Set((await onServer(collection)).map((row) => row.slice(0, 36)));
      const lost = [...ids].filter((id) => !there.has(id) && !asked.has(`${collection}:${id}`));
      expect([collection, lost]).toEqual([collection, []]);
    }
  });
