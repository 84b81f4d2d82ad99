import * as z from 'zod/mini';
import { amount, percent } from '#domain/shared/fields.ts';
import { TAX_CATEGORIES } from './tax-category.ts';

/** Net and tax by category and rate; major units. */
export const taxBreakdownSchema = z.array(
  z.object({ tax_rate: percent(), tax_category: z.optional(z.nullable(z.enum(TAX_CATEGORIES))), net: amount(), tax: amount() }),
);
