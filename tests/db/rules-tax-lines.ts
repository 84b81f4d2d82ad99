import { insertOf, sampleRow, testId } from '#tests/support/builders.ts';
import { personaId } from '#tests/support/personas.ts';
import { first, type Statement } from './asking.ts';
import { type Values } from './rules-expenses.ts';
import { type Rule, rule } from './rules.ts';
import { FRESH, OURS, type World } from './world.ts';

const line = (rate: number | null, net: number, tax: number, more: Values = {}) => ({
  rate,
  net,
  tax,
  category: rate === null ? 'none' : 'domestic',
  country: 'DE',
  deductible_percent: 100,
  ...more,
});
/** A receipt of a restaurant: 7 %, 19 % and a tip, 23 in all. */
const MEAL = [line(7, 10, 0.7), line(19, 10, 1.9), line(null, 0.4, 0)];

const captured = (values: Values): Statement =>
  insertOf('expenses', sampleRow('expenses', { id: FRESH, company_id: OURS, created_by: personaId('owner'), ...values }));
const changed = (set: string, params: readonly unknown[] = []): Statement => [
  `update public.expenses set ${set} where id = '${FRESH}'`,
  [...params],
];
const meal = (values: Values = {}) => captured({ amount: 23, tax_lines: MEAL, ...values });

const reversal = (values: Values): Statement =>
  insertOf(
    'expenses',
    sampleRow('expenses', { id: testId(0xffe), company_id: OURS, reverses_expense_id: FRESH, reversal_reason: 'Wrong company', ...values }),
  );
const returning = ([sql, params]: Statement): [string, unknown[]] => [
  `${sql} returning tax_rate::float as rate, tax_amount::float as tax, tax_lines as lines`,
  params ?? [],
];
const cells = (it: Values) => [it['rate'], it['net'], it['tax'], it['category'], it['country'], it['deductible_percent']];

/** How it ends: the first refusal with its place, or what is stored of tax. */
async function stored(world: World, steps: readonly Statement[], given: readonly Statement[] = []): Promise<unknown> {
  return world.given(given, async () => {
    for (const step of steps) {
      const answer = await world.query(...step).then(
        () => null,
        (error: { message: string; detail?: string }) => [error.message, error.detail],
      );
      if (answer) return answer;
    }
    const row = await first(
      world,
      'select tax_rate::float as rate, tax_amount::float as tax, tax_lines as lines from public.expenses where id = $1',
      [FRESH],
    );
    return [row['rate'], row['tax'], (row['lines'] as Values[]).map(cells)];
  });
}
const own = (rate: number, net: number, tax: number) => [rate, net, tax, 'domestic', 'DE', 100];
const wrong = (world: World, lines: unknown, amount = 23) => stored(world, [captured({ amount, tax_lines: lines })]);

/** The tax table of a receipt, and the figures of one rate that older apps know. */
export const TAX_LINES: readonly Rule[] = [
  rule(
    'the figures of an expense follow from its tax table, whatever was sent beside it',
    ['expenses'],
    [
      [null, 2.6, [own(7, 10, 0.7), own(19, 10, 1.9), [null, 0.4, 0, 'none', 'DE', 100]]],
      [19, 3.8, [own(19, 10, 1.9), own(19, 10, 1.9)]],
      [7, 1.5, [own(7, 21.5, 1.5)]],
    ],
    async (world) => [
      await stored(world, [meal({ tax_rate: 19, tax_amount: 500 })]),
      await stored(world, [meal(), changed('amount = 23.8, tax_lines = $1', [JSON.stringify([line(19, 10, 1.9), line(19, 10, 1.9)])])]),
      await stored(world, [meal(), changed('tax_lines = $1', [JSON.stringify([line(7, 21.5, 1.5)])])]),
    ],
  ),
  rule(
    'one rate of an older app becomes one line; tax that contradicts it is refused',
    ['expenses'],
    [
      [19, 19, [own(19, 100, 19)]],
      [7, 3.27, [own(7, 46.63, 3.27)]],
      ['tax_contradicts', 'tax_amount'],
      ['tax_contradicts', 'tax_amount'],
      [null, 0, []],
    ],
    async (world) => [
      await stored(world, [captured({ amount: 119, tax_rate: 19, tax_amount: 19 })]),
      await stored(world, [captured({ amount: 49.9, tax_rate: 7, tax_amount: 3.27 })]),
      await stored(world, [captured({ amount: 120, tax_rate: 19, tax_amount: 500 })]),
      await stored(world, [captured({ amount: 120, tax_rate: null, tax_amount: 5 })]),
      await stored(world, [captured({ amount: 120, tax_rate: null, tax_amount: 0 })]),
    ],
  ),
  rule(
    'an older app edits what has one line, which keeps what that app does not know, and nothing of what has several',
    ['expenses'],
    [
      [7, 7, [[7, 100, 7, 'domestic', 'AT', 50]]],
      [7, 7, [[7, 100, 7, 'import', 'CH', 100]]],
      [null, 0, [[null, 50, 0, 'reverse_charge', 'FR', 100]]],
      [null, 0, []],
      ['tax_contradicts', 'tax_amount'],
      ['several_tax_lines', 'tax_lines'],
      ['several_tax_lines', 'tax_lines'],
      [null, 2.6, [own(7, 10, 0.7), own(19, 10, 1.9), [null, 0.4, 0, 'none', 'DE', 100]]],
    ],
    async (world) => {
      const to7 = changed('amount = 107, tax_rate = 7, tax_amount = 7');
      const one = (it: Values) => captured({ amount: 119, tax_lines: [it] });
      return [
        await stored(world, [one(line(19, 100, 19, { country: 'AT', deductible_percent: 50 })), to7]),
        await stored(world, [one(line(19, 100, 19, { category: 'import', country: 'CH' })), to7]),
        await stored(world, [one(line(null, 119, 0, { category: 'reverse_charge', country: 'FR' })), changed('amount = 50')]),
        await stored(world, [one(line(19, 100, 19)), changed('tax_rate = null, tax_amount = 0')]),
        await stored(world, [one(line(19, 100, 19)), changed('tax_rate = 7')]),
        await stored(world, [meal(), changed('amount = 24')]),
        await stored(world, [meal(), changed('tax_rate = 19, tax_amount = 3.67')]),
        await stored(world, [meal(), changed("currency = 'USD', description = 'Dinner'")]),
      ];
    },
  ),
  rule(
    'a table that does not add up, or can not be, is refused with its place',
    ['expenses'],
    `sum 0.tax 0.tax 0.tax 0.rate 0.rate 0.rate 0.rate 0.net 0.net 0.tax 0.net 0.tax 0.tax
     0.category 0.category 0.country 0.country 0.deductible_percent 0.deductible_percent 0.line 0.line 0.line 1.line lines lines`
      .split(/\s+/)
      .map((place) => ['tax_lines_wrong', `tax_lines.${place}`]),
    async (world) => [
      await wrong(world, MEAL, 22.99),
      await wrong(world, [line(19, 19.3, 3.7)]),
      await wrong(world, [line(0, 23.01, -0.01)]),
      await wrong(world, [line(null, 22, 1)]),
      await wrong(world, [line(null, 23, 0, { category: 'domestic' })]),
      await wrong(world, [line(19, 19.33, 3.67, { category: 'reverse_charge' })]),
      await wrong(world, [line(101, 10, 13)]),
      await wrong(world, [line(7.1234, 21.5, 1.5)]),
      await wrong(world, [line(7, 21.495, 1.505)]),
      await wrong(world, [line(7, 1e10, 7e8)]),
      await wrong(world, [line(7, 21.5, 1.505)]),
      await wrong(world, [{ ...line(7, 21.5, 1.5), net: '21.5' }]),
      await wrong(world, [{ ...line(7, 21.5, 1.5), tax: '1.5' }]),
      await wrong(world, [line(100, 9_999_999_999, 9_999_999_999.01)]),
      await wrong(world, [line(null, 23, 0, { category: 'other' })]),
      await wrong(world, [line(null, 23, 0, { category: null })]),
      await wrong(world, [line(null, 23, 0, { country: 'de' })]),
      await wrong(world, [line(null, 23, 0, { country: null })]),
      await wrong(world, [line(null, 23, 0, { deductible_percent: 101 })]),
      await wrong(world, [line(null, 23, 0, { deductible_percent: null })]),
      await wrong(world, [{ ...line(null, 23, 0), more: 1 }]),
      await wrong(world, [{ ...line(null, 23, 0), category: undefined }]),
      await wrong(world, ['line']),
      await wrong(world, [line(null, 23, 0), null]),
      await wrong(world, { 0: line(null, 23, 0) }),
      await wrong(
        world,
        Array.from({ length: 21 }, () => line(null, 1, 0)),
        21,
      ),
    ],
  ),
  rule(
    'printed tax may be one minor unit off, in each currency; lines may have different signs',
    ['expenses'],
    [
      [19, 3.66, [own(19, 19.34, 3.66)]],
      [10, 3, [own(10, 20, 3)]],
      [10, 0.021, [own(10, 0.2, 0.021)]],
      [19, -0.4, [own(19, 10, 1.9), own(19, -12.1, -2.3)]],
    ],
    async (world) => [
      await stored(world, [captured({ amount: 23, tax_lines: [line(19, 19.34, 3.66)] })]),
      await stored(world, [captured({ amount: 23, currency: 'JPY', tax_lines: [line(10, 20, 3)] })]),
      await stored(world, [captured({ amount: 0.221, currency: 'KWD', tax_lines: [line(10, 0.2, 0.021)] })]),
      await stored(world, [captured({ amount: -2.5, tax_lines: [line(19, 10, 1.9), line(19, -12.1, -2.3)] })]),
    ],
  ),
  rule(
    'the reversal of a receipt with several rates has every line with the sign turned, whatever was sent',
    ['expenses'],
    [
      [null, -2.6, [own(7, -10, -0.7), own(19, -10, -1.9), [null, -0.4, 0, 'none', 'DE', 100]]],
      [7, -7, [[7, -100, -7, 'import', 'CH', 50]]],
    ],
    async (world) => {
      const reversed = (original: Values) =>
        world.given([captured({ status: 'approved', ...original })], async () => {
          const { message, rows } = await world.as('owner', ...returning(reversal({ tax_lines: [line(19, 100, 19)], amount: 119 })));
          const [row = {}] = rows;
          return message || [row['rate'], row['tax'], (row['lines'] as Values[]).map(cells)];
        });
      return [
        await reversed({ amount: 23, tax_lines: MEAL }),
        await reversed({ amount: 107, tax_lines: [line(7, 100, 7, { category: 'import', country: 'CH', deductible_percent: 50 })] }),
      ];
    },
  ),
];
