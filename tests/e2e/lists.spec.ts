import { expect } from '@playwright/test';
import { Invoices } from './pages/invoices.ts';
import { signedIn } from './support/signed-in.ts';
import { sharedServer, test } from './support/story.ts';

const server = sharedServer();

test('a list is walked, chosen from and come back to with the keyboard', async ({ browser }) => {
  const page = await signedIn(browser, server());
  const invoices = new Invoices(page);
  await invoices.openList();
  const table = page.getByRole('table', { name: 'Invoices' });
  const opener = (row: number) => table.locator(`[data-index="${row}"] [data-row-open]`);
  await expect(opener(0)).toBeVisible();

  await page.keyboard.press('j');
  await expect(opener(0)).toBeFocused();
  await page.keyboard.press('x');
  await page.keyboard.press('Shift+J');
  await page.keyboard.press('Shift+ArrowDown');
  await expect(page.getByText('3 selected')).toBeVisible();
  // One stop: from a row Tab leads to its box's table and on, not through every row.
  await page.keyboard.press('Tab');
  await expect(table.locator(':focus')).toHaveCount(0);

  // Far down, into a record, and back by its link: the same row at the same place.
  await opener(2).focus();
  for (let row = 3; row <= 40; row += 1) {
    await page.keyboard.press('j');
    await expect(opener(row)).toBeFocused();
  }
  const before = await opener(40).boundingBox();
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/\/finance\/invoices\/[0-9a-f-]{36}$/);
  await page.getByRole('link', { name: 'All invoices' }).click();
  await expect(opener(40)).toBeFocused();
  await expect.poll(async () => Math.round((await opener(40).boundingBox())?.y ?? 0)).toBe(Math.round(before?.y ?? -1));
});

test('where there is no room for a table its cards are put in order by a menu', async ({ browser }) => {
  const page = await signedIn(browser, server());
  await new Invoices(page).openList();
  const heads = page.getByRole('table', { name: 'Invoices' }).getByRole('columnheader');
  const sort = page.getByRole('combobox', { name: 'Sort by' });
  const expectHeads = async (width: number, names: readonly string[]) => {
    await page.setViewportSize({ width, height: 800 });
    // The list measures itself with the next frame.
    await expect.poll(async () => (await heads.allInnerTexts()).filter((text) => text !== '')).toEqual(names);
    await expect(sort).toBeHidden();
  };
  await expectHeads(1366, ['Number', 'Customer', 'Date', 'Due', 'Status', 'Amount']);
  await expectHeads(1120, ['Number', 'Customer', 'Date', 'Status', 'Amount']);
  await page.setViewportSize({ width: 820, height: 800 });
  await expect(sort).toBeVisible();
  await sort.selectOption({ label: 'Highest amount' });
  await expect(page).toHaveURL(/sort=highest/);
});

test('on a phone a record is two lines of a card, in both languages, and its status stands below its amount', async ({ browser }) => {
  const page = await signedIn(browser, server(), { width: 390 });
  for (const language of ['', '/de'])
    for (const list of ['expenses', 'invoices', 'payments', 'recurring-expenses', 'recurring-invoices']) {
      await page.goto(`${server().url}${language}/finance/${list}`);
      await expect(page.locator('[data-row]').nth(list.startsWith('recurring') ? 3 : 10)).toBeVisible();
      const linesOf = () =>
        page.locator('[data-row]').evaluateAll((rows) =>
          rows.map((row) => {
            const cells = [...row.querySelectorAll('[data-place]:not([data-place="check"])')].map((cell) => cell.getBoundingClientRect());
            const middles = cells.filter(({ height }) => height > 0).map(({ top, bottom }) => (top + bottom) / 2);
            // What stands beside each other may differ by a hair.
            return middles.toSorted((a, b) => a - b).filter((middle, index, all) => index === 0 || middle - (all[index - 1] ?? 0) > 6)
              .length;
          }),
        );
      await page.setViewportSize({ width: 360, height: 844 });
      const narrow = await linesOf();
      expect.soft(narrow, `${language}/${list} at 360`).toEqual(narrow.map(() => 2));
      await page.setViewportSize({ width: 390, height: 844 });
      const lines = await linesOf();
      expect.soft(lines, `${language}/${list}`).toEqual(lines.map(() => 2));
      const ends = await page
        .locator('[data-row]')
        .first()
        .locator('[data-place="end"], [data-place="under"]')
        .evaluateAll((cells) => cells.map((cell) => Math.round(cell.getBoundingClientRect().right)));
      expect.soft(new Set(ends).size, `${language}/${list}`).toBe(1);
    }
});
