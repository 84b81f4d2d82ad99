import { afterEach, beforeEach, expect, test } from 'vitest';
import * as z from 'zod/mini';
import { newRecord } from '#data/core/command-context.ts';
import { insertRecord } from '#data/core/write.ts';
import { companyDetailsOf } from '#domain/companies/company-details.ts';
import { companySettingsSchema } from '#domain/companies/company-settings.ts';
import { AUTHOR, type LocalCompany, localCompany } from '#tests/support/local-company.ts';
import { editBankDetails, editCompanyDetails, editExpenseDefaults, editInvoiceDefaults } from './companies.commands.ts';

let company: LocalCompany;
beforeEach(async () => {
  company = await localCompany();
  const settings = z.parse(companySettingsSchema, { tax: { vat_id: 'DE123456789' } });
  await insertRecord(company.db, 'companies', {
    ...newRecord(company.ctx),
    id: company.ctx.companyId,
    name: 'Nordlicht',
    logo_path: null,
    settings,
    bank_accounts: [],
  });
});
afterEach(() => company.stop());

const defaults = { default_currency: 'CHF', generated_number_format: 'A-{number}', mark_as_paid_on_approval: false };

test('expense defaults change and other settings stay', async () => {
  const { settings } = await editExpenseDefaults(company.db, defaults, company.ctx);
  expect(settings.expense_defaults).toEqual(defaults);
  expect(settings.tax.vat_id).toBe('DE123456789');
});

test('a number format without the number is refused', async () => {
  const input = { ...defaults, generated_number_format: 'EXP-{year}' };
  await expect(editExpenseDefaults(company.db, input, company.ctx)).rejects.toMatchObject({
    data: { issues: [{ path: 'generated_number_format', message: 'numberMissing' }] },
  });
});

test('without the right nothing changes', async () => {
  await expect(editExpenseDefaults(company.db, defaults, company.as(AUTHOR, 'expenses.create'))).rejects.toMatchObject({
    code: 'not_allowed',
  });
});

const stored = async () => {
  const company_ = await company.db.collections.companies.findOne(company.ctx.companyId).exec(true);
  return company_.toMutableJSON();
};

test('invoice defaults change and other settings stay', async () => {
  const { invoice_defaults } = (await stored()).settings;
  const input = { ...invoice_defaults, default_template_id: 'modern' as const, generated_number_format: '{prefix}{year}{month}-{number}' };
  const { settings } = await editInvoiceDefaults(company.db, input, company.ctx);
  expect(settings.invoice_defaults).toEqual(input);
  expect(settings.tax.vat_id).toBe('DE123456789');
  await expect(editInvoiceDefaults(company.db, { ...input, generated_number_format: '{prefix}' }, company.ctx)).rejects.toMatchObject({
    data: { issues: [{ path: 'generated_number_format', message: 'numberMissing' }] },
  });
  await expect(editInvoiceDefaults(company.db, input, company.as(AUTHOR, 'settings.expense'))).rejects.toMatchObject({
    code: 'not_allowed',
  });
});

test('company details leave logo and bank account alone', async () => {
  const details = companyDetailsOf(await stored());
  const input = { ...details, name: 'Südlicht', address: { ...details.address, street: 'Kai' } };
  const { name, settings } = await editCompanyDetails(company.db, input, company.ctx);
  expect([name, settings.company_details.address.street]).toEqual(['Südlicht', 'Kai']);
  expect(settings.company_details.bank).toEqual((await stored()).settings.company_details.bank);
});

test('the bank account needs its own right, a valid IBAN and a connection', async () => {
  const bank = { iban: 'de89 3704 0044 0532 0130 00', bic: '', name: 'Bank', instructions: '' };
  const edit = (change: object, ctx = company.ctx, isOnline = true) =>
    editBankDetails(company.db, { ...bank, ...change }, ctx, () => isOnline);
  expect((await edit({})).settings.company_details.bank.iban).toBe('DE89370400440532013000');
  await expect(edit({ iban: 'DE00 3704 0044 0532 0130 00' })).rejects.toMatchObject({
    data: { issues: [{ path: 'iban', message: 'invalidIban' }] },
  });
  await expect(edit({}, company.ctx, false)).rejects.toMatchObject({ code: 'offline' });
  await expect(edit({}, company.as(AUTHOR, 'company.update'))).rejects.toMatchObject({ code: 'not_allowed' });
});
