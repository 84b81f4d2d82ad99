import * as z from 'zod/mini';
import { type CommandContext, newRecord, parseInput } from '#data/core/command-context.ts';
import type { CompanyDatabase } from '#data/core/company-database.ts';
import { insertRecord } from '#data/core/write.ts';
import { type ActivityEntry, activityEntrySchema } from '#domain/activity/activity-entry.ts';
import { name } from '#domain/shared/fields.ts';

const entryInputSchema = z.object({
  ...z.pick(activityEntrySchema, { type: true, entity_type: true, entity_id: true, entity_label: true, changes: true }).shape,
  actor_id: z.optional(z.nullable(z.uuid())),
});
export type ActivityEntryInput = z.infer<typeof entryInputSchema>;

/** Adds an entry of a person's own to the history. The actor is the current user unless given; the server takes no other (spec §5). */
export async function createActivityEntry(db: CompanyDatabase, input: ActivityEntryInput, ctx: CommandContext): Promise<ActivityEntry> {
  const { actor_id: actor = ctx.userId, ...values } = parseInput(entryInputSchema, input);
  return insertRecord(db, 'activity_log', { ...newRecord(ctx), ...values, actor_id: actor, origin: 'client' });
}

export const noteSchema = z.object({ text: name(300) });

/** A note in the company's history: what happened outside the app. */
export async function addNote(db: CompanyDatabase, input: z.infer<typeof noteSchema>, ctx: CommandContext): Promise<ActivityEntry> {
  const { text } = parseInput(noteSchema, input);
  return createActivityEntry(db, { type: 'note', entity_type: '', entity_id: null, entity_label: text, changes: {} }, ctx);
}
