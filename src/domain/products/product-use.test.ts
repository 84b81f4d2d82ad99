import { expect, test } from 'vitest';
import type { Invoice } from '#domain/invoices/invoice.ts';
import { invoiceOf } from '#tests/support/finance-records.ts';
import { UNUSED, withUseIn } from './product-use.ts';

const product = '0190d0e0-0000-7000-8000-00000000000a';
const [line] = invoiceOf({}).items;
const sold = (values: Partial<Invoice>, ...lines: { quantity: number; unit_price: number; product_id?: string | null }[]): Invoice =>
  invoiceOf({
    status: 'issued',
    currency: 'EUR',
    ...values,
    items: lines.map((each) => ({ ...line, product_id: product, discount_percent: 0, tax_rate: 19, ...each }) as never),
  });
const useOf = (...invoices: Invoice[]) => invoices.reduce((use, invoice) => withUseIn(use, invoice, product), UNUSED);

test('what lines with the product brought, net and by currency; an invoice with two of them is one', () => {
  const use = useOf(
    sold(
      { issue_date: '2026-01-10' },
      { quantity: 2, unit_price: 50 },
      { quantity: 1, unit_price: 0.1 },
      { quantity: 9, unit_price: 9, product_id: null },
    ),
    sold({ issue_date: '2026-03-01' }, { quantity: 1, unit_price: 0.2 }),
    sold({ issue_date: '2026-02-01', currency: 'USD' }, { quantity: 1, unit_price: 7 }),
  );
  expect(use).toEqual({ invoices: 3, lastOn: '2026-03-01', revenue: { EUR: 100.3, USD: 7 } });
});

test('drafts count nothing, and a cancelled invoice comes to nothing with its cancellation', () => {
  const use = useOf(
    sold({ status: 'draft' }, { quantity: 1, unit_price: 5 }),
    sold({ status: 'cancelled', issue_date: '2026-01-10' }, { quantity: 1, unit_price: 80 }),
    sold({ document_type: 'cancellation', issue_date: '2026-01-11' }, { quantity: -1, unit_price: 80 }),
  );
  expect(use).toEqual({ invoices: 0, lastOn: null, revenue: { EUR: 0 } });
});

test('an invoice without the product changes nothing', () => {
  expect(useOf(sold({}, { quantity: 1, unit_price: 5, product_id: null }))).toBe(UNUSED);
});
