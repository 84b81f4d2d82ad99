import { each, first, said, setting, type Statement, told } from './asking.ts';
import { type Rule, rule } from './rules.ts';
import type { World } from './world.ts';

const REFUSED = 'invalid_settings';
const NO = 'permission denied for function';

const published = (source: string, day: string, rates: unknown): Statement => [
  'insert into private.exchange_rates (day, source, rates) values ($1, $2, $3)',
  [day, source, JSON.stringify(rates)],
];
const bank = (days: Readonly<Record<string, unknown>>, source = 'ecb') =>
  Object.entries(days).map(([day, rates]) => published(source, day, rates));
const OCTOBER = bank({
  '2026-10-01': { USD: '1.08', GBP: '0.8', JPY: '160' },
  '2026-10-02': { USD: '1.0901', GBP: '0.80005', CZK: '25' },
  '2026-11-02': { USD: '1.1', JPY: '161.5' },
});

type Question = readonly [from: string, to: string, day: string, rates: string];
const asked = (world: World, days: readonly Statement[], questions: readonly Question[]) =>
  world.given([['delete from private.exchange_rates'], ...days], () =>
    each(questions, async (question) => {
      const { found } = await first(world, 'select private.exchange_rate($1, $2, $3, $4) as found', [...question]);
      const { rate, day, source, version, provisional } = (found ?? {}) as Record<string, unknown>;
      return rate === undefined ? null : [rate, day, source, version, provisional].join(' ');
    }),
  );
const one = async (world: World, sql: string, params: unknown[] = []) => Object.values(await first(world, sql, params))[0];
const keptAs = (world: World, day: string, rates: unknown, source = 'ecb') =>
  world.given([['delete from private.exchange_rates']], () =>
    world
      .given([published(source, day, rates)], () => Promise.resolve('kept'))
      .catch((error: unknown) => (error as { code?: string }).code),
  );
const STORE = 'select public.store_exchange_rates($1)';
const ALL = "select string_agg(day || ' ' || source, ', ' order by day) from private.exchange_rates";

/** In which currency the books are kept, what a unit of another is worth in it, and how that comes to be known. */
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
  rule('the books are in the currency of invoices where nothing else is said', ['functions'], ['CHF', 'GBP'], (world) =>
    each(['{"currency": "CHF"}', '{"currency": null}'], (exchange) =>
      one(world, `select private.books_currency('{"exchange": ${exchange}, "invoice_defaults": {"default_currency": "GBP"}}')`),
    ),
  ),
  rule(
    'a rate is that of the day published last, by way of the euro, for a month and not longer',
    ['exchange_rates'],
    [
      '0.925925925926 2026-10-01 ecb 2026-11-02 false',
      '0.80005 2026-10-02 ecb 2026-11-02 false',
      '0.733923493257 2026-10-02 ecb 2026-11-02 false',
      null,
      null,
      '1.1 2026-11-02 ecb 2026-11-02 false',
      '1.1 2026-11-02 ecb 2026-11-02 true',
      '1.1 2026-11-02 ecb 2026-11-02 true',
      null,
      null,
      null,
    ],
    (world) =>
      asked(world, OCTOBER, [
        ['USD', 'EUR', '2026-10-01', 'day'],
        ['EUR', 'GBP', '2026-11-01', 'day'],
        ['USD', 'GBP', '2026-10-15', 'day'],
        ['EUR', 'GBP', '2026-11-02', 'day'],
        ['EUR', 'USD', '2026-09-30', 'day'],
        ['EUR', 'USD', '2026-11-02', 'day'],
        ['EUR', 'USD', '2026-11-03', 'day'],
        ['EUR', 'USD', '2026-12-03', 'day'],
        ['EUR', 'USD', '2026-12-04', 'day'],
        ['USD', 'USD', '2026-10-01', 'day'],
        ['GBP', 'USD', '2026-11-02', 'day'],
      ]),
  ),
  rule(
    'by the month a rate is the average of its days in the decimals of the currency; while it is not over, that of the month before',
    ['exchange_rates'],
    [
      '1.0851 2026-10-02 ecb 2026-11-02 false',
      '0.80003 2026-10-02 ecb 2026-11-02 false',
      '160 2026-10-02 ecb 2026-11-02 false',
      '25 2026-10-02 ecb 2026-11-02 false',
      '0.737286886001 2026-10-02 ecb 2026-11-02 false',
      '1.0851 2026-10-02 ecb 2026-11-02 true',
      '1.1 2026-11-02 ecb 2026-11-02 true',
      '1.1 2026-11-02 ecb 2026-11-02 true',
      null,
      null,
      null,
    ],
    (world) =>
      asked(world, OCTOBER, [
        ['EUR', 'USD', '2026-10-31', 'month'],
        ['EUR', 'GBP', '2026-10-01', 'month'],
        ['EUR', 'JPY', '2026-10-01', 'month'],
        ['EUR', 'CZK', '2026-10-01', 'month'],
        ['USD', 'GBP', '2026-10-01', 'month'],
        ['EUR', 'USD', '2026-11-02', 'month'],
        ['EUR', 'USD', '2026-12-31', 'month'],
        ['EUR', 'USD', '2027-01-31', 'month'],
        ['EUR', 'USD', '2027-02-01', 'month'],
        ['EUR', 'SEK', '2026-10-01', 'month'],
        ['SEK', 'EUR', '2026-10-01', 'month'],
      ]),
  ),
  rule(
    'the average of a month is given with as many decimals as the ministry gives it',
    ['functions'],
    ['GBP 5', 'CZK 3', 'PHP 3', 'THB 3', 'HUF 2', 'IDR 2', 'ISK 2', 'JPY 2', 'KRW 2', 'USD 4', 'CHF 4'],
    (world) =>
      each(['GBP', 'CZK', 'PHP', 'THB', 'HUF', 'IDR', 'ISK', 'JPY', 'KRW', 'USD', 'CHF'], async (currency) =>
        [currency, await one(world, 'select private.rate_decimals($1)', [currency])].join(' '),
      ),
  ),
  rule(
    'no rate is known without a table, and what was made up says so',
    ['exchange_rates'],
    [[null, null], ['2 2026-01-02 example 2026-01-02 true']],
    (world) =>
      each(
        [
          { days: [], questions: [['EUR', 'USD', '2026-01-05', 'day'] as const, ['EUR', 'USD', '2026-01-05', 'month'] as const] },
          { days: bank({ '2026-01-02': { USD: '2' } }, 'example'), questions: [['EUR', 'USD', '2026-01-05', 'day'] as const] },
        ],
        ({ days, questions }) => asked(world, days, questions),
      ),
  ),
  rule(
    'rates are positive decimals of money other than the euro, of a source that is known',
    ['exchange_rates'],
    ['kept', ...Array.from({ length: 13 }, () => '23514')],
    (world) =>
      each(
        [
          ['2026-01-02', { USD: '1.08' }],
          ['2026-01-02', { USD: '1.08', GBP: '0.00' }],
          ['2026-01-02', { USD: '1.08', XAU: '1' }],
          ['2026-01-02', { EUR: '1' }],
          ['2026-01-02', { USD: 1.08 }],
          ['2026-01-02', { USD: '-1.08' }],
          ['2026-01-02', { USD: '1e3' }],
          ['2026-01-02', { USD: null }],
          ['2026-01-02', {}],
          ['2026-01-02', []],
          ['2026-01-02', '1.08'],
          ['1998-12-31', { USD: '1.08' }],
          ['3000-01-01', { USD: '1.08' }],
          ['2026-01-02', { USD: '1.08' }, 'me'],
        ] as const,
        ([day, rates, source]) => keptAs(world, day, rates, source),
      ),
  ),
  rule(
    'what is published joins what is known, takes the place of examples, and only what is new or other counts',
    ['exchange_rates'],
    [
      [2, '2026-01-05 ecb, 2026-01-06 ecb'],
      [1, '2026-01-05 ecb, 2026-01-06 ecb, 2026-01-07 ecb'],
      [1, '2026-01-05 ecb, 2026-01-06 ecb'],
    ],
    (world) =>
      each(
        [
          { known: bank({ '2026-01-02': { USD: '2' } }, 'example'), told: { '2026-01-05': { USD: '1.1' }, '2026-01-06': { USD: '1.2' } } },
          {
            known: bank({ '2026-01-05': { USD: '1.1' }, '2026-01-06': { USD: '1.2' } }),
            told: { '2026-01-06': { USD: '1.2' }, '2026-01-07': { USD: '1.3' } },
          },
          { known: bank({ '2026-01-05': { USD: '1.1' }, '2026-01-06': { USD: '1.2' } }), told: { '2026-01-06': { USD: '1.25' } } },
        ],
        ({ known, told: days }) =>
          world.given([['delete from private.exchange_rates'], ...known], async () => [
            await one(world, STORE, [JSON.stringify(days)]),
            await one(world, ALL),
          ]),
      ),
  ),
  rule(
    'of what is known the last seven days that were published are told, no examples',
    ['exchange_rates'],
    [['2026-01-02', '2026-01-03', '2026-01-04', '2026-01-05', '2026-01-06', '2026-01-07', '2026-01-08'], []],
    (world) =>
      each(['ecb', 'example'], (source) =>
        world.given(
          [
            ['delete from private.exchange_rates'],
            ...bank(Object.fromEntries(Array.from({ length: 8 }, (_, n) => [`2026-01-0${n + 1}`, { USD: '1' }])), source),
          ],
          async () => Object.keys((await one(world, 'select public.newest_exchange_rates()')) as object).toSorted(),
        ),
      ),
  ),
  rule(
    'a device reads the rates of a year, with the newest day of any',
    ['exchange_rates'],
    [
      {
        days: ['10-01', '10-02'],
        year: 2026,
        rates: { CZK: { steps: [null, 25], places: 0 }, USD: { steps: [108, -88], places: 2 } },
        source: 'ecb',
        version: '2027-01-04',
      },
      { days: [], year: 2025, rates: {}, source: 'ecb', version: '2027-01-04' },
      null,
    ],
    async (world) => [
      ...(await world.given(
        [
          ['delete from private.exchange_rates'],
          ...bank({ '2026-10-02': { CZK: '25', USD: '0.2' }, '2026-10-01': { USD: '1.08' }, '2027-01-04': { USD: '1.2' } }),
        ],
        () => each([2026, 2025], (year) => told(world, 'viewer', ['select public.exchange_rates($1)', [year]])),
      )),
      await world.given([['delete from private.exchange_rates']], () => told(world, 'viewer', ['select public.exchange_rates(2026)'])),
    ],
  ),
  rule(
    'nobody but the server writes rates or looks at the table itself, and who is not signed in reads none',
    ['exchange_rates'],
    [
      ...['owner', 'anonymous'].flatMap(() => [`${NO} store_exchange_rates`, `${NO} newest_exchange_rates`]),
      `${NO} exchange_rates`,
      'permission denied for table exchange_rates',
    ],
    async (world) => [
      ...(
        await each(['owner', 'anonymous'] as const, (who) =>
          each([`select public.store_exchange_rates('{}')`, 'select public.newest_exchange_rates()'], (sql) => said(world, who, [sql])),
        )
      ).flat(),
      await said(world, 'anonymous', ['select public.exchange_rates(2026)']),
      await said(world, 'owner', ['select * from private.exchange_rates']),
    ],
  ),
];
