import fc from 'fast-check';
import { afterAll, describe, expect, test } from 'vitest';
import { addDays } from '#domain/dates/calendar.ts';
import { exchangeRate } from '#domain/exchange/exchange-rates.ts';
import { RATES } from '#domain/exchange/rates.ts';
import { readSentYear } from '#domain/exchange/sent-year.ts';
import { engines, openTestDatabase } from '#tests/support/database.ts';
import { inWorld } from './world.ts';

const SEED = 20_260_124;
const CURRENCIES = ['USD', 'JPY', 'GBP', 'IDR', 'CZK', 'ISK', 'CHF'] as const;

const rate = fc
  .tuple(fc.integer({ min: 1, max: 2_000_000 }), fc.integer({ min: 0, max: 5 }))
  .map(([digits, places]) => (digits / 10 ** places).toFixed(places));
const day = fc.integer({ min: 0, max: 500 }).map((n) => addDays('2025-01-01', n));
const published = fc.record({
  day,
  rates: fc
    .dictionary(fc.constantFrom(...CURRENCIES), rate, { minKeys: 1 })
    .filter((rates) => Object.values(rates).every((each) => Number(each) > 0)),
});
const table = fc.uniqueArray(published, { selector: (each) => each.day, maxLength: 60 });
const currency = fc.constantFrom('EUR', 'USD', 'JPY', 'GBP', 'IDR', 'CZK', 'ISK', 'CHF', 'SEK');
const question = fc.record({
  from: currency,
  to: currency,
  day: fc.integer({ min: -70, max: 600 }).map((n) => addDays('2025-01-01', n)),
  rates: fc.constantFrom(...RATES),
});

describe.each(engines())('exchange rates on %s', async (engine) => {
  const db = await openTestDatabase(engine);
  afterAll(() => db.close());

  test('the server and a device find the same rate in random tables', async () => {
    const samples = fc.sample(fc.tuple(table, fc.array(question, { minLength: 40, maxLength: 40 })), { numRuns: 60, seed: SEED });
    await inWorld(db, async ({ query }) => {
      for (const [days, questions] of samples) {
        await query('delete from private.exchange_rates');
        await query(
          `insert into private.exchange_rates (day, source, rates)
           select (d ->> 'day')::date, 'ecb', d -> 'rates' from jsonb_array_elements($1::jsonb) d`,
          [JSON.stringify(days)],
        );
        const { rows } = await query(
          `select private.exchange_rate(q ->> 'from', q ->> 'to', (q ->> 'day')::date, q ->> 'rates') as found
           from jsonb_array_elements($1::jsonb) with ordinality a (q, n) order by n`,
          [JSON.stringify(questions)],
        );
        const { rows: sent } = await query('select public.exchange_rates(y) as year from generate_series(2024, 2026) y');
        const mine = sent.flatMap(({ year }) => readSentYear(year) ?? []);
        expect(rows.map(({ found }) => found)).toEqual(questions.map((each) => exchangeRate(mine, each)));
      }
    });
  });
});
