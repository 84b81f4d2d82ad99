import { gunzipSync } from 'node:zlib';
import { type BrowserContext, expect, type Locator, type Page, type Request } from '@playwright/test';
import { DEMO_PEOPLE } from '#local/seed/demo-people.ts';
import { Invoices } from '#tests/e2e/pages/invoices.ts';
import { numbersOn } from '#tests/e2e/pages/numbers.ts';
import { Shell } from '#tests/e2e/pages/shell.ts';
import { NORDLICHT_ID, signIn } from '#tests/e2e/pages/sign-in.ts';
import { createDevice } from '#tests/e2e/support/device.ts';
import { serverOfThisFile, test } from '#tests/e2e/support/story.ts';
import { pushDrafts } from '#tests/support/pushed-drafts.ts';
import { type Aim, aim } from '#tests/e2e/support/aimed-kill.ts';

const MINUTES = 60_000;
const server = serverOfThisFile();
const { takeNumbers } = numbersOn(server);
const device = createDevice();
test.afterAll(() => device.remove());

/** The device dies at a write of its own, without a network; or with one, when the server has done it and no answer has come. */
type Death = Pick<Aim, 'table' | 'when'> | 'unanswered';
/** Whether it is done as soon as the intent is on disk; the document only follows it. */
const isOnDisk = (death: Death): boolean => death === 'unanswered' || death.table === 'docs' || death.when === 'committed';
type Deed = {
  readonly name: string;
  readonly path: (id: string) => string;
  /** From the open page of the record to the last press. */
  readonly act: (page: Page) => Promise<void>;
  /** What the page of the record says once it is done. */
  readonly done: (main: Locator) => Locator;
  readonly deaths: readonly Death[];
};

const confirmIssue = async (page: Page): Promise<void> => {
  await page.getByRole('main').getByRole('button', { name: 'Issue', exact: true }).click();
  await page.getByRole('dialog', { name: 'Issue this invoice?' }).getByRole('button', { name: 'Issue invoice' }).click();
};
const isIssued = (main: Locator) => main.getByText(/^Ready to issue$/).or(main.getByRole('heading', { level: 1, name: /^INV-/ }));
const around = (table: Aim['table']): Death[] => [
  { table, when: 'before' },
  { table, when: 'committed' },
];

const DEEDS: readonly Deed[] = [
  {
    name: 'approving an expense',
    path: (id) => `/finance/expenses/${id}`,
    done: (main) => main.getByText(/^(Approved|Reimbursed)$/),
    act: (page) => page.getByRole('button', { name: 'Approve', exact: true }).click(),
    deaths: [...around('outbox'), ...around('docs'), 'unanswered'],
  },
  {
    name: 'recording a payment',
    path: (id) => `/finance/invoices/${id}`,
    done: (main) => main.getByText('Paid in full.'),
    act: (page) => new Invoices(page).recordPayment(),
    deaths: [...around('outbox'), ...around('docs'), 'unanswered'],
  },
  {
    name: 'issuing an invoice',
    path: (id) => `/finance/invoices/${id}`,
    done: isIssued,
    act: confirmIssue,
    deaths: [...around('outbox'), ...around('docs'), 'unanswered'],
  },
  {
    name: 'issuing with a number of this device',
    path: (id) => `/finance/invoices/${id}`,
    done: isIssued,
    act: confirmIssue,
    deaths: [...around('leases'), ...around('outbox'), ...around('docs'), 'unanswered'],
  },
];

async function open(options: { readonly offline: boolean }): Promise<{ context: BrowserContext; page: Page }> {
  const context = await device.open(options);
  context.setDefaultTimeout(MINUTES);
  return { context, page: context.pages()[0] ?? (await context.newPage()) };
}
/** A large push goes packed. */
function sentText(request: Request): string {
  const bytes = request.postDataBuffer();
  return bytes === null ? '' : String(request.headers()['content-encoding'] === 'gzip' ? gunzipSync(bytes) : bytes);
}

async function openRecord(page: Page, path: string): Promise<void> {
  await page.goto(`${server().url}${path}`);
  await expect(page.getByRole('main').getByRole('heading', { level: 1 })).toBeVisible();
}

async function actUntilKilled({ act, path }: Deed, id: string, death: Death): Promise<void> {
  const { context, page } = await open({ offline: death !== 'unanswered' });
  let reached: Promise<void>;
  let arm = async (): Promise<void> => undefined;
  if (death === 'unanswered') {
    reached = new Promise((resolve) => {
      void context.route('**/rpc/sync_push', async (route) => {
        if (!sentText(route.request()).includes(id)) return route.continue(); // what waits of earlier deeds
        await route.fetch();
        return resolve();
      });
    });
  } else ({ reached, arm } = await aim(page, { ...death, holding: death.table === 'leases' ? '"unused"' : id }));
  await openRecord(page, path(id));
  await arm();
  const acting = act(page).catch(() => undefined);
  await Promise.race([
    reached,
    new Promise((_, fail) => setTimeout(fail, 2 * MINUTES, new Error(`${JSON.stringify(death)} was not reached`))),
  ]);
  await device.kill();
  await acting;
}

/** The same person afterwards, still without a network where it was so: what is on disk is done, what is not is done now. */
async function goOn({ act, path, done }: Deed, id: string, death: Death): Promise<void> {
  const { page } = await open({ offline: death !== 'unanswered' });
  await openRecord(page, path(id));
  const isDone = done(page.getByRole('main')).first();
  if (!isOnDisk(death)) {
    await expect(isDone).toHaveCount(0);
    await act(page);
  }
  await expect(isDone).toBeVisible();
  await device.quit();
}

const found = async (table: string, columns: string, ids: readonly string[], by = 'id') => {
  const { data } = await server().admin.from(table).select(columns).in(by, ids).throwOnError();
  return data as unknown as Record<string, unknown>[];
};

test('[SYNC-1] [SYNC-5] [SYNC-80] a device that dies while something is decided has done it once or not at all, in its books and in the numbers', async () => {
  const { admin, as, url } = server();
  const { data: customers } = await admin
    .from('customers')
    .select('id')
    .eq('company_id', NORDLICHT_ID)
    .eq('country', 'DE')
    .limit(1)
    .throwOnError();
  const count = Math.max(...DEEDS.map(({ deaths }) => deaths.length));
  const { data: expenses } = await admin
    .from('expenses')
    .select('id')
    .match({ company_id: NORDLICHT_ID, status: 'pending' })
    .limit(count)
    .throwOnError();
  const { data: unpaid } = await admin
    .from('invoices')
    .select('id')
    .match({ company_id: NORDLICHT_ID, status: 'issued', document_type: 'invoice', payment_status: 'unpaid' })
    .limit(count)
    .throwOnError();
  const order = { companyId: NORDLICHT_ID, userId: DEMO_PEOPLE.demo.id, customerId: customers[0]?.id as string, count };
  const client = await as(DEMO_PEOPLE.demo.email);
  const ids = [
    expenses.map(({ id }) => id as string),
    unpaid.map(({ id }) => id as string),
    await pushDrafts(client, order),
    await pushDrafts(client, order),
  ];

  const { page: first } = await open({ offline: false });
  await signIn(first, url);
  await new Shell(first).expectReadyForOffline();
  await device.quit();

  for (const [nth, deed] of DEEDS.entries()) {
    if (deed.name.includes('of this device')) {
      const { page } = await open({ offline: false });
      await takeNumbers(page, count + 3);
      await device.quit();
    }
    for (const [place, death] of deed.deaths.entries()) {
      const id = ids[nth]?.[place];
      if (id === undefined) throw new Error(`the demo has too few for ${deed.name}`);
      await actUntilKilled(deed, id, death);
      await goOn(deed, id, death);
    }
  }

  const { page } = await open({ offline: false });
  await page.goto(`${url}/sync`);
  await expect(new Shell(page).chip).toHaveAccessibleName(/All synced/, { timeout: 2 * MINUTES });
  await expect(page.getByRole('main').getByRole('article')).toHaveCount(0);

  const done = ids.map((each, nth) => each.slice(0, DEEDS[nth]?.deaths.length));
  expect(
    (await found('expenses', 'status', done[0] ?? [])).filter(({ status }) => status !== 'approved' && status !== 'reimbursed'),
  ).toEqual([]);
  const payments = await found('payments', 'invoice_id', done[1] ?? [], 'invoice_id');
  expect(payments.map(({ invoice_id: of }) => String(of)).toSorted()).toEqual([...(done[1] ?? [])].toSorted());
  expect((await found('invoices', 'payment_status', done[1] ?? [])).every(({ payment_status: state }) => state === 'paid')).toBe(true);
  const issued = await found('invoices', 'number, status', [...(done[2] ?? []), ...(done[3] ?? [])]);
  expect(issued.filter(({ status, number }) => status !== 'issued' || number === null)).toEqual([]);
  expect(new Set(issued.map(({ number }) => number)).size).toBe(issued.length);

  await page.goto(`${url}/settings/numbers`);
  await page.getByRole('button', { name: 'Give back' }).click();
  await expect(page.getByText('This device has no numbers with it.')).toBeVisible();
  await page.goto(`${url}/finance/invoices/numbers`);
  // Those that were given back have that for a reason.
  await expect(page.getByRole('heading', { level: 2, name: /^With a reason/ })).toBeVisible();
  await expect(page.getByRole('heading', { level: 2, name: /^Without a reason/ })).toHaveCount(0);
  await device.quit();
});
