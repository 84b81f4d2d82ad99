type Value = string | number | boolean | null | undefined;
type Test = (doc: unknown) => boolean;
type Comparison<V> = {
  readonly $eq?: V;
  readonly $gt?: V;
  readonly $gte?: V;
  readonly $lt?: V;
  readonly $lte?: V;
  readonly $in?: readonly V[];
};

/** What a query may ask of a record; everything that `getMingoQuery` knows. */
export type Selector<T> = { readonly [K in Extract<keyof T, string>]?: T[K] | Comparison<T[K]> } & {
  readonly $and?: readonly Selector<T>[];
  readonly $or?: readonly Selector<T>[];
};

/**
 * The selectors that the app's queries use, and no more. It stands in the place of the query library that RxDB brings along, which is a
 * tenth of what loads first and slower: in the build and in the tests alike (`src/build/matcher.ts`). An operator it does not know is an
 * error, not a wrong answer.
 */
export function getMingoQuery(selector: object): { test: Test } {
  return { test: testOf(selector) };
}

function testOf(selector: object): Test {
  const tests = Object.entries(selector).map(([key, condition]): Test => {
    if (key === '$and') return all((condition as object[]).map(testOf));
    if (key === '$or') return any((condition as object[]).map(testOf));
    if (key.startsWith('$')) throw new Error(`no query knows ${key}`);
    return fieldTest(key.split('.'), condition);
  });
  return all(tests);
}

function fieldTest(path: readonly string[], condition: unknown): Test {
  const conditions = typeof condition === 'object' && condition !== null ? Object.entries(condition) : [['$eq', condition] as const];
  const tests = conditions.map(([operator, wanted]) => valueTest(operator, wanted));
  const isMet = all(tests);
  return (doc) => {
    let value = doc;
    for (const key of path) value = (value as Record<string, unknown> | null | undefined)?.[key];
    return isMet(value as Value);
  };
}

function valueTest(operator: string, wanted: unknown): (value: Value) => boolean {
  if (operator === '$in') return any((wanted as Value[]).map((one) => valueTest('$eq', one)));
  if (typeof wanted === 'object' && wanted !== null) throw new Error(`no query compares ${operator} with an object`);
  const than = wanted as NonNullable<Value>;
  // Only values of one kind have an order.
  const ordered = (test: (value: NonNullable<Value>) => boolean) => (value: Value) => typeof value === typeof than && test(value as never);
  switch (operator) {
    case '$eq':
      return (value) => (value ?? null) === (than ?? null);
    case '$gt':
      return ordered((value) => value > than);
    case '$gte':
      return ordered((value) => value >= than);
    case '$lt':
      return ordered((value) => value < than);
    case '$lte':
      return ordered((value) => value <= than);
    default:
      throw new Error(`no query knows ${operator}`);
  }
}

const RANKS: Readonly<Record<string, number>> = { undefined: 0, null: 1, number: 2, string: 3, boolean: 4 };

/** The order of two values of a field that is sorted by: by kind, then as they compare. What is no plain value has no order. */
export function compare(a: unknown, b: unknown): number {
  const order = rankOf(a) - rankOf(b);
  if (order !== 0) return order;
  return (a as string) < (b as string) ? -1 : (a as string) > (b as string) ? 1 : 0;
}

function rankOf(value: unknown): number {
  const rank = RANKS[value === null ? 'null' : typeof value];
  if (rank === undefined) throw new Error('no query sorts by an object');
  return rank;
}

const all =
  <T>(tests: readonly ((value: T) => boolean)[]) =>
  (value: T): boolean =>
    tests.every((test) => test(value));

const any =
  <T>(tests: readonly ((value: T) => boolean)[]) =>
  (value: T): boolean =>
    tests.some((test) => test(value));
