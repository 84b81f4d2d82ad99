import * as z from 'zod/mini';
import { exchangeSchema, invoiceExchangeSchema } from '#domain/exchange/document-exchange.ts';
import { letterheadSchema } from '#domain/documents/seller-letterhead.ts';
import { E_INVOICE_FORMATS } from '#domain/e-invoice/e-invoice-format.ts';
import { decimalOf } from '#domain/money/decimal.ts';
import { PAYMENT_STATUSES } from '#domain/payments/payment-state.ts';
import { address, amount, calendarDate, countryCode, currencyCode, instant, percent, text, uuid } from '#domain/shared/fields.ts';
import { recordSchema } from '#domain/shared/record.ts';
import { taxBreakdownSchema } from '#domain/tax/tax-breakdown.ts';
import { TAX_CATEGORIES } from '#domain/tax/tax-category.ts';
import { TAX_MODES } from '#domain/tax/tax-mode.ts';

export const INVOICE_STATUSES = ['draft', 'ready_to_issue', 'issued', 'cancelled'] as const;

/** With it a line of the largest price still fits a total in exact arithmetic. */
export const QUANTITY_MAX = 9_999_999;
export const ITEMS_MAX = 500;

const decimals = <T extends z.ZodMiniType<number, number>>(schema: T, max: number): T =>
  schema.check(z.refine((value) => decimalOf(value as number).scale <= max, 'tooManyDecimals')) as T;

/** What documents and recurring ones have in a line. */
export const documentLineSchema = z.object({
  id: uuid(),
  /** Place among the lines, from 1. */
  position: z.int().check(z.minimum(0), z.maximum(100_000)),
  /** Where the line was copied from; null for a free line, and once that product is gone. */
  product_id: z.nullable(uuid()),
  /** The first line is the title, the others describe it. */
  description: text(2000),
  unit: text(40),
  quantity: decimals(
    z.number('invalidQuantity').check(z.minimum(-QUANTITY_MAX, 'invalidQuantity'), z.maximum(QUANTITY_MAX, 'invalidQuantity')),
    4,
  ),
  /** Net, major units, at most four decimals. */
  unit_price: decimals(amount(), 4),
  discount_percent: decimals(percent(), 3),
  tax_rate: decimals(percent(), 3),
  /** How VAT treats the line; null where an older app wrote it: then mode and rate say it (`categoryOf`). */
  tax_category: z._default(z.nullable(z.enum(TAX_CATEGORIES)), null),
  /** Why it is exempt: the paragraph or the words that are printed, or `small_business`. */
  exemption_reason: z._default(z.nullable(text(200)), null),
});

export const invoiceItemSchema = z.extend(documentLineSchema, {
  /** In a correction, and in the cancellation of an invoice: the line of that invoice of which this takes something back. */
  origin_item_id: z.optional(z.nullable(uuid())),
});
export type InvoiceItem = z.infer<typeof invoiceItemSchema>;

/** The issuing company as it was on the day of issue. */
export const sellerSnapshotSchema = z.object({
  name: text(),
  ...address,
  phone: text(50),
  email: text(320),
  website: text(),
  tax_number: text(40),
  vat_id: text(20),
  iban: text(34),
  bic: text(11),
  bank_name: text(),
  /** Missing in what was issued before instructions were printed: those documents stay as they went out. */
  payment_instructions: z.optional(text(1000)),
  /** Who answers questions about the invoice; missing where it was issued before they were asked for. */
  contact_name: z.optional(text()),
  contact_phone: z.optional(text(50)),
  contact_email: z.optional(text(320)),
  /** In which layout it is printed; missing where it was issued before there was a second one. */
  layout: z.optional(z.int()),
  /** Whether its exchange rate was known at issue; one supplied later changes no copy. Missing where it was issued before that was kept. */
  exchange_known: z.optional(z.boolean()),
  /** How the document looks; missing where it was issued before this was kept (`former_letterhead` of the company). */
  letterhead: z.optional(letterheadSchema),
});
export type SellerSnapshot = z.infer<typeof sellerSnapshotSchema>;

/** The customer as it was on the day of issue. */
export const buyerSnapshotSchema = z.object({
  name: text(),
  contact_name: text(),
  ...address,
  email: text(320),
  vat_id: text(20),
  buyer_reference: text(100),
  /** How e-invoices reach it and in which form it wants them; missing where it was issued before this was asked for. */
  e_address: z.optional(z.nullable(text(200))),
  e_address_scheme: z.optional(z.nullable(text(4))),
  e_invoice_format: z.optional(z.nullable(z.enum(E_INVOICE_FORMATS))),
  /** Missing, as all that follows, where it was issued before 0.10. */
  customer_number: z.optional(z.nullable(text(40))),
  salutation: z.optional(z.nullable(text(200))),
  delivery_name: z.optional(z.nullable(text())),
  delivery_street: z.optional(z.nullable(text())),
  delivery_house_number: z.optional(z.nullable(text(20))),
  delivery_postal_code: z.optional(z.nullable(text(20))),
  delivery_city: z.optional(z.nullable(text())),
  delivery_country: z.optional(z.nullable(countryCode())),
});
export type BuyerSnapshot = z.infer<typeof buyerSnapshotSchema>;

/** A correction as its invoice knows it. */
export const correctionEntrySchema = z.object({
  id: uuid(),
  number: text(60),
  issue_date: calendarDate(),
  gross_total: amount(),
  tax_breakdown: taxBreakdownSchema,
});
export type CorrectionEntry = z.infer<typeof correctionEntrySchema>;

/** What a device says of an invoice that it issued with a number of its own; the server finds out whether it is so (decision 0033). */
const leaseClaimSchema = z.object({
  device_id: uuid(),
  /** Place of the number in its counter. */
  seq: z.int(),
  number: text(60),
  issue_date: calendarDate(),
  tax_point: calendarDate(),
  net_total: amount(),
  tax_total: amount(),
  gross_total: amount(),
  tax_breakdown: taxBreakdownSchema,
  seller: sellerSnapshotSchema,
  buyer: buyerSnapshotSchema,
});

export const invoiceSchema = z.extend(recordSchema, {
  /** Given by the server when it issues; null before. */
  number: z.nullable(text(60)),
  document_type: z.enum(['invoice', 'cancellation', 'correction']),
  /** In a cancellation: the invoice it takes back. */
  cancels_id: z.nullable(uuid()),
  /** In a cancelled invoice: its cancellation. */
  cancelled_by_id: z.nullable(uuid()),
  /** In a correction: the invoice of which it takes something back, and why. */
  corrects_id: z._default(z.nullable(uuid()), null),
  reason: z._default(text(500), ''),
  /** In an invoice: its corrections in the order in which they were issued. The server's. */
  corrections: z._default(z.array(correctionEntrySchema), []),
  /** Null only while a draft. */
  customer_id: z.nullable(uuid()),
  recurring_invoice_id: z.nullable(uuid()),
  /** The period of that series it was generated for; never two for one. */
  recurring_period: z.nullable(calendarDate()),
  /** `ready_to_issue` is a device's wish: the server issues at once or refuses. */
  status: z.enum(INVOICE_STATUSES),
  delivery: z.enum(['not_sent', 'sent']),
  sent_at: z.nullable(instant()),
  issue_date: z.nullable(calendarDate()),
  due_date: z.nullable(calendarDate()),
  due_days: z.int().check(z.minimum(0, 'invalidDays'), z.maximum(365, 'invalidDays')),
  /** Day of supply, or the first of its period. */
  service_from: z.nullable(calendarDate()),
  service_to: z.nullable(calendarDate()),
  currency: currencyCode(),
  /** Language of the document. */
  language: z.enum(['en', 'de']),
  reference: text(),
  notes: text(4000),
  internal_notes: text(4000),
  payment_terms: text(500),
  /** What older apps read. Where the lines say their categories it follows from them (decision 0015). */
  tax_mode: z.enum(TAX_MODES),
  seller: z.nullable(sellerSnapshotSchema),
  buyer: z.nullable(buyerSnapshotSchema),
  net_total: amount(),
  tax_total: amount(),
  gross_total: amount(),
  /** One entry per category and rate, the highest rate first; what was issued before categories has none. */
  tax_breakdown: taxBreakdownSchema,
  /** The day its VAT counts on by supply, decided by the server when it was issued; null before. */
  tax_point: z.nullable(calendarDate()),
  /** What it is worth in the books: of a draft only a rate that a person entered, then frozen; null in the currency of the books. */
  exchange: z._default(z.nullable(invoiceExchangeSchema), null),
  /** Sum of the payments, as far as the server knows them. */
  paid_total: amount(),
  payment_status: z.enum(PAYMENT_STATUSES),
  /** Warnings (`issueWarnings`) that whoever issued it overruled knowingly. */
  overruled_warnings: z._default(z.array(text(80)).check(z.maxLength(40)), []),
  created_by: uuid(),
  /** Of what was issued from numbers taken along: their lease, and until the server has taken it what the document says. */
  leased: z._default(z.nullable(z.object({ lease_id: uuid(), claim: z.optional(leaseClaimSchema) })), null),
  /** The last level it was reminded with, 0 to 3, and the day; the server counts. */
  reminder_level: z._default(z.int().check(z.minimum(0), z.maximum(3)), 0),
  reminded_on: z._default(z.nullable(calendarDate()), null),
  /** Why it is not reminded of for now; empty: it is. */
  reminder_hold: z._default(text(500), ''),
  items: z.array(invoiceItemSchema).check(z.maxLength(ITEMS_MAX, 'tooManyItems')),
});
export type Invoice = z.infer<typeof invoiceSchema>;

/** What a person may write into a draft. */
export const invoiceInputSchema = z.extend(
  z.pick(invoiceSchema, {
    customer_id: true,
    due_days: true,
    service_from: true,
    service_to: true,
    currency: true,
    language: true,
    reference: true,
    notes: true,
    internal_notes: true,
    payment_terms: true,
    tax_mode: true,
    items: true,
  }),
  { /** A rate that was entered. */ exchange: z.optional(z.nullable(exchangeSchema)) },
);
export type InvoiceInput = z.infer<typeof invoiceInputSchema>;
