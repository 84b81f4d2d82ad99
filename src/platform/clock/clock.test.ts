import { expect, test } from 'vitest';
import { calendarDay } from './clock.ts';

test('the day is that of the timezone, and of UTC where nobody knows it', () => {
  const lateEvening = new Date('2026-01-31T23:30:00Z');
  // Each twice: the second is answered by what the first has made.
  for (let time = 0; time < 2; time += 1) {
    expect(calendarDay(lateEvening, 'Europe/Berlin')).toBe('2026-02-01');
    expect(calendarDay(lateEvening, 'Europe/London')).toBe('2026-01-31');
    expect(calendarDay(new Date('2026-03-01T07:59:00Z'), 'America/Los_Angeles')).toBe('2026-02-28');
    expect(calendarDay(lateEvening, 'Mars/Olympus')).toBe('2026-01-31');
  }
});
