import { page, shot, step, go, errs, browser } from './.shots.mjs';
await step('products', async () => {
  await go('/finance/products');
  await shot('products-en');
});
await step('create', async () => {
  await go('/finance/products/create');
  await page.getByLabel('Name').fill('Beratung Öffentlichkeit');
  await page.getByLabel('Net price').fill('0,0042');
  await shot('product-create');
  await page.getByLabel('Net price').fill('95.50');
  await page.getByRole('button', { name: 'Create product' }).click();
  await page.waitForTimeout(1200);
  await shot('product-detail');
});
await step('payments', async () => {
  await go('/finance/payments');
  await shot('payments-en');
  await page.getByRole('button', { name: 'Record payment' }).first().click();
  await page.waitForTimeout(500);
  await page.getByLabel('Invoice', { exact: true }).click();
  await page.waitForTimeout(500);
  await shot('payments-choose');
  await page.getByRole('option').first().click();
  await page.waitForTimeout(600);
  await shot('payments-record');
});
await step('palette', async () => {
  await go('/finance/expenses');
  await page.keyboard.press('Control+k');
  await page.waitForTimeout(800);
  await shot('palette-empty');
  await page.keyboard.type('muller');
  await page.waitForTimeout(1200);
  await shot('palette-muller');
  await page.keyboard.press('Control+a');
  await page.keyboard.type('be');
  await page.waitForTimeout(900);
  await shot('palette-be');
});
await step('import', async () => {
  await go('/finance/customers/import');
  await page
    .getByPlaceholder(/Or paste/)
    .fill(
      'Firma;E-Mail;PLZ;Ort;USt-IdNr.;Zahlungsziel;Farbe\nNeue Werft GmbH;info@werft.example;20457;Hamburg;DE136695976;14;blau\nKaputt AG;kein-mail;1;X;DE12;bald;rot\nneue werft gmbh;;;;;;\n;;;;;;grün',
    );
  await page.waitForTimeout(1200);
  await shot('import');
  await page.evaluate(() => scrollTo(0, 9999));
  await page.waitForTimeout(300);
  await shot('import-2');
});
await step('customers', async () => {
  await go('/finance/customers');
  await page.getByLabel('Import and export').click();
  await page.waitForTimeout(400);
  await shot('customers');
});
console.log(errs.slice(0, 10));
await browser.close();
