import { expect, test } from 'vitest';
import * as z from 'zod/mini';
import { companySettingsSchema } from '#domain/companies/company-settings.ts';
import type { Customer } from '#domain/customers/customer.ts';
import { draftInvoice, emptyInvoiceInput } from './invoice-draft.ts';
import type { Invoice } from './invoice.ts';
import { asOwnInvoice, isOnTheWay, issuedFromLease, leaseObstacle, withoutLeasedNumber } from './leased-issue.ts';

const settings = z.parse(companySettingsSchema, {});
const company = { name: 'Keramik', logo_path: null, settings, bank_accounts: [] };
const customer = { id: 'c', name: 'Teehaus', street: 'Deichweg 3', postal_code: '21109', city: 'Hamburg', country: 'DE' } as Customer;
const lease = {
  id: 'l',
  series: 'invoices',
  year: 2026,
  format: 'R-{year}-{number}',
  prefix: '',
  numbers: [4, 5],
  unused: [5],
  device_id: 'd',
  taken_at: '2026-03-01T23:30:00.123+00:00',
  valid_until: '2026-03-31',
};
const line = {
  id: 'i',
  position: 1,
  product_id: null,
  description: 'Schale',
  unit: '',
  quantity: 3,
  unit_price: 33.33,
  discount_percent: 0,
  tax_rate: 19,
};
const base = { id: 'x', company_id: 'k', created_at: '2026-03-05T08:00:00Z', updated_at: '2026-03-05T08:00:00Z', rev: 'new' };
const draft = (more: Partial<Invoice> = {}): Invoice => ({
  ...draftInvoice(
    base,
    { ...emptyInvoiceInput({ settings }, null, '2026-03-04'), items: [{ ...line, tax_category: 'S', exemption_reason: null }] },
    'me',
  ),
  customer_id: 'c',
  ...more,
});
const issued = (more: Partial<Invoice> = {}, overruled: readonly string[] = []) =>
  issuedFromLease(draft(more), { company, customer, lease, seq: 5, today: '2026-03-10', overruled });

const obstacle = (more: Partial<Parameters<typeof leaseObstacle>[0]> = {}) =>
  leaseObstacle({ invoice: draft(), company, isCompanyChanged: false, lease, today: '2026-03-10', ...more });

test('an invoice waits for the server where there is no number, none that holds, or a company or a rate that the server does not know', () => {
  const yen = (exchange: Invoice['exchange']) => obstacle({ invoice: { currency: 'JPY', exchange } });
  const rate = (source: string) => ({ source }) as unknown as Invoice['exchange'];
  expect(obstacle()).toBeNull();
  expect(obstacle({ lease: { ...lease, unused: [] } })).toBe('no_numbers');
  expect(obstacle({ today: '2026-04-01' })).toBe('expired');
  expect(obstacle({ isCompanyChanged: true })).toBe('company_changed');
  expect([yen(null), yen(rate('ecb')), yen(rate('manual'))]).toEqual(['foreign_currency', 'foreign_currency', null]);
});

test('a device whose clock is before the day on which it took its numbers along issues nothing; a day may be the zone’s', () => {
  expect(['2026-02-27', '2026-02-28', '2026-03-01'].map((today) => obstacle({ today }))).toEqual(['clock_behind', null, null]);
});

test('it is issued with its number, day, sums and parties, and says where the number is from', () => {
  const said = {
    number: 'R-2026-0005',
    issue_date: '2026-03-10',
    tax_point: '2026-03-04',
    net_total: 99.99,
    tax_total: 19,
    gross_total: 118.99,
  };
  const invoice = issued({}, ['a']);
  expect(invoice).toMatchObject({
    ...said,
    status: 'issued',
    due_date: '2026-03-24',
    payment_status: 'unpaid',
    overruled_warnings: ['a'],
    tax_mode: 'standard',
  });
  expect(invoice.leased).toMatchObject({
    lease_id: 'l',
    claim: { device_id: 'd', seq: 5, ...said, seller: { name: 'Keramik' }, buyer: { name: 'Teehaus' } },
  });
});

test('its VAT counts on the last day of supply, else on the first, else on the day it is issued', () => {
  expect(issued({ service_to: '2026-03-08' }).tax_point).toBe('2026-03-08');
  expect(issued({ service_from: null }).tax_point).toBe('2026-03-10');
});

test('it is on its way as long as it has its claim; a refused one becomes a draft, or an invoice of its own', () => {
  const invoice = issued();
  expect([isOnTheWay(invoice), isOnTheWay({ leased: { lease_id: 'l' } }), isOnTheWay({ leased: null })]).toEqual([true, false, false]);
  expect(withoutLeasedNumber(invoice)).toMatchObject({
    status: 'draft',
    number: null,
    issue_date: null,
    seller: null,
    buyer: null,
    leased: null,
  });
  let n = 0;
  const own = asOwnInvoice(
    { ...invoice, paid_total: 5, recurring_invoice_id: 'r', recurring_period: '2026-03-01' },
    () => `new-${(n += 1)}`,
  );
  expect(own).toMatchObject({
    number: 'R-2026-0005',
    paid_total: 0,
    payment_status: 'unpaid',
    recurring_invoice_id: null,
    recurring_period: null,
  });
  expect([own.id, own.items.map((item) => item.id)]).toEqual(['new-2', ['new-1']]);
});
