import * as z from 'zod/mini';
import { decimalText } from '#domain/money/decimal.ts';
import { type ExchangeYear, RATE_SOURCES } from './exchange-rates.ts';

/**
 * A year as the server sends it (`public.exchange_rates`): of each currency the places behind the point, and for each day the step from
 * the last one, in units of the last place; null where none was published. So thirty currencies of a year are some 12 kB.
 */
const sentYearSchema = z.object({
  year: z.int(),
  source: z.enum(RATE_SOURCES),
  version: z.iso.date(),
  days: z.array(z.string().check(z.regex(/^\d{2}-\d{2}$/))),
  rates: z.record(z.string(), z.object({ places: z.int().check(z.minimum(0), z.maximum(9)), steps: z.array(z.nullable(z.int())) })),
});

function summed(steps: readonly (number | null)[], places: number): (string | null)[] {
  let sum = 0n;
  return steps.map((step) => (step === null ? null : decimalText((sum += BigInt(step)), places)));
}

/** The year that was sent; null where the server has no rates. Throws for what makes no sense. */
export function readSentYear(sent: unknown): ExchangeYear | null {
  const year = z.parse(z.nullable(sentYearSchema), sent);
  if (!year) return null;
  const rates = Object.entries(year.rates).map(([currency, { steps, places }]) => [currency, summed(steps, places)] as const);
  return { ...year, rates: Object.fromEntries(rates) };
}
