import * as z from 'zod/mini';
import { instant, uuid } from './fields.ts';

/**
 * Columns that every synced record has. `rev` names the edit that made this version: whoever edits mints it
 * (a device `<client>-<n>`, the server `srv-<uuid>`); two versions are the same exactly when their `rev` is.
 * `created_at` and `updated_at` are the server's; a device fills them provisionally.
 */
export const recordSchema = z.object({
  id: uuid(),
  company_id: uuid(),
  created_at: instant(),
  updated_at: instant(),
  rev: z.string().check(z.minLength(1), z.maxLength(80)),
});
export type SyncedRecord = z.infer<typeof recordSchema>;

/** What the schema names of a record: with the schema of an input, what a person may write of it. */
export function inputFrom<S extends z.ZodMiniObject>(schema: S, record: Readonly<z.output<S>>): z.output<S> {
  const fields = Object.keys(schema.shape) as (keyof z.output<S>)[];
  return Object.fromEntries(fields.map((field) => [field, record[field]])) as z.output<S>;
}
