import * as z from 'zod/mini';
import { exchangeSchema, paymentExchangeSchema } from '#domain/exchange/document-exchange.ts';
import { amount, calendarDate, currencyCode, text, uuid } from '#domain/shared/fields.ts';
import { taxBreakdownSchema } from '#domain/tax/tax-breakdown.ts';
import { recordSchema } from '#domain/shared/record.ts';

export const PAYMENT_METHODS = ['bank_transfer', 'cash', 'card', 'direct_debit', 'paypal', 'other'] as const;
export type PaymentMethod = (typeof PAYMENT_METHODS)[number];

/** Money received for an issued invoice; a refund is negative. */
export const paymentSchema = z.extend(recordSchema, {
  invoice_id: uuid(),
  amount: amount(),
  /** The invoice's currency. */
  currency: currencyCode(),
  payment_date: calendarDate(),
  /** The day it counts on in the books, where the month of `payment_date` was closed when it was recorded; null: `payment_date`. */
  booked_on: z.nullable(calendarDate()),
  method: z.enum(PAYMENT_METHODS),
  reference: text(),
  notes: text(1000),
  /** Somebody has said that it is other money than an equal payment of the same days: nobody is asked about it again. */
  is_separate: z.boolean(),
  created_by: uuid(),
  /** The tax point of its invoice, and what it brings of each entry of that one's tax breakdown (`taxShares`); the server has the last word. */
  tax_point: z.nullable(calendarDate()),
  tax_shares: z._default(taxBreakdownSchema, []),
  /** What it is worth in the books, by the rate of its day or one that a person entered; null in the currency of the books. */
  exchange: z._default(z.nullable(paymentExchangeSchema), null),
  /** The payment that this one takes back, wholly: the same with the sign turned. */
  reverses_payment_id: z.nullable(uuid()),
  /** Why it was reversed; empty on what reverses nothing. */
  reversal_reason: text(1000),
});
export type Payment = z.infer<typeof paymentSchema>;

export const paymentInputSchema = z.extend(
  z.pick(paymentSchema, { invoice_id: true, currency: true, payment_date: true, method: true, reference: true, notes: true }),
  {
    amount: amount().check(z.refine((value) => value !== 0, 'invalidAmount')),
    is_separate: z.optional(z.boolean()),
    booked_on: z.optional(z.nullable(calendarDate())),
    /** A rate that was entered. */
    exchange: z.optional(z.nullable(exchangeSchema)),
  },
);
export type PaymentInput = z.infer<typeof paymentInputSchema>;
