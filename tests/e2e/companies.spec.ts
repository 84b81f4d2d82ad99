import { expect } from '@playwright/test';
import { fillSignIn, NORDLICHT } from './pages/sign-in.ts';
import { signedIn } from './support/signed-in.ts';
import { sharedServer, test } from './support/story.ts';
import { text } from './support/texts.ts';
import { visit } from './support/visit.ts';

const server = sharedServer();
const OTHER = 'Brightwater Consulting Ltd';

test('who has three companies sees them beside each other, offline too with their age, and opens one from there', async ({ browser }) => {
  const page = await signedIn(browser, server(), { device: 'train' });
  await page.getByRole('button', { name: /^Current company/ }).click();
  await page.getByRole('link', { name: 'Compare companies' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'All companies' })).toBeVisible();
  const other = page.getByRole('region', { name: OTHER });
  await expect(other.getByText(/^As of /)).toBeVisible();
  await expect(other.getByRole('definition')).toHaveCount(5);
  const figures = await other.getByRole('definition').allInnerTexts();
  // Each in the currency of its own books, and no figure over all of them.
  expect(figures.slice(3).every((figure) => /^-?£[\d,.]+$/.test(figure))).toBe(true);
  await expect(page.getByRole('region', { name: NORDLICHT }).getByText('Open on this device')).toBeVisible();
  await expect(page.getByRole('region')).toHaveCount(3);

  await page.context().setOffline(true);
  await page.reload();
  await expect(page.getByText('No connection: these are the last figures')).toBeVisible();
  await expect.poll(() => other.getByRole('definition').allInnerTexts()).toEqual(figures);
  await page.context().setOffline(false);
});

test('who belongs to one company is told of that one alone, and of it what they see in it', async ({ browser }) => {
  const page = await signedIn(browser, server(), { as: 'employee@example.com' });
  await visit(page, '/companies');
  await expect(page.getByRole('region')).toHaveCount(1);
  const own = page.getByRole('region', { name: NORDLICHT });
  await expect(own.getByText('Not visible to you').first()).toBeVisible();
  await expect(own.getByText(/[€£$]/)).toHaveCount(0);
});

test('a list of companies that did not come is asked for again by itself', async ({ page }) => {
  let isBroken = true;
  await page.route('**/rest/v1/companies?*', (route) => (isBroken ? route.abort() : route.continue()));
  await page.goto(`${server().url}/auth/login`);
  await fillSignIn(page);
  await expect(page.getByText('This needs a connection')).toBeVisible();
  isBroken = false;
  await expect(page.getByRole('main').getByRole('button', { name: NORDLICHT })).toBeVisible();
  await expect(page.getByText('This needs a connection')).toHaveCount(0);
});

test('a menu of the app bar that was opened while the company arrives stays open', async ({ page }) => {
  const { url } = server();
  let arrive = (): void => undefined;
  const arrived = new Promise<void>((resolve) => (arrive = resolve));
  await page.route('**/rpc/sync_pull', (route) => arrived.then(() => route.continue()));
  await page.goto(`${url}/auth/login?next=${encodeURIComponent('/finance/expenses')}`);
  await fillSignIn(page);
  await page.getByRole('main').getByRole('button', { name: NORDLICHT }).click();
  await expect(page.getByText(text('en', 'company:opening.firstLoadTitle'))).toBeVisible();
  await page.getByRole('button', { name: /^Current company/ }).click();
  const item = page.getByRole('link', { name: 'Compare companies' });
  await expect(item).toBeVisible();
  arrive();
  await expect(page.getByRole('heading', { level: 1, name: 'Expenses' })).toBeVisible();
  await expect(item).toBeVisible();
});

test('who signs in on a slow line sees that it goes on until the next page is there', async ({ page }) => {
  let answer = (): void => undefined;
  const answered = new Promise<void>((resolve) => (answer = resolve));
  await page.route('**/auth/v1/token*', (route) => answered.then(() => route.continue()));
  await page.goto(`${server().url}/auth/login`);
  await fillSignIn(page);
  const submit = page.locator('button[type="submit"]');
  await expect(submit).toHaveAttribute('data-loading');
  const idle = await submit.evaluateHandle((button) => {
    const seen: string[] = [];
    new MutationObserver(() => {
      if (button.isConnected && !button.hasAttribute('data-loading')) seen.push('idle');
    }).observe(button, { attributes: true });
    return seen;
  });
  answer();
  await expect(page.getByRole('main').getByRole('button', { name: NORDLICHT })).toBeVisible();
  expect(await idle.jsonValue()).toEqual([]);
});
