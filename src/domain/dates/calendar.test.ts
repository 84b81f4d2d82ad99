import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { addDays, addMonths, dayOf, daysBetween, daysInMonth, endOfMonth, isCalendarDate, monthOf, startOfMonth } from './calendar.ts';

const date = fc
  .tuple(fc.integer({ min: 1900, max: 2400 }), fc.integer({ min: 1, max: 12 }), fc.integer({ min: 1, max: 28 }))
  .map(([y, m, d]) => `${y}-${String(m).padStart(2, '0')}-${String(d).padStart(2, '0')}`);

describe('calendar days', () => {
  test.each(['2026-02-29', '2100-02-29', '2026-04-31', '2026-13-01', '2026-00-10', '2026-1-1', '20260101', ''])(
    '%j does not exist',
    (text) => {
      expect(isCalendarDate(text)).toBe(false);
      expect(() => dayOf(text)).toThrow(RangeError);
    },
  );

  test.each(['2024-02-29', '2000-02-29', '2026-12-31', '1970-01-01'])('%s exists', (text) => {
    expect(isCalendarDate(text)).toBe(true);
  });

  test('adding days agrees with the clock of the platform', () => {
    fc.assert(
      fc.property(date, fc.integer({ min: -200_000, max: 200_000 }), (from, days) => {
        const expected = new Date(Date.parse(`${from}T00:00:00Z`) + days * 86_400_000).toISOString();
        return addDays(from, days) === expected.slice(0, 10);
      }),
    );
  });

  test('days between two dates lead from one to the other', () => {
    fc.assert(fc.property(date, date, (a, b) => addDays(a, daysBetween(a, b)) === b));
  });
});

describe('months', () => {
  test('a series keeps its anchor day: 31 Jan, 28 Feb, 31 Mar', () => {
    expect(addMonths('2026-01-31', 1, 31)).toBe('2026-02-28');
    expect(addMonths('2026-02-28', 1, 31)).toBe('2026-03-31');
    expect(addMonths('2024-01-31', 1, 31)).toBe('2024-02-29');
  });

  test('a yearly series from 29 February comes back to it', () => {
    expect(addMonths('2024-02-29', 12, 29)).toBe('2025-02-28');
    expect(addMonths('2027-02-28', 12, 29)).toBe('2028-02-29');
  });

  test('months never drift: n single steps with an anchor are one step of n', () => {
    fc.assert(
      fc.property(date, fc.integer({ min: 1, max: 31 }), fc.integer({ min: 0, max: 60 }), (start, anchor, steps) => {
        let step = start;
        for (let i = 0; i < steps; i++) step = addMonths(step, 1, anchor);
        return steps === 0 || step === addMonths(start, steps, anchor);
      }),
    );
  });

  test('going back crosses the year', () => {
    expect(addMonths('2026-01-15', -1)).toBe('2025-12-15');
    expect(addMonths('2026-03-31', -13)).toBe('2025-02-28');
  });

  test('a month has its first and last day', () => {
    expect([startOfMonth('2024-02-10'), endOfMonth('2024-02-10'), monthOf('2024-02-10')]).toEqual(['2024-02-01', '2024-02-29', '2024-02']);
    expect(daysInMonth(2026, 11)).toBe(30);
  });
});
