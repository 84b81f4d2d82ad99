import { expect, type Page } from '@playwright/test';
import { LIVE_MS } from '#tests/support/patience.ts';
import { ExpenseForm } from './pages/expense-form.ts';
import { Shell } from './pages/shell.ts';
import { NORDLICHT, NORDLICHT_ID, signIn } from './pages/sign-in.ts';
import { contextOptions } from './support/browser.ts';
import { sharedServer, test } from './support/story.ts';

const server = sharedServer();
const OTHER = 'Brightwater Consulting Ltd';

const switcher = (page: Page, company: string) => page.getByRole('button', { name: `Current company: ${company}` });

async function switchTo(page: Page, company: string): Promise<void> {
  await page.getByRole('button', { name: /^Current company/ }).click();
  await page.getByRole('banner').getByRole('button', { name: company, exact: true }).click();
  await expect(switcher(page, company)).toBeVisible();
  await expect(page.getByRole('navigation').getByRole('link', { name: 'Expenses', exact: true })).toBeVisible();
}

const spend = (page: Page, amount: string, description: string) => new ExpenseForm(page).record({ amount, description });

test('two companies are open in two tabs of one browser: each row is written, synced and heard of in its own, whichever tab is switched or loaded anew', async ({
  browser,
}) => {
  const { admin, url } = server();
  const context = await browser.newContext(contextOptions);
  const north = await context.newPage();
  await signIn(north, url);
  await new Shell(north).expectReadyForOffline();
  const bright = await context.newPage();
  await bright.goto(`${url}/finance/expenses`);
  await expect(bright.getByRole('heading', { level: 1, name: 'Expenses' })).toBeVisible();
  await switchTo(bright, OTHER);
  await new Shell(bright).expectAllSynced();

  await context.setOffline(true);
  await Promise.all([spend(north, '11.11', 'Two tabs north offline'), spend(bright, '22.22', 'Two tabs bright offline')]);
  // A form stands open while the other tab works in the other company, and is saved in its own.
  const form = new ExpenseForm(north);
  await form.openNew();
  await form.fill({ amount: '33.33', description: 'Two tabs north typed' });
  await spend(bright, '44.44', 'Two tabs bright second');
  await form.saveAndSee();
  await expect(switcher(north, NORDLICHT)).toBeVisible();
  await context.setOffline(false);
  for (const page of [north, bright]) await new Shell(page).expectAllSynced();
  await spend(north, '55.55', 'Two tabs north online');

  // What others do is heard in each tab.
  const { data: companies } = await admin.from('companies').select('id, name').in('name', [NORDLICHT, OTHER]).throwOnError();
  const brightId = companies.find(({ name }) => name === OTHER)?.id as string;
  const { data: vendors } = await admin.from('vendors').select('id, company_id').in('company_id', [NORDLICHT_ID, brightId]).throwOnError();
  for (const [page, companyId, name] of [
    [north, NORDLICHT_ID, 'Two tabs, heard in the north'],
    [bright, brightId, 'Two tabs, heard at the bright water'],
  ] as const) {
    const vendor = vendors.find((each) => each.company_id === companyId)?.id as string;
    await page.getByRole('navigation').getByRole('link', { name: 'Vendors', exact: true }).click();
    await admin.from('vendors').update({ name }).eq('id', vendor).throwOnError();
    await expect(page.getByRole('main').getByText(name).first()).toBeVisible({ timeout: LIVE_MS });
  }

  // The first tab goes to the other company too, and back; loaded anew, the second one is where it was. A new tab opens that of the tab used last.
  await switchTo(north, OTHER);
  await spend(north, '66.66', 'Two tabs bright from the first tab');
  await switchTo(north, NORDLICHT);
  await bright.reload();
  await expect(switcher(bright, OTHER)).toBeVisible();
  await spend(bright, '77.77', 'Two tabs bright loaded anew');
  const third = await context.newPage();
  await third.goto(`${url}/finance/expenses`);
  await expect(switcher(third, OTHER)).toBeVisible();
  await third.close();
  for (const page of [north, bright]) await new Shell(page).expectAllSynced();

  const { data } = await admin.from('expenses').select('amount, description, company_id').like('description', 'Two tabs%').throwOnError();
  expect(
    data
      .map((row) => `${row.amount} ${row.description} ${row.company_id === NORDLICHT_ID ? 'N' : row.company_id === brightId ? 'B' : '?'}`)
      .toSorted(),
  ).toEqual([
    '11.11 Two tabs north offline N',
    '22.22 Two tabs bright offline B',
    '33.33 Two tabs north typed N',
    '44.44 Two tabs bright second B',
    '55.55 Two tabs north online N',
    '66.66 Two tabs bright from the first tab B',
    '77.77 Two tabs bright loaded anew B',
  ]);
  await context.close();
});

test('a link that is opened in a tab of its own leads into the books it stood in, whichever company was chosen last', async ({
  browser,
}) => {
  const { url } = server();
  const context = await browser.newContext(contextOptions);
  const north = await context.newPage();
  await signIn(north, url);
  const bright = await context.newPage();
  await bright.goto(`${url}/finance/expenses`);
  await switchTo(bright, OTHER);

  const vendors = (page: Page) => page.getByRole('navigation').getByRole('link', { name: 'Vendors', exact: true });
  const opened = async (press: () => Promise<unknown>): Promise<Page> => {
    const [page] = await Promise.all([context.waitForEvent('page'), press()]);
    return page;
  };
  /** The browser's menu can't be pressed here: what it does is to open the address in a new tab. */
  const byMenu = async (page: Page): Promise<Page> => {
    await vendors(page).click({ button: 'right' });
    const tab = await context.newPage();
    await tab.goto(url + ((await vendors(page).getAttribute('href')) ?? ''));
    return tab;
  };
  for (const [page, company] of [
    [north, NORDLICHT],
    [bright, OTHER],
    [north, NORDLICHT],
  ] as const) {
    const tabs = [
      await opened(() => vendors(page).click({ modifiers: ['ControlOrMeta'] })),
      await opened(() => vendors(page).click({ modifiers: ['Shift'] })),
      await opened(() => vendors(page).click({ button: 'middle' })),
      await opened(() => vendors(page).press('ControlOrMeta+Enter')),
      await byMenu(page),
    ];
    for (const tab of tabs) {
      await expect(switcher(tab, company)).toBeVisible();
      await expect(tab.getByRole('heading', { level: 1, name: 'Vendors' })).toBeVisible();
    }
    for (const tab of tabs) await tab.close();
  }
  await expect(switcher(north, NORDLICHT)).toBeVisible();
  await expect(switcher(bright, OTHER)).toBeVisible();
  await context.close();
});
