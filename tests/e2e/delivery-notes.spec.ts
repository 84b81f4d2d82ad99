import { expect, type Page } from '@playwright/test';
import { LIVE_MS } from '#tests/support/patience.ts';
import { Shell } from './pages/shell.ts';
import { NORDLICHT_ID } from './pages/sign-in.ts';
import { signedIn } from './support/signed-in.ts';
import { sharedServer, test } from './support/story.ts';
import { visit } from './support/visit.ts';

const server = sharedServer();

/** An issued invoice of the demo that nothing was sent of, or a draft. */
async function invoiceIn(status: 'issued' | 'draft'): Promise<{ readonly id: string; readonly number: string | null }> {
  const { data } = await server()
    .admin.from('invoices')
    .select('id, number')
    .eq('company_id', NORDLICHT_ID)
    .eq('status', status)
    .eq('document_type', 'invoice')
    .not('customer_id', 'is', null)
    .order('created_at', { ascending: false })
    .limit(1)
    .throwOnError();
  const [found] = data as unknown as { id: string; number: string | null }[];
  if (!found) throw new Error(`the demo has no ${status} invoice`);
  return found;
}

/** Makes a delivery note of an invoice, and answers the number that it got. */
async function makeNote(page: Page, invoiceId: string): Promise<string> {
  const main = page.getByRole('main');
  await visit(page, `/finance/invoices/${invoiceId}`);
  await main.getByRole('button', { name: 'New delivery note' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect(dialog).toBeHidden();
  const row = main.getByRole('region', { name: 'Delivery notes' }).getByRole('button', { name: /^LS-/ });
  await expect(row).toBeVisible({ timeout: LIVE_MS });
  return /^LS-[\d-]+\d/.exec((await row.innerText()).trim())?.[0] ?? '';
}

test('a delivery note is mailed from a train, leaves with the next signal, and opens after its draft was deleted', async ({ browser }) => {
  const page = await signedIn(browser, server(), { width: 390 });
  const main = page.getByRole('main');
  const draft = await invoiceIn('draft');
  const number = await makeNote(page, draft.id);
  await page.context().setOffline(true);
  await main.getByRole('button', { name: new RegExp(`^${number}`) }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('button', { name: 'Send by email' }).click();
  await dialog.getByRole('textbox', { name: 'To', exact: true }).fill('lager@kunde.example');
  await expect(dialog.getByRole('textbox', { name: 'Subject' })).toHaveValue(new RegExp(number));
  await dialog.getByRole('button', { name: 'Send when connected' }).click();
  await expect(dialog.getByRole('region', { name: 'Emails' })).toContainText('Waits for a connection');
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390);

  await page.context().setOffline(false);
  await expect.poll(async () => (await server().mailsTo('lager@kunde.example')).length, { timeout: LIVE_MS }).toBe(1);
  const mails = dialog.getByRole('region', { name: 'Emails' });
  await expect(mails.getByRole('button', { name: 'Show text' })).toBeVisible({ timeout: LIVE_MS });
  await expect(mails).toContainText('lager@kunde.example');
  await page.keyboard.press('Escape');
  await expect(dialog).toBeHidden();

  // It is no mail of the invoice, and the draft that goes leaves its note.
  const { data } = await server().admin.from('invoices').select('delivery').eq('id', draft.id).throwOnError();
  expect(data).toEqual([{ delivery: 'not_sent' }]);
  await server().admin.from('invoices').delete().eq('id', draft.id).throwOnError();
  await visit(page, '/finance/invoices/delivery-notes');
  const line = main.getByRole('link').filter({ hasText: number });
  await expect(line).toContainText('Its draft was deleted', { timeout: LIVE_MS });
  await line.click();
  await expect(dialog).toContainText(number);
  await expect(dialog.getByRole('checkbox').first()).toBeChecked();
  await dialog.getByRole('button', { name: 'Print' }).click();
  await expect(dialog.getByRole('link', { name: 'Download' })).toBeVisible();
  await page.keyboard.press('Escape');
  await page.reload();
  await expect(dialog).toContainText(number);
  await new Shell(page).expectAllSynced();
});

test('the mail of an invoice takes its delivery note along', async ({ browser }) => {
  const page = await signedIn(browser, server());
  const invoice = await invoiceIn('issued');
  const number = await makeNote(page, invoice.id);
  await page.getByRole('main').getByRole('button', { name: 'Send by email' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('textbox', { name: 'To', exact: true }).fill('buero@kunde.example');
  await dialog.getByRole('checkbox', { name: `Attach delivery note ${number}` }).check();
  await dialog.getByRole('button', { name: 'Send', exact: true }).click();
  await expect(dialog).toBeHidden({ timeout: LIVE_MS });
  const [mail] = await server().mailsTo('buero@kunde.example');
  const attached = mail?.attachments ?? [];
  expect(attached.at(-1)?.filename).toContain(number);
  expect(attached.length).toBeGreaterThan(1);
  expect(attached.every(({ size }) => size > 1000)).toBe(true);
});
