import * as z from 'zod/mini';
import { invoiceNumberFormatProblem } from '#domain/numbering/number-format.ts';
import { currencyCode, text } from '#domain/shared/fields.ts';
import type { CompanySettings } from './company-settings.ts';

export type InvoiceDefaults = CompanySettings['invoice_defaults'];

/** What a person may enter where the server writes with it: a format without `{number}` would give every invoice the same number. */
export const invoiceDefaultsSchema = z.object({
  payment_terms: text(500),
  invoice_note: text(2000),
  default_due_days: z.int('invalidDays').check(z.minimum(0, 'invalidDays'), z.maximum(365, 'invalidDays')),
  default_currency: currencyCode(),
  number_prefix: text(20),
  generated_number_format: text(60).check((check) => {
    const problem = invoiceNumberFormatProblem(check.value);
    if (problem) check.issues.push({ code: 'custom', input: check.value, message: problem });
  }),
});
