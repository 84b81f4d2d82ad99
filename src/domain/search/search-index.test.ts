import { describe, expect, test } from 'vitest';
import { createSearchIndex, type SearchEntry } from './search-index.ts';
import { amountToken, monthToken } from './search-text.ts';

const entry = (part: Partial<SearchEntry> & Pick<SearchEntry, 'id' | 'title'>): SearchEntry => ({
  kind: 'customers',
  text: '',
  partnerId: null,
  day: '',
  ...part,
});
function indexOf(...entries: SearchEntry[]) {
  const index = createSearchIndex();
  for (const each of entries) index.set(each);
  return { index, found: (query: string, limit = 10) => index.search(query, { limit }).flatMap(({ ids }) => ids) };
}

describe('what is found', () => {
  const { found } = indexOf(
    entry({ id: 'm', title: 'Müller & Söhne', text: 'Gasse 7 muenchen' }),
    entry({ id: 'w', title: 'Weiß AG', text: 'info@weiss.example' }),
    entry({ id: 'l', title: 'Łódź Meble' }),
  );
  test.each([
    ['muller', ['m']],
    ['MÜLLER', ['m']],
    ['Mueller', ['m']],
    ['sohne mull', ['m']],
    ['weiss', ['w']],
    ['ss.exam', ['w']],
    ['lodz', ['l']],
    ['muller weiss', []],
    ['  ', []],
  ])('%s', (query, ids) => expect(found(query)).toEqual(ids));
});

test('a document is found by the whole name of its month in either language, beside its customer, in any order', () => {
  const { index, found } = indexOf(
    entry({ id: 'stoertebek', title: 'Brauerei Störtebek' }),
    entry({ kind: 'invoices', id: 'august', title: 'INV-1', text: monthToken('2026-08-31'), partnerId: 'stoertebek' }),
    entry({ kind: 'invoices', id: 'march', title: 'INV-2', text: monthToken('2026-03-31'), partnerId: 'stoertebek' }),
  );
  expect(index.matches('invoices', 'Störtebek August')?.map(({ id }) => id)).toEqual(['august']);
  expect([found('august störtebek'), found('märz'), found('March'), found('mar'), found('August März')]).toEqual([
    ['august'],
    ['march'],
    ['march'],
    [],
    [],
  ]);
});

describe('amounts', () => {
  const { found } = indexOf(
    entry({ kind: 'invoices', id: 'a', title: 'INV-1', text: amountToken(1234.5) }),
    entry({ kind: 'invoices', id: 'b', title: 'INV-2', text: amountToken(1234.99) }),
    entry({ kind: 'invoices', id: 'c', title: 'INV-3', text: amountToken(-50_000) }),
    entry({ kind: 'invoices', id: 'd', title: 'INV-1234', text: amountToken(50) }),
  );
  test.each([
    ['1234,5', ['a']],
    ['1234.50', ['a']],
    ['1.234,50', ['a']],
    ['1,234.50', ['a']],
    ['1.234,50 €', ['a']],
    ['€1,234.50', ['a']],
    ['1.234', ['a', 'b']],
    ['50.000', ['c']],
    ['-50000', ['c']],
    ['50', ['d']],
    ['1234', ['d', 'a', 'b']],
  ])('%s', (query, ids) => expect(found(query)).toEqual(ids));
});

test('an invoice is found by its customer, under the new name after a change', () => {
  const { index, found } = indexOf(
    entry({ id: 'c', title: 'Alt GmbH' }),
    entry({ kind: 'invoices', id: 'i', title: 'INV-1', partnerId: 'c' }),
  );
  expect(found('alt')).toEqual(['c', 'i']);
  index.set(entry({ id: 'c', title: 'Neu GmbH' }));
  expect(found('alt')).toEqual([]);
  expect(found('neu inv')).toEqual(['i']);
});

test('exact names come first, then beginnings, beginnings of words, and the rest; the latest among equals', () => {
  const { found } = indexOf(
    entry({ id: 'inside', title: 'Hafenbahn' }),
    entry({ id: 'elsewhere', title: 'Reisen', text: 'Bahn' }),
    entry({ id: 'word', title: 'Deutsche Bahn', day: '2026-01-01' }),
    entry({ id: 'later', title: 'Deutsche Bahn', day: '2026-02-01' }),
    entry({ id: 'start', title: 'Bahnhof' }),
    entry({ id: 'exact', title: 'Bahn' }),
  );
  expect(found('bahn')).toEqual(['exact', 'start', 'later', 'word', 'inside', 'elsewhere']);
});

test('each kind says how many there are and gives only the best', () => {
  const { index } = indexOf(...Array.from({ length: 30 }, (_, n) => entry({ id: `c${n}`, title: `Kunde ${n}` })));
  index.set(entry({ kind: 'vendors', id: 'v', title: 'Kundendienst' }));
  expect(index.search('kunde', { limit: 3 })).toMatchObject([
    { kind: 'customers', ids: { length: 3 }, count: 30 },
    { kind: 'vendors', ids: ['v'], count: 1 },
  ]);
  expect(index.search('kunde', { kinds: ['vendors'], limit: 3 })).toHaveLength(1);
});

test('a record that changed or went is found as it is now', () => {
  const { index, found } = indexOf(entry({ id: 'c', title: 'Alt' }));
  index.set(entry({ id: 'c', title: 'Neu' }));
  expect([found('alt'), found('neu')]).toEqual([[], ['c']]);
  index.delete('customers', 'c');
  expect(found('neu')).toEqual([]);
});
