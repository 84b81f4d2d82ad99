import { useCallback, useMemo } from 'react';
import { useCompany } from '#data/core/company-context.ts';
import { useKeptFigures } from '#data/periods/use-periods.ts';
import type { PeriodFigures } from '#domain/periods/period-figures.ts';
import type { Books } from '#domain/reports/books.ts';
import { booksWithKept, type CompanyTerms, type KeptCells, keptTerms } from '#domain/reports/kept-figures.ts';
import { useBooks } from './use-books.ts';

export type ReportBooks = {
  /** As reports read them: months that are closed as they were kept. */
  readonly books: Books;
  /** As the records say now. */
  readonly live: Books;
  /** What was kept, by month. */
  readonly figures: ReadonlyMap<string, PeriodFigures>;
  /** By what a month is read. */
  readonly termsIn: (month: string) => CompanyTerms;
};

/** The books that every report is made of; undefined until they have been read. */
export function useReportBooks(): { readonly value: ReportBooks | undefined; readonly error: unknown } {
  const { company } = useCompany();
  const { value: live, error } = useBooks();
  const figures = useKeptFigures();
  const { country } = company.settings.company_details.address;
  const isSmallBusiness = company.settings.tax.small_business;
  const termsIn = useCallback(
    (month: string) => keptTerms(figures?.get(month)?.cells ?? {}) ?? { country, isSmallBusiness },
    [figures, country, isSmallBusiness],
  );
  const value = useMemo(() => {
    if (!live || !figures) return undefined;
    const cells = new Map<string, KeptCells>([...figures].map(([month, each]) => [month, each.cells]));
    return { books: booksWithKept(live, cells), live, figures, termsIn };
  }, [live, figures, termsIn]);
  return { value, error };
}
