import { expect } from '@playwright/test';
import { contextOptions } from './support/browser.ts';
import { Shell } from './pages/shell.ts';
import { DEMO_PASSWORD, NORDLICHT, signIn } from './pages/sign-in.ts';
import { serverOfThisFile, test } from './support/story.ts';
import { visit } from './support/visit.ts';

const server = serverOfThisFile();
const [DELETE, CLOSE, TO_EXPORT] = ['Delete company', 'Close and delete', 'To the export'] as const;

test('an owner takes the company along, closes it for everybody, and takes that back', async ({ browser }) => {
  const context = await browser.newContext(contextOptions);
  await context.addInitScript(() => Object.assign(globalThis, { showSaveFilePicker: undefined }));
  const page = await context.newPage();
  await signIn(page, server().url);
  await new Shell(page).expectAllSynced();
  await visit(page, '/settings/company');

  // Books leave first.
  await page.getByRole('button', { name: DELETE }).click();
  await page.getByRole('dialog').getByRole('link', { name: TO_EXPORT }).click();
  const download = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Export', exact: true }).click();
  await (await download).path();
  await expect(page.getByText('Complete', { exact: true })).toBeVisible();

  await visit(page, '/settings/company');
  await page.getByRole('button', { name: DELETE }).click();
  const dialog = page.getByRole('dialog');
  const close = dialog.getByRole('button', { name: CLOSE });
  await expect(close).toBeDisabled();
  await dialog.getByRole('checkbox').check();
  await dialog.getByRole('textbox', { name: 'type the name' }).fill(NORDLICHT);
  await dialog.getByLabel('Your password', { exact: true }).fill('not this one');
  await close.click();
  await expect(dialog.getByText('The password is wrong.')).toBeVisible();
  await dialog.getByLabel('Your password', { exact: true }).fill(DEMO_PASSWORD);
  await close.click();

  const closed = page.getByRole('region', { name: 'Closed companies' });
  await expect(closed.getByText(NORDLICHT)).toBeVisible();
  const { data } = await server().admin.from('company_users').select('id').eq('company_id', '0190d0e0-0000-7000-8000-00000000000a');
  expect(data).toEqual([]);

  await closed.getByRole('button', { name: 'Take back' }).click();
  await expect(closed).toBeHidden();
  await page.getByRole('main').getByRole('button', { name: NORDLICHT }).click();
  await new Shell(page).expectAllSynced();
  await context.close();
});
