import { createEntry, deleteEntry, editEntry, setEntryActive } from './directory.commands.ts';
import { firstValueFrom } from 'rxjs';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { filterDirectory, watchDirectory } from '#data/directory/directory.ts';
import type { InvoiceProductInput } from '#domain/products/product.ts';
import { AUTHOR, changedElsewhere, type LocalCompany, localCompany } from '#tests/support/local-company.ts';

let company: LocalCompany;
beforeEach(async () => {
  company = await localCompany();
});
afterEach(() => company.stop());

const design: InvoiceProductInput = {
  name: ' Webdesign ',
  description: 'Entwurf und Abstimmung',
  unit: 'h',
  unit_price: 95.5,
  tax_rate: 19,
  currency: 'EUR',
  is_active: true,
};
const search = async (text: string, show: 'active' | 'all' = 'active') =>
  filterDirectory(await firstValueFrom(watchDirectory(company.db.collections.invoice_products)), { text, show, sort: 'name' }).map(
    (product) => product.name,
  );

test('a new product is trimmed and waits in the outbox', async () => {
  const product = await createEntry(company.db, 'invoice_products', design, company.ctx);
  expect(product).toMatchObject({ company_id: company.ctx.companyId, name: 'Webdesign', unit_price: 95.5 });
  expect(await company.db.device.outbox.toArray()).toMatchObject([{ collection: 'invoice_products', id: product.id, op: 'upsert' }]);
});

test('a product without a name is refused with the field, and nothing is written', async () => {
  await expect(createEntry(company.db, 'invoice_products', { ...design, name: ' ' }, company.ctx)).rejects.toMatchObject({
    code: 'invalid_input',
    data: { issues: [{ path: 'name', message: 'required' }] },
  });
  expect(await company.db.device.outbox.count()).toBe(0);
});

test('without the right nothing is created, edited or deleted', async () => {
  const product = await createEntry(company.db, 'invoice_products', design, company.ctx);
  const viewer = company.as(AUTHOR, 'products.view');
  await expect(createEntry(company.db, 'invoice_products', design, viewer)).rejects.toMatchObject({ code: 'not_allowed' });
  await expect(editEntry(company.db, 'invoice_products', { id: product.id, input: design }, viewer)).rejects.toMatchObject({
    code: 'not_allowed',
  });
  await expect(setEntryActive(company.db, 'invoice_products', { id: product.id, isActive: false }, viewer)).rejects.toMatchObject({
    code: 'not_allowed',
  });
  await expect(deleteEntry(company.db, 'invoice_products', product.id, viewer)).rejects.toMatchObject({ code: 'not_allowed' });
});

test('[SYNC-26] a price that changed under an open form is kept, and mine becomes a decision', async () => {
  const product = await createEntry(company.db, 'invoice_products', design, company.ctx);
  const opened = { ...design, name: product.name };
  await changedElsewhere(company, 'invoice_products', product, { unit_price: 99, unit: 'day' });
  const input = { ...opened, unit_price: 105, name: 'Design' };
  const saved = await editEntry(company.db, 'invoice_products', { id: product.id, opened, input }, company.ctx);
  expect(saved).toMatchObject({ name: 'Design', unit_price: 99, unit: 'day' });
  expect(await company.db.device.issues.toArray()).toMatchObject([{ collection: 'invoice_products', kind: 'conflict' }]);
});

test('a product is found by name and description, an inactive one only when asked for', async () => {
  const product = await createEntry(company.db, 'invoice_products', design, company.ctx);
  expect(await search('abstimmung')).toEqual(['Webdesign']);
  await setEntryActive(company.db, 'invoice_products', { id: product.id, isActive: false }, company.ctx);
  expect(await search('')).toEqual([]);
  expect(await search('', 'all')).toEqual(['Webdesign']);
});

test('a deleted product is gone', async () => {
  const product = await createEntry(company.db, 'invoice_products', design, company.ctx);
  await deleteEntry(company.db, 'invoice_products', product.id, company.ctx);
  expect(await search('', 'all')).toEqual([]);
});
