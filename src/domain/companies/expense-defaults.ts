import * as z from 'zod/mini';
import { numberFormatProblem } from '#domain/numbering/number-format.ts';
import { currencyCode, text } from '#domain/shared/fields.ts';
import type { CompanySettings } from './company-settings.ts';

export type ExpenseDefaults = CompanySettings['expense_defaults'];

/** What a person may enter. A format without `{number}` would give every expense the same number. */
export const expenseDefaultsSchema = z.object({
  default_currency: currencyCode(),
  generated_number_format: text(60).check((check) => {
    const problem = numberFormatProblem(check.value);
    if (problem) check.issues.push({ code: 'custom', input: check.value, message: problem });
  }),
  mark_as_paid_on_approval: z.boolean(),
});
