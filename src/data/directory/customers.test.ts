import { createEntry, deleteEntry, editEntry } from './directory.commands.ts';
import { afterEach, beforeEach, expect, test } from 'vitest';
import * as z from 'zod/mini';
import { companySettingsSchema } from '#domain/companies/company-settings.ts';
import { type CustomerInput, emptyCustomerInput } from '#domain/customers/customer.ts';
import { AUTHOR, changedElsewhere, type LocalCompany, localCompany } from '#tests/support/local-company.ts';

let company: LocalCompany;
beforeEach(async () => {
  company = await localCompany();
});
afterEach(() => company.stop());

const shipyard: CustomerInput = {
  ...emptyCustomerInput({ settings: z.parse(companySettingsSchema, {}) }, 'de'),
  name: 'Werft Övelgönne',
  street: 'Kai',
  city: 'Hamburg',
};

test('[SYNC-26] a form that stood open writes only what was changed in it, whatever arrived meanwhile', async () => {
  const customer = await createEntry(company.db, 'customers', shipyard, company.ctx);
  await changedElsewhere(company, 'customers', customer, { email: 'werft@example.com', payment_terms_days: 30 });
  const input = { ...shipyard, contact_name: 'Tomke', payment_terms_days: 7 };
  const saved = await editEntry(company.db, 'customers', { id: customer.id, opened: shipyard, input }, company.ctx);
  expect(saved).toMatchObject({ contact_name: 'Tomke', email: 'werft@example.com', payment_terms_days: 30 });
  expect(await company.db.device.issues.toArray()).toMatchObject([{ collection: 'customers', fields: ['payment_terms_days'] }]);
});

test('[SYNC-26] an address is never made of two: where both sides moved, the newer one stands whole', async () => {
  const customer = await createEntry(company.db, 'customers', shipyard, company.ctx);
  await changedElsewhere(company, 'customers', customer, { street: 'Hafenweg', house_number: '5' });
  const input = { ...shipyard, city: 'Kiel' };
  const saved = await editEntry(company.db, 'customers', { id: customer.id, opened: shipyard, input }, company.ctx);
  expect(saved).toMatchObject({ street: 'Hafenweg', house_number: '5', city: 'Hamburg' });
  expect(await company.db.device.issues.count()).toBe(1);
});

test('without the right nothing is created, edited or deleted', async () => {
  const customer = await createEntry(company.db, 'customers', shipyard, company.ctx);
  const viewer = company.as(AUTHOR, 'customers.view');
  await expect(createEntry(company.db, 'customers', shipyard, viewer)).rejects.toMatchObject({ code: 'not_allowed' });
  await expect(editEntry(company.db, 'customers', { id: customer.id, input: shipyard }, viewer)).rejects.toMatchObject({
    code: 'not_allowed',
  });
  await expect(deleteEntry(company.db, 'customers', customer.id, viewer)).rejects.toMatchObject({ code: 'not_allowed' });
});
