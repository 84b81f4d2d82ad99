import * as z from 'zod/mini';

/** By supply (accrual, "Soll"): on the day the supply ended. By payment (cash accounting, "Ist"): with the money. */
export const VAT_METHODS = ['supply', 'payment'] as const;
export type VatMethod = (typeof VAT_METHODS)[number];
/** For which period VAT is filed. */
export const VAT_FILINGS = ['month', 'quarter', 'none'] as const;

const vatPeriodSchema = z.object({
  /** The first month (`YYYY-MM`) it holds for. */
  from: z.string().check(z.regex(/^[12]\d{3}-(0[1-9]|1[0-2])$/, 'invalidMonth')),
  method: z.enum(VAT_METHODS),
  filing: z.enum(VAT_FILINGS),
});
export type VatPeriod = z.infer<typeof vatPeriodSchema>;

/** From which month on which method holds, in order; before the first: by supply, each month. SQL (`check_vat_periods`) refuses the same. */
export const vatPeriodsSchema = z.array(vatPeriodSchema).check(
  z.maxLength(50, 'tooMany'),
  z.refine((periods) => periods.every(({ from }, n) => n === 0 || from > (periods[n - 1]?.from ?? '')), 'notInOrder'),
);

const BEFORE: Omit<VatPeriod, 'from'> = { method: 'supply', filing: 'month' };

/** What holds in a month (`YYYY-MM`). */
export const vatPeriodIn = (periods: readonly VatPeriod[], month: string): Omit<VatPeriod, 'from'> =>
  periods.findLast(({ from }) => from <= month) ?? BEFORE;

export const vatMethodIn = (periods: readonly VatPeriod[], month: string): VatMethod => vatPeriodIn(periods, month).method;

/** How VAT counts in some months: by one method, or `mixed` where it changes. */
export function vatMethodOver(periods: readonly VatPeriod[], months: readonly string[]): VatMethod | 'mixed' {
  const [first = BEFORE.method, ...others] = new Set(months.map((month) => vatMethodIn(periods, month)));
  return others.length > 0 ? 'mixed' : first;
}

/** The same with another choice from a month on; what was to come later is dropped. */
export function withVatPeriod(periods: readonly VatPeriod[], next: VatPeriod): VatPeriod[] {
  const earlier = periods.filter(({ from }) => from < next.from);
  const { method, filing } = earlier.at(-1) ?? BEFORE;
  return method === next.method && filing === next.filing ? earlier : [...earlier, next];
}
