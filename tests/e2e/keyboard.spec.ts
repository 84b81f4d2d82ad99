import { expect, type Page } from '@playwright/test';
import { Invoices } from './pages/invoices.ts';
import { signedIn } from './support/signed-in.ts';
import { sharedServer, test } from './support/story.ts';

const server = sharedServer();
const focused = (page: Page) => page.locator(':focus');

test('what is changed in a row opens from the row, takes the focus and gives it back; a dialog keeps it', async ({ browser }) => {
  const page = await signedIn(browser, server(), { width: 1366 });
  const { keyboard } = page;
  await page.getByRole('button', { name: 'Pending', exact: true }).click();
  const table = page.getByRole('table', { name: 'Expenses' });
  const opener = table.locator('[data-index="0"] [data-row-open]');
  await expect(page.locator('[data-list-total]')).toContainText('€');
  await keyboard.press('j');
  await expect(opener).toBeFocused();

  await keyboard.press('c');
  await expect(page.getByRole('menu')).toBeVisible();
  await expect(focused(page)).toHaveAttribute('role', 'menuitem');
  await keyboard.press('Escape');
  await expect(page.getByRole('menu')).toHaveCount(0);
  await expect(opener).toBeFocused();

  await keyboard.press('x');
  await expect(page.getByRole('toolbar').getByRole('status')).toHaveText(/^1 selected · €/);
  const reject = page.getByRole('button', { name: 'Reject …' });
  await reject.focus();
  await keyboard.press('Enter');
  const dialog = page.getByRole('dialog');
  await expect(dialog.getByRole('textbox', { name: 'Reason' })).toBeFocused();
  // Round and round, never out of it.
  for (let presses = 0; presses < 8; presses += 1) {
    await keyboard.press('Tab');
    expect(await page.evaluate(() => document.activeElement === document.body || document.activeElement?.closest('dialog') !== null)).toBe(
      true,
    );
  }
  await keyboard.press('Escape');
  await expect(dialog).toHaveCount(0);
  await expect(reject).toBeFocused();
});

test('the columns of a list are chosen with the keyboard, kept, and put back', async ({ browser }) => {
  const page = await signedIn(browser, server(), { width: 1366 });
  const heads = page.getByRole('table', { name: 'Expenses' }).getByRole('columnheader');
  const chooser = page.getByRole('button', { name: 'Choose columns' });
  await chooser.focus();
  await page.keyboard.press('Enter');
  const box = page.getByRole('checkbox', { name: 'Number' });
  await box.focus();
  await page.keyboard.press('Space');
  await expect(heads.filter({ hasText: 'Number' })).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(chooser).toBeFocused();
  await page.reload();
  await expect(heads.filter({ hasText: 'Number' })).toBeVisible();
  await chooser.click();
  await page.getByRole('button', { name: 'Reset' }).click();
  await expect(heads.filter({ hasText: 'Number' })).toHaveCount(0);
});

test('with forced colours boxes, borders, states and the focus stay visible, and with reduced motion nothing moves', async ({
  browser,
}) => {
  const page = await signedIn(browser, server(), { width: 1366 });
  await page.emulateMedia({ forcedColors: 'active', reducedMotion: 'reduce' });
  await new Invoices(page).openList();
  const row = page.getByRole('table', { name: 'Invoices' }).locator('[data-index="0"]');
  await expect(row).toBeVisible();
  await page.keyboard.press('j');
  await expect(row.locator('[data-row-open]')).toBeFocused();
  const seen = await page.evaluate(() => {
    const styleOf = (selector: string, of = '') => getComputedStyle(document.querySelector(selector) as Element, of);
    const background = getComputedStyle(document.body).backgroundColor;
    return {
      isForced: matchMedia('(forced-colors: active)').matches,
      outline: styleOf('[data-index="0"]').outlineStyle,
      rowBorder: styleOf('[data-index="0"]').borderBottomColor !== background,
      // The browser draws the box itself.
      box: styleOf('[data-index="0"] input[type=checkbox]').appearance,
      button: styleOf('[data-row-key="s"]').color !== background,
      moving: document.getAnimations().filter(({ playState }) => playState === 'running').length,
    };
  });
  expect(seen).toEqual({ isForced: true, outline: 'solid', rowBorder: true, box: 'auto', button: true, moving: 0 });
});
