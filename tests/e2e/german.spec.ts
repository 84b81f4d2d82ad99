import { type BrowserContext, expect } from '@playwright/test';
import { ExpenseForm } from './pages/expense-form.ts';
import { Shell } from './pages/shell.ts';
import { fillSignIn, NORDLICHT, openPreferences } from './pages/sign-in.ts';
import { expectGerman } from './support/german.ts';
import { sharedServer, test } from './support/story.ts';
import { text } from './support/texts.ts';
import { visit } from './support/visit.ts';

const server = sharedServer();
test.use({ locale: 'de-DE' });

async function localeCookie(context: BrowserContext) {
  return (await context.cookies()).find(({ value }) => value === 'de');
}

test('the whole way of an expense in German', async ({ page, context }) => {
  const { url, admin } = server();
  await page.goto(`${url}/de/auth/login`);
  await expect(page.getByRole('heading', { name: text('de', 'auth:login.title') })).toBeVisible();
  await expectGerman(page);
  const cookie = await localeCookie(context);
  const daysLeft = ((cookie?.expires ?? 0) - Date.now() / 1000) / 86_400;
  expect(daysLeft).toBeGreaterThan(364);
  expect(daysLeft).toBeLessThan(366);

  await fillSignIn(page, { language: 'de' });
  await expect(page.getByRole('heading', { name: text('de', 'company:select.title') })).toBeVisible();
  await expectGerman(page);
  await page.getByRole('main').getByRole('button', { name: NORDLICHT }).click();
  await expect(page.getByRole('heading', { level: 1, name: text('de', 'dashboard:title') })).toBeVisible();
  await page
    .getByRole('navigation')
    .getByRole('link', { name: text('de', 'entities:expenses.many'), exact: true })
    .click();
  await expect(page.getByRole('table', { name: text('de', 'expenses:title.list') })).toBeVisible();
  const shell = new Shell(page, 'de');
  await shell.expectAllSynced();
  await expectGerman(page);

  const form = new ExpenseForm(page, 'de');
  await form.openNew();
  await expectGerman(page);
  await form.fill({ amount: '1.234,56', description: 'Büroregale aus Esche', vendor: 'Gerätehaus Altona', category: 'Büro' });
  await expect(page.getByText('197,11').first()).toBeVisible();
  await expectGerman(page);
  await form.saveAndSee();
  await expect(page).toHaveURL(/\/de\/finance\/expenses\//);
  await expect(
    page
      .getByRole('main')
      .getByText(/1\.234,56\s€/)
      .first(),
  ).toBeVisible();
  await shell.expectAllSynced();
  await expectGerman(page);
  const { data } = await admin.from('expenses').select('amount').eq('description', 'Büroregale aus Esche').throwOnError();
  expect(data).toEqual([{ amount: 1234.56 }]);

  await page
    .getByRole('navigation')
    .getByRole('link', { name: text('de', 'entities:expenses.many'), exact: true })
    .click();
  const row = page.getByRole('row').filter({ hasText: 'Büroregale aus Esche' });
  await expect(row).toContainText('1.234,56');
  for (const path of ['/sync', '/settings/offline', '/settings/expenses', '/finance/vendors', '/finance/expense-categories', '/nirgends']) {
    await visit(page, `/de${path}`);
    await expectGerman(page);
  }
  await page.goto(`${url}/de/nirgends/hier`);
  await expect(page.getByText('/de/nirgends/hier')).toBeVisible();

  await page.getByRole('button', { name: new RegExp(`^${text('de', 'navigation:company.current').replace('{{name}}', '')}`) }).click();
  await page.getByRole('link', { name: text('de', 'navigation:company.all') }).click();
  await expect(page.getByRole('heading', { name: text('de', 'company:select.title') })).toBeVisible();
  expect(await page.evaluate(() => localStorage.getItem('current_company_id'))).toBeNull();
  await page.goto(`${url}/de/finance/expenses`);
  await expect(page.getByRole('heading', { name: text('de', 'company:select.title') })).toBeVisible();
});

test('the language chosen once is the one of the next visit', async ({ page, context }) => {
  await context.addCookies([{ name: 'unrelated', value: '1', url: server().url }]);
  await page.goto(`${server().url}/de/auth/login`);
  await expect(page.locator('html')).toHaveAttribute('lang', 'de');
  await openPreferences(page, 'de');
  await page.getByRole('button', { name: 'English' }).click();
  await expect(page.getByRole('heading', { name: 'Sign in' })).toBeVisible();
  await expect(page).not.toHaveURL(/\/de\//);
  await page.goto(server().url);
  await expect(page.getByRole('heading', { name: 'Sign in' })).toBeVisible();
  await expect(page.locator('html')).toHaveAttribute('lang', 'en');
});
