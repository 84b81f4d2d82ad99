import { expect } from '@playwright/test';
import { Shell } from '#tests/e2e/pages/shell.ts';
import { signIn } from '#tests/e2e/pages/sign-in.ts';
import { contextOptions } from '#tests/e2e/support/browser.ts';
import { sharedServer, test } from '#tests/e2e/support/story.ts';

const server = sharedServer();

test('a kind of record that was added by the guide is listed, typed, found, linked, given rights to and synced', async ({
  page,
  browser,
}) => {
  const { url } = server();
  await signIn(page, url);
  await new Shell(page).expectReadyForOffline();
  await page.getByRole('navigation').getByRole('link', { name: 'Projects' }).click();
  await page.getByRole('link', { name: 'New project' }).first().click();
  await page.getByLabel('Name').fill('Relaunch');
  await page.getByLabel('Code').fill('RL-1');
  await page.getByRole('textbox', { name: 'Customer' }).fill('Brauerei');
  await page.getByRole('option', { name: /^Brauerei Störtebek/ }).click();
  await page.getByRole('button', { name: 'Create project' }).click();
  await expect(page.getByRole('heading', { name: 'Relaunch' })).toBeVisible();
  await expect(page.getByText('Brauerei Störtebek')).toBeVisible();
  await expect(page.getByText(/^Created/)).toBeVisible();
  await new Shell(page).expectAllSynced();

  await page.keyboard.press('Control+k');
  await page.keyboard.type('RL-1');
  await page.getByRole('option', { name: /Relaunch/ }).click();
  await expect(page.getByRole('heading', { name: 'Relaunch' })).toBeVisible();

  await page.goto(`${url}/settings/user-management`);
  await page.getByRole('button', { name: 'Invite', exact: true }).click();
  await page.getByText('Choose rights one by one').click();
  await expect(page.getByRole('group', { name: 'Projects' }).getByRole('checkbox')).toHaveCount(6);

  const other = await (await browser.newContext(contextOptions)).newPage();
  await signIn(other, url);
  await new Shell(other).expectAllSynced();
  await other.goto(`${url}/de/finance/projects`);
  await expect(other.getByRole('heading', { name: 'Projekte' })).toBeVisible();
  await expect(other.getByText('RL-1')).toBeVisible();
  await expect(other.getByText('Brauerei Störtebek')).toBeVisible();
});
