import { expect, test } from 'vitest';
import type { Recurrence } from './recurrence.ts';
import { dateAfterNext, generationRefusal, missedDates, resumed, withNextDate } from './series-steps.ts';

const rule: Recurrence = { interval: 'monthly', start_date: '2026-01-31', end_date: null, last_generated: null, skip_before: null };
const item = { is_active: true, next_generation: '2026-01-31', end_date: null, skip_before: null };
const accessOf = (...keys: string[]) => ({ userId: 'u', isOwner: false, isAdmin: false, keys: new Set(keys) });

test('dates before today that are still to be generated, up to the end', () => {
  expect(missedDates(rule, '2026-03-31')).toEqual(['2026-01-31', '2026-02-28']);
  expect(missedDates({ ...rule, last_generated: '2026-01-31' }, '2026-03-31')).toEqual(['2026-02-28']);
  expect(missedDates({ ...rule, skip_before: '2026-03-01' }, '2026-04-01')).toEqual(['2026-03-31']);
  expect(missedDates({ ...rule, end_date: '2026-01-31' }, '2026-04-01')).toEqual(['2026-01-31']);
  expect(missedDates(rule, '2026-01-31')).toEqual([]);
});

test('the date after the next one, or none after the last', () => {
  expect(dateAfterNext(rule)).toBe('2026-02-28');
  expect(dateAfterNext({ ...rule, end_date: '2026-02-27' })).toBeNull();
});

test('the next date follows from the rule, and an unchanged item stays the same object', () => {
  expect(withNextDate(item, rule)).toBe(item);
  expect(withNextDate(item, { ...rule, last_generated: '2026-01-31' }).next_generation).toBe('2026-02-28');
});

test('making up is always said with another day than before, or the server would leave the pause out', () => {
  const again = { ...item, is_active: false, skip_before: '2026-01-31' };
  expect(resumed(again, { today: '2026-05-01', isMadeUp: true })).toMatchObject({ is_active: true, skip_before: '2026-01-30' });
  expect(resumed({ ...again, skip_before: null }, { today: '2026-05-01', isMadeUp: true }).skip_before).toBe('2026-01-31');
  expect(resumed(again, { today: '2026-05-01', isMadeUp: false }).skip_before).toBe('2026-05-01');
});

test('generating needs the key, an active series and a date that is left', () => {
  const key = 'recurring_invoices.generate';
  const refusal = (part: Partial<typeof item> | { end_date: string }, ...keys: string[]) =>
    generationRefusal({ ...item, ...part }, accessOf(...keys) as never, key);
  expect(refusal({}, key)).toBeNull();
  expect(refusal({})).toBe('not_allowed');
  expect(refusal({ is_active: false }, key)).toBe('inactive');
  expect(refusal({ end_date: '2026-01-30' }, key)).toBe('nothing_left');
});
