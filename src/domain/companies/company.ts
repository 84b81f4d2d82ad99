import * as z from 'zod/mini';
import { bankAccountSchema } from '#domain/bank-accounts/bank-account.ts';
import { letterheadSchema } from '#domain/documents/seller-letterhead.ts';
import { instant, name, text } from '#domain/shared/fields.ts';
import { recordSchema } from '#domain/shared/record.ts';
import { companySettingsSchema } from './company-settings.ts';

/** Where a company came in by an archive: when, and what its people were called there, by id. Everything older was written elsewhere. */
const originSchema = z.object({ imported_at: z.optional(instant()), names: z.optional(z.record(z.string(), z.string())) });

/** In a company's own record `company_id` equals `id`. */
export const companySchema = z.extend(recordSchema, {
  name: name(),
  logo_path: z.nullable(text(500)),
  settings: companySettingsSchema,
  bank_accounts: z._default(z.array(bankAccountSchema), []),
  /** Empty where it was founded here. */
  origin: z.optional(originSchema),
  /** How the documents look that were issued before each kept its own letterhead; null where there are none. */
  former_letterhead: z.optional(z.nullable(letterheadSchema)),
});
export type Company = z.infer<typeof companySchema>;

/** A company as this device kept it, complete: what was stored before a setting existed gets its default (spec §5). */
export function completeCompany(stored: Company): Company {
  const settings = z.safeParse(companySettingsSchema, stored.settings);
  return {
    ...stored,
    settings: settings.success ? settings.data : stored.settings,
    bank_accounts: stored.bank_accounts ?? [],
  };
}
