import * as z from 'zod/mini';
import { name, text } from '#domain/shared/fields.ts';
import { recordSchema } from '#domain/shared/record.ts';

export const expenseCategorySchema = z.extend(recordSchema, {
  name: name(100),
  description: text(500),
  /** Name of an icon the app knows (`ui/category-icons`); an unknown name falls back to a neutral one. */
  icon: text(40),
  color: z.string().check(z.regex(/^#[0-9a-f]{6}$/, 'invalidColor'), z.maxLength(7)),
  sort_order: z.int().check(z.minimum(0), z.maximum(100_000)),
  is_active: z.boolean(),
});
export type ExpenseCategory = z.infer<typeof expenseCategorySchema>;

/** What a person types; the place in the list is not typed but dragged. */
export const categoryInputSchema = z.omit(expenseCategorySchema, {
  id: true,
  company_id: true,
  created_at: true,
  updated_at: true,
  rev: true,
  sort_order: true,
});
export type CategoryInput = z.infer<typeof categoryInputSchema>;
