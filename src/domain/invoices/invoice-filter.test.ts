import { expect, test } from 'vitest';
import { invoiceOf } from '#tests/support/finance-records.ts';
import {
  EVERY_INVOICE,
  type InvoiceFilter,
  invoiceFilterFromParams,
  invoiceFilterToParams,
  isInvoiceListNarrowed,
  passesInvoiceFilter,
} from './invoice-filter.ts';
import type { Invoice } from './invoice.ts';

test('an address carries the whole filter', () => {
  const filter: InvoiceFilter = {
    sort: 'oldest',
    state: 'overdue',
    delivery: 'not_sent',
    customerId: '0190d0e0-0000-7000-8000-000000000001',
    from: '2026-01-01',
    to: '2026-01-31',
    currency: null,
    unrated: 'EUR',
    dueFrom: null,
    dueTo: null,
    pointFrom: '2026-01-01',
    pointTo: null,
    isNumbered: false,
    amountFrom: -20.5,
    amountTo: 1000,
    text: 'łódź 42',
  };
  expect(invoiceFilterFromParams(new URLSearchParams(invoiceFilterToParams(filter)))).toEqual(filter);
  expect(invoiceFilterToParams(EVERY_INVOICE)).toEqual({});
});

test('what an address says wrongly counts as not said', () => {
  expect(invoiceFilterFromParams(new URLSearchParams('status=lost&from=yesterday&sort=random&delivery=pigeon'))).toEqual(EVERY_INVOICE);
});

test('sorting alone narrows nothing', () => {
  expect(isInvoiceListNarrowed({ ...EVERY_INVOICE, sort: 'oldest' })).toBe(false);
  expect(isInvoiceListNarrowed({ ...EVERY_INVOICE, to: '2026-01-31' })).toBe(true);
});

test('what lies behind a figure: one currency, due in a range, with a number', () => {
  const behind = { ...EVERY_INVOICE, currency: 'EUR', dueFrom: '2026-01-01', dueTo: '2026-01-31', isNumbered: true };
  const passes = (values: Partial<Invoice>) => passesInvoiceFilter(invoiceOf(values), behind, { today: '2026-03-01', finds: () => true });
  expect(passes({ due_date: '2026-01-31' })).toBe(true);
  expect(passes({ due_date: '2026-02-01' })).toBe(false);
  expect(passes({ currency: 'GBP' })).toBe(false);
  expect(passes({ status: 'draft', due_date: '2026-01-31' })).toBe(false);
  expect(invoiceFilterFromParams(new URLSearchParams(invoiceFilterToParams(behind)))).toEqual(behind);
});

test('what has no rate in the currency of the books, or one in another', () => {
  const filter = { ...EVERY_INVOICE, unrated: 'EUR' };
  const passes = (values: Partial<Invoice>) => passesInvoiceFilter(invoiceOf(values), filter, { today: '2026-03-01', finds: () => true });
  const rate = { rate: '0.9', day: '2026-01-15', source: 'ecb', version: '', amount: 107.1 } as const;
  expect(passes({ currency: 'USD' })).toBe(true);
  expect(passes({ currency: 'USD', exchange: { ...rate, currency: 'CHF' } })).toBe(true);
  expect(passes({ currency: 'USD', exchange: { ...rate, currency: 'EUR' } })).toBe(false);
  expect(passes({ currency: 'EUR' })).toBe(false);
  expect([isInvoiceListNarrowed(filter), isInvoiceListNarrowed(EVERY_INVOICE)]).toEqual([true, false]);
});

test('what the text does not find does not pass', () => {
  const passes = (found: boolean) => passesInvoiceFilter(invoiceOf({}), EVERY_INVOICE, { today: '2026-03-01', finds: () => found });
  expect([passes(true), passes(false)]).toEqual([true, false]);
});

test('a draft counts on the last day of what it bills, an issued one on its tax point', () => {
  const until: InvoiceFilter = { ...EVERY_INVOICE, pointTo: '2026-01-31' };
  const passes = (values: Partial<Invoice>) => passesInvoiceFilter(invoiceOf(values), until, { today: '2026-03-01', finds: () => true });
  const draft = { status: 'draft', number: null, issue_date: null, created_at: '2026-02-10T08:00:00Z' } as const;
  const service = [
    { service_to: '2026-01-31' },
    { service_from: '2026-01-01', service_to: '2026-02-01' },
    { service_from: '2026-01-31' },
    {},
  ];
  expect(service.map((days) => passes({ ...draft, ...days }))).toEqual([true, false, true, false]);
  expect(['2026-01-31', '2026-02-01'].map((tax_point) => passes({ tax_point, service_to: '2026-01-31' }))).toEqual([true, false]);
});
