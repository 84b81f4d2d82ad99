import fc from 'fast-check';
import { afterAll, describe, expect, test } from 'vitest';
import * as z from 'zod/mini';
import { taxLineSchema } from '#domain/expenses/tax-line.ts';
import { taxFiguresOf, taxLinesFault, turned } from '#domain/expenses/tax-lines.ts';
import { currencyExponent } from '#domain/money/currency-codes.ts';
import { engines, openTestDatabase } from '#tests/support/database.ts';
import { taxTable } from '#tests/support/tax-tables.ts';

describe.each(engines())('tax tables on %s', async (engine) => {
  const db = await openTestDatabase(engine);
  afterAll(() => db.close());

  test('the server and the domain judge every table alike, and draw the same figures from it', async () => {
    const drawn = fc.sample(taxTable, { numRuns: 2000, seed: 14 });
    const { rows } = await db.query(
      `select private.tax_lines_fault(t -> 'lines', (t ->> 'amount')::numeric, t ->> 'currency') as fault,
         private.tax_lines_rate(t -> 'lines')::float8 as rate, private.tax_lines_tax(t -> 'lines')::float8 as tax
       from jsonb_array_elements($1::jsonb) with ordinality as d (t, n) order by n`,
      [JSON.stringify(drawn)],
    );
    const ours = drawn.map(({ lines, ...of }) => {
      const { tax_rate, tax_amount } = taxFiguresOf(lines, of.currency);
      return { fault: taxLinesFault(lines, of), rate: tax_rate, tax: tax_amount };
    });
    expect(rows).toEqual(ours);
    const faults = new Set(ours.map(({ fault }) => fault?.split('.').at(-1) ?? null));
    expect(faults).toEqual(new Set([null, 'sum', 'tax', 'rate', 'deductible_percent']));
    expect(new Set(drawn.map(({ currency }) => currencyExponent(currency)))).toEqual(new Set([0, 2, 3]));
  });

  test('a table that may be may be turned, too, and has every field of the schema', () => {
    for (const { lines, ...of } of fc.sample(taxTable, { numRuns: 500, seed: 15 })) {
      if (taxLinesFault(lines, of) !== null) continue;
      expect(taxLinesFault(turned(lines), { ...of, amount: -of.amount })).toBeNull();
      for (const line of lines) expect(z.safeParse(taxLineSchema, line).success).toBe(true);
    }
  });
});
