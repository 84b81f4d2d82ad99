import * as z from 'zod/mini';
import { calendarDate, uuid } from '#domain/shared/fields.ts';
import { asCaller } from '#functions/_shared/database.ts';
import { endpoint } from '#functions/_shared/endpoint.ts';
import { Refusal } from '#functions/_shared/refusal.ts';

/** `period` asks for that date of the series; without it the oldest that is due is meant. With `rev` a series in another version makes nothing. */
const requestSchema = z.object({ recurring_invoice_id: uuid(), period: z.optional(calendarDate()), rev: z.optional(z.string()) });
const answerSchema = z.object({
  invoice_id: z.string(),
  /** Null while it is a draft. */
  number: z.nullable(z.string()),
  period: z.string(),
  next_generation: z.string(),
  /** The period had its invoice before this call, which made none then. */
  already_generated: z.boolean(),
});

/** The sentences of spec §8: this function answers with them, not with keys. */
const SENTENCES: Readonly<Record<string, Refusal>> = {
  recurring_invoice_not_found: new Refusal(404, 'Recurring invoice not found'),
  recurring_inactive: new Refusal(422, 'Cannot generate invoice from inactive recurring invoice'),
};

/** Generates one invoice from a recurring one, with the caller's rights. A repeated call makes no second one. */
export const handler = endpoint(requestSchema, async ({ body, ...call }) => {
  const args = { p_recurring_invoice: body.recurring_invoice_id, p_period: body.period ?? null, p_rev: body.rev ?? null };
  try {
    return answerSchema.parse(await asCaller(call, 'generate_recurring_invoice', args));
  } catch (error) {
    throw (error instanceof Refusal && SENTENCES[error.code]) || error;
  }
});
