import { afterAll, describe, expect, test } from 'vitest';
import { addDays, daysBetween } from '#domain/dates/calendar.ts';
import { INTERVALS, isInSeries, nextGenerationDate, seriesDate } from '#domain/recurring/recurrence.ts';
import { oneEngine, openTestDatabase } from '#tests/support/database.ts';

const FIRST = '2000-01-01';
const LAST = '2050-01-01';
/** Ordinary days, the ends of months, and the leap day. */
const STARTS = ['2000-01-31', '2000-02-29', '2001-04-30', '2003-12-01', '2007-03-28'];
const SERIES = INTERVALS.flatMap((interval) => STARTS.map((start_date) => ({ interval, start_date, end_date: null })));

describe.each([oneEngine()])('dates of a series on %s', async (engine) => {
  const db = await openTestDatabase(engine, { connections: 1 });
  afterAll(() => db.close());
  const listed = async (sql: string, params: unknown[]) => String((await db.query(sql, params)).rows[0]?.['list']).split(',');

  test.each(SERIES)('$interval from $start_date: SQL and the domain name the same dates for 50 years', async (series) => {
    const count = { daily: 18_263, weekly: 2_609, monthly: 600, quarterly: 200, yearly: 50 }[series.interval];
    const sql = "select string_agg(private.series_date($1, $2, n)::text, ',' order by n) as list from generate_series(0, $3::int) n";
    const domain = Array.from({ length: count + 1 }, (_, n) => seriesDate(series, n));
    expect(await listed(sql, [series.start_date, series.interval, count])).toEqual(domain);
  });

  test.each(SERIES)('$interval from $start_date: and which of them is next after any day', async (series) => {
    // Every day for the series that a month's length touches, a sample of all weekdays and months for the others.
    const step = series.interval === 'monthly' && /31|29/.test(series.start_date.slice(8)) ? 1 : 17;
    const days = Array.from({ length: Math.floor(daysBetween(FIRST, LAST) / step) }, (_, n) => addDays(FIRST, n * step));
    const sql = `select string_agg(concat_ws(' ', private.next_generation($1, $2, d, null), private.next_generation($1, $2, null, d),
        private.next_generation($1, $2, d - 40, d), private.is_in_series($1, $2, null, d)::text), ',' order by n) as list
      from generate_series(0, $3::int - 1) n cross join lateral (select date '${FIRST}' + n * $4::int as d) day`;
    const next = (last_generated: string | null, skip_before: string | null) =>
      nextGenerationDate({ ...series, last_generated, skip_before });
    const domain = days.map((d) => [next(d, null), next(null, d), next(addDays(d, -40), d), isInSeries(series, d)].join(' '));
    expect(await listed(sql, [series.start_date, series.interval, days.length, step])).toEqual(domain);
  });

  test('an unknown interval is refused by name, and counts as monthly for invoices', async () => {
    await expect(db.query("select private.series_date('2026-01-31', 'fortnightly', 1)")).rejects.toThrow('Unknown interval: fortnightly');
    const { rows } = await db.query("select private.invoice_interval('fortnightly') as a, private.invoice_interval('daily') as b");
    expect(rows).toEqual([{ a: 'monthly', b: 'monthly' }]);
  });
});
