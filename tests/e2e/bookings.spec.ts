import { expect, type Page } from '@playwright/test';
import { ExpenseForm } from './pages/expense-form.ts';
import { Shell } from './pages/shell.ts';
import { signedIn } from './support/signed-in.ts';
import { sharedServer, test } from './support/story.ts';
import { visit } from './support/visit.ts';

const server = sharedServer();

async function reverse(page: Page, reason: string, button = 'Reverse'): Promise<void> {
  await page.getByRole(button === 'Reverse' ? 'menuitem' : 'button', { name: button }).click();
  const dialog = page.getByRole('dialog', { name: /^Reverse this/ });
  await dialog.getByRole('button', { name: 'Reverse' }).click();
  await expect(dialog).toBeVisible();
  await dialog.getByRole('textbox', { name: 'Reason' }).fill(reason);
  await dialog.getByRole('button', { name: 'Reverse' }).click();
  await expect(dialog).toBeHidden();
}

test('an approved expense is not deleted but reversed, and the right one entered at once', async ({ browser }) => {
  const page = await signedIn(browser, server());
  const form = new ExpenseForm(page);
  await form.record({ amount: '83.40', description: 'Paid for the wrong company' });
  await page.getByRole('button', { name: 'Approve', exact: true }).click();
  await expect(page.getByRole('button', { name: 'Approve', exact: true })).toHaveCount(0);
  const booked = page.url();
  await page.getByRole('button', { name: 'More actions' }).click();
  await expect(page.getByRole('menuitem', { name: 'Delete' })).toHaveCount(0);
  await reverse(page, 'It was for the other company');
  // The form begins with what was wrong.
  await expect(form.amount).toHaveValue('83.40');
  await form.amount.fill('8.34');
  await form.saveAndSee();
  await new Shell(page).expectAllSynced();
  await visit(page, booked);
  await expect(page.getByText(/^Reversed by EXP-.*: It was for the other company$/)).toBeVisible();
  await page.getByRole('link', { name: /^EXP-/ }).click();
  await expect(page.getByText('-€83.40').or(page.getByText('−€83.40')).first()).toBeVisible();
});

test('in a month that is closed a payment stays; it is reversed in an open one', async ({ browser }) => {
  const page = await signedIn(browser, server());
  await visit(page, '/settings/periods');
  const last = page.getByRole('button', { name: /^Close month: / }).first();
  const month = ((await last.getAttribute('aria-label')) ?? '').replace('Close month: ', '');
  await last.click();
  await page
    .getByRole('dialog', { name: `Close ${month}?` })
    .getByRole('button', { name: 'Close month' })
    .click();
  await expect(page.getByRole('button', { name: `Open again: ${month}` })).toBeVisible();

  const first = new Date(`1 ${month} UTC`).toISOString().slice(0, 7);
  await visit(page, `/finance/payments?from=${first}-01&to=${first}-28`);
  await page.getByRole('row').nth(1).getByRole('button').or(page.getByRole('row').nth(1).getByRole('link')).first().click();
  const dialog = page.getByRole('dialog', { name: 'Payment' });
  await expect(dialog.getByText('The month of this payment is closed.', { exact: false })).toBeVisible();
  await expect(dialog.getByRole('textbox')).toHaveCount(0);
  await reverse(page, 'The bank took it back', 'Reverse payment');
  await new Shell(page).expectAllSynced();

  // What turns up late keeps its day and is booked in an open month.
  const form = new ExpenseForm(page);
  await form.openNew();
  await form.fill({ amount: '33.00', description: 'Found in a coat' });
  const date = page.getByRole('textbox', { name: 'Date' });
  await date.fill(`${first}-15`);
  await form.saveAndSee();
  await expect(page.getByText('It is booked in an open month when it is approved.', { exact: false })).toBeVisible();
  await page.getByRole('button', { name: 'Approve', exact: true }).click();
  const late = page.getByRole('dialog', { name: 'Book in an open month' });
  await expect(late.getByText(`${month} is closed.`, { exact: false })).toBeVisible();
  await late.getByRole('button', { name: 'Approve' }).click();
  await expect(late).toBeHidden();
  await expect(page.getByText('Booked on', { exact: true })).toBeVisible();
  await new Shell(page).expectAllSynced();
});
