import { expect, test } from 'vitest';
import * as z from 'zod/mini';
import { companySettingsSchema } from '#domain/companies/company-settings.ts';
import { productDefaults } from './product-defaults.ts';

const settings = (more: object) => z.parse(companySettingsSchema, more);

test('a new product is priced in the currency of items, whatever documents are drawn up in', () => {
  expect(
    productDefaults(settings({ invoice_defaults: { default_currency: 'CHF', items: { currency: 'USD' } } }), '2026-01-01').currency,
  ).toBe('USD');
});

test('a new product has the standard rate of the country, a small business none', () => {
  expect(productDefaults(settings({}), '2026-01-01').tax_rate).toBe(19);
  expect(productDefaults(settings({}), '2020-08-01').tax_rate).toBe(16);
  expect(productDefaults(settings({ tax: { small_business: true } }), '2026-01-01')).toMatchObject({
    tax_rate: 0,
    tax_category: 'E',
    exemption_reason: 'small_business',
  });
});
