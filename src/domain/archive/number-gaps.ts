import type { ArchiveTableName } from './archive-tables.ts';
import type { Row } from './canonical.ts';

/** What a row says of the numbers of invoices: how far a year's counter is, which numbers are taken, why one is not. */
export type GapFacts =
  | { readonly kind: 'counter'; readonly year: number; readonly last: number }
  | { readonly kind: 'taken'; readonly year: number; readonly number: number }
  | { readonly kind: 'reason'; readonly year: number; readonly number: number; readonly row: Row };

const count = (value: unknown): number => (typeof value === 'number' ? value : 0);

function factsOf(table: ArchiveTableName, row: Row): GapFacts[] {
  if (table === 'number_counters' && row['kind'] === 'invoices')
    return [{ kind: 'counter', year: count(row['year']), last: count(row['last']) }];
  if (table === 'invoices' && typeof row['number_seq'] === 'number')
    return [{ kind: 'taken', year: count(row['number_year']), number: row['number_seq'] }];
  if (table === 'number_gap_reasons') return [{ kind: 'reason', year: count(row['year']), number: count(row['number']), row }];
  return [];
}

/** The places of the counters that no invoice has, by year and number (the server's `invoice_number_gaps`). */
function rowsOf(facts: readonly GapFacts[]): Row[] {
  const key = ({ year, number }: { year: number; number: number }) => `${year}/${number}`;
  const taken = new Set(facts.flatMap((fact) => (fact.kind === 'taken' ? [key(fact)] : [])));
  const reasons = new Map(facts.flatMap((fact) => (fact.kind === 'reason' ? [[key(fact), fact.row] as const] : [])));
  return facts
    .flatMap((fact) => (fact.kind === 'counter' ? [fact] : []))
    .toSorted((one, other) => one.year - other.year)
    .flatMap(({ year, last }) => Array.from({ length: last }, (_, index) => ({ year, number: index + 1 })))
    .filter((place) => !taken.has(key(place)))
    .map((place) => {
      const said = reasons.get(key(place));
      return { ...place, reason: said?.['reason'] ?? '', noted_by: said?.['noted_by'] ?? null, noted_at: said?.['noted_at'] ?? null };
    });
}

export const numberGaps = { factsOf, rowsOf };
