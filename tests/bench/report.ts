import type { Builds } from './builds.ts';

/** One line of `npm run bench`: a measured value beside a reference taken in the same run. */
export type BenchRow = {
  readonly bench: string;
  readonly value: number;
  readonly unit: 'ms' | 'kB' | 'rows/s' | 'pulls/s' | 'frames' | 'requests' | 'MB';
  /** What the value is held against, measured in the same run; absent where the budget is an absolute one. */
  readonly reference?: { readonly what: string; readonly value: number };
  /** `value / reference.value`. */
  readonly ratio?: number;
  readonly budget: string;
  readonly withinBudget: boolean;
  /** How many runs the median or percentile is taken from. */
  readonly runs: number;
  readonly rows?: number;
  readonly note?: string;
};

export type Bench = { readonly name: string; run(options: BenchOptions): AsyncIterable<BenchRow> };
export type BenchOptions = { readonly rows: number; readonly builds: Builds };

export const round = (value: number, digits = 1) => Math.round(value * 10 ** digits) / 10 ** digits;
export const median = (values: readonly number[]) => percentile(values, 50);
/** Nearest-rank percentile. */
export function percentile(values: readonly number[], p: number): number {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.max(0, Math.ceil((p / 100) * sorted.length) - 1)] ?? Number.NaN;
}

/** A row whose budget is a ratio to the reference: `at most` or `at least` that many times. */
export function ratioRow(
  row: Pick<BenchRow, 'bench' | 'value' | 'unit' | 'runs'> & { reference: { what: string; value: number }; rows?: number; note?: string },
  limit: { atMost?: number; atLeast?: number; orValueAtMost?: number },
): BenchRow {
  const ratio = row.value / row.reference.value;
  const within =
    (limit.atMost === undefined || ratio <= limit.atMost || (limit.orValueAtMost !== undefined && row.value <= limit.orValueAtMost)) &&
    (limit.atLeast === undefined || ratio >= limit.atLeast);
  const budget = [
    limit.atMost === undefined ? '' : `≤ ${limit.atMost} × reference`,
    limit.orValueAtMost === undefined ? '' : `or ≤ ${limit.orValueAtMost} ${row.unit}`,
    limit.atLeast === undefined ? '' : `≥ ${limit.atLeast} × reference`,
  ].filter(Boolean);
  return {
    ...row,
    value: round(row.value, 2),
    reference: { ...row.reference, value: round(row.reference.value, 2) },
    ratio: round(ratio, 2),
    budget: budget.join(' '),
    withinBudget: within,
  };
}

/** A row whose budget is an absolute ceiling. */
export function ceilingRow(row: Omit<BenchRow, 'budget' | 'withinBudget' | 'ratio'>, ceiling: number): BenchRow {
  return {
    ...row,
    value: round(row.value, 2),
    ...(row.reference
      ? { reference: { ...row.reference, value: round(row.reference.value, 2) }, ratio: round(row.value / row.reference.value, 2) }
      : {}),
    budget: `≤ ${ceiling} ${row.unit}`,
    withinBudget: row.value <= ceiling,
  };
}

/** A row whose budget is an absolute floor. */
export function floorRow(row: Omit<BenchRow, 'budget' | 'withinBudget' | 'ratio'>, floor: number): BenchRow {
  return { ...ceilingRow(row, Number.POSITIVE_INFINITY), budget: `≥ ${floor} ${row.unit}`, withinBudget: row.value >= floor };
}

/** A row that has no budget: it explains another one, or proves a claim. */
export function comparisonRow(row: Omit<BenchRow, 'budget' | 'withinBudget' | 'ratio'>): BenchRow {
  return { ...ceilingRow(row, Number.POSITIVE_INFINITY), budget: 'none, for comparison' };
}

/** The rows that an earlier run printed, by their names; lines that are none are passed over. */
export function earlierRows(text: string): ReadonlyMap<string, number> {
  const rows = text.split('\n').flatMap((line) => {
    if (!line.startsWith('{')) return [];
    const { bench, value, rows: size, note } = JSON.parse(line) as Partial<BenchRow>;
    return bench !== undefined && value !== undefined ? [[nameOf({ bench, rows: size, note }), value] as const] : [];
  });
  return new Map(rows);
}

/** What tells rows of one name apart: how many records there are, and the engine where both are measured. */
const nameOf = ({ bench, rows, note }: { bench: string; rows?: number | undefined; note?: string | undefined }): string =>
  JSON.stringify([bench, rows, /^(?:pglite|postgres)\b/.exec(note ?? '')?.[0]]);

/** The row with how many times the earlier value it is; as it was where the earlier run had none of that name and size. */
export function compared(
  row: BenchRow,
  earlier: ReadonlyMap<string, number>,
): BenchRow & { readonly before?: number; readonly timesBefore?: number } {
  const before = earlier.get(nameOf(row));
  return before === undefined ? row : { ...row, before, timesBefore: round(row.value / before, 2) };
}

/** What is over its budget, in words. */
export function summaryOf(rows: readonly BenchRow[], failed: readonly string[]): string[] {
  const over = rows.filter(({ withinBudget }) => !withinBudget);
  return [
    ...failed.map((name) => `FAILED ${name}`),
    ...over.map(({ bench, value, unit, budget }) => `OVER   ${bench}: ${value} ${unit}, ${budget}`),
    `${rows.length} measured, ${over.length} over budget${failed.length > 0 ? `, ${failed.length} could not be measured` : ''}`,
  ];
}
