import { added } from './cell.ts';
import type { CompanyTerms } from './kept-figures.ts';
import type { ReportRow } from './report-rows.ts';

/**
 * A report of months (`YYYY-MM`) of which each is read by the terms that held in it: those with the same terms together, and then line by line
 * added up.
 */
export function reportOfTerms(
  months: readonly string[],
  termsIn: (month: string) => CompanyTerms,
  reportOf: (months: readonly string[], terms: CompanyTerms) => readonly ReportRow[],
): ReportRow[] {
  const groups = new Map<string, { terms: CompanyTerms; months: string[] }>();
  for (const month of months) {
    const terms = termsIn(month);
    const key = `${terms.country} ${terms.isSmallBusiness}`;
    const group = groups.get(key);
    if (group) group.months.push(month);
    else groups.set(key, { terms, months: [month] });
  }
  const rows: ReportRow[] = [];
  for (const group of groups.values()) {
    let place = 0;
    for (const row of reportOf(group.months, group.terms)) {
      const at = rows.findIndex(({ key }) => key === row.key);
      const known = rows[at];
      if (known) rows[at] = { ...known, values: added([known.values, row.values]) };
      else rows.splice(place, 0, row);
      place = (known ? at : place) + 1;
    }
  }
  return rows;
}
