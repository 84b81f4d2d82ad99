import * as z from 'zod/mini';
import { addMonths, startOfMonth } from '#domain/dates/calendar.ts';
import { calendarDate, instant, text, uuid } from '#domain/shared/fields.ts';
import { recordSchema } from '#domain/shared/record.ts';

/** A month of the books that was closed, and perhaps opened again. A month without a record is open. */
export const accountingPeriodSchema = z.extend(recordSchema, {
  /** Its first day. */
  month: calendarDate(),
  is_closed: z.boolean(),
  /** Why it was opened again. */
  reason: text(1000),
  decided_by: z.nullable(uuid()),
  decided_at: z.nullable(instant()),
});
export type AccountingPeriod = z.infer<typeof accountingPeriodSchema>;

/** The first days of so many months that are over, the latest first. */
export const monthsOver = (today: string, count: number): string[] =>
  Array.from({ length: count }, (_, place) => addMonths(startOfMonth(today), -1 - place));
