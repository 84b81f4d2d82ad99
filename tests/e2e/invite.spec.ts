import { expect, type Page } from '@playwright/test';
import { LIVE_MS } from '#tests/support/patience.ts';
import { People } from './pages/people.ts';
import { Shell } from './pages/shell.ts';
import { NORDLICHT } from './pages/sign-in.ts';
import { contextOptions } from './support/browser.ts';
import { signedIn } from './support/signed-in.ts';
import { sharedServer, test } from './support/story.ts';
import { visit } from './support/visit.ts';

const server = sharedServer();
const EMAIL = 'ines.kraft@example.com';

async function linkOf(kind: RegExp): Promise<string> {
  const find = async () => (await server().mailsTo(EMAIL)).find(({ link = '' }) => kind.test(link))?.link ?? '';
  await expect.poll(find).toMatch(kind);
  return find();
}

const placeIn = (page: Page, name: string) =>
  page.getByRole('navigation', { name: 'Main navigation' }).first().getByRole('link', { name, exact: true });

/** Opens the invitation's mail as somebody who has no account yet. */
async function registerAndAccept(page: Page): Promise<void> {
  await page.goto(await linkOf(/\/auth\/invitation\?token=/));
  await expect(page.getByRole('heading', { name: 'You are invited' })).toBeVisible();
  await page.getByRole('link', { name: 'Create an account' }).click();
  await page.getByRole('textbox', { name: 'Your name' }).fill('Ines Kraft');
  await page.getByRole('textbox', { name: 'Email' }).fill(EMAIL);
  await page.getByLabel('Password', { exact: true }).fill('a quiet harbour at dawn');
  await page.getByRole('button', { name: 'Create account' }).click();
  await expect(page.getByRole('heading', { name: 'Check your email' })).toBeVisible();
  await page.goto(await linkOf(/\/auth\/v1\/verify\?/));
  await expect(page).toHaveURL(/\/company\/accept-invite\?token=.+/);
  await expect(page.getByText('Svea Petersen invites you')).toBeVisible();
  await page.getByRole('button', { name: `Accept the invitation of ${NORDLICHT}` }).click();
}

test('an accountant is invited, registers, works, and follows the rights the owner gives and takes', async ({ browser }) => {
  const owner = await signedIn(browser, server());
  const accountant = await (await browser.newContext(contextOptions)).newPage();
  const people = new People(owner, server().url);
  await people.open();
  await people.invite('viewer@example.com', 'Accountant');
  await expect(owner.getByText('This address belongs to a member already.')).toBeVisible();
  await owner.keyboard.press('Escape');
  await people.invite(EMAIL, 'Accountant');
  await expect(owner.getByRole('dialog', { name: 'Invitation sent' })).toContainText(EMAIL);
  await owner.getByRole('button', { name: 'Done' }).click();
  await expect(owner.getByRole('button', { name: `Withdraw the invitation to ${EMAIL}` })).toBeVisible();

  await registerAndAccept(accountant);
  await expect(placeIn(accountant, 'Invoices')).toBeVisible();
  await expect(placeIn(accountant, 'Categories')).toBeVisible();
  await new Shell(accountant).expectReadyForOffline();
  await visit(accountant, '/settings/company');
  await expect(accountant.getByRole('heading', { name: 'You may not open this page' })).toBeVisible();
  await placeIn(accountant, 'Payments').click();
  await expect(accountant.getByRole('heading', { level: 1, name: 'Payments' })).toBeVisible();

  await expect(people.member('Ines Kraft')).toBeVisible({ timeout: LIVE_MS });
  await people.member('Ines Kraft').click();
  for (const right of ['Create', 'Edit', 'Delete', 'View']) await people.right('Payments', right).uncheck();
  await people.save();
  await expect(accountant.getByRole('heading', { name: 'You may not open this page' })).toBeVisible({ timeout: LIVE_MS });
  await expect(placeIn(accountant, 'Payments')).toHaveCount(0);

  await placeIn(accountant, 'Vendors').click();
  await accountant.getByRole('row').nth(1).getByRole('link').click();
  await accountant.context().setOffline(true);
  await accountant.getByRole('link', { name: 'Edit' }).click();
  await accountant.getByRole('textbox', { name: 'Phone' }).fill('+49 40 555 0199');
  await accountant.getByRole('button', { name: 'Save changes' }).click();
  await new Shell(accountant).expectWaiting(1);
  await people.right('Vendors', 'Edit').uncheck();
  await people.save();
  await accountant.context().setOffline(false);
  const { chip } = new Shell(accountant);
  await expect(chip).toHaveAccessibleName(/1 needs you/);
  await expect(accountant.getByRole('link', { name: 'Edit' })).toHaveCount(0);
  await chip.click();
  const issue = accountant.getByRole('article').filter({ hasText: 'Refused by the server' });
  await expect(issue).toContainText('You don’t have the right to do this in this company.');
  await expect(issue).toContainText('+49 40 555 0199');

  await people.right('Vendors', 'Edit').check();
  await people.save();
  await issue.getByRole('button', { name: 'Try again' }).click();
  await expect(issue).toHaveCount(0);
  await new Shell(accountant).expectAllSynced();
  const { data } = await server().admin.from('vendors').select('id').eq('phone', '+49 40 555 0199').throwOnError();
  expect(data).toHaveLength(1);
  await accountant.context().close();
});

test('an invitation that is for somebody else is explained, and its token is kept for another account', async ({ page }) => {
  const token = 'not-a-token-anybody-was-sent';
  await page.goto(`${server().url}/auth/invitation?token=${token}`);
  await page.getByRole('link', { name: 'Sign in' }).click();
  await page.getByRole('textbox', { name: 'Email' }).fill('viewer@example.com');
  await page.getByLabel('Password', { exact: true }).fill('demo-demo-demo');
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
  await expect(page.getByRole('heading', { name: 'This invitation is not for viewer@example.com' })).toBeVisible();
  await page.getByRole('button', { name: 'Use another account' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Sign out' }).click();
  await expect(page).toHaveURL(new RegExp(`/auth/login\\?token=${token}$`));
});
