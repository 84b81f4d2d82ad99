import type { Collection, Document } from '#data/core/stored-form.ts';
import { map, type Observable } from 'rxjs';
import { keptAtHand } from '#data/core/at-hand.ts';
import { foldText } from '#domain/shared/fold-text.ts';
import type { SyncedRecord } from '#domain/shared/record.ts';

/** What the search looks at; a record has those that its kind has. */
type Named = SyncedRecord & {
  name: string;
  is_active: boolean;
  city?: string;
  email?: string;
  description?: string;
  customer_number?: string | null;
};
type Entry<T> = { readonly record: T; readonly folded: string };

/** The names a company works with (vendors, customers, products), in reading order. */
export type Directory<T> = {
  readonly byId: ReadonlyMap<string, T>;
  readonly entries: readonly Entry<T>[];
};

const collator = new Intl.Collator(['de', 'en'], { sensitivity: 'base', numeric: true });
/** The order in which names are read. */
export const byWords = (a: string, b: string): number => collator.compare(a, b);
const directories = new WeakMap<object, Observable<unknown>>();

/**
 * Master data as one shared, live list in memory. People's names sort by language, which no index does, and every expense row asks for its
 * vendor: a few thousand names once in memory answer both faster than a query per keystroke and row. Large tables (expenses) never come here.
 */
export function watchDirectory<T extends Named>(collection: Collection<T>): Observable<Directory<T>> {
  const known = directories.get(collection) as Observable<Directory<T>> | undefined;
  if (known) return known;
  const entries = new WeakMap<object, Entry<T>>();
  const directory$ = collection.find().$.pipe(map((documents) => directoryOf(documents.map((document) => entryOf(document, entries)))));
  const watched = keptAtHand(directory$);
  directories.set(collection, watched);
  return watched;
}

/** The same version is the same document, so a name is folded once per version. */
function entryOf<T extends Named>(document: Document<T>, known: WeakMap<object, Entry<T>>): Entry<T> {
  const found = known.get(document);
  if (found) return found;
  const record = document.toMutableJSON();
  const made = {
    record,
    folded: foldText([record.name, record.city, record.email, record.description, record.customer_number].filter(Boolean).join(' ')),
  };
  known.set(document, made);
  return made;
}

function directoryOf<T extends Named>(entries: Entry<T>[]): Directory<T> {
  entries.sort((a, b) => byWords(a.record.name, b.record.name) || (a.record.id < b.record.id ? -1 : 1));
  return { entries, byId: new Map(entries.map(({ record }) => [record.id, record])) };
}

/** The ids of some records, by name. */
export const idsByName = (records: readonly { readonly id: string; readonly name: string }[]): string[] =>
  records.toSorted((a, b) => collator.compare(a.name, b.name) || (a.id < b.id ? -1 : 1)).map(({ id }) => id);

export type DirectoryFilter = {
  readonly text: string;
  readonly show: 'active' | 'inactive' | 'all';
  /** `newest`, or a field, with `-` before it the other way round. */
  readonly sort: string;
};
/** What a list shows of a field: texts sort as words, figures as figures. */
type Shown<T> = (record: T, field: string) => string | number;

/** What a list of names shows; every word of the text has to occur in name, city, email, description or customer number. */
export function filterDirectory<T extends Named>(
  directory: Directory<T>,
  { text, show, sort }: DirectoryFilter,
  shown: Shown<T> = fieldOf,
): T[] {
  const words = foldText(text.trim()).split(/\s+/);
  const found = directory.entries
    .filter(
      ({ record, folded }) => (show === 'all' || record.is_active === (show === 'active')) && words.every((word) => folded.includes(word)),
    )
    .map(({ record }) => record);
  if (sort === 'newest') return found.sort((a, b) => (a.created_at < b.created_at ? 1 : -1));
  const field = sort.replace(/^-/, '');
  const sign = sort === field ? 1 : -1;
  if (field === 'name') return sign === 1 ? found : found.reverse();
  const values = new Map(found.map((record) => [record.id, shown(record, field)]));
  // A sort keeps the order by name among equals; what has nothing there comes last in either direction.
  return found.sort((a, b) => compareShown(values.get(a.id) ?? '', values.get(b.id) ?? '', sign));
}

function fieldOf(record: object, field: string): string | number {
  const value = (record as Readonly<Record<string, unknown>>)[field];
  return typeof value === 'number' ? value : typeof value === 'string' ? value : Number(value ?? 0);
}

function compareShown(a: string | number, b: string | number, sign: 1 | -1): number {
  if (a === '' || b === '') return a === b ? 0 : a === '' ? 1 : -1;
  return sign * (typeof a === 'number' && typeof b === 'number' ? a - b : collator.compare(String(a), String(b)));
}
