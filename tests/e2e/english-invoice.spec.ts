import { readFile } from 'node:fs/promises';
import { expect } from '@playwright/test';
import { readEInvoice } from '#domain/e-invoice/read-e-invoice.ts';
import { attachedEInvoice } from '#platform/e-invoice/pdf-attachment.ts';
import { LIVE_MS } from '#tests/support/patience.ts';
import { pdfTexts } from '#tests/support/pdf-text.ts';
import { Invoices } from './pages/invoices.ts';
import { Shell } from './pages/shell.ts';
import { ADDRESS, ownCustomer } from './support/own-records.ts';
import { signedIn } from './support/signed-in.ts';
import { sharedServer, test } from './support/story.ts';
import { visit } from './support/visit.ts';

const server = sharedServer();
const NAME = 'Setouchi Sails K.K.';
const TO = 'accounts@setouchi.example';
/** What only a German document says. */
const GERMAN = /Rechnung|Zahlbar|Fällig|Leistung|Gesamt|Steuer|Betrag|Menge|Sehr geehrte|Vielen Dank|Bitte/;
const wordsOf = (file: Uint8Array): string => pdfTexts(file).flat().join('\n').replaceAll('\u00a0', ' ');

test('an English customer gets an invoice in yen that is English throughout: on paper, in the mail, in the name of its file and as data', async ({
  browser,
}) => {
  const wishes = { language: 'en', currency: 'JPY', e_invoice_format: 'zugferd', e_address: TO, e_address_scheme: 'EM' };
  await ownCustomer(server(), NAME, { ...ADDRESS, email: TO, ...wishes });
  const page = await signedIn(browser, server());
  await visit(page, '/finance/customers');
  await expect(page.getByRole('main').getByText(NAME)).toBeVisible({ timeout: LIVE_MS });
  const invoices = new Invoices(page);
  await invoices.openNew();
  await invoices.typeCustomer(NAME);
  await page.keyboard.type('Concept work');
  await invoices.cell('unit_price', 1).fill('124790');
  await invoices.saveWithKeys();
  const number = await invoices.issue();
  const pages = wordsOf(await invoices.pdf());
  for (const part of [number, NAME, 'Invoice', 'Concept work', '¥148,500', 'VAT 19%']) expect(pages).toContain(part);
  expect(pages).toMatch(/Due date\n\d{1,2} \w+ 20\d\d/);
  expect(pages).not.toContain('JP¥');
  expect(pages.replaceAll(/Elbbank|Commerzbank/g, '')).not.toMatch(GERMAN);

  await page.getByRole('button', { name: 'More actions' }).click();
  await page.getByRole('menuitem', { name: 'E-invoice' }).click();
  const data = page.getByRole('dialog', { name: /^E-invoice/ });
  const coming = page.waitForEvent('download');
  await data.getByRole('button', { name: /ZUGFeRD/ }).click();
  const download = await coming;
  expect(download.suggestedFilename()).toBe(`Invoice-${number}-ZUGFeRD.pdf`);
  const file = new Uint8Array(await readFile(await download.path()));
  const xml = (await attachedEInvoice(file)) ?? '';
  expect(readEInvoice(xml)).toMatchObject({ number, currency: 'JPY', net: 124_790, tax: 23_710, gross: 148_500, buyer: NAME });
  expect(xml).not.toMatch(GERMAN);
  await page.keyboard.press('Escape');

  await page.getByRole('main').getByRole('button', { name: 'Send by email' }).click();
  const dialog = page.getByRole('dialog');
  await expect(dialog.getByRole('textbox', { name: 'To', exact: true })).toHaveValue(TO);
  await dialog.getByRole('button', { name: 'Send', exact: true }).click();
  await expect(dialog).toBeHidden({ timeout: LIVE_MS });
  const [mail] = await server().mailsTo(TO);
  expect(mail?.subject).toContain(number);
  const written = `${mail?.subject}\n${mail?.text}`.replaceAll('\u00a0', ' ');
  expect(written).toMatch(/¥148,500/);
  expect(written).not.toMatch(GERMAN);
  expect(mail?.attachments?.map(({ filename, size }) => [filename, size])).toEqual([[`Invoice-${number}.pdf`, file.length]]);
  await new Shell(page).expectAllSynced();
});
