import * as z from 'zod/mini';
import { amount, currencyCode, name, percent, text } from '#domain/shared/fields.ts';
import { type OwnTax, withOwnTax } from '#domain/tax/line-tax.ts';
import { TAX_CATEGORIES } from '#domain/tax/tax-category.ts';
import { recordSchema } from '#domain/shared/record.ts';

/** Something a company sells; a line of an invoice copies it, so that later changes leave documents alone. */
export const productSchema = z.extend(recordSchema, {
  name: name(),
  description: text(2000),
  /** A known code (`h`, `day`, `piece`, `month`, `flat`, `km`) or the person's own word. */
  unit: text(40),
  /** Net price of one unit, major units of `currency`, at most four decimals. */
  unit_price: amount(),
  /** How a line copied from it is taxed, before anything is known of the customer; null is what the rate says. */
  tax_rate: percent(),
  tax_category: z._default(z.nullable(z.enum(TAX_CATEGORIES)), null),
  /** For E: the paragraph, or the words by which it is exempt. */
  exemption_reason: z._default(z.nullable(text(200)), null),
  currency: currencyCode(),
  is_active: z.boolean(),
});
export type InvoiceProduct = z.infer<typeof productSchema>;

/** How a product is taxed, as far as anybody said. An app that knows no categories may set the rate of one to 0: that gives no reason. */
export function productTax({ tax_rate, tax_category, exemption_reason }: OwnTax): OwnTax {
  return withOwnTax({ tax_rate, tax_category: tax_category === 'S' ? null : tax_category, exemption_reason }, 'standard');
}

/** What a person may type. Forms, commands and imports all validate against this. */
export const productInputSchema = z.omit(productSchema, { id: true, company_id: true, created_at: true, updated_at: true, rev: true });
export type InvoiceProductInput = z.infer<typeof productInputSchema>;
