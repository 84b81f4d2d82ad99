import * as z from 'zod/mini';
import { text, uuid } from '#domain/shared/fields.ts';
import { recordSchema } from '#domain/shared/record.ts';

/** One line of the company's history; written by database triggers or as a person's own entry, immutable. */
export const activityEntrySchema = z.extend(recordSchema, {
  actor_id: z.nullable(uuid()),
  /** `created`, `updated`, `deleted`, or a business verb such as `approved`. */
  type: text(60),
  /** Name of the collection the entry is about. */
  entity_type: text(60),
  entity_id: z.nullable(uuid()),
  /** What a reader calls the record: its number or name at that moment. */
  entity_label: text(300),
  /** `trigger`: it happened; `client`: somebody wrote it through the API. Set by the server. */
  origin: z.enum(['trigger', 'client']),
  /** Field → [old, new], only what changed and only what the reader may see. */
  changes: z.record(z.string(), z.tuple([z.unknown(), z.unknown()])),
});
export type ActivityEntry = z.infer<typeof activityEntrySchema>;

/** Whether the server may keep more than the entry tells: a whole record, or values that the entry only names. */
export const leavesOut = ({ type, origin, changes }: ActivityEntry): boolean =>
  origin === 'trigger' &&
  (type === 'created' ||
    type === 'deleted' ||
    (type === 'updated' && Object.keys(changes).length === 0) ||
    Object.values(changes).some(([before, after]) => before === '…' && after === '…'));
