import * as z from 'zod/mini';
import { calendarDate, instant, uuid } from '#domain/shared/fields.ts';
import { recordSchema } from '#domain/shared/record.ts';

/**
 * The figures of a month as they were when it was closed: all that reports of it are made of. The server makes them in the transaction of the closing,
 * and nobody changes them; a month that is closed again gets new ones beside these.
 */
export const periodFiguresSchema = z.extend(recordSchema, {
  period_id: uuid(),
  /** Its first day. */
  month: calendarDate(),
  /** The closing they belong to: `decided_at` of the period. Where `created_at` is another instant, they are the figures as at that one. */
  decided_at: z.nullable(instant()),
  /**
   * By collection (`invoices`) and cell (`invoiced|EUR`) its integers with a space between: a count, then amounts in minor units. And `company`:
   * the country and whether it was a small business, by which reports read them.
   */
  cells: z.record(z.string(), z.record(z.string(), z.string())),
});
export type PeriodFigures = z.infer<typeof periodFiguresSchema>;

/** The closing whose figures are asked for. */
type Closing = { readonly id: string; readonly is_closed: boolean; readonly decided_at: string | null };

/** The figures of each closing that still holds, by its id. A closing that the server has not confirmed has none, nor has one of before they were kept. */
export function figuresOfClosings<P extends Closing>(periods: readonly P[], all: readonly PeriodFigures[]): Map<string, PeriodFigures> {
  const found = new Map<string, PeriodFigures>();
  for (const { id, is_closed, decided_at } of periods) {
    if (!is_closed) continue;
    const its = all.filter((each) => each.period_id === id && each.decided_at === decided_at);
    const newest = its.toSorted((a, b) => (a.created_at < b.created_at ? 1 : -1))[0];
    if (newest) found.set(id, newest);
  }
  return found;
}
