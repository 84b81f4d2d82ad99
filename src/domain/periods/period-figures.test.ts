import { expect, test } from 'vitest';
import { testId } from '#tests/support/builders.ts';
import { figuresOfClosings, type PeriodFigures } from './period-figures.ts';

const figures = (n: number, decided_at: string | null, created_at = '2026-02-03T10:00:00Z'): PeriodFigures => ({
  id: testId(n),
  company_id: testId(1),
  period_id: testId(2),
  month: '2026-01-01',
  decided_at,
  cells: {},
  created_at,
  updated_at: created_at,
  rev: 'srv-1',
});
const period = (decided_at: string | null, is_closed = true) => ({ id: testId(2), is_closed, decided_at });
const found = (...args: Parameters<typeof figuresOfClosings>) => [...figuresOfClosings(...args).values()].map(({ id }) => id);

test('a closing has the figures that were kept for it: not those of a former one, nor any while it is open or unconfirmed', () => {
  const all = [figures(3, '2026-02-03T10:00:00Z'), figures(4, '2026-02-05T10:00:00Z'), figures(5, null)];
  expect(found([period('2026-02-05T10:00:00Z')], all)).toEqual([testId(4)]);
  expect(found([period('2026-02-05T10:00:00Z', false)], all)).toEqual([]);
  expect(found([period('2026-02-06T09:00:00Z')], all)).toEqual([]);
  expect(found([period(null)], all)).toEqual([testId(5)]);
  expect(found([{ ...period(null), id: testId(9) }], all)).toEqual([]);
});

test('of several for one closing the newest counts', () => {
  const at = '2026-02-03T10:00:00Z';
  expect(found([period(at)], [figures(3, at), figures(4, at, '2026-03-01T10:00:00Z')])).toEqual([testId(4)]);
});
