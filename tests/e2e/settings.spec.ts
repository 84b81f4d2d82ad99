import { type Browser, expect, type Page } from '@playwright/test';
import { pdfTexts } from '#tests/support/pdf-text.ts';
import { Invoices } from './pages/invoices.ts';
import { Shell } from './pages/shell.ts';
import { ownCustomer, ownDrafts } from './support/own-records.ts';
import { pngReceipt } from './support/receipts.ts';
import { signedIn } from './support/signed-in.ts';
import { sharedServer, test } from './support/story.ts';
import { visit } from './support/visit.ts';

const server = sharedServer();
const IBAN = 'DE12 5001 0517 0648 4898 90';
const CUSTOMER_MAIL = 'buchhaltung@stoertebek.example';

async function settingsPage(browser: Browser, section: string): Promise<Page> {
  const page = await signedIn(browser, server());
  await openSettings(page, section);
  return page;
}

async function openSettings(page: Page, section: string): Promise<void> {
  await page.getByRole('navigation').getByRole('link', { name: 'Settings', exact: true }).click();
  const link = page.getByRole('main').getByRole('link', { name: new RegExp(`^${section}`) });
  await link.first().click();
  await expect(page.getByRole('heading', { level: 1, name: section })).toBeVisible();
}

test('unsaved settings ask before they are left, and the logo stands on the preview', async ({ browser }) => {
  const page = await settingsPage(browser, 'Company');
  const name = page.getByRole('textbox', { name: 'Company name' });
  await name.fill('Nordlicht und Söhne GmbH');
  await page.getByRole('link', { name: 'Bank accounts', exact: true }).click();
  const question = page.getByRole('dialog', { name: 'Leave without saving?' });
  await question.getByRole('button', { name: 'Keep editing' }).click();
  await expect(name).toHaveValue('Nordlicht und Söhne GmbH');
  await page.getByRole('button', { name: 'Discard changes' }).click();
  await expect(name).toHaveValue('Nordlicht Webdesign GmbH');

  const preview = page.getByRole('img', { name: 'First page of a sample invoice' });
  await expect(preview).toBeVisible();
  await expect(preview.locator('image')).toHaveCount(0);
  const { name: file, mimeType, buffer } = pngReceipt('logo.png', 3, 320, 90);
  await page.getByTestId('logo-input').setInputFiles({ name: file, mimeType, buffer });
  await expect(preview.locator('image')).toHaveCount(1);
  await page.getByRole('link', { name: 'Bank accounts', exact: true }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Bank accounts' })).toBeVisible();
});

test('a new default account is printed on the next invoice, which goes out by mail once', async ({ browser }) => {
  const page = await settingsPage(browser, 'Bank accounts');
  await page.getByRole('button', { name: 'Add account' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('textbox', { name: 'IBAN' }).fill('DE12 5001 0517 0648 4898 91');
  await dialog.getByRole('textbox', { name: 'Bank' }).fill('Deichbank');
  await dialog.getByRole('button', { name: 'Save account' }).click();
  await expect(dialog.getByRole('textbox', { name: 'IBAN' })).toHaveAttribute('aria-invalid', 'true');
  await dialog.getByRole('textbox', { name: 'IBAN' }).fill(IBAN);
  await dialog.getByRole('button', { name: 'Save account' }).click();
  await page.getByRole('button', { name: 'Make Deichbank the default account' }).click();
  await expect(page.getByRole('listitem').filter({ hasText: 'Deichbank' })).toContainText('Default');
  await new Shell(page).expectAllSynced();

  const [draft] = await ownDrafts(server(), await ownCustomer(server(), 'Deichgrafen GmbH'), 1);
  await visit(page, `/finance/invoices/${draft}`);
  const invoices = new Invoices(page);
  const number = await invoices.issue();
  const printed = pdfTexts(await invoices.pdf())
    .flat()
    .join('\n');
  expect(printed).toContain(IBAN);
  expect(printed).toContain('Deichbank');

  // The server sends, but its answer never arrives: what waits must not be sent twice.
  await page.route(
    '**/functions/v1/invoice-send',
    async (route) => {
      await route.fetch();
      await route.abort('connectionreset');
    },
    { times: 1 },
  );
  await page.getByRole('button', { name: 'Send by email' }).click();
  const send = page.getByRole('dialog', { name: `Send ${number} by email` });
  await send.getByRole('textbox', { name: 'To', exact: true }).fill(CUSTOMER_MAIL);
  await send.getByRole('button', { name: 'Send', exact: true }).click();
  // It waits on the device and asks by itself what became of it.
  await expect(send).toHaveCount(0);
  await expect(page.getByRole('main').getByText(/^Sent · /)).toBeVisible();

  const mails = await server().mailsTo(CUSTOMER_MAIL);
  expect(mails).toHaveLength(1);
  expect(mails[0]?.subject).toContain(number);
  expect(mails[0]?.attachments?.[0]?.filename).toMatch(/\.pdf$/);
  expect(mails[0]?.attachments?.[0]?.size).toBeGreaterThan(5_000);
});
