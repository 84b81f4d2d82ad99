import { type Books, BOOKS_OF } from './books.ts';
import type { MonthSums, Sums } from './cell.ts';

/** Cells of one month as they are kept when it is closed: by collection and key, integers with a space between; and `company`, by what they are read. */
export type KeptCells = Readonly<Record<string, Readonly<Record<string, string>>>>;

/** What a report of a month is made of; what is still owed, drafts and what waits for a decision change after it was closed. */
const KEPT = new Set([
  'invoiced',
  'output',
  'point',
  'supply',
  'received',
  'receipt',
  'fxresult',
  'advance',
  'expense',
  'category',
  'given',
  'input',
  'paid',
  'inputpaid',
]);

/** The cell under the name by which it is kept; null for one that no report of the month needs. SQL (migration `month_cells`) makes the same. */
function keptKey(key: string): string | null {
  const [what = '', currency = '', status = '', ...of] = key.split('|');
  if (!KEPT.has(what)) return null;
  if (what !== 'expense') return key;
  // Whether the author has the money back by now changes nothing of what was spent.
  return status === 'approved' || status === 'reimbursed' ? [what, currency, 'approved', ...of].join('|') : null;
}

/** The cells of a month as they would be kept now. */
export function keptCells(books: Books, month: string): KeptCells {
  return Object.fromEntries(
    BOOKS_OF.map((name) => {
      const sums = new Map<string, bigint[]>();
      for (const [key, values] of books[name].get(month) ?? []) {
        const kept = keptKey(key);
        if (kept === null) continue;
        const known = sums.get(kept) ?? [];
        sums.set(
          kept,
          values.map((value, place) => (known[place] ?? 0n) + value),
        );
      }
      const told = [...sums].filter(([, values]) => values.some((value) => value !== 0n));
      return [name, Object.fromEntries(told.map(([key, values]) => [key, values.join(' ')]))];
    }),
  );
}

const monthSums = (cells: Readonly<Record<string, string>> = {}): MonthSums =>
  new Map(Object.entries(cells).map(([key, numbers]) => [key, numbers.split(' ').map(BigInt)]));

/** What a report reads cells by: the company's country, and whether it is a small business, whose VAT nobody gives back. */
export type CompanyTerms = { readonly country: string; readonly isSmallBusiness: boolean };

/** The terms of a month as they were when it was closed; null where none were kept. */
export function keptTerms({ company }: KeptCells): CompanyTerms | null {
  return company ? { country: company['country'] ?? '', isSmallBusiness: company['small_business'] === 'true' } : null;
}

/** The books with the months (`YYYY-MM`) of which figures were kept as they were kept, for reports of them. */
export function booksWithKept(books: Books, kept: ReadonlyMap<string, KeptCells>): Books {
  const part = (name: keyof Books): Sums => {
    const sums = new Map(books[name]);
    for (const [month, cells] of kept) sums.set(month, monthSums(cells[name]));
    return sums;
  };
  return { invoices: part('invoices'), payments: part('payments'), expenses: part('expenses') };
}
