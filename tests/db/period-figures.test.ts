import { afterAll, beforeAll, expect, test } from 'vitest';
import { BOOKS_OF } from '#domain/reports/books.ts';
import { keptCells } from '#domain/reports/kept-figures.ts';
import { DEMO_COMPANIES } from '#local/seed/demo-companies.ts';
import { type BooksOfDemo, openBooksOfDemo } from './books-of-demo.ts';

let demo: BooksOfDemo;
beforeAll(async () => {
  demo = await openBooksOfDemo({ days: true, rates: true });
});
afterAll(() => demo.close());

const cellsOnServer = async (company: string, month: string) =>
  (await demo.sql(`select private.month_cells($1, '${month}-01') as cells`, company))[0]?.['cells'] as Record<
    string,
    Record<string, string>
  >;

test.each(DEMO_COMPANIES)('the figures of every month of $name are those that a device adds up', async ({ id, country }) => {
  const { its, scopes } = demo.each(id);
  const seen = new Set<string>();
  for (const month of scopes[0]?.months ?? []) {
    const { company, ...cells } = await cellsOnServer(id, month);
    expect(company).toEqual({ country, small_business: expect.stringMatching(/^(true|false)$/) });
    expect({ month, ...cells }).toEqual({ month, ...keptCells(its, month) });
    for (const part of BOOKS_OF) for (const key of Object.keys(cells[part] ?? {})) seen.add(key.split('|').slice(0, 2).join(' '));
  }
  expect(seen.size).toBeGreaterThan(8);
  if (id !== DEMO_COMPANIES[0]?.id) return;
  const [kinds, currencies] = [0, 1].map((place) => new Set([...seen].map((each) => each.split(' ')[place])));
  expect([...(kinds ?? [])].toSorted((a, b) => a?.localeCompare(b ?? '') ?? 0)).toEqual([
    'advance',
    'category',
    'expense',
    'fxresult',
    'given',
    'input',
    'inputpaid',
    'invoiced',
    'output',
    'paid',
    'point',
    'receipt',
    'received',
    'supply',
  ]);
  expect([...(currencies ?? [])]).toEqual(expect.arrayContaining(['EUR', 'EUR<GBP', 'EUR<JPY', 'EUR<KWD', 'CHF']));
});
