import { clone, getSortComparator, type PreparedQuery, type RxCollection, type RxJsonSchema } from 'rxdb';
import { distinctUntilChanged, filter, map, mergeMap, Observable } from 'rxjs';
import type { EntitySpec } from '#domain/shared/define-entity.ts';
import type { SyncedRecord } from '#domain/shared/record.ts';
import { keptAtHand } from './at-hand.ts';
import { preparedQuery, type Stored } from './fast-query.ts';
import { getMingoQuery } from './mango-query.ts';
import { type Change, type Collection, type Document, type DocumentStore, type Query, type Question, storedSchema } from './stored-form.ts';

/**
 * The stored form of a shelf. It knows nothing but the primary key, `<kind>:<id>`, which is also the order: a kind is one range of keys. With
 * the id alone, a record that somebody gave the id of another kind's would take that one's place. No field of a kind is named here, so a
 * shelf takes a kind more without a new local form.
 */
export const SHELF_SCHEMA = {
  version: 0,
  primaryKey: 'key',
  type: 'object',
  properties: { key: { type: 'string', maxLength: 100 } },
  required: ['key'],
} as unknown as RxJsonSchema<SyncedRecord>;

type Shelved<T> = T & { key: string };
type Bounds = { readonly $gt?: string; readonly $gte?: string; readonly $lt?: string; readonly $lte?: string };

/** The keys of a kind, and no other's (`;` follows `:`). A page goes on from an id, so its bounds narrow the range. */
export function keysOf(kind: string, { $gt, $gte = $gt, $lt, $lte = $lt }: Bounds = {}) {
  return { $gte: `${kind}:${$gte ?? ''}`, ...($lte === undefined ? { $lt: `${kind};` } : { $lte: `${kind}:${$lte}` }) };
}

/** The documents of one kind, by their ids, below a shelf's collection. */
function storeOf(shelf: DocumentStore, spec: EntitySpec): DocumentStore {
  const prefix = `${spec.name}:`;
  const keyed = <D extends { id: string }>(document: D): Shelved<D> => ({ ...document, key: prefix + document.id });
  return {
    schema: storedSchema(spec) as never,
    async query({ query }) {
      const selector = { ...query.selector, key: keysOf(spec.name, query.selector.id as Bounds) };
      const sort = query.sort.map((part) => ('id' in part ? { key: part.id } : part));
      const { documents } = await shelf.query(preparedQuery(shelf.schema, { ...query, selector, sort }));
      return { documents: documents.map(withoutKey) };
    },
    async findDocumentsById(ids, withDeleted) {
      const documents = await shelf.findDocumentsById(
        ids.map((id) => prefix + id),
        withDeleted,
      );
      return documents.map(withoutKey);
    },
    async bulkWrite(rows, context) {
      const shelved = rows.map(({ previous, document }) => ({ ...(previous && { previous: keyed(previous) }), document: keyed(document) }));
      const { error } = await shelf.bulkWrite(shelved, context);
      return { error: error.map((each) => ({ ...each, documentId: each.documentId.slice(prefix.length) })) };
    },
    // Tombstones of the other kinds that are as old may go as well.
    cleanup: (minimumDeletedTime) => shelf.cleanup(minimumDeletedTime),
  };
}

function withoutKey<T>(document: T): T {
  const { key: _key, ...rest } = document as Shelved<T>;
  return rest as T;
}

/**
 * One kind of a shelf as a collection of its own. RxDB's live queries would wake with every kind on the shelf, and so would not be its own:
 * while somebody follows a kind, all its records are in memory, and of a change only what it touched is read again, from the disk.
 */
export function onShelf<T extends SyncedRecord>(shelf: RxCollection<SyncedRecord>, spec: EntitySpec): Collection<T> {
  const prefix = `${spec.name}:`;
  const storageInstance = storeOf(shelf.storageInstance as unknown as DocumentStore, spec);
  const eventBulks$ = shelf.eventBulks$.pipe(
    map(({ events }) => events.filter(({ documentId }) => documentId.startsWith(prefix)).map((event) => changeOf<T>(event, prefix))),
    filter((changes) => changes.length > 0),
  );
  const all$ = follow<T>(storageInstance, eventBulks$, () => shelf.closed);

  function find(query: Query<T> = {}): Question<Document<T>[]> {
    const asked = preparedQuery(storageInstance.schema, { ...query, selector: { ...query.selector, _deleted: { $eq: false } } });
    return {
      exec: async () => (await storageInstance.query(asked)).documents.map((each) => documentOf<T>(each)),
      $: all$.pipe(map(picking(query, asked)), distinctUntilChanged(haveSameMembers)),
    };
  }
  return {
    find,
    findOne: (query = {}) => {
      const asked = typeof query === 'string' ? ({ selector: { id: query } } as Query<T>) : query;
      return derived(find({ ...asked, limit: 1 }), ([first]) => first ?? null);
    },
    findByIds: (ids) =>
      derived(find({ selector: { id: { $in: ids } } } as unknown as Query<T>), (found) => new Map(found.map((each) => [each.id, each]))),
    count: () => derived(find(), (found) => found.length),
    $: eventBulks$.pipe(mergeMap((changes) => changes)),
    eventBulks$,
    storageInstance,
    internalStorageInstance: shelf.internalStorageInstance,
  };
}

/** The answer of a query out of all documents of its kind. */
function picking<T extends SyncedRecord>({ selector = {}, limit }: Query<T>, { query }: PreparedQuery<Stored>) {
  const { test } = getMingoQuery(selector);
  const inOrder = getSortComparator({} as never, query) as unknown as (a: T, b: T) => number;
  return (all: ReadonlyMap<string, Document<T>>) =>
    [...all.values()]
      .filter((each) => test(each))
      .sort(inOrder)
      .slice(0, limit);
}

/** All documents of a kind, by id; as long as somebody looks, in step with the disk. */
function follow<T extends SyncedRecord>(
  store: DocumentStore,
  changes$: Observable<readonly Change<T>[]>,
  isClosed: () => boolean,
): Observable<ReadonlyMap<string, Document<T>>> {
  const all$ = new Observable<ReadonlyMap<string, Document<T>>>((subscriber) => {
    const known = new Map<string, Document<T>>();
    const touched = new Set<string>();
    let isReading = true;

    /** Whatever order news of several tabs come in: what is on the disk by then counts. */
    async function catchUp(): Promise<void> {
      while (touched.size > 0 && !subscriber.closed) {
        const ids = [...touched];
        touched.clear();
        const found = new Map((await store.findDocumentsById(ids, false)).map((each) => [each.id, documentOf<T>(each)]));
        for (const id of ids) {
          const document = found.get(id);
          if (document) known.set(id, document);
          else known.delete(id);
        }
        subscriber.next(known);
      }
      isReading = false;
    }
    async function readAll(): Promise<void> {
      const { documents } = await store.query(preparedQuery(store.schema, { selector: { _deleted: { $eq: false } } }));
      for (const each of documents) known.set(each.id, documentOf<T>(each));
      subscriber.next(known);
      await catchUp();
    }
    const failed = (error: unknown) => (isClosed() ? undefined : subscriber.error(error));
    subscriber.add(
      changes$.subscribe((changes) => {
        for (const { documentId } of changes) touched.add(documentId);
        if (isReading) return;
        isReading = true;
        catchUp().catch(failed);
      }),
    );
    readAll().catch(failed);
  });
  return keptAtHand(all$);
}

/** What a document can do beside being its record; not a field of its own, so a copy of the fields is a record. */
const ABILITIES = {
  toMutableJSON(this: object) {
    return clone({ ...this }); // for records several times as fast as the browser's own
  },
};

function documentOf<T>({ _deleted, _meta, _rev, _attachments, ...record }: Stored): Document<T> {
  return Object.freeze(Object.assign(Object.create(ABILITIES), record)) as Document<T>;
}

function changeOf<T>({ operation, documentId, documentData }: Change<unknown>, prefix: string): Change<T> {
  return { operation, documentId: documentId.slice(prefix.length), documentData: withoutKey(documentData) as T };
}

const derived = <R, S>(from: Question<R>, by: (found: R) => S): Question<S> => ({
  exec: async () => by(await from.exec()),
  $: from.$.pipe(map(by), distinctUntilChanged()),
});

const haveSameMembers = <T>(a: readonly T[], b: readonly T[]) => a.length === b.length && a.every((each, index) => each === b[index]);
