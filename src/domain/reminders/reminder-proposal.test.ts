import * as z from 'zod/mini';
import { describe, expect, test } from 'vitest';
import { arrearsInterest, type Received } from './arrears-interest.ts';
import { heldBecause, proposalFor } from './reminder-proposal.ts';
import { feeCurrencyOf, type ReminderSettings, reminderSettingsSchema, withFeeCurrency } from './reminder-settings.ts';
import type { Invoice } from '#domain/invoices/invoice.ts';
import { addDays } from '#domain/dates/calendar.ts';
import fc from 'fast-check';

const settings = (change: Partial<ReminderSettings> = {}): ReminderSettings => ({ ...z.parse(reminderSettingsSchema, {}), ...change });
const RATES = [
  { from: '2025-07-01', rate: 1.27 },
  { from: '2026-01-01', rate: 1.5 },
];

const paid = (amount: number, payment_date: string, more: Partial<Received> = {}): Received => ({
  id: `p-${payment_date}-${amount}`,
  amount,
  payment_date,
  reverses_payment_id: null,
  ...more,
});

describe('interest on arrears', () => {
  const owed = { open: 1000, payments: [], currency: 'EUR', points: 9, rates: RATES };
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

describe('interest on what was open from day to day', () => {
  const PERCENT = { rates: [{ from: '2020-01-01', rate: 1 }], points: 9, currency: 'EUR' };
  // A thousand euros bear 1000 × 10 % / 365 = 0.274 a day.
  const due = '2025-03-01';
  const interest = (open: number, payments: readonly Received[], until: string) =>
    arrearsInterest({ ...PERCENT, open, payments, due, until });

  test('a payment counts from the day after it came in', () => {
    // 10 days of 1000 and 20 of 400: 2.7397 + 2.1918
    expect(interest(400, [paid(600, '2025-03-11')], '2025-03-31')).toBe(4.93);
    // On its day itself the whole is still owed: 1 day of 1000.
    expect(interest(400, [paid(600, '2025-03-02')], '2025-03-02')).toBe(0.27);
    expect(interest(400, [paid(600, '2025-03-02')], '2025-03-03')).toBe(0.38);
  });
  test('what came in until the due date never was in arrears', () => {
    expect(interest(400, [paid(600, '2025-02-10'), paid(0.01, '2025-03-01')], '2025-03-31')).toBe(interest(400, [], '2025-03-31'));
  });
  test('money that went back is owed again from the day after', () => {
    // 10 days of 1000, 5 of nothing, 15 of 1000 again
    expect(interest(1000, [paid(1000, '2025-03-11'), paid(-1000, '2025-03-16')], '2025-03-31')).toBe(6.85);
  });
  test('a payment that was reversed never came in, nor went back', () => {
    const wrong = paid(1000, '2025-03-11', { id: 'wrong' });
    const back = paid(-1000, '2025-03-20', { id: 'back', reverses_payment_id: 'wrong' });
    expect(interest(1000, [wrong, back], '2025-03-31')).toBe(interest(1000, [], '2025-03-31'));
  });
  test('payments that this device does not know make it less, never more', () => {
    expect(interest(400, [], '2025-03-31')).toBe(3.29);
    expect(interest(400, [paid(600, '2025-03-11')], '2025-03-31')).toBeGreaterThan(3.29);
  });
  test('too much that was paid for a while bears nothing', () => {
    // 10 days of 1000, overpaid until the 21st, then 10 of 500
    expect(interest(500, [paid(1500, '2025-03-11'), paid(-1000, '2025-03-21')], '2025-03-31')).toBe(4.11);
  });
  test('in each currency by its own smallest unit', () => {
    expect(
      arrearsInterest({ ...PERCENT, currency: 'JPY', open: 400_000, payments: [paid(600_000, '2025-03-11')], due, until: '2025-03-31' }),
    ).toBe(4932);
  });

  test('it is the sum of its stretches: reckoned piece by piece over random payments, it comes to the same', () => {
    const day = (n: number) => addDays(due, n);
    fc.assert(
      fc.property(
        fc.array(fc.record({ at: fc.integer({ min: -20, max: 80 }), minor: fc.integer({ min: -50_000, max: 90_000 }) }), { maxLength: 6 }),
        fc.integer({ min: 1, max: 500_000 }),
        (received, openMinor) => {
          const payments = received.map(({ at, minor }, n) => paid(minor / 100, day(at), { id: `p${n}` }));
          const until = 60;
          // Independent of the code: days of equal balance, each stretch as one fraction over a common denominator.
          let sum = 0n;
          for (let n = 1; n <= until; n += 1) {
            const balance = openMinor + received.reduce((left, { at, minor }) => left + (at >= n ? minor : 0), 0);
            sum += BigInt(Math.max(0, balance));
          }
          const cents = Math.round(Number(sum) / 3650); // 10 % of a year of 365 days
          const reckoned = interest(openMinor / 100, payments, day(until));
          expect(Math.abs(Math.round(reckoned * 100) - cents)).toBeLessThanOrEqual(Number(sum) % 3650 === 1825 ? 1 : 0);
        },
      ),
      { seed: 17, numRuns: 300 },
    );
  });
});

describe('the reminder that is due', () => {
  type More = { payments?: readonly Received[]; hold?: string | null; feeCurrency?: string };
  const on = (
    today: string,
    change: Partial<Invoice> = {},
    more: Partial<ReminderSettings> = {},
    { payments = [], hold = null, feeCurrency = 'EUR' }: More = {},
  ) => proposalFor(invoice(change), { settings: settings(more), feeCurrency, payments, customer: { reminder_hold: hold }, today });
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
    expect(on('2026-03-01', {}, {}, { hold: 'We settle all of it in spring' })).toBeNull();
    expect(on('2026-03-01', {}, {}, { hold: '  ' })).not.toBeNull();
    expect(
      proposalFor(invoice(), { settings: settings(), feeCurrency: 'EUR', payments: [], customer: null, today: '2026-03-01' }),
    ).not.toBeNull();
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
  test('bears a fee only in the currency of fees', () => {
    const fees = { first: { after_days: 7, fee: 5 } };
    expect(on('2026-01-20', {}, fees)).toMatchObject({ fee: 5, total: 124 });
    expect(on('2026-01-20', { currency: 'CHF' }, fees)).toMatchObject({ fee: 0, total: 119 });
    expect(on('2026-01-20', { currency: 'CHF' }, fees, { feeCurrency: 'CHF' })).toMatchObject({ fee: 5, total: 124 });
  });
  test('bears interest on what was open before a payment, too', () => {
    const all = { interest: true, base_rates: RATES };
    const part = { paid_total: 19, payment_status: 'partially_paid' } as const;
    const payments = [{ id: 'p', amount: 19, payment_date: '2026-01-15', reverses_payment_id: null }];
    // 119 × 10.5 % × 5 / 365 + 100 × 10.5 % × 5 / 365 = 0.1712 + 0.1438
    expect(on('2026-01-20', part, all, { payments })).toMatchObject({ open: 100, interest: 0.32 });
    expect(on('2026-01-20', part, all)).toMatchObject({ interest: 0.29 });
  });
  test('says why none is: of the invoice first, else of its customer', () => {
    expect(heldBecause({ reminder_hold: 'Disputed' }, { reminder_hold: 'All' })).toBe('Disputed');
    expect(heldBecause({ reminder_hold: '' }, { reminder_hold: ' All ' })).toBe('All');
    expect([heldBecause({ reminder_hold: '' }, { reminder_hold: null }), heldBecause({ reminder_hold: '' }, null)]).toEqual(['', '']);
  });
});

test('fees are in the currency of new invoices until one is said, and stay in the one they were entered in', () => {
  const of = (change: Partial<ReminderSettings>, default_currency: string) => ({
    reminders: settings(change),
    invoice_defaults: { default_currency },
  });
  expect(feeCurrencyOf(of({}, 'CHF'))).toBe('CHF');
  expect(feeCurrencyOf(of({ fee_currency: 'EUR' }, 'CHF'))).toBe('EUR');
  const fee = { second: { after_days: 21, fee: 5 } };
  expect(withFeeCurrency(of(fee, 'CHF')).fee_currency).toBe('CHF');
  expect(withFeeCurrency(of({ ...fee, fee_currency: 'EUR' }, 'CHF')).fee_currency).toBe('EUR');
  expect(withFeeCurrency(of({}, 'CHF')).fee_currency).toBeNull();
});
