import { expect, type Page } from '@playwright/test';
import { ExpenseForm } from './pages/expense-form.ts';
import { signedIn } from './support/signed-in.ts';
import { sharedServer, test } from './support/story.ts';

const server = sharedServer();

async function dashboard(page: Page): Promise<void> {
  await page.getByRole('navigation').getByRole('link', { name: 'Dashboard', exact: true }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Finance Dashboard' })).toBeVisible();
}
const need = (page: Page, words: RegExp) => page.getByRole('main').getByRole('link', { name: words });
const countOf = async (page: Page, words: RegExp): Promise<number> =>
  Number(/^\d+/.exec((await need(page, words).innerText()).trim())?.[0]);

test('an expense recorded offline is in the figures at once, in every tab and after a reload, and each figure leads to its list', async ({
  browser,
}) => {
  const page = await signedIn(browser, server());
  await dashboard(page);
  const before = await countOf(page, /to approve/);
  const other = await page.context().newPage();
  await other.goto(`${server().url}/finance/dashboard`);
  await expect(need(other, /to approve/)).toBeVisible();

  await page.context().setOffline(true);
  const form = new ExpenseForm(page);
  await form.openNew();
  await form.fill({ amount: '61.88', description: 'Druckerpapier A3' });
  await form.saveAndSee();
  await dashboard(page);
  await expect.poll(() => countOf(page, /to approve/)).toBe(before + 1);
  await expect.poll(() => countOf(other, /to approve/)).toBe(before + 1);
  await page.reload();
  await expect.poll(() => countOf(page, /to approve/)).toBe(before + 1);
  await expect(page.getByRole('main').getByRole('link', { name: /Druckerpapier A3/ })).toBeVisible();

  const overdue = page.getByRole('main').getByRole('link', { name: /^Overdue today/ });
  const [, count = ''] = /(\d+) overdue invoice/.exec(await overdue.innerText()) ?? [];
  await overdue.click();
  await expect(page.getByRole('button', { name: 'Overdue', pressed: true })).toBeVisible();
  // In the currency of the books every document counts, whatever its own.
  await expect(page.getByRole('button', { name: /^Remove condition: [A-Z]{3}$/ })).toHaveCount(0);
  await expect(page.getByRole('row').filter({ hasText: 'INV-' })).toHaveCount(Number(count));
});

test('the chart is a table for who reads it, and period and currency are kept on the device', async ({ browser }) => {
  const page = await signedIn(browser, server());
  await dashboard(page);
  await page.getByText('Show as a table').click();
  await expect(page.getByRole('table').getByRole('row')).toHaveCount(13);
  await page.getByRole('combobox', { name: 'Period' }).selectOption('This month');
  await expect(page.getByRole('table').getByRole('row')).toHaveCount(2);
  await page.getByRole('combobox', { name: 'Currency' }).selectOption('Only USD');
  await page.reload();
  await expect(page.getByRole('combobox', { name: 'Period' })).toHaveValue('month');
  await expect(page.getByRole('combobox', { name: 'Currency' })).toHaveValue('USD');
  await page
    .getByRole('main')
    .getByRole('link', { name: /^Payments received/ })
    .click();
  await expect(page.getByRole('button', { name: 'Remove condition: USD' })).toBeVisible();
});

test('an employee is told that the sums are about own expenses only', async ({ browser }) => {
  const page = await signedIn(browser, server(), { as: 'employee@example.com' });
  await dashboard(page);
  await expect(page.getByText('You see your own expenses only')).toBeVisible();
  await expect(page.getByText('Outstanding today')).toHaveCount(0);
});
