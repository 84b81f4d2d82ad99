import type { Books, Scope } from '#domain/reports/books.ts';
import type { Period } from '#domain/reports/period.ts';
import type { TermsIn } from '#domain/reports/profit.ts';

/** What every part of the dashboard is drawn from. */
export type PartProps = {
  /** As the records say now. */
  readonly books: Books;
  /** As the reports read them: months that are closed as they were kept. */
  readonly reported: Books;
  readonly termsIn: TermsIn;
  readonly scope: Scope;
  readonly period: Period;
  /** The currency of the documents behind a figure; null: all. */
  readonly listed: string | null;
  /** The company is still being fetched onto this device: sums grow, and comparisons say nothing yet. */
  readonly isLoading: boolean;
};
