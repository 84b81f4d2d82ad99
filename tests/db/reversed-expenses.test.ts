import fc from 'fast-check';
import { afterAll, describe, expect, test } from 'vitest';
import { reversalOf } from '#domain/expenses/expense-lifecycle.ts';
import type { Expense } from '#domain/expenses/expense.ts';
import { taxFiguresOf, taxLinesFault } from '#domain/expenses/tax-lines.ts';
import type { Books } from '#domain/reports/books.ts';
import { addCells, added, type OpenSums } from '#domain/reports/cell.ts';
import { expenseCells } from '#domain/reports/expense-cells.ts';
import { keptCells } from '#domain/reports/kept-figures.ts';
import { expenseRows, profitRows, type ReportRow, vatRows, vendorRows } from '#domain/reports/report-rows.ts';
import type { VatAsked } from '#domain/reports/vat.ts';
import { insertOf, sampleRow, testId } from '#tests/support/builders.ts';
import { oneEngine, openTestDatabase } from '#tests/support/database.ts';
import { personaId } from '#tests/support/personas.ts';
import { taxTable } from '#tests/support/tax-tables.ts';
import { acting } from './rules-people.ts';
import { inWorld, OURS, type World } from './world.ts';

const [ORIGINAL_DAY, REVERSAL_DAY] = ['2026-03-10', '2026-05-20'];
const MONTHS = ['2026-03', '2026-04', '2026-05'];
const COUNTRIES = ['', 'DE', 'FR', 'CH'];

/** Booked receipts: of several rates, from home and abroad, at customs, without tax on paper, and of one rate without a table. */
const receipts = fc
  .sample(taxTable, { numRuns: 1200, seed: 20_261_123 })
  .filter(({ lines, ...of }) => of.amount !== 0 && taxLinesFault(lines, of) === null)
  .map(({ lines, amount, currency }, n) => {
    const tax_lines = lines.map((line, place) => ({ ...line, country: COUNTRIES[(n + place) % COUNTRIES.length] ?? '' }));
    return { amount, currency, tax_lines, ...taxFiguresOf(tax_lines, currency), is_reimbursable: n % 4 === 0 };
  });

const idOf = (n: number) => testId(0x9_000 + n);
type Cells = Readonly<Record<string, string>>;
/** What expenses add to each month, as the server has it. */
async function monthsOnServer({ query }: World): Promise<Cells[]> {
  const sql = "select private.month_cells($1, (m || '-01')::date) -> 'expenses' as cells from unnest($2::text[]) m";
  const { rows } = await query(sql, [OURS, MONTHS]);
  return rows.map(({ cells }) => cells as Cells);
}
/** Each receipt with its reversal as the server has them, and what they add to its months. */
async function reversed(world: World): Promise<{ pairs: (readonly [Expense, Expense])[]; months: Cells[] }> {
  const common = { company_id: OURS, created_by: personaId('owner'), expense_date: ORIGINAL_DAY };
  const facts = { category_id: world.ids['ours expense_categories'], vendor_id: world.ids['ours vendors'], status: 'approved' };
  for (const [n, receipt] of receipts.entries())
    await world.query(...insertOf('expenses', sampleRow('expenses', { id: idOf(2 * n), ...common, ...facts, ...receipt })));
  const taking = { ...common, expense_date: REVERSAL_DAY, reversal_reason: 'Wrong company' };
  const steps = receipts.map((_, n) =>
    insertOf('expenses', sampleRow('expenses', { id: idOf(2 * n + 1), ...taking, reverses_expense_id: idOf(2 * n) })),
  );
  return acting(world, 'owner', steps, {
    look: async () => {
      const { rows } = await world.query('select to_jsonb(e) as its from public.expenses e where id between $1 and $2 order by id', [
        idOf(0),
        idOf(2 * receipts.length),
      ]);
      const all = rows.map(({ its }) => its as Expense);
      const pairs = all.flatMap((each, n) => (n % 2 === 0 ? [[each, all[n + 1] ?? each] as const] : []));
      return { pairs, months: await monthsOnServer(world) };
    },
  });
}

function booksOf(expenses: readonly Expense[]): Books {
  const open: OpenSums = new Map();
  addCells(open, expenses.flatMap(expenseCells));
  return { invoices: new Map(), payments: new Map(), expenses: open };
}

/** Figures without their count, by key, over all months; the month that a payment counts in is left aside. */
function addedUp(months: readonly Cells[]): [string, bigint[]][] {
  const sums = new Map<string, bigint[]>();
  for (const [key, numbers] of months.flatMap((cells) => Object.entries(cells))) {
    const name = key.startsWith('inputpaid|') ? key.split('|').slice(0, -1).join('|') : key;
    const [, ...values] = numbers.split(' ').map(BigInt);
    sums.set(name, added([sums.get(name) ?? [], values]));
  }
  return [...sums];
}

/** From supply to payment between an expense and its reversal: an advance that nobody paid back comes later, with its money. */
const changedIn = (country: string): VatAsked => ({
  basis: 'tax_point',
  periods: [{ from: '2026-04', method: 'payment', filing: 'month' }],
  country,
});
const vatAsked = (isPaid: boolean): VatAsked[] =>
  ['DE', 'AT'].flatMap((country) => [
    { basis: 'invoice_date', periods: [], country },
    { basis: 'tax_point', periods: [], country },
    { basis: 'tax_point', periods: [{ from: '1900-01', method: 'payment', filing: 'month' }], country },
    ...(isPaid ? [changedIn(country)] : []),
  ]);
/** Every report that expenses stand in. */
function reportsOf(expenses: readonly Expense[], months: readonly string[]): ReportRow[][] {
  const currency = expenses[0]?.currency ?? '';
  const [books, scope] = [booksOf(expenses), { currency, months }];
  return [
    ...[true, false].flatMap((isSmallBusiness) => [
      ...vatAsked(expenses.every(({ is_reimbursable: isAdvance }) => !isAdvance)).map((asked) =>
        vatRows(books, scope, { ...asked, isSmallBusiness, standardRateOn: () => 19 }),
      ),
      ...(['accrual', 'cash'] as const).map((basis) =>
        profitRows(books, scope, { basis, isSmallBusiness, country: 'DE', standardRateOn: () => 19 }),
      ),
    ]),
    expenseRows(books, scope, 'category'),
    expenseRows(books, scope, 'person'),
    vendorRows(expenses, currency),
  ];
}
type Taxation = Pick<Expense, 'amount' | 'tax_lines' | 'tax_rate' | 'tax_amount'>;
type Figures = readonly [key: string, ...values: bigint[]];
const figures = (rows: readonly ReportRow[]): Figures[] => rows.map(({ key, values }) => [key, ...values]);
const turnedRows = (rows: readonly ReportRow[]): Figures[] => rows.map(({ key, values }) => [key, ...values.map((value) => 0n - value)]);
const isSomething = ([, ...values]: Figures): boolean => values.some((value) => value !== 0n);
const DECISION = { by: personaId('owner'), at: '2026-05-20T09:00:00Z', today: REVERSAL_DAY };

describe.each([oneEngine()])('an expense and its reversal on %s', async (engine) => {
  const db = await openTestDatabase(engine);
  afterAll(() => db.close());

  test('come to nothing in every figure of the server and cell of a device, and in every row of every report', async () => {
    await inWorld(db, async (world) => {
      expect(await monthsOnServer(world)).toEqual(MONTHS.map(() => ({})));
      const { pairs, months } = await reversed(world);
      const sums = addedUp(months);
      expect(sums.filter(([, values]) => values.some((value) => value !== 0n))).toEqual([]);
      expect(new Set(sums.map(([key]) => key.split('|')[0]))).toEqual(
        new Set(['expense', 'category', 'given', 'input', 'paid', 'inputpaid']),
      );
      const books = booksOf(pairs.flat());
      expect(MONTHS.map((month) => keptCells(books, month)['expenses'])).toEqual(months);

      expect(pairs.length).toBeGreaterThan(100);
      for (const [original, reversal] of pairs) {
        const taxOf = ({ amount, tax_lines, tax_rate, tax_amount }: Taxation) => ({ amount, tax_lines, tax_rate, tax_amount });
        const byDevice = reversalOf(original, { day: REVERSAL_DAY, reason: 'Wrong company' }, DECISION);
        expect(taxOf(byDevice)).toEqual(taxOf(reversal));
        // Each report of the later month says what that of the earlier one said, with the sign turned; over both nothing is left.
        const earlier = reportsOf([original], MONTHS);
        expect({ original, of: reportsOf([reversal], MONTHS).map(turnedRows) }).toEqual({ original, of: earlier.map(figures) });
        expect({ original, of: reportsOf([original, reversal], MONTHS).flatMap(figures).filter(isSomething) }).toEqual({
          original,
          of: [],
        });
      }
    });
  });
});
