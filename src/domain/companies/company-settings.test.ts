import { expect, test } from 'vitest';
import * as z from 'zod/mini';
import { completeCompany, type Company } from './company.ts';
import { booksCurrency, companySettingsSchema } from './company-settings.ts';

test('what is missing in settings falls back to the defaults of spec §5', () => {
  const { company_details, invoice_defaults, expense_defaults, tax } = z.parse(companySettingsSchema, {});
  expect(company_details).toEqual({
    contact: { phone: '', email: '', website: '' },
    address: { street: '', house_number: '', postal_code: '10115', city: 'Berlin', country: 'DE' },
    branding: { logo_path: null, primary_color: '#111827', accent_color: '#2563eb', font: 'Helvetica' },
    bank: { iban: '', bic: '', name: '', instructions: 'Bitte überweisen Sie den Betrag innerhalb von 14 Tagen.' },
    basics: { timezone: 'Europe/Berlin' },
  });
  expect(invoice_defaults).toEqual({
    default_template_id: null,
    default_delivery_note_template_id: null,
    payment_terms: 'Pay within 14 days',
    invoice_note: 'Thank you for your business.',
    default_due_days: 14,
    default_currency: 'EUR',
    number_prefix: 'INV',
    generated_number_format: 'INV-{year}-{number}',
    items: { show_description: true, show_tax: true, currency: 'EUR', currency_position: 'suffix' },
    footer: { text: '', show_page_numbers: true },
  });
  expect(expense_defaults).toEqual({
    default_currency: 'EUR',
    generated_number_format: 'EXP-{year}-{number}',
    mark_as_paid_on_approval: true,
  });
  expect(tax).toEqual({ tax_number: '', vat_id: '', small_business: false });
});

test('only prefix and suffix are places of a currency sign', () => {
  const parsed = (currency_position: string) =>
    z.safeParse(companySettingsSchema, { invoice_defaults: { items: { currency_position } } }).success;
  expect([parsed('prefix'), parsed('suffix'), parsed('middle')]).toEqual([true, true, false]);
  const chosen = (position: string | null) => z.safeParse(companySettingsSchema, { currency_sign: { position } }).success;
  expect([chosen('prefix'), chosen('suffix'), chosen(null), chosen('middle')]).toEqual([true, true, true, false]);
});

test('a company that was stored before a setting existed is complete when it is read', () => {
  const old = { name: 'Old', settings: { tax: { vat_id: 'DE1' } } } as unknown as Company;
  const { settings, bank_accounts } = completeCompany(old);
  expect([settings.tax.vat_id, settings.company_details.basics.timezone, bank_accounts]).toEqual(['DE1', 'Europe/Berlin', []]);
});

test('the books are kept in the currency of new invoices where nothing else is said, by rates of the day', () => {
  const settings = (exchange: object) => z.parse(companySettingsSchema, { invoice_defaults: { default_currency: 'GBP' }, exchange });
  expect(settings({}).exchange).toEqual({ currency: null, rates: 'day' });
  expect([booksCurrency(settings({})), booksCurrency(settings({ currency: 'CHF' }))]).toEqual(['GBP', 'CHF']);
  for (const exchange of [{ currency: 'XXX' }, { currency: '' }, { rates: 'year' }])
    expect(z.safeParse(companySettingsSchema, { exchange }).success).toBe(false);
});
