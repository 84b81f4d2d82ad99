import type { Period } from '#domain/reports/period.ts';
import { useFormat } from '#platform/i18n/use-format.ts';

/** Months as people read them: `October 2026`, `Jan 2026 – Mar 2026`. */
export function usePeriodText(): (period: Period) => string {
  const format = useFormat();
  return ({ from, to }) => (from === to ? format.month(from, 'long') : `${format.month(from)} – ${format.month(to)}`);
}
