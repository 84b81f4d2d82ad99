import { expect, test } from 'vitest';
import * as z from 'zod/mini';
import { companySettingsSchema } from '#domain/companies/company-settings.ts';
import type { Company } from '#domain/companies/company.ts';
import { testId } from '#tests/support/builders.ts';
import { sampleInvoice } from './sample-invoice.ts';

const sampleIn = (country: string, more: object = {}) => {
  const settings = z.parse(companySettingsSchema, {
    company_details: { address: { country, city: 'Bristol', postal_code: 'BS1 5XX' } },
    ...more,
  });
  const company = { id: testId(1), name: 'Sample', logo_path: null, bank_accounts: [] as Company['bank_accounts'], settings } as Company;
  return sampleInvoice(company, { today: '2026-11-23', language: 'en' });
};

test('the preview has the rates of the company’s country and a customer of its city', () => {
  expect(sampleIn('DE').invoice.items.map(({ tax_rate: rate }) => rate)).toEqual([19, 19, 7]);
  const { invoice, customer } = sampleIn('GB');
  expect(invoice.items.map(({ tax_rate: rate }) => rate)).toEqual([20, 20, 5]);
  expect([customer.postal_code, customer.city, customer.country]).toEqual(['BS1 5XX', 'Bristol', 'GB']);
});

test('where no rate is known the preview shows no tax, nor does that of a small business', () => {
  expect(sampleIn('US').invoice.tax_total).toBe(0);
  expect(sampleIn('GB', { tax: { small_business: true } }).invoice.tax_total).toBe(0);
});
