import { expect, type Page } from '@playwright/test';
import { ExpenseForm } from './pages/expense-form.ts';
import { Shell } from './pages/shell.ts';
import { signedIn } from './support/signed-in.ts';
import { sharedServer, test } from './support/story.ts';
import { visit } from './support/visit.ts';

const server = sharedServer();
const line = (page: Page, place: number) => page.getByRole('group', { name: `Line ${place}`, exact: true });
const cell = (page: Page, place: number, field: string) => line(page, place).getByRole('textbox', { name: field });

test('an employee captures a receipt with 7 and 19 percent and a tip on a phone', async ({ browser }) => {
  const page = await signedIn(browser, server(), { as: 'employee@example.com', width: 390 });
  await visit(page, '/finance/expenses/create');
  const form = new ExpenseForm(page);
  await form.fill({ amount: '23.00', description: 'Lunch with the printers' });
  await page.getByRole('button', { name: 'Several rates' }).click();
  await cell(page, 1, 'Gross').fill('10.70');
  await line(page, 1).getByRole('combobox', { name: 'Tax rate' }).selectOption('7');
  await expect(cell(page, 1, 'Net')).toHaveValue('10.00');
  await expect(page.getByText('€12.30 left', { exact: true })).toBeVisible();
  await page.getByRole('button', { name: 'Add the rest: €12.30' }).click();
  await expect(line(page, 2).getByRole('combobox', { name: 'Tax rate' })).toHaveValue('19');
  await cell(page, 2, 'Gross').fill('11.90');
  // It does not add up: one sentence with what is missing, and nothing typed is lost.
  await form.save();
  await expect(page.getByRole('alert').filter({ hasText: 'do not add up' })).toContainText('€0.40 left');
  await page.getByRole('button', { name: 'Add the rest: €0.40' }).click();
  await expect(page.getByText('Adds up to the amount')).toBeVisible();
  // As it is printed: one cent less than computed.
  await cell(page, 2, 'Net').fill('10.01');
  await cell(page, 2, 'Tax').fill('1.89');
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390);
  await form.saveAndSee();
  await new Shell(page).expectAllSynced();
  const table = page.getByRole('table', { name: 'Tax table' });
  await expect(table.getByRole('row')).toHaveText([/Tax rate/, /^7%.*€10\.00€0\.70$/, /^19%.*€10\.01€1\.89$/, /^No tax.*€0\.40€0\.00$/]);
  const { data } = await server()
    .admin.from('expenses')
    .select('tax_rate,tax_amount,tax_lines')
    .eq('description', 'Lunch with the printers')
    .single();
  expect(data).toMatchObject({
    tax_rate: null,
    tax_amount: 2.59,
    tax_lines: [{ tax: 0.7 }, { tax: 1.89 }, { category: 'none', net: 0.4 }],
  });
});
