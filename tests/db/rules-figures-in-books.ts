import { CATEGORY, cellsOf, document, line, money, spent } from './rules-figure-cells.ts';
import { type Rule, rule } from './rules.ts';

/** What the figures of a month have of documents in foreign currencies. */
export const FIGURES_IN_BOOKS: readonly Rule[] = [
  rule(
    'what has a rate counts in the currency of the books as well: tax by tax, and what is left of the whole with the largest net',
    ['functions', 'invoices', 'payments', 'expenses'],
    [
      [
        'invoiced|EUR<USD: 1 15001 2534 17535',
        'invoiced|USD: 1 30002 5067 35069',
        'output|EUR<USD|0|E: 1 5000 0',
        'output|EUR<USD|19|S: 1 10001 2534',
        'output|USD|0|E: 1 10000 0',
        'output|USD|19|S: 1 20002 5067',
        'point|EUR<USD: 1 17535',
        'point|USD: 1 35069',
        'supply|EUR<USD|0|E: 1 5000 0',
        'supply|EUR<USD|19|S: 1 10001 2534',
        'supply|USD|0|E: 1 10000 0',
        'supply|USD|19|S: 1 20002 5067',
      ],
      [
        'advance|EUR<USD|19|S|2019-04: 1 5000 951',
        'advance|USD|19|S|2019-04: 1 10000 1901',
        'fxresult|EUR<USD: 1 -49',
        'receipt|EUR<USD|19|S|2019-04: 1 5000 951',
        'receipt|USD|19|S|2019-04: 1 10000 1901',
        'received|EUR<USD: 1 5951',
        'received|USD: 1 11901',
      ],
      ['advance|EUR<USD|19|S|2019-03: -1 -5000 -951', 'advance|USD|19|S|2019-03: -1 -10000 -1901'],
      ['received|EUR<USD: 1 5951', 'received|USD: 1 11901'],
      [
        'category|JPY<EUR|travel: 1 19322 3085',
        'expense|JPY<EUR|approved|author: 1 19322 3085',
        'given|JPY<EUR|travel|: 1 1428',
        'given|JPY<EUR|travel|DE: 1 115',
        'inputpaid|JPY<EUR|DE|domestic|19|2019-03: 1 1212 230 115',
        'inputpaid|JPY<EUR||import|19|2019-03: 1 15025 2855 1428',
        'input|JPY<EUR|DE|domestic|19: 1 1212 230 115',
        'input|JPY<EUR||import|19: 1 15025 2855 1428',
        'paid|JPY<EUR: 1 19322',
      ],
    ],
    async (world) => {
      const by = (currency: string, rate: string, amount: number) => ({
        currency,
        rate,
        amount,
        day: '2019-03-01',
        source: 'ecb',
        version: '',
      });
      const shares = { tax_shares: [{ tax_rate: 19, tax_category: 'S', net: 100, tax: 19.01 }] };
      const dollars = { amount: 119.01, currency: 'USD', ...shares };
      const rated = (settled: number | null) => ({ exchange: { ...by('EUR', '0.5', 59.51), document_amount: settled } });
      const breakdown = [
        { tax_rate: 0, tax_category: 'E', net: 100, tax: 0 },
        { tax_rate: 19, tax_category: 'S', net: 200.02, tax: 50.67 },
      ];
      const totals = { net_total: 300.02, tax_total: 50.67, gross_total: 350.69 };
      const lines = [line({ net: 10, tax: 1.9 }), line({ net: 124, tax: 23.56, category: 'import', country: '' })];
      return [
        await cellsOf(
          world,
          [document(1, { currency: 'USD', ...totals, tax_breakdown: breakdown, exchange: by('EUR', '0.5', 175.35) })],
          'invoices',
        ),
        await cellsOf(world, [money(1, { ...dollars, ...rated(60), tax_point: '2019-04-10' })], 'payments'),
        await cellsOf(world, [money(1, { ...dollars, ...rated(60), payment_date: '2019-02-10' })], 'payments'),
        await cellsOf(world, [money(1, { ...dollars, ...rated(null), tax_shares: [] })], 'payments'),
        (
          await cellsOf(
            world,
            [
              spent(1, {
                amount: 159.46,
                tax_amount: 25.46,
                category_id: CATEGORY,
                tax_lines: lines,
                exchange: by('JPY', '121.17', 19322),
              }),
            ],
            'expenses',
          )
        ).filter((cell) => cell.includes('<')),
      ];
    },
  ),
];
