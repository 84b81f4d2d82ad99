import * as z from 'zod/mini';
import { name, text, uuid } from '#domain/shared/fields.ts';
import { recordSchema } from '#domain/shared/record.ts';

export const projectSchema = z.extend(recordSchema, {
  name: name(),
  code: text(20),
  customer_id: z.nullable(uuid()),
  is_active: z.boolean(),
});

/** What a person may type. */
export const projectInputSchema = z.omit(projectSchema, { id: true, company_id: true, created_at: true, updated_at: true, rev: true });
export type ProjectInput = z.infer<typeof projectInputSchema>;
