import { expect } from '@playwright/test';
import { LIVE_MS } from '#tests/support/patience.ts';
import { ExpenseForm } from './pages/expense-form.ts';
import { Invoices } from './pages/invoices.ts';
import { Shell } from './pages/shell.ts';
import { signedIn } from './support/signed-in.ts';
import { sharedServer, test } from './support/story.ts';
import { visit } from './support/visit.ts';

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
      // The other language begins with a start.
      if (list === 'expenses') await page.goto(`${server().url}${language}/finance/${list}`);
      else await visit(page, `${language}/finance/${list}`);
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
      if (list === 'expenses') {
        const names = await page.locator('[data-row] [data-place="rest"]').evaluateAll((cells) =>
          cells.map((cell) => {
            const name = [...cell.querySelectorAll('span')].findLast((part) => getComputedStyle(part).textOverflow === 'ellipsis');
            const isWhole = !name || name.scrollWidth <= name.clientWidth;
            return isWhole ? '' : name.clientWidth < 80 ? `${name.textContent}: ${name.clientWidth} px` : '';
          }),
        );
        expect.soft(names.filter(Boolean), `what an expense is filed under can be read, ${language}`).toEqual([]);
      }
      const ends = await page
        .locator('[data-row]')
        .first()
        .locator('[data-place="end"], [data-place="under"]')
        .evaluateAll((cells) => cells.map((cell) => Math.round(cell.getBoundingClientRect().right)));
      expect.soft(new Set(ends).size, `${language}/${list}`).toBe(1);
    }
});

test('a list finds words in any order and amounts, and adds up what is found and what is chosen, currency by currency', async ({
  browser,
}) => {
  const page = await signedIn(browser, server(), { width: 1366 });
  await new Invoices(page).openList();
  const rows = page.locator('[data-row]');
  const total = page.locator('[data-list-total]');
  const search = page.getByRole('searchbox', { name: 'Search number, customer or text' });
  // Another story may have invoices in yen.
  await expect(total).toHaveText(/^\d+ entries · €[\d.,]+ · (?:¥[\d.,]+ · )?US\$[\d.,]+$/);
  const found = async (words: string): Promise<string[]> => {
    const before = (await total.textContent()) ?? '';
    await search.fill(words);
    await expect(total).not.toHaveText(before);
    await expect(total).toHaveText(/^\d+ entr/);
    return rows.allInnerTexts();
  };
  const august = await found('August Störtebek');
  expect(august.length).toBeGreaterThan(0);
  expect(august.filter((row) => !/Störtebek[^]*\d+ Aug 20/.test(row))).toEqual([]);
  const [first = ''] = august;
  const [amount = ''] = /[\d,]+\.\d\d/.exec(first.slice(first.indexOf('€'))) ?? [];

  // As it is typed in Germany, on an English page.
  const alike = await found(`${amount.replaceAll(/[,.]/g, (mark) => (mark === ',' ? '.' : ','))} störtebek`);
  expect(alike.filter((row) => !row.includes('Störtebek') || !row.includes(amount))).toEqual([]);
  const cents = Number(amount.replaceAll(/\D/g, '')) * alike.length;
  await expect(total).toContainText(`€${(cents / 100).toLocaleString('en-GB', { minimumFractionDigits: 2 })}`);

  await page.getByRole('button', { name: /^Filter/ }).click();
  await search.fill('');
  for (const end of ['from', 'to']) {
    await page.getByRole('textbox', { name: `Amount ${end}` }).fill(amount);
    await page.keyboard.press('Tab');
  }
  await expect(page).toHaveURL(/amount_from=.*amount_to=/);
  await expect.poll(async () => (await rows.allInnerTexts()).filter((row) => !row.includes(amount)).length).toBe(0);

  // The smallest are in either currency.
  await visit(page, '/finance/invoices?sort=lowest');
  for (let row = 0; row < 5; row += 1) await page.locator(`[data-index="${row}"]`).getByRole('checkbox').check();
  await expect(page.getByRole('toolbar').getByRole('status')).toHaveText(/^5 selected · -?€[\d.,]+ · -?US\$[\d.,]+$/);
});

test('several expenses are rejected with one reason and taken back, then approved and reimbursed at once; a category is changed in its row', async ({
  browser,
}) => {
  const page = await signedIn(browser, server(), { width: 1366 });
  const form = new ExpenseForm(page);
  for (const [amount, description] of [
    ['21.10', 'Bündel Kabelbinder'],
    ['22.20', 'Bündel Leisten'],
  ] as const) {
    await form.record({ amount, description });
  }
  await page.getByRole('navigation').getByRole('link', { name: 'Expenses', exact: true }).click();
  await page.getByRole('searchbox').fill('bundel');
  const rows = page.locator('[data-row]');
  await expect(rows).toHaveCount(2);
  const expectAll = (status: string) => expect.poll(async () => await rows.filter({ hasText: status }).count()).toBe(2);
  const choose = async () => {
    for (const box of await rows.getByRole('checkbox').all()) await box.check();
    await expect(page.getByRole('toolbar').getByRole('status')).toHaveText('2 selected · €43.30');
  };

  await rows.first().getByRole('link').focus();
  await page.keyboard.press('c');
  const category = page.getByRole('menuitem').nth(1);
  const name = ((await category.textContent()) ?? '').trim();
  await category.click();
  await expect(rows.first()).toContainText(name);

  await choose();
  await page.getByRole('button', { name: 'Reject …' }).click();
  await page.getByRole('dialog').getByRole('textbox', { name: 'Reason' }).fill('The receipts are missing');
  await page.getByRole('dialog').getByRole('button', { name: 'Reject 2 expenses' }).click();
  // What is pointed at stays; the last is of the last act.
  const undo = page.getByRole('button', { name: 'Undo', exact: true }).last();
  await undo.hover();
  await expectAll('Rejected');
  await undo.click();
  await expectAll('Pending');

  await choose();
  await page.getByRole('toolbar').getByRole('button', { name: 'Approve', exact: true }).click();
  await expectAll('Approved');
  await choose();
  await page.getByRole('toolbar').getByRole('button', { name: 'Mark as reimbursed' }).click();
  await expect(page.getByRole('dialog')).toContainText('Together €43.30');
  await page.getByRole('dialog').getByRole('button', { name: 'Mark as reimbursed' }).click();
  await expectAll('Reimbursed');
  await new Shell(page).expectAllSynced();
  const { data } = await server().admin.from('expenses').select('status').like('description', 'Bündel %').throwOnError();
  expect(data).toEqual([{ status: 'reimbursed' }, { status: 'reimbursed' }]);
});

test('[SYNC-28] away from the server a command on a selection leaves alone what has changed since it was chosen, and is taken back; a decision that meets a change there is asked about', async ({
  browser,
}) => {
  const { admin } = server();
  const page = await signedIn(browser, server(), { width: 1366 });
  const form = new ExpenseForm(page);
  for (const [amount, name] of [
    ['11.00', 'Achse'],
    ['12.00', 'Balken'],
    ['13.00', 'Keil'],
  ] as const)
    await form.record({ amount, description: `Auswahl ${name}` });
  await new Shell(page).expectAllSynced();
  const onServer = async () => {
    const { data } = await admin.from('expenses').select('description, status').like('description', 'Auswahl %').throwOnError();
    return data.map(({ description, status }) => `${description}: ${status}`).toSorted();
  };
  const colleague = await server().as('accountant@example.com');
  const isRenamed = (description: string) =>
    colleague.from('expenses').update({ description }).like('description', 'Auswahl Keil%').throwOnError();
  await page.getByRole('navigation').getByRole('link', { name: 'Expenses', exact: true }).click();
  await page.getByRole('searchbox').fill('Auswahl');
  const rows = page.locator('[data-row]');
  const bar = page.getByRole('toolbar', { name: 'Selected records' });
  const approve = bar.getByRole('button', { name: 'Approve', exact: true });
  await expect(page.locator('[data-list-total]')).toHaveText(/^3 entries/);
  await page.getByRole('checkbox', { name: 'Select all' }).check();
  await isRenamed('Auswahl Keil aus Eiche');
  await expect(rows.filter({ hasText: 'Eiche' })).toHaveCount(1, { timeout: LIVE_MS });

  await page.context().setOffline(true);
  await approve.click();
  await expect(page.getByText(/^1 was left as it is \(.*\): This has changed since it was shown to you\./)).toBeVisible();
  await expect(rows.filter({ hasText: 'Approved' })).toHaveCount(2);
  await page.getByRole('button', { name: 'Undo', exact: true }).click();
  await expect(page.getByText('2 records taken back')).toBeVisible();
  await expect(rows.filter({ hasText: 'Pending' })).toHaveCount(3);

  // What was left alone is still chosen, as it is now; meanwhile it changes once more where nobody here can see it.
  await expect(bar).toContainText('1 selected · €13.00');
  await isRenamed('Auswahl Keil aus Buche');
  await approve.click();
  await expect(rows.filter({ hasText: 'Approved' })).toHaveCount(1);
  await page.context().setOffline(false);
  const chip = new Shell(page).chip;
  await expect(chip).toHaveAccessibleName(/1 needs you/);
  const asBefore = ['Auswahl Achse: pending', 'Auswahl Balken: pending', 'Auswahl Keil aus Buche: pending'];
  expect(await onServer()).toEqual(asBefore);
  await chip.click();
  await page.getByRole('article').getByRole('button', { name: 'Keep the server’s' }).click();
  await new Shell(page).expectAllSynced();
  expect(await onServer()).toEqual(asBefore);
});

test('what is changed in a row opens over the rows below, at a desk and on a phone', async ({ browser }) => {
  const page = await signedIn(browser, server(), { width: 1366 });
  await page.getByRole('button', { name: 'Pending', exact: true }).click();
  await expect(page).toHaveURL(/status=pending/);
  for (const width of [1366, 390])
    for (const letter of ['c', 's']) {
      await page.setViewportSize({ width, height: 844 });
      await page.locator(`[data-row-key="${letter}"]`).first().click();
      await expect(page.getByRole('menu')).toBeVisible();
      await expect(page.getByRole('menuitem').first()).toBeFocused();
      const covered = await page.getByRole('menuitem').evaluateAll((items) =>
        items.flatMap((item) => {
          const { left, top, width, height } = item.getBoundingClientRect();
          const above = document.elementFromPoint(left + width / 2, top + height / 2);
          // One that is scrolled out of the menu has nothing of itself there.
          const isInSight = item.closest('[role=menu]')?.contains(above) || above?.closest('[data-row]');
          return isInSight && !item.contains(above) ? [item.textContent] : [];
        }),
      );
      expect.soft(covered, `${letter} at ${width}`).toEqual([]);
      await page.keyboard.press('Escape');
      await expect(page.getByRole('menu')).toHaveCount(0);
    }
});
