import fc from 'fast-check';
import { afterAll, describe, expect, test } from 'vitest';
import { keptUntil, RETENTION_KINDS, retentionYears } from '#domain/retention/retention.ts';
import { engines, openTestDatabase } from '#tests/support/database.ts';

const COUNTRIES = ['DE', 'AT', 'CH', 'GB', 'FR', 'US', ''];

describe.each(engines())('what is to be kept on %s', async (engine) => {
  const db = await openTestDatabase(engine, { connections: 1 });
  afterAll(() => db.close());

  test('SQL and the domain know the same years and the same last day, for every country and kind', async () => {
    const cases = fc.sample(
      fc.record({
        country: fc.constantFrom(...COUNTRIES),
        kind: fc.constantFrom(...RETENTION_KINDS),
        day: fc
          .date({ min: new Date('1990-01-01T00:00:00Z'), max: new Date('2090-12-31T00:00:00Z'), noInvalidDate: true })
          .map((day) => day.toISOString().slice(0, 10)),
      }),
      { numRuns: 400, seed: 14 },
    );
    const all = [...cases, ...COUNTRIES.flatMap((country) => RETENTION_KINDS.map((kind) => ({ country, kind, day: '2026-12-31' })))];
    const { rows } = await db.query(
      `select private.retention_years(c ->> 'country', c ->> 'kind') as years, private.kept_until(c ->> 'country', c ->> 'kind', (c ->> 'day')::date)::text as until
       from jsonb_array_elements($1::jsonb) with ordinality as t (c, place) order by place`,
      [JSON.stringify(all)],
    );
    expect(rows).toEqual(
      all.map(({ country, kind, day }) => ({ years: retentionYears(country, kind), until: keptUntil(country, kind, [day]) })),
    );
  });

  test('a company that names no country keeps everything for the longest time', async () => {
    const { rows } = await db.query(
      "select private.retention_years(null, 'documents') as documents, private.retention_years(null, 'books') as books",
    );
    expect(rows).toEqual([{ documents: 10, books: 10 }]);
  });
});
