import * as z from 'zod/mini';
import { GENERATE_AS, LEAD_DAYS_MAX } from '#domain/recurring/generation.ts';
import type { CompanySettings } from './company-settings.ts';

export type RecurringDefaults = CompanySettings['recurring_defaults'];

/** What a person may enter. */
export const recurringDefaultsSchema = z.object({
  auto_generate: z.boolean(),
  lead_days: z.int('invalidLead').check(z.minimum(0, 'invalidLead'), z.maximum(LEAD_DAYS_MAX, 'invalidLead')),
  generate_as: z.enum(GENERATE_AS),
});
