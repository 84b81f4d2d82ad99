import { type Access, can, type PermissionKey } from '#domain/access/access.ts';
import { addDays } from '#domain/dates/calendar.ts';
import { nextGenerationDate, periodsBetween, type Recurrence, upcomingDates } from './recurrence.ts';

type Running = { readonly is_active: boolean; readonly next_generation: string; readonly end_date: string | null };

/** Why the next period can't be generated now; `null` means it can. The server refuses the same. */
export type GenerationRefusal = 'not_allowed' | 'inactive' | 'nothing_left' | null;

export function generationRefusal(item: Running, access: Access, key: PermissionKey): GenerationRefusal {
  if (!can(access, key)) return 'not_allowed';
  if (!item.is_active) return 'inactive';
  return isOver(item) ? 'nothing_left' : null;
}

/** Whether every period up to the end date was generated. */
export const isOver = ({ next_generation, end_date }: Omit<Running, 'is_active'>): boolean =>
  end_date !== null && next_generation > end_date;

/**
 * The item with the next date that follows from its own fields. The stored one is the server's and stands still while edits wait on this
 * device: nobody has to decide about a date that is only a result.
 */
export function withNextDate<T extends Running>(item: T, rule: Recurrence): T {
  const next_generation = nextGenerationDate(rule);
  return next_generation === item.next_generation ? item : { ...item, next_generation };
}

/**
 * Active again. Periods of the pause are left out, or made up for. The server leaves them out when nothing is said about it, so making up
 * has to be said: with a day that leaves nothing out.
 */
export function resumed<T extends Running & { readonly skip_before: string | null }>(
  item: T,
  { today, isMadeUp }: { readonly today: string; readonly isMadeUp: boolean },
): T {
  const { next_generation: next, skip_before } = item;
  return { ...item, is_active: true, skip_before: isMadeUp ? (next === skip_before ? addDays(next, -1) : next) : today };
}

/** Dates before today that are still to be generated. */
export function missedDates(rule: Recurrence, today: string): string[] {
  const dates = periodsBetween(rule, nextGenerationDate(rule), today);
  return dates.filter((date) => date < today && (rule.end_date === null || date <= rule.end_date));
}

/** The date after the next one, or null when the next one is the last. */
export const dateAfterNext = (rule: Recurrence): string | null => upcomingDates(rule, 2)[1] ?? null;
