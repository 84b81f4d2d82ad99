/**
 * Reads a day as people type it: `31.12.2026`, `31.12.`, `31/12/26`, `3112`, `31122026`, `2026-12-31`; day before month.
 * A missing year is the one of `today`. Empty is `null`; what is no day is `undefined`.
 */
export function readDay(typed: string, today: string): string | null | undefined {
  const text = typed.trim();
  if (text === '') return null;
  const iso = /^(\d{4})-(\d{1,2})-(\d{1,2})$/.exec(text);
  if (iso) return dayOf(iso[1], iso[2], iso[3]);
  const parts = /^(\d{1,2})[./\- ]+(\d{1,2})(?:[./\- ]+(\d{2}|\d{4})?)?$/.exec(text) ?? /^(\d{2})(\d{2})(\d{2}|\d{4})?$/.exec(text);
  if (!parts) return undefined;
  const year = parts[3] ?? today.slice(0, 4);
  return dayOf(year.length === 2 ? `20${year}` : year, parts[2], parts[1]);
}

function dayOf(year = '', month = '', day = ''): string | undefined {
  const text = `${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`;
  const at = Date.parse(`${text}T00:00:00Z`);
  return !Number.isNaN(at) && toDay(at) === text ? text : undefined;
}

const toDay = (at: number): string => new Date(at).toISOString().slice(0, 10);

/** The day `count` days later. */
export function shiftDay(day: string, count: number): string {
  return toDay(Date.parse(`${day}T00:00:00Z`) + count * 86_400_000);
}
