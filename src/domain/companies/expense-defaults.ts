import * as z from 'zod/mini';
import { currencyCode, text } from '#domain/shared/fields.ts';
import type { CompanySettings } from './company-settings.ts';

export type ExpenseDefaults = CompanySettings['expense_defaults'];

/** What a person may enter. A format without `{number}` would give every expense the same number. */
export const expenseDefaultsSchema = z.object({
  default_currency: currencyCode(),
  generated_number_format: text(60).check(z.regex(/\{number\}/, 'numberPlaceholder')),
  mark_as_paid_on_approval: z.boolean(),
});
