import { expect } from '@playwright/test';
import { openPglite } from '#local/db/pglite.ts';
import { NORDLICHT } from '#local/seed/demo-nordlicht.ts';
import { contextOptions } from './support/browser.ts';
import { Shell } from './pages/shell.ts';
import { signIn } from './pages/sign-in.ts';
import { serverOfThisFile, test } from './support/story.ts';
import { visit } from './support/visit.ts';

const server = serverOfThisFile();

/** Past Kontor, on the machine itself: an old invoice, and the later entries, whichever of them the device saw last. Returns the invoice's number. */
async function tamper(): Promise<string> {
  const { database, start, stop } = server();
  await stop();
  const db = await openPglite({ dir: database });
  await db.query('set session_replication_role = replica');
  const { rows } = await db.query(
    `update public.invoices set notes = notes || '.' where id = (
       select record_id from public.ledger_entries where company_id = $1 and collection = 'invoices' order by seq limit 1) returning number`,
    [NORDLICHT.id],
  );
  await db.query(
    `update public.ledger_entries set sha256 = prev_sha256
     where company_id = $1 and seq > 100`,
    [NORDLICHT.id],
  );
  await db.close();
  await start();
  return String(rows[0]?.['number']);
}

test('an owner checks the ledger; what somebody changes past Kontor is named, and every device says that it was changed', async ({
  browser,
}) => {
  const context = await browser.newContext(contextOptions);
  const page = await context.newPage();
  await signIn(page, server().url);
  await new Shell(page).expectAllSynced();
  await visit(page, '/settings/ledger');
  const check = page.getByRole('region', { name: 'Check' });
  await expect(check.getByText('Not checked on this device yet.')).toBeVisible();
  await check.getByRole('button', { name: 'Check now' }).click();
  await expect(check.getByText(/^All [\d,]+ entries are unbroken, and every record is what was booked\.$/)).toBeVisible();

  const number = await tamper();
  await page.reload();
  const alarm = page.getByRole('status').filter({ hasText: 'was changed afterwards.' });
  await expect(alarm).toBeVisible({ timeout: 60_000 });
  await check.getByRole('button', { name: 'Check now' }).click();
  await expect(check.getByText('it is no longer what was booked (entry', { exact: false })).toBeVisible();
  await check.getByRole('link', { name: `Invoice ${number}` }).click();
  await expect(page.getByRole('heading', { level: 1, name: number })).toBeVisible();

  await page.reload();
  await alarm.getByRole('button', { name: 'I have taken note' }).click();
  await expect(alarm).toHaveCount(0);
  await context.close();
});
