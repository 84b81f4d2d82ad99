import { expect, test } from 'vitest';
import {
  EVERY_INVOICE,
  type InvoiceFilter,
  invoiceFilterFromParams,
  invoiceFilterToParams,
  isInvoiceListNarrowed,
} from './invoice-filter.ts';

test('an address carries the whole filter', () => {
  const filter: InvoiceFilter = {
    sort: 'oldest',
    state: 'overdue',
    delivery: 'not_sent',
    customerId: '0190d0e0-0000-7000-8000-000000000001',
    from: '2026-01-01',
    to: '2026-01-31',
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
