import type { ReportRow } from './report-rows.ts';

/** A figure of a report that was kept otherwise than the records say now; minor units. */
export type ReportDifference = {
  readonly key: string;
  /** Which of the row's amounts. */ readonly measure: number;
  readonly kept: bigint;
  readonly now: bigint;
};

/** Where a report of what was kept and the same report of the records differ, in the order of the report. */
export function reportDifferences(kept: readonly ReportRow[], now: readonly ReportRow[]): ReportDifference[] {
  const [before, after] = [kept, now].map((rows) => new Map(rows.map(({ key, values }) => [key, values])));
  return [...new Set([...kept, ...now].map(({ key }) => key))].flatMap((key) => {
    const [was = [], is = []] = [before?.get(key), after?.get(key)];
    return Array.from({ length: Math.max(was.length, is.length) }, (_, measure) => ({
      key,
      measure,
      kept: was[measure] ?? 0n,
      now: is[measure] ?? 0n,
    })).filter((each) => each.kept !== each.now);
  });
}
