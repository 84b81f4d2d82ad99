import { expect, type Page } from '@playwright/test';
import { LIVE_MS } from '#tests/support/patience.ts';
import { ExpenseForm } from './pages/expense-form.ts';
import { Shell } from './pages/shell.ts';
import { signedIn } from './support/signed-in.ts';
import { sharedServer, test } from './support/story.ts';

const server = sharedServer();

async function submit(page: Page, amount: string, description: string): Promise<void> {
  const form = new ExpenseForm(page);
  await form.record({ amount, description });
  await new Shell(page).expectAllSynced();
}

const rowOf = (page: Page, description: string) => page.getByRole('row').filter({ hasText: description });
const statusOf = (page: Page, status: string) => page.getByRole('main').getByText(status, { exact: true }).first();

test('what an employee hands in is decided on another device, and both see it at once', async ({ browser }) => {
  const employee = await signedIn(browser, server(), { as: 'employee@example.com' });
  const approver = await signedIn(browser, server(), { as: 'approver@example.com' });

  await submit(employee, '42.00', 'Workshop material');
  await expect(employee.getByRole('button', { name: 'Approve' })).toHaveCount(0);
  await expect(rowOf(approver, 'Workshop material')).toBeVisible({ timeout: LIVE_MS });
  await rowOf(approver, 'Workshop material').getByRole('link').click();
  await approver.getByRole('button', { name: 'Approve', exact: true }).click();
  await expect(statusOf(employee, 'Approved')).toBeVisible({ timeout: LIVE_MS });

  await submit(employee, '310.00', 'Headphones');
  await approver.getByRole('link', { name: 'All expenses' }).click();
  await rowOf(approver, 'Headphones').getByRole('link').click();
  await approver.getByRole('button', { name: 'Reject', exact: true }).click();
  const dialog = approver.getByRole('dialog', { name: 'Reject this expense' });
  await dialog.getByRole('button', { name: 'Reject expense' }).click();
  await expect(dialog).toBeVisible();
  await dialog.getByRole('textbox', { name: 'Reason' }).fill('The invoice is made out to a private address.');
  await dialog.getByRole('button', { name: 'Reject expense' }).click();
  await expect(statusOf(employee, 'Rejected')).toBeVisible({ timeout: LIVE_MS });
  await expect(employee.getByText('The invoice is made out to a private address.').first()).toBeVisible();
});

test('two devices that change different fields offline are merged; the same field is decided by a person', async ({ browser }) => {
  const office = await signedIn(browser, server());
  const train = await signedIn(browser, server(), { as: 'accountant@example.com', device: 'train' });
  await submit(train, '55.00', 'Conference ticket');
  const address = train.url();
  await office.goto(address);
  await expect(office.getByRole('heading', { level: 1, name: 'Conference ticket' })).toBeVisible();

  const edit = async (page: Page, change: (form: ExpenseForm) => Promise<void>): Promise<void> => {
    await page.getByRole('link', { name: 'Edit' }).click();
    const form = new ExpenseForm(page);
    await expect(form.amount).toBeVisible();
    await change(form);
    await form.saveAndSee();
  };
  await train.context().setOffline(true);
  await office.context().setOffline(true);
  await edit(train, (form) => form.amount.fill('65.00'));
  await edit(office, (form) => form.description.fill('Conference ticket, two days'));
  await train.context().setOffline(false);
  await new Shell(train).expectAllSynced();
  await office.context().setOffline(false);
  await new Shell(office).expectAllSynced();
  for (const page of [train, office]) {
    await expect(page.getByRole('heading', { level: 1, name: 'Conference ticket, two days' })).toBeVisible({ timeout: LIVE_MS });
    await expect(page.getByRole('main').getByText('€65.00').first()).toBeVisible({ timeout: LIVE_MS });
  }

  await train.context().setOffline(true);
  await office.context().setOffline(true);
  await edit(train, (form) => form.amount.fill('70.00'));
  await edit(office, async (form) => {
    await form.amount.fill('80.00');
    await form.description.fill('Conference ticket, two days, with lunch');
  });
  await train.context().setOffline(false);
  await new Shell(train).expectAllSynced();
  await office.context().setOffline(false);
  const chip = new Shell(office).chip;
  await expect(chip).toHaveAccessibleName(/1 needs you/);
  await expect(office.getByRole('main').getByText('€70.00').first()).toBeVisible();
  await chip.click();
  const issue = office.getByRole('article').filter({ hasText: 'Changed in two places' });
  const amounts = issue.getByRole('row').filter({ hasText: 'Amount' });
  await expect(amounts).toContainText('€80.00');
  await expect(amounts).toContainText('€70.00');
  // The newest change is the description, by the person who looks; the amount was another's.
  await expect(office.getByRole('heading', { level: 1, name: 'Sync' })).toBeVisible();
  await expect(issue).toContainText('Other change: Hanne Gräfe');
  await issue.getByRole('button', { name: 'Keep mine' }).click();
  await expect(issue).toHaveCount(0);
  await new Shell(office).expectAllSynced();
  await expect(train.getByRole('main').getByText('€80.00').first()).toBeVisible({ timeout: LIVE_MS });
  const { data } = await server().admin.from('expenses').select('amount').eq('id', address.split('/').at(-1)).throwOnError();
  expect(data).toEqual([{ amount: 80 }]);
});
