import * as z from 'zod/mini';
import { describe, expect, test } from 'vitest';
import { arrearsInterest } from './arrears-interest.ts';
import { proposalFor } from './reminder-proposal.ts';
import { type ReminderSettings, reminderSettingsSchema } from './reminder-settings.ts';
import type { Invoice } from '#domain/invoices/invoice.ts';

const settings = (change: Partial<ReminderSettings> = {}): ReminderSettings => ({ ...z.parse(reminderSettingsSchema, {}), ...change });
const RATES = [
  { from: '2025-07-01', rate: 1.27 },
  { from: '2026-01-01', rate: 1.5 },
];

describe('interest on arrears', () => {
  const owed = { open: 1000, currency: 'EUR', points: 9, rates: RATES };
  test('begins the day after the due date and counts days of 365 or 366', () => {
    // 1000 × 10.27 % × 31 / 365 = 8.7225 · in a year of 366 days 8.6987
    expect(arrearsInterest({ ...owed, due: '2025-07-31', until: '2025-08-31' })).toBe(8.72);
    expect(arrearsInterest({ ...owed, rates: [{ from: '2024-01-01', rate: 1.27 }], due: '2024-07-31', until: '2024-08-31' })).toBe(8.7);
    expect(arrearsInterest({ ...owed, due: '2025-08-31', until: '2025-08-31' })).toBe(0);
  });
  test('follows the base rate of each day', () => {
    // 10 days of 10.27 % and 10 of 10.5 %: 2.8137 + 2.8767
    expect(arrearsInterest({ ...owed, due: '2025-12-21', until: '2026-01-10' })).toBe(5.69);
  });
  test('is reckoned for no day without a base rate, and never below zero', () => {
    expect(arrearsInterest({ ...owed, due: '2025-06-20', until: '2025-06-30' })).toBe(0);
    expect(arrearsInterest({ ...owed, due: '2025-06-20', until: '2025-07-10' })).toBe(2.81);
    expect(
      arrearsInterest({ ...owed, points: 0, rates: [{ from: '2016-07-01', rate: -0.88 }], due: '2020-01-01', until: '2020-12-31' }),
    ).toBe(0);
  });
  test('is rounded once, in the currency', () => {
    expect(arrearsInterest({ ...owed, open: 100_000, currency: 'JPY', due: '2025-07-31', until: '2025-08-31' })).toBe(872);
  });
});

const invoice = (change: Partial<Invoice> = {}): Invoice => ({
  ...owedInvoice,
  ...change,
});
const owedInvoice = {
  id: 'i',
  number: 'INV-1',
  status: 'issued',
  document_type: 'invoice',
  payment_status: 'unpaid',
  gross_total: 119,
  paid_total: 0,
  corrections: [],
  currency: 'EUR',
  due_date: '2026-01-10',
  buyer: { vat_id: 'DE1' },
  reminder_level: 0,
  reminded_on: null,
  reminder_hold: '',
} as unknown as Invoice;

describe('the reminder that is due', () => {
  const on = (today: string, change: Partial<Invoice> = {}, more: Partial<ReminderSettings> = {}) =>
    proposalFor(invoice(change), { settings: settings(more), today });
  test('is the next level, from its day on', () => {
    expect(on('2026-01-16')).toBeNull();
    expect(on('2026-01-17')).toMatchObject({ level: 1, open: 119, total: 119, days_late: 7, pay_until: '2026-01-24' });
    expect(on('2026-02-02', { reminder_level: 1, reminded_on: '2026-01-24' })).toMatchObject({ level: 2 });
    expect(on('2026-03-02', { reminder_level: 3, reminded_on: '2026-01-24' })).toBeNull();
  });
  test('waits until what the last one gave to pay is over', () => {
    expect(on('2026-03-07', { reminder_level: 1, reminded_on: '2026-02-28' })).toBeNull();
    expect(on('2026-03-08', { reminder_level: 1, reminded_on: '2026-02-28' })).toMatchObject({ level: 2 });
  });
  test('is none for what is paid, cancelled, held back, or where none are proposed', () => {
    expect(on('2026-03-01', { paid_total: 119, payment_status: 'paid' })).toBeNull();
    expect(on('2026-03-01', { status: 'cancelled' })).toBeNull();
    expect(on('2026-03-01', { document_type: 'cancellation' })).toBeNull();
    expect(on('2026-03-01', { number: null })).toBeNull();
    expect(on('2026-03-01', { reminder_hold: 'We talk' })).toBeNull();
    expect(on('2026-03-01', {}, { is_on: false })).toBeNull();
  });
  test('asks for what is open, the fee of its level, interest by who owes, and the flat sum of businesses', () => {
    const all = { interest: true, flat_fee: true, base_rates: RATES, first: { after_days: 7, fee: 2.5 } };
    const paid = { paid_total: 19, payment_status: 'partially_paid' } as const;
    // 100 × 10.5 % × 10 / 365
    expect(on('2026-01-20', paid, all)).toMatchObject({
      open: 100,
      fee: 2.5,
      interest: 0.29,
      interest_rate: 10.5,
      flat_fee: 40,
      total: 142.79,
    });
    const consumer = { ...paid, buyer: { vat_id: '' } as Invoice['buyer'] };
    expect(on('2026-01-20', consumer, all)).toMatchObject({ interest: 0.18, interest_rate: 6.5, flat_fee: 0, total: 102.68 });
    expect(on('2026-01-20', consumer, { ...all, debtors: 'businesses' })).toMatchObject({ interest: 0.29, flat_fee: 40 });
    expect(on('2026-01-20', { ...paid, currency: 'CHF' }, all)).toMatchObject({ flat_fee: 0 });
  });
});
