import * as z from 'zod/mini';
import { buyerSnapshotSchema, invoiceItemSchema, ITEMS_MAX, sellerSnapshotSchema } from '#domain/invoices/invoice.ts';
import { calendarDate, currencyCode, text, uuid } from '#domain/shared/fields.ts';
import { recordSchema } from '#domain/shared/record.ts';

/** A line that is handed over: of an invoice's what a delivery says, with its price in case it is to be shown. */
export const deliveryItemSchema = z.pick(invoiceItemSchema, {
  id: true,
  position: true,
  description: true,
  unit: true,
  quantity: true,
  unit_price: true,
  discount_percent: true,
});
export type DeliveryItem = z.infer<typeof deliveryItemSchema>;

export const deliveryNoteSchema = z.extend(recordSchema, {
  /** Given by the server; null until it has heard of the note. */
  number: z.nullable(text(60)),
  /** The invoice it was made from; null once that draft is gone. */
  invoice_id: z.nullable(uuid()),
  customer_id: uuid(),
  delivery_date: calendarDate(),
  /** The day it was handed over: from then on it stays as it is. */
  delivered_on: z.nullable(calendarDate()),
  language: z.enum(['en', 'de']),
  currency: currencyCode(),
  reference: text(),
  notes: text(4000),
  shows_prices: z.boolean(),
  items: z.array(deliveryItemSchema).check(z.maxLength(ITEMS_MAX, 'tooManyItems')),
  /** The parties as the server knew them at the last change before it was handed over. */
  seller: z.nullable(sellerSnapshotSchema),
  buyer: z.nullable(buyerSnapshotSchema),
  created_by: uuid(),
});
export type DeliveryNote = z.infer<typeof deliveryNoteSchema>;

/** What a person says of a delivery. */
export const deliveryNoteInputSchema = z
  .pick(deliveryNoteSchema, { delivery_date: true, reference: true, notes: true, shows_prices: true, items: true })
  .check(z.refine(({ items }) => items.length > 0 && items.every(({ quantity }) => quantity !== 0), { error: 'noItems', path: ['items'] }));
export type DeliveryNoteInput = z.infer<typeof deliveryNoteInputSchema>;
