import type { ArchiveTableName } from './archive-tables.ts';
import type { Row } from './canonical.ts';

/** What a row says of the numbers of invoices: how far a year's counter is, which numbers are taken, why one is not. */
export type GapFacts =
  | { readonly kind: 'counter'; readonly series: string; readonly year: number; readonly last: number }
  | { readonly kind: 'taken'; readonly series: string; readonly year: number; readonly number: number }
  | { readonly kind: 'reason'; readonly series: string; readonly year: number; readonly number: number; readonly row: Row };

const INVOICES = 'invoices';
/** The series that documents of the books are numbered in. */
const SERIES: ReadonlySet<unknown> = new Set([INVOICES, 'cancellations', 'corrections']);

const seriesOf = (value: unknown): string => (typeof value === 'string' ? value : INVOICES);
const count = (value: unknown): number => (typeof value === 'number' ? value : 0);

function factsOf(table: ArchiveTableName, row: Row): GapFacts[] {
  const series = seriesOf(row['series'] ?? row['number_series']);
  if (table === 'number_counters' && SERIES.has(row['kind']))
    return [{ kind: 'counter', series: seriesOf(row['kind']), year: count(row['year']), last: count(row['last']) }];
  if (table === 'invoices' && typeof row['number_seq'] === 'number')
    return [{ kind: 'taken', series, year: count(row['number_year']), number: row['number_seq'] }];
  if (table === 'number_gap_reasons') return [{ kind: 'reason', series, year: count(row['year']), number: count(row['number']), row }];
  return [];
}

/** The places of the counters that no document has, by series, year and number (the server's `number_gaps`). */
function rowsOf(facts: readonly GapFacts[]): Row[] {
  const key = ({ series, year, number }: { series: string; year: number; number: number }) => `${series}/${year}/${number}`;
  const taken = new Set(facts.flatMap((fact) => (fact.kind === 'taken' ? [key(fact)] : [])));
  const reasons = new Map(facts.flatMap((fact) => (fact.kind === 'reason' ? [[key(fact), fact.row] as const] : [])));
  return facts
    .flatMap((fact) => (fact.kind === 'counter' ? [fact] : []))
    .toSorted((one, other) => rank(one.series) - rank(other.series) || one.year - other.year)
    .flatMap(({ series, year, last }) => Array.from({ length: last }, (_, index) => ({ year, number: index + 1, series })))
    .filter((place) => !taken.has(key(place)))
    .map((place) => {
      const said = reasons.get(key(place));
      return { ...place, reason: said?.['reason'] ?? '', noted_by: said?.['noted_by'] ?? null, noted_at: said?.['noted_at'] ?? null };
    });
}

const rank = (series: string): number => [...SERIES].indexOf(series);

export const numberGaps = { factsOf, rowsOf };
