import { expect, test } from 'vitest';
import { EVERY_RECURRING, filterRecurring, type Recurring, type RecurringSort, recurringState } from './recurring-list.ts';

type Item = Recurring & { readonly name: string };
const item = (name: string, part: Partial<Item> = {}): Item => ({
  id: name,
  company_id: 'c',
  created_at: `2026-01-0${name.length}T00:00:00Z`,
  updated_at: '',
  rev: '1',
  name,
  is_active: true,
  next_generation: '2026-06-01',
  interval: 'monthly',
  end_date: null,
  ...part,
});
const view = { today: '2026-03-10', days: 7, shownOf: (each: Item) => each.name, textOf: (each: Item) => each.name };
const names = (items: Item[], filter = {}) => filterRecurring(items, { ...EVERY_RECURRING, ...filter }, view).map(({ name }) => name);

test.each([
  ['due', { next_generation: '2026-03-10' }],
  ['upcoming', { next_generation: '2026-03-17' }],
  ['active', { next_generation: '2026-03-18' }],
  ['paused', { is_active: false, next_generation: '2026-03-01' }],
  ['ended', { next_generation: '2026-04-01', end_date: '2026-03-31' }],
])('is %s', (state, part) => {
  expect(recurringState(item('x', part), view)).toBe(state);
});

test('what is due or upcoming is also active; what is paused or over is not', () => {
  const items = [
    item('due', { next_generation: '2026-03-01' }),
    item('soon', { next_generation: '2026-03-12' }),
    item('paused', { is_active: false }),
    item('over', { end_date: '2026-01-01' }),
  ];
  expect(names(items).toSorted()).toEqual(['due', 'soon']);
  expect([names(items, { show: 'due' }), names(items, { show: 'upcoming' }), names(items, { show: 'paused' })]).toEqual([
    ['due'],
    ['soon'],
    ['paused'],
  ]);
  expect(names(items, { show: 'all' })).toHaveLength(4);
});

test('newest first, by next date with those that are over last, or by name without accents', () => {
  const items = [
    item('b', { next_generation: '2026-05-01' }),
    item('Äöx', { next_generation: '2026-04-01' }),
    item('gone', { next_generation: '2026-03-20', end_date: '2026-03-15' }),
  ];
  const show = 'all';
  expect(names(items, { show })).toEqual(['gone', 'Äöx', 'b']);
  expect(names(items, { show, sort: 'next' })).toEqual(['Äöx', 'b', 'gone']);
  expect(names(items, { show, sort: 'name' })).toEqual(['Äöx', 'b', 'gone']);
  expect(names(items, { show, sort: '-name' })).toEqual(['gone', 'b', 'Äöx']);
});

test('every column is an order, forwards and backwards; states and intervals go by their meaning', () => {
  const items = [
    item('b', { interval: 'yearly' }),
    item('ended', { next_generation: '2026-03-20', end_date: '2026-03-15', interval: 'daily' }),
    item('due', { next_generation: '2026-03-01', interval: 'quarterly' }),
  ];
  const amounts: Record<string, number> = { b: 9, ended: 100, due: 20 };
  const by = (sort: RecurringSort) =>
    filterRecurring(items, { ...EVERY_RECURRING, show: 'all', sort }, { ...view, shownOf: ({ name }) => amounts[name] ?? 0 }).map(
      ({ name }) => name,
    );
  expect(by('amount')).toEqual(['b', 'due', 'ended']);
  expect(by('-amount')).toEqual(['ended', 'due', 'b']);
  expect(by('state')).toEqual(['due', 'b', 'ended']);
  expect(by('interval')).toEqual(['ended', 'due', 'b']);
  expect(by('-interval')).toEqual(['b', 'due', 'ended']);
});

test('of one state the soonest comes first, and what has nothing in a column comes last in either direction', () => {
  const items = [item('later', { next_generation: '2026-03-09' }), item('soon', { next_generation: '2026-03-08' })];
  const partners: Record<string, string> = { later: '', soon: 'Anna' };
  const by = (sort: RecurringSort) =>
    filterRecurring(items, { ...EVERY_RECURRING, sort }, { ...view, shownOf: ({ name }) => partners[name] ?? '' }).map(({ name }) => name);
  expect([by('state'), by('-state')]).toEqual([
    ['soon', 'later'],
    ['soon', 'later'],
  ]);
  expect([by('partner'), by('-partner')]).toEqual([
    ['soon', 'later'],
    ['soon', 'later'],
  ]);
});

test('every word of a search has to occur, folded', () => {
  expect(names([item('Miete Köln'), item('Miete Bonn')], { text: 'koln MIETE' })).toEqual(['Miete Köln']);
});
