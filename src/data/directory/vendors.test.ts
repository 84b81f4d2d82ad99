import { createEntry, deleteEntry, editEntry, setEntryActive } from './directory.commands.ts';
import { firstValueFrom } from 'rxjs';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { filterDirectory, watchDirectory } from '#data/directory/directory.ts';
import { createExpense } from '#data/expenses/expenses.commands.ts';
import type { VendorInput } from '#domain/vendors/vendor.ts';
import { AUTHOR, changedElsewhere, type LocalCompany, localCompany } from '#tests/support/local-company.ts';

let company: LocalCompany;
beforeEach(async () => {
  company = await localCompany();
});
afterEach(() => company.stop());

const bakery: VendorInput = {
  name: '  Bäckerei Groß ',
  email: '',
  phone: '',
  street: '',
  house_number: '',
  postal_code: '',
  city: 'Köln',
  country: 'DE',
  vat_id: '',
  notes: '',
  is_active: true,
};
const search = async (text: string, show: 'active' | 'all' = 'active') =>
  filterDirectory(await firstValueFrom(watchDirectory(company.db.collections.vendors)), { text, show, sort: 'name' }).map(
    (vendor) => vendor.name,
  );

test('a new vendor belongs to the company, is trimmed and waits in the outbox', async () => {
  const vendor = await createEntry(company.db, 'vendors', bakery, company.ctx);
  expect(vendor).toMatchObject({ company_id: company.ctx.companyId, name: 'Bäckerei Groß' });
  expect(await company.db.device.outbox.toArray()).toMatchObject([{ collection: 'vendors', id: vendor.id, op: 'upsert' }]);
});

test('a vendor without a name is refused with the field, and nothing is written', async () => {
  await expect(createEntry(company.db, 'vendors', { ...bakery, name: ' ' }, company.ctx)).rejects.toMatchObject({
    code: 'invalid_input',
    data: { issues: [{ path: 'name', message: 'required' }] },
  });
  expect(await company.db.device.outbox.count()).toBe(0);
});

test('without the right nothing is created, edited or deleted', async () => {
  const vendor = await createEntry(company.db, 'vendors', bakery, company.ctx);
  const viewer = company.as(AUTHOR, 'vendors.view');
  await expect(createEntry(company.db, 'vendors', bakery, viewer)).rejects.toMatchObject({ code: 'not_allowed' });
  await expect(editEntry(company.db, 'vendors', { id: vendor.id, input: bakery }, viewer)).rejects.toMatchObject({ code: 'not_allowed' });
  await expect(setEntryActive(company.db, 'vendors', { id: vendor.id, isActive: false }, viewer)).rejects.toMatchObject({
    code: 'not_allowed',
  });
  await expect(deleteEntry(company.db, 'vendors', vendor.id, viewer)).rejects.toMatchObject({ code: 'not_allowed' });
});

test('[SYNC-26] a form that stood open writes only what was changed in it, whatever arrived meanwhile', async () => {
  const vendor = await createEntry(company.db, 'vendors', bakery, company.ctx);
  const opened = { ...bakery, name: vendor.name };
  await changedElsewhere(company, 'vendors', vendor, { phone: '0221 1', notes: 'theirs' });
  const input = { ...opened, city: 'Bonn', notes: 'mine' };
  expect(await editEntry(company.db, 'vendors', { id: vendor.id, opened, input }, company.ctx)).toMatchObject({
    city: 'Bonn',
    phone: '0221 1',
    notes: 'theirs',
  });
  expect(await company.db.device.issues.toArray()).toMatchObject([{ collection: 'vendors', fields: ['notes'], mine: { notes: 'mine' } }]);
});

test('an inactive vendor is only listed when asked for', async () => {
  const vendor = await createEntry(company.db, 'vendors', bakery, company.ctx);
  await setEntryActive(company.db, 'vendors', { id: vendor.id, isActive: false }, company.ctx);
  expect(await search('')).toEqual([]);
  expect(await search('', 'all')).toEqual(['Bäckerei Groß']);
});

test('vendors are found without accents and sorted as a reader expects', async () => {
  for (const name of ['Zebra', 'äpfel & mehr', 'dm-drogerie', 'Bahn'])
    await createEntry(company.db, 'vendors', { ...bakery, name }, company.ctx);
  expect(await search('')).toEqual(['äpfel & mehr', 'Bahn', 'dm-drogerie', 'Zebra']);
  expect(await search('koln apfel')).toEqual(['äpfel & mehr']);
});

test('a deleted vendor is gone', async () => {
  const vendor = await createEntry(company.db, 'vendors', bakery, company.ctx);
  await deleteEntry(company.db, 'vendors', vendor.id, company.ctx);
  expect(await search('', 'all')).toEqual([]);
});

test('a vendor with expenses is not deleted', async () => {
  const vendor = await createEntry(company.db, 'vendors', bakery, company.ctx);
  const input = {
    category_id: null,
    vendor_id: vendor.id,
    customer_id: null,
    description: '',
    amount: 3.2,
    currency: 'EUR',
    tax_rate: null,
    tax_amount: 0,
  };
  const rest = { expense_date: '2026-01-30', is_billable: false, is_reimbursable: false, paid_on: null, payment_method: 'cash' } as const;
  await createExpense(company.db, { input: { ...input, ...rest } }, company.ctx);
  await expect(deleteEntry(company.db, 'vendors', vendor.id, company.ctx)).rejects.toMatchObject({ code: 'in_use' });
  expect(await search('')).toEqual(['Bäckerei Groß']);
});
