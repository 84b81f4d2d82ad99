import { expect, type Page } from '@playwright/test';
import { pdfTexts } from '#tests/support/pdf-text.ts';
import { LIVE_MS } from '#tests/support/patience.ts';
import { Invoices } from './pages/invoices.ts';
import { Shell } from './pages/shell.ts';
import { expectGerman } from './support/german.ts';
import { signedIn } from './support/signed-in.ts';
import { sharedServer, test } from './support/story.ts';
import { visit } from './support/visit.ts';

const server = sharedServer();
const CUSTOMER = 'Süderelbe Werft Łódź GmbH';
const PRODUCT = 'Lotsenstunde Nachtschicht';
/** 38 rows at € 10.00: quantities 1 to 38, the odd ones at 19 %, the even ones at 7 %. */
const ROWS = Array.from({ length: 38 }, (_, index) => [
  `Arbeitsschritt ${index + 1}`,
  String(index + 1),
  'piece',
  '10.00',
  '0',
  index % 2 === 0 ? '19' : '7',
]);

async function fillNew(page: Page, kind: 'customer' | 'product', values: Readonly<Record<string, string>>): Promise<void> {
  const list = kind === 'customer' ? 'Customers' : 'Products';
  await page.getByRole('navigation').getByRole('link', { name: list, exact: true }).click();
  await page
    .getByRole('main')
    .getByRole('link', { name: `New ${kind}` })
    .first()
    .click();
  // The delivery address further down has fields of the same names.
  for (const [label, value] of Object.entries(values)) await page.getByRole('textbox', { name: label, exact: true }).first().fill(value);
}

async function createCustomerAndProduct(page: Page): Promise<void> {
  await fillNew(page, 'customer', {
    Name: CUSTOMER,
    Street: 'Altenwerder Damm',
    'House number': '12b',
    'Postal code': '21129',
    City: 'Hamburg',
  });
  await page.getByRole('combobox', { name: 'Language of documents' }).selectOption('German');
  await page.getByRole('button', { name: 'Create customer' }).click();
  await expect(page.getByRole('heading', { level: 1, name: CUSTOMER })).toBeVisible();
  await fillNew(page, 'product', { Name: PRODUCT, 'Net price': '95.00' });
  await page.getByRole('button', { name: 'Create product' }).click();
  await expect(page.getByRole('heading', { level: 1, name: PRODUCT })).toBeVisible();
}

/** 40 lines without touching the mouse: one from a product, one typed, the others pasted. */
async function draftWithKeys(page: Page): Promise<void> {
  const invoices = new Invoices(page);
  const press = async (...keys: string[]): Promise<void> => {
    for (const key of keys) await page.keyboard.press(key);
  };
  await invoices.openNew();
  await invoices.typeCustomer(CUSTOMER);
  await invoices.typeProduct('lotsen', PRODUCT);
  await expect(invoices.cell('quantity', 1)).toBeFocused();
  await expect(invoices.cell('unit_price', 1)).toHaveValue('95.00');
  await page.keyboard.type('8');
  await press('Enter', 'Enter', 'Enter', 'Enter', 'Enter');
  await expect(invoices.cell('description', 2)).toBeFocused();
  await page.keyboard.type('Einweisung vor Ort');
  await press('Tab');
  await page.keyboard.type('2');
  await press('Enter', 'Enter');
  await page.keyboard.type('120');
  await press('Enter');
  await page.keyboard.type('10');
  await press('Enter', 'Enter');
  await expect(invoices.cell('description', 3)).toBeFocused();
  await invoices.pasteRows(ROWS);
  await expect(invoices.lines).toHaveCount(40);
  await expect(invoices.cell('description', 40)).toHaveValue('Arbeitsschritt 38');
  await expectTotals(invoices);
  await invoices.saveWithKeys();
}

async function expectTotals(invoices: Invoices): Promise<void> {
  await invoices.expectTotal('net', '€8,386.00');
  await invoices.expectTax('19%', '€4,586.00', '€871.34');
  await invoices.expectTax('7%', '€3,800.00', '€266.00');
  await invoices.expectTotal('total', '€9,523.34');
}

async function expectDraftPdf(invoices: Invoices): Promise<void> {
  const bytes = await invoices.pdf();
  expect(Buffer.from(bytes.subarray(0, 5)).toString('latin1')).toBe('%PDF-');
  const pages = pdfTexts(bytes);
  expect(pages.length).toBeGreaterThan(1);
  const words = pages.flat().join('\n');
  for (const part of ['Entwurf', CUSTOMER, 'Altenwerder Damm 12b', PRODUCT, 'Arbeitsschritt 38', '9.523,34']) expect(words).toContain(part);
  expect(words).not.toContain('INV-');
}

async function readInGerman(page: Page, path: string, number: string, cancellation: string): Promise<void> {
  await page.goto(`${server().url}/de${path}`);
  const german = new Invoices(page, 'de');
  await german.expectTitle(number);
  await expect(german.status('refund_due')).toBeVisible();
  await expect(german.linkIn('cancelled', cancellation)).toBeVisible();
  await german.expectTax('19 %', '4.586,00 €', '871,34 €');
  await german.expectTotal('total', '9.523,34 €');
  await expectGerman(page);
  await german.openList();
  await expect(page).toHaveURL(/\/de\/finance\/invoices$/);
  await page.getByRole('searchbox').fill(number);
  const row = page.getByRole('row').filter({ hasText: number });
  await expect(row.first()).toContainText('9.523,34 €');
  await expect(row.first()).toContainText('Erstattung offen');
  await expectGerman(page);
  for (const place of ['invoices/create', 'payments', 'customers', 'customers/create', 'products', 'products/create']) {
    await visit(page, `/de/finance/${place}`);
    await expectGerman(page);
  }
}

test('an invoice of 40 lines, written offline, is issued, paid from two devices and cancelled', async ({ browser }) => {
  const office = await signedIn(browser, server());
  const atOffice = new Invoices(office);
  await office.context().setOffline(true);
  await createCustomerAndProduct(office);
  await draftWithKeys(office);
  await atOffice.expectTitle(`Draft for ${CUSTOMER}`);
  await expectTotals(atOffice);
  await expectDraftPdf(atOffice);
  await new Shell(office).expectWaiting(3);

  await office.context().setOffline(false);
  await new Shell(office).expectAllSynced();
  const number = await atOffice.issue();
  const year = new Intl.DateTimeFormat('en', { year: 'numeric', timeZone: 'Europe/Berlin' }).format(new Date());
  expect(number).toMatch(new RegExp(`^INV-${year}-\\d+$`));
  const path = new URL(office.url()).pathname;

  const train = await signedIn(browser, server(), { device: 'train' });
  const onTrain = new Invoices(train);
  await onTrain.open(number);
  await onTrain.recordPayment('4,000.00');
  for (const invoices of [onTrain, atOffice]) {
    await expect(invoices.balance).toContainText('€5,523.34', { timeout: LIVE_MS });
    await expect(invoices.status('partially_paid')).toBeVisible({ timeout: LIVE_MS });
  }
  await atOffice.recordPayment();
  for (const invoices of [atOffice, onTrain]) {
    await expect(invoices.balance).toContainText('€0.00', { timeout: LIVE_MS });
    await expect(invoices.status('paid')).toBeVisible({ timeout: LIVE_MS });
  }

  await onTrain.cancel(number);
  for (const invoices of [onTrain, atOffice]) {
    // What was paid is to be given back.
    await expect(invoices.status('refund_due')).toBeVisible({ timeout: LIVE_MS });
    await expect(invoices.linkIn('cancelled', /^INV-/)).toBeVisible({ timeout: LIVE_MS });
  }
  const cancellation = (await onTrain.linkIn('cancelled', /^INV-/).textContent()) ?? '';
  expect(cancellation).not.toBe(number);
  await onTrain.linkIn('cancelled', cancellation).click();
  await onTrain.expectTitle(cancellation);
  await onTrain.expectTotal('total', '-€9,523.34');
  await onTrain.linkIn('cancellation', number).click();
  await onTrain.expectTitle(number);

  await new Shell(office).expectAllSynced();
  const { data } = await server()
    .admin.from('invoices')
    .select('number, status, gross_total, paid_total, document_type')
    .in('number', [number, cancellation])
    .order('document_type')
    .throwOnError();
  expect(data).toEqual([
    { number: cancellation, status: 'issued', gross_total: -9523.34, paid_total: 0, document_type: 'cancellation' },
    { number, status: 'cancelled', gross_total: 9523.34, paid_total: 9523.34, document_type: 'invoice' },
  ]);
  await train.close();

  await readInGerman(office, path, number, cancellation);
});
