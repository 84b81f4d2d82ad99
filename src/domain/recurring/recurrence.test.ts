import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { addDays, daysInMonth } from '#domain/dates/calendar.ts';
import {
  expenseInterval,
  type Interval,
  INTERVALS,
  invoiceInterval,
  isDue,
  isInSeries,
  isUpcoming,
  nextGenerationDate,
  periodEnd,
  periodsBetween,
  type Recurrence,
  seriesDate,
  upcomingDates,
} from './recurrence.ts';

const rule = (interval: Interval, start_date: string, more: Partial<Recurrence> = {}): Recurrence => ({
  interval,
  start_date,
  end_date: null,
  last_generated: null,
  skip_before: null,
  ...more,
});
const day = fc.integer({ min: 0, max: 36_500 }).map((n) => addDays('1990-01-01', n));
const anyRule = fc.record({ interval: fc.constantFrom(...INTERVALS), start_date: day });

describe('a series', () => {
  test.each([
    ['daily', ['2026-01-31', '2026-02-01', '2026-02-02']],
    ['weekly', ['2026-01-31', '2026-02-07', '2026-02-14']],
    ['monthly', ['2026-01-31', '2026-02-28', '2026-03-31']],
    ['quarterly', ['2026-01-31', '2026-04-30', '2026-07-31']],
    ['yearly', ['2026-01-31', '2027-01-31', '2028-01-31']],
  ] as const)('%s from 31 January', (interval, dates) => {
    expect(upcomingDates(rule(interval, '2026-01-31'), 3)).toEqual(dates);
  });

  test('a yearly one from 29 February comes back to it', () => {
    expect(upcomingDates(rule('yearly', '2024-02-29'), 5)).toEqual(['2024-02-29', '2025-02-28', '2026-02-28', '2027-02-28', '2028-02-29']);
  });

  test('grows strictly, and months keep the anchor day where it exists', () => {
    fc.assert(
      fc.property(anyRule, fc.nat(600), (series, index) => {
        const [date, next] = [seriesDate(series, index), seriesDate(series, index + 1)];
        const anchor = Number(series.start_date.slice(8));
        const last = daysInMonth(Number(date.slice(0, 4)), Number(date.slice(5, 7)));
        const keeps = series.interval === 'daily' || series.interval === 'weekly' || Number(date.slice(8)) === Math.min(anchor, last);
        return date < next && keeps && periodEnd(series, date) === addDays(next, -1);
      }),
    );
  });

  test('the next date is the first after the newest generated one and not before the day from which periods count', () => {
    fc.assert(
      fc.property(anyRule, fc.option(day), fc.option(day), (series, last_generated, skip_before) => {
        const next = nextGenerationDate({ ...rule(series.interval, series.start_date), last_generated, skip_before });
        const fits = (date: string) => (last_generated === null || date > last_generated) && (skip_before === null || date >= skip_before);
        const all = periodsBetween(series, series.start_date, next);
        return isInSeries({ ...series, end_date: null }, next) && fits(next) && !all.slice(0, -1).some(fits);
      }),
      { numRuns: 60 },
    );
  });

  test('generating one after the other visits every date of the series once', () => {
    fc.assert(
      fc.property(anyRule, fc.integer({ min: 1, max: 40 }), (series, count) => {
        let current = rule(series.interval, series.start_date);
        const seen: string[] = [];
        for (let n = 0; n < count; n++) {
          const next = nextGenerationDate(current);
          seen.push(next);
          current = { ...current, last_generated: next };
        }
        expect(seen).toEqual(upcomingDates(rule(series.interval, series.start_date), count));
      }),
      { numRuns: 40 },
    );
  });

  test('a changed start or interval counts from the new series, after what was generated', () => {
    expect(nextGenerationDate(rule('monthly', '2026-01-15', { last_generated: '2026-03-01' }))).toBe('2026-03-15');
    expect(nextGenerationDate(rule('quarterly', '2026-01-01', { last_generated: '2026-02-01' }))).toBe('2026-04-01');
    expect(nextGenerationDate(rule('weekly', '2026-06-01', { last_generated: '2026-03-01' }))).toBe('2026-06-01');
  });

  test('after a pause the periods of the pause are left out', () => {
    expect(upcomingDates(rule('monthly', '2026-01-31', { last_generated: '2026-02-28', skip_before: '2026-06-10' }), 2)).toEqual([
      '2026-06-30',
      '2026-07-31',
    ]);
  });

  test('ends with its last day', () => {
    const ending = rule('monthly', '2026-01-31', { end_date: '2026-03-30' });
    expect(upcomingDates(ending, 5)).toEqual(['2026-01-31', '2026-02-28']);
    expect([isInSeries(ending, '2026-02-28'), isInSeries(ending, '2026-03-31'), isInSeries(ending, '2026-01-30')]).toEqual([
      true,
      false,
      false,
    ]);
  });

  test('ends with the calendar', () => {
    expect(upcomingDates(rule('yearly', '9998-05-05'), 3)).toEqual(['9998-05-05', '9999-05-05', '9999-12-31']);
    expect(periodsBetween(rule('yearly', '9998-05-05'), '9999-06-01', '9999-12-31')).toEqual(['9999-12-31']);
  });
});

describe('intervals', () => {
  test('an expense knows five words and refuses any other', () => {
    expect(INTERVALS.map(expenseInterval)).toEqual(INTERVALS);
    expect(() => expenseInterval('fortnightly')).toThrow('Unknown interval: fortnightly');
  });

  test('for an invoice any other word counts as monthly', () => {
    expect(['weekly', 'monthly', 'quarterly', 'yearly', 'daily', 'fortnightly', ''].map(invoiceInterval)).toEqual([
      'weekly',
      'monthly',
      'quarterly',
      'yearly',
      'monthly',
      'monthly',
      'monthly',
    ]);
  });
});

describe('marks', () => {
  const item = (next_generation: string, more = {}) => ({ is_active: true, next_generation, end_date: null, ...more });
  const marks = (...items: ReturnType<typeof item>[]) =>
    items.map((each) => [isDue(each, '2026-03-10'), isUpcoming(each, '2026-03-10', 7)].map((is) => (is ? 1 : 0)).join(''));

  test('due from its day on, upcoming in the seven days before', () => {
    expect(marks(item('2026-03-09'), item('2026-03-10'), item('2026-03-11'), item('2026-03-17'), item('2026-03-18'))).toEqual([
      '10',
      '10',
      '01',
      '01',
      '00',
    ]);
  });

  test('neither when paused or over', () => {
    expect(
      marks(
        item('2026-03-09', { is_active: false }),
        item('2026-03-12', { is_active: false }),
        item('2026-03-09', { end_date: '2026-03-08' }),
      ),
    ).toEqual(['00', '00', '00']);
  });
});
