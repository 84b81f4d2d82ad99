import { fileURLToPath } from 'node:url';
import { getQueryMatcher } from 'rxdb';
import { expect, test } from 'vitest';
import { type Chance, seeded } from '#tests/sync/seeded.ts';
import { compare, getMingoQuery, type Selector } from './mango-query.ts';

/** The library that RxDB brings along, which nothing else loads any more. */
const library: { getMingoQuery: typeof getMingoQuery } = await import(
  fileURLToPath(import.meta.resolve('rxdb')).replace(/index\.js$/, 'rx-query-mingo.js')
);

const { compare: theirCompare }: { compare: typeof compare } = await import(
  fileURLToPath(import.meta.resolve('rxdb')).replace(/rxdb\/dist\/esm\/index\.js$/, 'mingo/cjs/util/index.js')
);

const VALUES = ['', 'a', 'b', 'Z', 0, 1, -2.5, true, false, null] as const;
const FIELDS = ['name', 'amount', 'is_open', 'nested.leaf', 'missing'];

function someSelector(chance: Chance, depth = 0): Record<string, unknown> {
  const field = () => [chance.pick(FIELDS), someCondition(chance)];
  const inner = () => Array.from({ length: 1 + chance.within(3) }, () => someSelector(chance, depth + 1));
  return {
    ...Object.fromEntries(Array.from({ length: chance.within(3) }, field)),
    ...(depth < 2 && chance() < 0.3 ? { $or: inner() } : {}),
    ...(depth < 2 && chance() < 0.3 ? { $and: inner() } : {}),
  };
}

function someCondition(chance: Chance): unknown {
  if (chance() < 0.2) return chance.pick(VALUES);
  if (chance() < 0.3) return { $eq: chance.pick(VALUES) };
  if (chance() < 0.2) return { $in: [chance.pick(VALUES), chance.pick(VALUES)] };
  const bound = () => [chance.pick(['$gt', '$gte', '$lt', '$lte']), chance.pick(VALUES.filter((value) => value !== null))];
  return Object.fromEntries([bound(), bound()]);
}

const someDocument = (chance: Chance) => ({
  name: chance.pick(VALUES),
  amount: chance.pick(VALUES),
  is_open: chance() < 0.5,
  ...(chance() < 0.7 ? { nested: { leaf: chance.pick(VALUES) } } : {}),
});

test('3,000 random selectors say what the library that RxDB brings along says', () => {
  const chance = seeded(5);
  let hits = 0;
  for (let round = 0; round < 3000; round += 1) {
    const selector = someSelector(chance);
    const theirs = library.getMingoQuery(selector);
    const ours = getMingoQuery(selector);
    for (let n = 0; n < 10; n += 1) {
      const doc = someDocument(chance);
      expect(ours.test(doc), JSON.stringify({ selector, doc })).toBe(theirs.test(doc));
      hits += ours.test(doc) ? 1 : 0;
    }
  }
  expect(hits).toBeGreaterThan(3000);
});

test.each([{ name: { $regex: 'a' } }, { name: { $ne: 'a' } }, { $nor: [] }, { name: { $eq: ['a'] } }])(
  'what no query of the app uses is an error: %j',
  (selector) => {
    expect(() => getMingoQuery(selector)).toThrow('no query');
  },
);

test('RxDB asks it here too, as it does in the shipped app', () => {
  const query = { selector: { name: { $regex: 'a' } }, sort: [], skip: 0 };
  expect(() => getQueryMatcher({} as never, query as never)).toThrow('no query knows $regex');
});

test('what it does not know cannot be written', () => {
  const selectors: Selector<{ name: string }>[] = [
    { name: 'a' },
    { $or: [{ name: { $in: ['a', 'b'] } }] },
    // @ts-expect-error no such operator
    { name: { $regex: 'a' } },
    // @ts-expect-error no such operator
    { $nor: [] },
  ];
  expect(selectors).toHaveLength(4);
});

test.each(['', undefined, ...VALUES])('%j is sorted against every other value as the library that RxDB brings along does', (value) => {
  for (const other of [undefined, ...VALUES])
    expect(Math.sign(compare(value, other)), JSON.stringify(other)).toBe(Math.sign(theirCompare(value, other)));
});

test('nothing is sorted by an object', () => {
  expect(() => compare({}, 'a')).toThrow('no query sorts');
});
