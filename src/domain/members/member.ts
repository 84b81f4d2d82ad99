import * as z from 'zod/mini';
import { text, uuid } from '#domain/shared/fields.ts';
import { recordSchema } from '#domain/shared/record.ts';

/** A company user with the granted permission keys. `id` is the id of the `company_users` row. */
export const memberSchema = z.extend(recordSchema, {
  user_id: uuid(),
  is_owner: z.boolean(),
  is_admin: z.boolean(),
  display_name: text(),
  email: text(320),
  keys: z.array(z.string().check(z.maxLength(80))),
});
export type Member = z.infer<typeof memberSchema>;
