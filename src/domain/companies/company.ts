import * as z from 'zod/mini';
import { name, text } from '#domain/shared/fields.ts';
import { recordSchema } from '#domain/shared/record.ts';
import { companySettingsSchema } from './company-settings.ts';

/** In a company's own record `company_id` equals `id`. */
export const companySchema = z.extend(recordSchema, {
  name: name(),
  logo_path: z.nullable(text(500)),
  settings: companySettingsSchema,
});
export type Company = z.infer<typeof companySchema>;
