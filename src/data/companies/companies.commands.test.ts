import { afterEach, beforeEach, expect, test } from 'vitest';
import * as z from 'zod/mini';
import { newRecord } from '#data/core/command-context.ts';
import { insertRecord } from '#data/core/write.ts';
import { companySettingsSchema } from '#domain/companies/company-settings.ts';
import { AUTHOR, type LocalCompany, localCompany } from '#tests/support/local-company.ts';
import { editExpenseDefaults } from './companies.commands.ts';

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
