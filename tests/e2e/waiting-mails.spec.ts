import { expect, type Page } from '@playwright/test';
import { LIVE_MS } from '#tests/support/patience.ts';
import { Invoices } from './pages/invoices.ts';
import { Shell } from './pages/shell.ts';
import { NORDLICHT_ID } from './pages/sign-in.ts';
import { signedIn } from './support/signed-in.ts';
import { sharedServer, test } from './support/story.ts';
import { visit } from './support/visit.ts';

const server = sharedServer();

type Found = { readonly id: string; readonly number: string; readonly gross_total: number; readonly created_by: string };

/** Open invoices of the demo that nobody has paid anything of; each story takes others. */
async function unpaid(from: number, count: number): Promise<readonly Found[]> {
  const { data } = await server()
    .admin.from('invoices')
    .select('id, number, gross_total, created_by')
    .eq('company_id', NORDLICHT_ID)
    .eq('status', 'issued')
    .eq('document_type', 'invoice')
    .eq('paid_total', 0)
    .eq('currency', 'EUR')
    .order('number', { ascending: false })
    .range(from, from + count - 1)
    .throwOnError();
  const found = data as unknown as Found[];
  if (found.length < count) throw new Error('the demo has too few unpaid invoices');
  return found;
}

async function writeMail(page: Page, { id, number }: Found, to: string): Promise<void> {
  await visit(page, `/finance/invoices/${id}`);
  await new Invoices(page).expectTitle(number);
  await page.getByRole('main').getByRole('button', { name: 'Send by email' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('textbox', { name: 'To', exact: true }).fill(to);
  await dialog.getByRole('button', { name: 'Send when connected' }).click();
  await expect(dialog).toBeHidden();
}

test('an invoice whose mail has left reads as sent at once, while nothing can be pulled, too; then the server’s word counts', async ({
  browser,
}) => {
  const [goes] = await unpaid(3, 1);
  if (!goes) throw new Error('one is asked for');
  await server().admin.from('invoices').update({ delivery: 'not_sent' }).eq('id', goes.id).throwOnError();
  const page = await signedIn(browser, server());
  const main = page.getByRole('main');
  const delivery = (words: string | RegExp) => main.getByRole('definition').filter({ hasText: words });
  await visit(page, `/finance/invoices/${goes.id}`);
  await expect(delivery('Not sent')).toBeVisible();
  await main.getByRole('button', { name: 'Send by email' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('textbox', { name: 'To', exact: true }).fill('at-once@kunde.example');
  // From here on nothing is pulled; before, the app would take itself to be offline.
  await page.route('**/rpc/sync_pull', (route) => route.abort('connectionreset'));
  await dialog.getByRole('button', { name: 'Send', exact: true }).click();
  await expect(dialog).toBeHidden();
  await expect(delivery(/^Sent/)).toBeVisible();
  await expect(main.getByRole('region', { name: 'Emails' })).toContainText('at-once@kunde.example');
  await expect(main.getByRole('button', { name: 'Record payment' })).toBeVisible();
  expect((await server().mailsTo('at-once@kunde.example')).length).toBe(1);
  // The lists say the same.
  await visit(page, '/finance/invoices?delivery=not_sent');
  await expect(main.getByRole('heading', { level: 1 })).toBeVisible();
  await page.goto(`${server().url}/finance/invoices?delivery=sent&q=${goes.number}`);
  await expect(main.getByRole('row').filter({ hasText: goes.number })).toBeVisible();
  // The server's word has come: somebody who knows better says so, and is believed.
  await page.unroute('**/rpc/sync_pull');
  await visit(page, `/finance/invoices/${goes.id}`);
  await expect(delivery(/^Sent · /)).toBeVisible({ timeout: LIVE_MS });
  await main.getByRole('button', { name: 'More actions' }).click();
  await page.getByRole('menuitem', { name: 'Mark as not sent' }).click();
  await expect(delivery('Not sent')).toBeVisible();
  await new Shell(page).expectAllSynced();
  await expect(delivery('Not sent')).toBeVisible();
});

test('mails written in the train wait, can be taken back, and leave with the next signal, but not where somebody paid meanwhile', async ({
  browser,
}) => {
  const [goes, stays, taken] = await unpaid(0, 3);
  if (!goes || !stays || !taken) throw new Error('three are asked for');
  const page = await signedIn(browser, server());
  const main = page.getByRole('main');
  const shell = new Shell(page);
  await page.context().setOffline(true);
  await writeMail(page, goes, 'goes@kunde.example');
  await writeMail(page, stays, 'stays@kunde.example');
  await writeMail(page, taken, 'taken@kunde.example');
  const mails = main.getByRole('region', { name: 'Emails' });
  await expect(mails).toContainText('Waits for a connection');

  // All three stand in the sync centre; one is taken back.
  await page.goto(`${server().url}/sync`);
  const waiting = main.getByRole('region', { name: 'Waiting emails' });
  await expect(waiting.getByRole('listitem')).toHaveCount(3);
  await waiting.getByRole('listitem').filter({ hasText: taken.number }).getByRole('button', { name: 'Take back' }).click();
  await expect(waiting.getByRole('listitem')).toHaveCount(2);

  // Somebody else records a payment of one of them, then the signal is back.
  await server()
    .admin.from('payments')
    .insert({
      company_id: NORDLICHT_ID,
      invoice_id: stays.id,
      amount: stays.gross_total,
      currency: 'EUR',
      created_by: stays.created_by,
      payment_date: new Date().toISOString().slice(0, 10),
    })
    .throwOnError();
  await page.context().setOffline(false);
  await expect.poll(async () => (await server().mailsTo('goes@kunde.example')).length, { timeout: LIVE_MS }).toBe(1);
  await expect(waiting.getByRole('listitem')).toHaveCount(1, { timeout: LIVE_MS });
  await expect(waiting).toContainText('The invoice was paid meanwhile. The email was not sent.');

  // The invoice tells who got which text.
  await visit(page, `/finance/invoices/${goes.id}`);
  await expect(mails).toContainText('goes@kunde.example');
  await mails.getByRole('button', { name: 'Show text' }).first().click();
  await expect(mails).toContainText(goes.number);

  // What stayed is there until a person has read why.
  await visit(page, `/finance/invoices/${stays.id}`);
  await mails.getByRole('button', { name: 'Remove' }).click();
  await expect(mails.getByRole('button', { name: 'Remove' })).toBeHidden();
  await shell.expectAllSynced();
  expect([(await server().mailsTo('stays@kunde.example')).length, (await server().mailsTo('taken@kunde.example')).length]).toEqual([0, 0]);
});
