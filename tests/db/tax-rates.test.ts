import { afterAll, describe, expect, test } from 'vitest';
import { isKnownRate, isRateInForce, TAX_RATES_VERSION } from '#domain/tax/tax-rates.ts';
import table from '#domain/tax/tax-rates.json' with { type: 'json' };
import { engines, openTestDatabase } from '#tests/support/database.ts';

describe.each(engines())('rates of VAT on %s', async (engine) => {
  const db = await openTestDatabase(engine);
  afterAll(() => db.close());

  test('the server knows the same table, of the same version', async () => {
    const { rows } = await db.query('select private.tax_rate_table() as "table"');
    expect(rows).toEqual([{ table }]);
    expect(TAX_RATES_VERSION).toBe(table.version);
  });

  test('the server and the domain judge every rate alike, in every country, before and after each change', async () => {
    const periods = Object.entries(table.countries as Record<string, { from: string; rates: number[]; regional?: number[] }[]>);
    const rates = [
      ...new Set([99, 12.345, ...periods.flatMap(([, all]) => all.flatMap((each) => [...each.rates, ...(each.regional ?? [])]))]),
    ];
    const asked = [['JP', [{ from: '2020-01-01' }]] as const, ...periods].flatMap(([country, all]) =>
      ['1990-01-01', '2026-11-23', ...all.flatMap(({ from }) => [from, dayBefore(from)])].map((day) => ({ country, day })),
    );
    const { rows } = await db.query(
      `select c.country, c.day::text, array_agg(r.rate::float8 order by r.n) filter (where private.is_rate_in_force(c.country, r.rate, c.day)) as rates
       from unnest($1::text[], $2::date[]) with ordinality as c (country, day, n), unnest($3::numeric[]) with ordinality as r (rate, n)
       group by c.n, c.country, c.day order by c.n`,
      [asked.map(({ country }) => country), asked.map(({ day }) => day), rates],
    );
    expect(rows).toEqual(asked.map(({ country, day }) => ({ country, day, rates: inForce(rates, country, day) })));
    const { rows: known } = await db.query(
      'select r.rate::float8 from unnest($1::numeric[]) with ordinality as r (rate, n) where private.is_known_rate(r.rate) order by n',
      [rates],
    );
    expect(known.map(({ rate }) => rate)).toEqual(rates.filter(isKnownRate));
  });
});

const inForce = (rates: readonly number[], country: string, day: string): number[] | null => {
  const found = rates.filter((rate) => isRateInForce(country, rate, day));
  return found.length > 0 ? found : null;
};

const dayBefore = (day: string): string => new Date(Date.parse(day) - 86_400_000).toISOString().slice(0, 10);
