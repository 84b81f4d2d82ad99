import { afterEach, beforeEach, expect, test } from 'vitest';
import * as z from 'zod/mini';
import { newRecord } from '#data/core/command-context.ts';
import { changeRecord, insertRecord } from '#data/core/write.ts';
import { companyDetailsOf } from '#domain/companies/company-details.ts';
import { invoiceSettingsOf } from '#domain/companies/invoice-defaults.ts';
import { companySettingsSchema } from '#domain/companies/company-settings.ts';
import type { AppError } from '#domain/errors.ts';
import { AUTHOR, type LocalCompany, localCompany } from '#tests/support/local-company.ts';
import { BANK_ACCOUNTS_MAX, type BankAccount } from '#domain/bank-accounts/bank-account.ts';
import {
  chooseBankAccount,
  editCompanyDetails,
  editExpenseDefaults,
  editInvoiceDefaults,
  editRecurringDefaults,
  editReminders,
  removeBankAccount,
  saveBankAccount,
  setLogoPath,
} from './companies.commands.ts';

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

async function stored() {
  const found = await company.db.collections.companies.findOne(company.ctx.companyId).exec();
  if (!found) throw new Error('no company');
  return found.toMutableJSON();
}
const values = { default_currency: 'CHF', generated_number_format: 'A-{number}', mark_as_paid_on_approval: false };

test('expense defaults change and other settings stay', async () => {
  const { expense_defaults: opened } = (await stored()).settings;
  const { settings } = await editExpenseDefaults(company.db, { opened, values }, company.ctx);
  expect(settings.expense_defaults).toEqual(values);
  expect(settings.tax.vat_id).toBe('DE123456789');
});

test('who sets up invoices says when reminders are due and what they ask for; a fee keeps the currency it was entered in', async () => {
  const { reminders: opened } = (await stored()).settings;
  const change = { ...opened, pay_days: 10, second: { after_days: 30, fee: 5 } };
  await expect(
    editReminders(company.db, { opened, values: change }, company.as(AUTHOR, 'company.update', 'settings.expense')),
  ).rejects.toMatchObject({ code: 'not_allowed' });
  const may = company.as(AUTHOR, 'settings.invoice');
  const { settings } = await editReminders(company.db, { opened, values: change }, may);
  expect(settings.reminders).toEqual({ ...change, fee_currency: 'EUR' });
  expect(settings.tax.vat_id).toBe('DE123456789');
  // New invoices are in francs from now on; the fee is still five euros.
  const { invoice_defaults: defaults } = settings;
  await changeRecord(company.db, 'companies', company.ctx.companyId, (current) => ({
    ...current,
    settings: { ...current.settings, invoice_defaults: { ...defaults, default_currency: 'CHF' } },
  }));
  const again = await editReminders(company.db, { opened: settings.reminders, values: { ...settings.reminders, pay_days: 3 } }, may);
  expect(again.settings.reminders).toMatchObject({ pay_days: 3, fee_currency: 'EUR' });
});

test.each([
  [{ pay_days: -1 }, 'pay_days'],
  [{ pay_days: 100 }, 'pay_days'],
  [{ fee_currency: 'EURO' }, 'fee_currency'],
  [{ first: { after_days: 0, fee: 0 } }, 'first.after_days'],
  [{ third: { after_days: 35, fee: -1 } }, 'third.fee'],
  [{ business_points: 21 }, 'business_points'],
  [
    {
      base_rates: [
        { from: '2026-01-01', rate: 1.5 },
        { from: '2025-07-01', rate: 1.27 },
      ],
    },
    'base_rates',
  ],
])('settings of reminders that make no sense are refused at their field: %j', async (change, path) => {
  const { reminders: opened } = (await stored()).settings;
  const refused = editReminders(company.db, { opened, values: { ...opened, ...change } }, company.ctx);
  const { code, data } = (await refused.catch((error: unknown) => error)) as AppError;
  expect([code, new Set((data['issues'] as { path: string }[]).map((issue) => issue.path))]).toEqual(['invalid_input', new Set([path])]);
  expect((await stored()).settings.reminders).toEqual(opened);
});

test('[SYNC-26] two forms of reminders: each writes only what was changed in it', async () => {
  const { reminders: opened } = (await stored()).settings;
  await editReminders(company.db, { opened, values: { ...opened, interest: true } }, company.ctx);
  const { settings } = await editReminders(company.db, { opened, values: { ...opened, flat_fee: true } }, company.ctx);
  expect(settings.reminders).toEqual({ ...opened, interest: true, flat_fee: true });
});

test('[SYNC-26] two forms of one group: each writes only what was changed in it', async () => {
  const { expense_defaults: opened } = (await stored()).settings;
  await editExpenseDefaults(company.db, { opened, values: { ...opened, default_currency: 'CHF' } }, company.ctx);
  const late = { opened, values: { ...opened, mark_as_paid_on_approval: false } };
  const { settings } = await editExpenseDefaults(company.db, late, company.ctx);
  expect(settings.expense_defaults).toEqual({ ...opened, default_currency: 'CHF', mark_as_paid_on_approval: false });
  expect(await company.db.device.issues.count()).toBe(0);
});

test('[SYNC-26] defaults of recurring items: each form writes only what was changed in it, and nobody’s newer value is overwritten', async () => {
  const { recurring_defaults: opened } = (await stored()).settings;
  await editRecurringDefaults(company.db, { opened, values: { ...opened, lead_days: 3 } }, company.ctx);
  const late = { opened, values: { ...opened, lead_days: 9, auto_generate: !opened.auto_generate } };
  await expect(editRecurringDefaults(company.db, late, company.as(AUTHOR, 'settings.expense'))).rejects.toMatchObject({
    code: 'not_allowed',
  });
  const { settings } = await editRecurringDefaults(company.db, late, company.as(AUTHOR, 'settings.invoice'));
  expect(settings.recurring_defaults).toEqual({ ...opened, lead_days: 3, auto_generate: !opened.auto_generate });
  expect(settings.tax.vat_id).toBe('DE123456789');
  expect(await company.db.device.issues.toArray()).toMatchObject([{ fields: ['settings.recurring_defaults.lead_days'] }]);
  const wrong = editRecurringDefaults(company.db, { opened, values: { ...opened, lead_days: 61 } }, company.ctx);
  await expect(wrong).rejects.toMatchObject({ code: 'invalid_input' });
});

test('[SYNC-26] the same field in both forms keeps the newer value, and mine is an open question', async () => {
  const opened = companyDetailsOf(await stored());
  await editCompanyDetails(company.db, { opened, values: { ...opened, name: 'Theirs' } }, company.ctx);
  await editCompanyDetails(
    company.db,
    { opened, values: { ...opened, name: 'Mine', contact: { ...opened.contact, phone: '1' } } },
    company.ctx,
  );
  const now = companyDetailsOf(await stored());
  expect([now.name, now.contact.phone]).toEqual(['Theirs', '1']);
  expect(await company.db.device.issues.toArray()).toMatchObject([{ fields: ['name'] }]);
});

test('a number format without the number is refused', async () => {
  const { expense_defaults: opened } = (await stored()).settings;
  const edit = { opened, values: { ...opened, generated_number_format: 'EXP-{year}' } };
  await expect(editExpenseDefaults(company.db, edit, company.ctx)).rejects.toMatchObject({
    data: { issues: [{ path: 'generated_number_format', message: 'numberMissing' }] },
  });
});

test('without the right nothing changes, without a company nothing is saved', async () => {
  const { expense_defaults: opened } = (await stored()).settings;
  await expect(editExpenseDefaults(company.db, { opened, values }, company.as(AUTHOR, 'expenses.create'))).rejects.toMatchObject({
    code: 'not_allowed',
  });
  await expect(
    editExpenseDefaults(company.db, { opened, values }, { ...company.ctx, companyId: company.ctx.newId() }),
  ).rejects.toMatchObject({ code: 'no_company' });
});

test('invoice defaults change and other settings stay', async () => {
  const opened = invoiceSettingsOf(await stored());
  const input = { ...opened, default_template_id: 'modern' as const, generated_number_format: '{prefix}{year}{month}-{number}' };
  const { settings } = await editInvoiceDefaults(company.db, { opened, values: input }, company.ctx);
  expect(invoiceSettingsOf({ settings })).toEqual(input);
  expect(settings.tax.vat_id).toBe('DE123456789');
  const wrong = { opened, values: { ...input, generated_number_format: '{prefix}' } };
  await expect(editInvoiceDefaults(company.db, wrong, company.ctx)).rejects.toMatchObject({
    data: { issues: [{ path: 'generated_number_format', message: 'numberMissing' }] },
  });
  await expect(editInvoiceDefaults(company.db, { opened, values: input }, company.as(AUTHOR, 'settings.expense'))).rejects.toMatchObject({
    code: 'not_allowed',
  });
});

test('company details leave logo and bank account alone', async () => {
  const opened = companyDetailsOf(await stored());
  await setLogoPath(company.db, `${company.ctx.companyId}/a.png`, company.ctx);
  const values_ = {
    ...opened,
    name: 'Südlicht',
    address: { ...opened.address, street: 'Kai', postal_code: '1200', city: 'Lisboa' },
    basics: { timezone: 'Europe/Lisbon' },
  };
  const { name, logo_path, settings } = await editCompanyDetails(company.db, { opened, values: values_ }, company.ctx);
  const { address, basics, branding, bank } = settings.company_details;
  expect([name, address.street, basics.timezone]).toEqual(['Südlicht', 'Kai', 'Europe/Lisbon']);
  expect([logo_path, branding.logo_path]).toEqual([`${company.ctx.companyId}/a.png`, `${company.ctx.companyId}/a.png`]);
  expect(bank).toEqual((await stored()).settings.company_details.bank);
});

test('a place is entered over the default that nobody entered, without a question, and other edits leave that alone', async () => {
  const opened = companyDetailsOf(await stored());
  const edit = (address: Partial<typeof opened.address>, name = opened.name) =>
    editCompanyDetails(company.db, { opened, values: { ...opened, name, address: { ...opened.address, ...address } } }, company.ctx);
  const place = async () => (await stored()).settings.company_details.address;
  await edit({}, 'Südlicht');
  expect(await place()).toMatchObject({ street: '', postal_code: '10115', city: 'Berlin' });
  await edit({ city: 'Kiel' });
  expect(await place()).toMatchObject({ street: '', postal_code: '', city: 'Kiel' });
  expect(await company.db.device.issues.count()).toBe(0);
});

test('a company has as many bank accounts as the server takes, and a full list can still be changed', async () => {
  const iban = (n: number) => {
    const rest = `${String(n).padStart(18, '0')}`;
    return `DE${String(98n - (BigInt(`${rest}131400`) % 97n)).padStart(2, '0')}${rest}`;
  };
  const save = (n: number, name = '') =>
    saveBankAccount(company.db, { id: `account-${n}`, input: { iban: iban(n), bic: '', name } }, company.ctx, () => true);
  for (let n = 1; n < BANK_ACCOUNTS_MAX; n++) await save(n);
  expect((await save(BANK_ACCOUNTS_MAX)).bank_accounts).toHaveLength(BANK_ACCOUNTS_MAX);
  await expect(save(BANK_ACCOUNTS_MAX + 1)).rejects.toMatchObject({ data: { issues: [{ path: 'iban', message: 'tooManyAccounts' }] } });
  expect((await save(7, 'Savings')).bank_accounts[6]).toMatchObject({ name: 'Savings' });
});

test('a bank account needs its own right, a valid IBAN and a connection', async () => {
  const input = { iban: 'de89 3704 0044 0532 0130 00', bic: '', name: 'Bank' };
  const save = (change: object, { id = 'a', ctx = company.ctx, isOnline = true } = {}) =>
    saveBankAccount(company.db, { id, input: { ...input, ...change } }, ctx, () => isOnline);
  expect((await save({})).bank_accounts).toMatchObject([{ iban: 'DE89370400440532013000', is_default: true }]);
  await expect(save({ iban: 'DE00 3704 0044 0532 0130 00' })).rejects.toMatchObject({
    data: { issues: [{ path: 'iban', message: 'invalidIban' }] },
  });
  await expect(save({}, { id: 'b' })).rejects.toMatchObject({ data: { issues: [{ path: 'iban', message: 'ibanTwice' }] } });
  await expect(save({}, { isOnline: false })).rejects.toMatchObject({ code: 'offline' });
  await expect(save({}, { ctx: company.as(AUTHOR, 'company.update') })).rejects.toMatchObject({ code: 'not_allowed' });
});

test('an account that is not as it was seen is not overwritten, one that is gone does not come back', async () => {
  const { db, ctx } = company;
  const input = { iban: 'DE89370400440532013000', bic: '', name: 'Bank' };
  const save = (change: object, seen?: BankAccount) =>
    saveBankAccount(db, { id: 'a', input: { ...input, ...change }, ...(seen && { seen }) }, ctx, () => true);
  const [seen] = (await save({})).bank_accounts;
  const accounts = async () => (await stored()).bank_accounts;
  await saveBankAccount(db, { id: 'b', input: { ...input, iban: 'DE12500105170648489890' } }, ctx, () => true);
  await chooseBankAccount(db, 'b', ctx, () => true);
  expect((await save({ name: 'Deichbank' }, seen)).bank_accounts[0]).toMatchObject({ name: 'Deichbank', is_default: false });
  for (const change of [
    { name: 'Bank' },
    { name: 'Deichbank', bic: 'COBADEFFXXX' },
    { name: 'Deichbank', iban: 'DE02120300000000202051' },
  ]) {
    await save(change);
    const shown = { id: 'a', is_default: false, ...input, name: 'Deichbank' };
    await expect(save({ name: 'Bankhaus' }, shown)).rejects.toMatchObject({ code: 'conflict' });
    expect((await accounts())[0]).toMatchObject(change);
    await save({ name: 'Deichbank' });
  }
  await removeBankAccount(db, 'a', ctx, () => true);
  await expect(save({ name: 'Bankhaus' }, seen)).rejects.toMatchObject({ code: 'conflict' });
  expect(await accounts()).toMatchObject([{ id: 'b' }]);
});
