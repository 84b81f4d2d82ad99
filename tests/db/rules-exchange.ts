import { each, said, setting } from './asking.ts';
import { type Rule, rule } from './rules.ts';

const REFUSED = 'invalid_settings';

/** In which currency the books are kept, and by which rates. */
export const EXCHANGE: readonly Rule[] = [
  rule(
    'the books are kept in a currency that is money, by rates of the day or the month',
    ['companies'],
    [1, 1, REFUSED, REFUSED, 1, REFUSED],
    (world) =>
      each(
        [
          ['exchange,currency', 'CHF'],
          ['exchange,currency', null],
          ['exchange,currency', 'XXX'],
          ['exchange,currency', 5],
          ['exchange,rates', 'month'],
          ['exchange,rates', 'year'],
        ] as const,
        ([path, value]) => said(world, 'owner', setting(path, value)),
      ),
  ),
];
