import { each, first } from './asking.ts';
import { manual } from './foreign.ts';
import { type Rule, rule } from './rules.ts';

const FAULTS: Rule = rule(
  'a rate that is stored is a rate of another currency, of a day, with what it makes of the amount',
  ['functions'],
  [
    null,
    null,
    'exchange',
    'exchange',
    'exchange',
    'currency',
    'currency',
    'currency',
    'rate',
    'rate',
    'rate',
    'rate',
    'rate',
    'day',
    'day',
    'day',
    'day',
    'source',
    'source',
    'version',
    'version',
    'amount',
    'amount',
    'amount',
    'document_amount',
    null,
    null,
  ],
  (world) => {
    const right = manual('0.9', { amount: 90 });
    const { day: _day, ...dayless } = right;
    return each(
      [
        null,
        right,
        [],
        dayless,
        { ...right, more: 1 },
        { ...right, currency: 'USD' },
        { ...right, currency: 'XXX' },
        { ...right, currency: null },
        { ...right, rate: 0.9 },
        { ...right, rate: '0.0' },
        { ...right, rate: '-1' },
        { ...right, rate: '1e2' },
        { ...right, rate: null },
        { ...right, day: '2026-02-30' },
        { ...right, day: '2026-2-3' },
        { ...right, day: '1826-01-03' },
        { ...right, day: null },
        { ...right, source: 'guess' },
        { ...right, source: null },
        { ...right, version: 5 },
        { ...right, version: 'x'.repeat(41) },
        { ...right, amount: '90' },
        { ...right, amount: 90.01 },
        { ...right, rate: '999999999', amount: 99_999_999_900 },
        { ...right, document_amount: '5' },
        { ...right, document_amount: null },
        { ...right, document_amount: 5 },
      ],
      async (exchange) =>
        (
          await first(world, "select private.exchange_fault($1::jsonb, 100, 'USD') as fault", [
            exchange === null ? null : JSON.stringify(exchange),
          ])
        )['fault'],
    );
  },
);

/** What is stored of a rate. */
export const STORED_EXCHANGE: readonly Rule[] = [
  FAULTS,
  rule('an amount is rounded to what its currencies have, half away from zero', ['functions'], [1, -1, 0.003, 123], (world) =>
    each(
      [
        ['0.5', 'USD', '1', 'JPY'],
        ['-0.5', 'USD', '1', 'JPY'],
        ['0.0025', 'KWD', '1', 'KWD'],
        ['122.6', 'JPY', '1', 'EUR'],
      ] as const,
      async (given) => Number((await first(world, 'select private.converted($1, $2, $3, $4) as amount', [...given]))['amount']),
    ),
  ),
];
