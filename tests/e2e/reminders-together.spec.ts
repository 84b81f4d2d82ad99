import { expect } from '@playwright/test';
import { LIVE_MS } from '#tests/support/patience.ts';
import { Shell } from './pages/shell.ts';
import { signedIn } from './support/signed-in.ts';
import { serverOfThisFile, test } from './support/story.ts';
import { visit } from './support/visit.ts';

const server = serverOfThisFile();
const MAILED = 2;

test('several reminders are mailed together and two printed as letters; a customer on hold is listed with the reason', async ({
  browser,
}) => {
  const page = await signedIn(browser, server());
  const main = page.getByRole('main');
  const due = main.getByRole('region', { name: /reminders? (is|are) due/ });
  await visit(page, '/finance/reminders');
  const rows = due.getByRole('listitem');
  await expect(rows.first()).toBeVisible();
  const before = await rows.count();
  for (let n = 0; n < MAILED; n += 1) await rows.nth(n).getByRole('checkbox').check();
  await due.getByRole('button', { name: 'Send by email' }).click();
  await expect(rows).toHaveCount(before - MAILED, { timeout: LIVE_MS });
  await expect(main.getByRole('region', { name: 'On their way' })).toBeHidden({ timeout: LIVE_MS });
  // What left is proposed no more once the server has told of it.
  await page.reload();
  await new Shell(page).expectAllSynced();
  await expect(rows).toHaveCount(before - MAILED, { timeout: LIVE_MS });

  const files: string[] = [];
  page.on('download', (download) => files.push(download.suggestedFilename()));
  for (let n = 0; n < 2; n += 1) await rows.nth(n).getByRole('checkbox').check();
  await due.getByRole('button', { name: 'Print as letters' }).click();
  await expect(rows).toHaveCount(before - MAILED - 2, { timeout: LIVE_MS });
  expect([files.length, new Set(files).size]).toEqual([2, 2]);

  // All of a customer is held back on its page.
  await rows.first().getByRole('link').first().click();
  await main.getByRole('link', { name: 'Edit customer' }).or(main.locator('a[href*="/finance/customers/"]').first()).first().click();
  await main.getByRole('link', { name: 'Edit', exact: true }).click();
  await main.getByRole('textbox', { name: 'No reminders because' }).fill('We settle all of it in spring');
  await main.getByRole('button', { name: 'Save changes' }).click();
  await expect(main.getByText('We settle all of it in spring')).toBeVisible();
  await visit(page, '/finance/reminders');
  await expect(main.getByRole('region', { name: 'Held back' })).toContainText('We settle all of it in spring');
  await new Shell(page).expectAllSynced();
});
