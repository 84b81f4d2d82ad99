import { expect, test } from 'vitest';
import type { Invoice } from '#domain/invoices/invoice.ts';
import { expenseOf } from '#tests/support/finance-records.ts';
import { draftsUntil, monthChecks, openBefore, unexplainedGaps } from './month-checks.ts';

const draft = (more: Partial<Invoice>) =>
  ({ id: 'd', status: 'draft', service_from: null, service_to: null, created_at: '2026-01-05T08:00:00Z', ...more }) as Invoice;
const NOTHING = {
  end: '2026-01-31',
  expenses: [],
  bare: 0,
  drafts: [],
  open: [],
  unsynced: 0,
  unrated: 0,
  failedSeries: 0,
  numberGaps: 0,
  openMonths: 0,
};

test('a month to which nothing is left to do says nothing; what only the server knows is left until it is known', () => {
  expect(monthChecks(NOTHING)).toEqual([]);
  for (const count of ['asked', 'unknown'] as const)
    expect(monthChecks({ ...NOTHING, numberGaps: count })).toEqual([{ kind: 'number_gaps', count }]);
});

test('missing numbers that nobody explained are counted once the server said which are missing, also where it can’t be asked again', () => {
  const gaps = [{ reason: '' }, { reason: 'Testdruck' }, { reason: '' }];
  expect(unexplainedGaps({ gaps, error: null })).toBe(2);
  expect(unexplainedGaps({ gaps, error: new Error('offline') })).toBe(2);
  expect(unexplainedGaps({ gaps: undefined, error: null })).toBe('asked');
  expect(unexplainedGaps({ gaps: undefined, error: new Error('offline') })).toBe('unknown');
});

test('everything that is left is counted, first what changes the figures', () => {
  const spent = [
    expenseOf({ id: 'a', status: 'pending', expense_date: '2026-01-10' }),
    expenseOf({ id: 'b', status: 'approved', expense_date: '2026-01-11' }),
  ];
  const open = [{ due_date: '2026-01-31' }, { due_date: '2026-02-01' }, { due_date: null }] as Invoice[];
  const seen = { ...NOTHING, expenses: spent, bare: 1, drafts: [draft({})], open };
  expect(monthChecks({ ...seen, unsynced: 3, unrated: 2, failedSeries: 1, numberGaps: 4, openMonths: 5 })).toEqual([
    { kind: 'unsynced', count: 3 },
    { kind: 'to_approve', count: 1 },
    { kind: 'no_receipt', count: 1 },
    { kind: 'drafts', count: 1 },
    { kind: 'unrated', count: 2 },
    { kind: 'failed_series', count: 1 },
    { kind: 'number_gaps', count: 4 },
    { kind: 'overdue', count: 1 },
    { kind: 'open_before', count: 5 },
  ]);
});

test('a draft belongs to the month in which its supply ends, else begins, else in which it was written', () => {
  const until = (more: Partial<Invoice>) => draftsUntil([draft(more)], '2026-01-31').length;
  expect([until({}), until({ created_at: '2026-02-01T08:00:00Z' })]).toEqual([1, 0]);
  expect([until({ service_from: '2026-02-01' }), until({ service_from: '2026-01-31' })]).toEqual([0, 1]);
  expect([until({ service_from: '2026-01-01', service_to: '2026-02-01' }), until({ service_to: '2026-01-31' })]).toEqual([0, 1]);
  expect(until({ status: 'issued' })).toBe(0);
});

test('months between the last closed one and this are closed first; who never closed one may begin anywhere', () => {
  expect(openBefore('2026-04-01', new Set(['2026-01-01', '2025-12-01', '2026-06-01']))).toEqual(['2026-02-01', '2026-03-01']);
  expect(openBefore('2026-04-01', new Set(['2026-03-01']))).toEqual([]);
  expect(openBefore('2026-04-01', new Set(['2026-05-01']))).toEqual([]);
});
