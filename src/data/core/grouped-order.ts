import type { SyncedRecord } from '#domain/shared/record.ts';
import { preparedQuery } from './fast-query.ts';
import type { Part } from './matches.ts';
import type { PageSort } from './pages.ts';
import type { Collection } from './stored-form.ts';

/**
 * An order by what no index sorts: the name of another record, a state. Rows of a group have an index of their own in which the newest come
 * first, so a list is the groups one after another, each read by its index.
 */
export type GroupedOrder<T> = {
  /** The groups that there are, in their order. */
  parts(): Promise<readonly Part<T>[]>;
  /** The same order of two records; total. */
  compare(a: T, b: T): number;
};

type Field<T> = Extract<keyof T, string>;
/** `field` and `day` may be derived ones; the collection has an index of field, day and id. */
type Grouped<T> = {
  readonly collection: Collection<T>;
  readonly field: string;
  readonly day: string;
  readonly keyOf: (record: T) => string;
  readonly dayOf: (record: T) => string;
};
type ByName = {
  /** The keys in the order of their names. */ readonly named: readonly string[];
  readonly direction: 'asc' | 'desc';
};

/** By the name behind a key; what has none, or an unknown one, comes last in either direction. */
export function orderByName<T extends SyncedRecord>(grouped: Grouped<T>, { named, direction }: ByName): GroupedOrder<T> {
  const { collection, field, day, keyOf, dayOf } = grouped;
  const places = new Map(named.map((key, place) => [key, direction === 'asc' ? place : -place]));
  const compareKeys = (a: string, b: string) => {
    const [first, second] = [places.get(a), places.get(b)];
    if (first !== undefined && second !== undefined) return first - second;
    if (first !== undefined || second !== undefined) return first === undefined ? 1 : -1;
    // Without a key last of all.
    return a === b ? 0 : a === '' || (b !== '' && a > b) ? 1 : -1;
  };
  return {
    async parts() {
      const keys = (await distinctKeys(collection, [field, day])).sort(compareKeys);
      return keys.map((key) => ({ selector: { [field]: key } as never, sort: newest<T>(day) }));
    },
    compare: (a, b) => compareKeys(keyOf(a), keyOf(b)) || compareNewest(dayOf, a, b),
  };
}

type ByState<T, S extends string> = {
  /** In the order that they have upwards. */ readonly states: readonly S[];
  readonly direction: 'asc' | 'desc';
  readonly stateOf: (record: T) => S;
  readonly selectorOf: (state: S) => object;
};

/** By a state, of which there are a few. */
export function orderByState<T extends SyncedRecord, S extends string>(
  { day, dayOf }: Pick<Grouped<T>, 'day' | 'dayOf'>,
  { states, direction, stateOf, selectorOf }: ByState<T, S>,
): GroupedOrder<T> {
  const inOrder = direction === 'asc' ? states : states.toReversed();
  return {
    parts: () => Promise.resolve(inOrder.map((state) => ({ selector: selectorOf(state) as never, sort: newest<T>(day) }))),
    compare: (a, b) => inOrder.indexOf(stateOf(a)) - inOrder.indexOf(stateOf(b)) || compareNewest(dayOf, a, b),
  };
}

type ByKey<T> = {
  /** Derived; `''` for what has none, which comes last in either direction. */ readonly field: string;
  readonly direction: 'asc' | 'desc';
  readonly keyOf: (record: T) => string;
};

/** By a text that not every record has. */
export function orderByKey<T extends SyncedRecord>({ day, dayOf }: Pick<Grouped<T>, 'day' | 'dayOf'>, by: ByKey<T>): GroupedOrder<T> {
  const { field, direction, keyOf } = by;
  const sign = direction === 'asc' ? 1 : -1;
  const compareKeyed = (a: T, b: T) => {
    const [first, second] = [keyOf(a), keyOf(b)];
    if (first === '' && second === '') return compareNewest(dayOf, a, b);
    if (first === '' || second === '') return first === '' ? 1 : -1;
    if (first === second) return a.id < b.id ? -sign : sign;
    return first < second ? -sign : sign;
  };
  return {
    parts: () =>
      Promise.resolve([
        { selector: { [field]: { $gt: '' } } as never, sort: { field: field as Field<T>, direction } },
        { selector: { [field]: '' } as never, sort: newest<T>(day) },
      ]),
    compare: compareKeyed,
  };
}

const newest = <T>(day: string): PageSort<T> => ({ field: day as Field<T>, direction: 'desc' });

function compareNewest<T extends SyncedRecord>(dayOf: (record: T) => string, a: T, b: T): number {
  const [first, second] = [dayOf(a), dayOf(b)];
  if (first !== second) return first < second ? 1 : -1;
  return a.id < b.id ? 1 : -1;
}

/** Between an id and the next one that there may be: no longer than an id, which is all that an index has room for. */
const after = (key: string): string => key.slice(0, -1) + String.fromCharCode((key || ' ').charCodeAt(Math.max(0, key.length - 1)) + 1);

/** The values of an index's first field: one step for each of them, however many rows it has. */
async function distinctKeys<T extends SyncedRecord>(
  collection: Collection<T>,
  [field, ...rest]: readonly [string, string],
): Promise<string[]> {
  const { storageInstance } = collection;
  const sort = [field, ...rest, 'id'].map((part) => ({ [part]: 'asc' as const }));
  const keys: string[] = [];
  for (let from = ''; ;) {
    const selector = { [field]: { $gte: from }, _deleted: { $eq: false } };
    const { documents } = await storageInstance.query(
      preparedQuery(storageInstance.schema as never, { selector, sort, limit: 1 }) as never,
    );
    const key = (documents[0] as unknown as Record<string, string> | undefined)?.[field];
    if (key === undefined || key < from) return keys;
    keys.push(key);
    from = after(key);
  }
}
