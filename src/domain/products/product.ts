import * as z from 'zod/mini';
import { amount, currencyCode, name, percent, text } from '#domain/shared/fields.ts';
import { recordSchema } from '#domain/shared/record.ts';

/** Something a company sells; a line of an invoice copies it, so that later changes leave documents alone. */
export const productSchema = z.extend(recordSchema, {
  name: name(),
  description: text(2000),
  /** A known code (`h`, `day`, `piece`, `month`, `flat`, `km`) or the person's own word. */
  unit: text(40),
  /** Net price of one unit, major units of `currency`, at most four decimals. */
  unit_price: amount(),
  tax_rate: percent(),
  currency: currencyCode(),
  is_active: z.boolean(),
});
export type InvoiceProduct = z.infer<typeof productSchema>;

/** What a person may type. Forms, commands and imports all validate against this. */
export const productInputSchema = z.omit(productSchema, { id: true, company_id: true, created_at: true, updated_at: true, rev: true });
export type InvoiceProductInput = z.infer<typeof productInputSchema>;
