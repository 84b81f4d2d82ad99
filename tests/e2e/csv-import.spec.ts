import { expect, type Page } from '@playwright/test';
import { Shell } from './pages/shell.ts';
import { NORDLICHT_ID, signIn } from './pages/sign-in.ts';
import { contextOptions } from './support/browser.ts';
import { signedIn } from './support/signed-in.ts';
import { sharedServer, test } from './support/story.ts';
import { visit } from './support/visit.ts';

const server = sharedServer();

async function choose(page: Page, name: string, lines: readonly string[]): Promise<void> {
  const buffer = Buffer.from(['Firm;City;Colour', ...lines].join('\n'));
  await page.locator('input[type=file]').setInputFiles({ name, mimeType: 'text/csv', buffer });
  await page.getByLabel('Firm', { exact: true }).selectOption({ label: 'Name' });
}
const stored = async (like: string): Promise<string[]> => {
  const { data } = await server().admin.from('vendors').select('name').eq('company_id', NORDLICHT_ID).like('name', like).throwOnError();
  return data.map(({ name }) => name as string).toSorted();
};

test('who leaves an import in the middle is asked, it ends at a row, and the same file brings the rest later and nothing twice', async ({
  browser,
}) => {
  const names = Array.from({ length: 300 }, (_, row) => `Zwirnerei ${String(row).padStart(3, '0')}`);
  const lines = names.map((name) => `${name};Kiel;red`);
  const page = await signedIn(browser, server());
  await visit(page, '/finance/vendors/import');
  await choose(page, 'firms.csv', lines);
  await page.getByRole('button', { name: 'Import 300 rows' }).click();
  await expect(page.getByText(/^\d+ of 300$/)).toBeVisible();
  const leave = page.getByRole('navigation').getByRole('link', { name: 'Vendors', exact: true });
  const asked = page.getByRole('dialog', { name: 'Stop and leave?' });
  await leave.click();
  await asked.getByRole('button', { name: 'Stay', exact: true }).click();
  await leave.click();
  await asked.getByRole('button', { name: 'Stop and leave' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Vendors' })).toBeVisible();
  await new Shell(page).expectAllSynced();
  const first = await stored('Zwirnerei %');
  expect(first.length).toBeLessThan(300);
  expect(first).toEqual(names.slice(0, first.length));

  for (const there of [first.length, 300]) {
    await visit(page, '/finance/vendors/import');
    await choose(page, 'firms.csv', lines);
    await expect(page.getByText(`${there} already there`)).toBeVisible();
    if (there < 300) await page.getByRole('button', { name: /^Import \d+ rows?$/ }).click();
    else await expect(page.getByRole('button', { name: 'Import 0 rows' })).toBeDisabled();
    if (there < 300) await expect(page.getByRole('heading', { name: /records? imported$/ })).toBeVisible();
  }
  await new Shell(page).expectAllSynced();
  expect(await stored('Zwirnerei %')).toEqual(names);
});

test('while a company is still being loaded a file waits, and what the company has already is not imported again', async ({ browser }) => {
  const { url, admin } = server();
  await admin.from('vendors').insert({ company_id: NORDLICHT_ID, name: 'Zeltplatz Spät GmbH' }).throwOnError();
  const context = await browser.newContext(contextOptions);
  const page = await context.newPage();
  let pages = 0;
  let go = (): void => undefined;
  const rest = new Promise<void>((resolve) => (go = resolve));
  await context.route('**/rpc/sync_pull', async (route) => {
    pages += 1;
    if (pages > 1) await rest;
    await route.continue();
  });
  await signIn(page, url);
  await visit(page, '/finance/vendors/import');
  await choose(page, 'late.csv', ['Zeltplatz Spät GmbH;Kiel;red', 'Zeltplatz Neu GmbH;Kiel;red']);
  await expect(page.getByLabel('Waiting until the company is on this device, so that nothing is imported twice')).toBeVisible();
  await expect(page.getByRole('button', { name: /^Import/ })).toHaveCount(0);
  go();
  await expect(page.getByText('1 already there')).toBeVisible();
  await page.getByRole('button', { name: 'Import 1 row' }).click();
  await expect(page.getByRole('heading', { name: '1 record imported' })).toBeVisible();
  await new Shell(page).expectAllSynced();
  expect(await stored('Zeltplatz %')).toEqual(['Zeltplatz Neu GmbH', 'Zeltplatz Spät GmbH']);
  await context.close();
});
