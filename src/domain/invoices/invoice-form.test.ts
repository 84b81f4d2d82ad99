import * as z from 'zod/mini';
import { expect, test } from 'vitest';
import {
  blankLine,
  invoiceFormValues,
  invoiceHeadSchema,
  invoiceInputOf,
  type InvoiceLine,
  lineProblems,
  movedLine,
} from './invoice-form.ts';
import type { InvoiceInput } from './invoice.ts';

const TAXED = { tax_rate: 19, tax_category: 'S', exemption_reason: null } as const;

const line = (id: string, change: Partial<InvoiceLine> = {}): InvoiceLine => ({
  ...blankLine(id, TAXED),
  description: id,
  unit_price: 10,
  ...change,
});
const input: InvoiceInput = {
  customer_id: null,
  due_days: 14,
  service_from: '2026-01-01',
  service_to: '2026-01-31',
  currency: 'EUR',
  language: 'de',
  reference: '',
  notes: '',
  internal_notes: '',
  payment_terms: '',
  tax_mode: 'standard',
  items: [],
};

test('blank lines are left out and the rest is numbered from one', () => {
  const values = { ...invoiceFormValues(input), lines: [blankLine('x', TAXED), line('a'), blankLine('y', TAXED), line('b')] };
  expect(invoiceInputOf(values).items.map(({ id, position }) => [id, position])).toEqual([
    ['a', 1],
    ['b', 2],
  ]);
});

test('a form that was opened and not touched gives back what it was made from', () => {
  const items = invoiceInputOf({ ...invoiceFormValues(input), lines: [line('a'), line('b')] }).items;
  expect(invoiceInputOf(invoiceFormValues({ ...input, items: items.toReversed() }))).toEqual({ ...input, items });
});

test('a day of supply has no end', () => {
  const values = invoiceFormValues(input);
  expect(invoiceInputOf({ ...values, head: { ...values.head, is_period: false } })).toMatchObject({
    service_from: '2026-01-01',
    service_to: null,
  });
});

test('a period that ends before it begins is refused at its end', () => {
  const { head } = invoiceFormValues({ ...input, service_to: '2025-12-31' });
  expect(z.safeParse(invoiceHeadSchema, head).error?.issues).toMatchObject([{ path: ['service_to'], message: 'periodReversed' }]);
  expect(z.safeParse(invoiceHeadSchema, { ...head, is_period: false }).success).toBe(true);
});

test('every line that was begun says what it misses', () => {
  const lines = [blankLine('x', TAXED), line('a', { unit_price: null }), line('b', { description: ' ' }), line('c', { quantity: null })];
  expect(lineProblems(lines)).toEqual({
    a: { unit_price: 'invalidAmount' },
    b: { description: 'required' },
    c: { quantity: 'invalidQuantity' },
  });
});

test('a line moves one place, and stays at either end', () => {
  const order = (lines: readonly { id: string }[]) => lines.map(({ id }) => id).join('');
  const lines = [line('a'), line('b'), line('c')];
  expect(order(movedLine(lines, 'c', -1))).toBe('acb');
  expect(order(movedLine(lines, 'a', 1))).toBe('bac');
  expect(movedLine(lines, 'a', -1)).toBe(lines);
  expect(movedLine(lines, 'c', 1)).toBe(lines);
});
