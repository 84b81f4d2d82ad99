import type { PreparedQuery, RxDocumentWriteData, RxJsonSchema } from 'rxdb';
import type { Observable } from 'rxjs';
import type * as z from 'zod/mini';
import type { registry } from '#domain/registry.ts';
import type { EntitySpec, RecordOf } from '#domain/shared/define-entity.ts';
import type { SyncedRecord } from '#domain/shared/record.ts';
import type { Stored } from './fast-query.ts';
import type { Selector } from './mango-query.ts';

/** A query as our matcher answers it; RxDB's own type allows operators that it refuses. */
export type Query<T> = {
  readonly selector?: Selector<T>;
  readonly sort?: readonly { readonly [K in keyof T]?: 'asc' | 'desc' }[];
  readonly limit?: number;
};
/** A record as a query gives it out: shared, so nobody changes it. While it is followed, the same version is the same object. */
export type Document<T> = T & { toMutableJSON(): T };
/** A question to a collection: `exec` asks it once, `$` answers again with every change. */
export type Question<R> = { readonly $: Observable<R>; exec(): Promise<R> };
export type Change<T> = {
  readonly operation: 'INSERT' | 'UPDATE' | 'DELETE';
  readonly documentId: string;
  readonly documentData: T;
};

/** The changes of one write, of an RxDB collection or of a kind on a shelf. */
export type EventBulk = { readonly events: readonly Named[] } | readonly Named[];
type Named = { readonly documentId: string };
/** The ids of what a write changed. */
export const touchedBy = (bulk: EventBulk): string[] => ('events' in bulk ? bulk.events : bulk).map(({ documentId }) => documentId);

/** The documents of a collection as they lie on disk, tombstones too: nothing caches in between. */
export type DocumentStore = {
  readonly schema: RxJsonSchema<Stored>;
  query(prepared: PreparedQuery<Stored>): Promise<{ documents: Stored[] }>;
  findDocumentsById(ids: string[], withDeleted: boolean): Promise<Stored[]>;
  bulkWrite(rows: WriteRow[], context: string): Promise<{ error: { documentId: string; status: number }[] }>;
  /** Forgets tombstones; true when there are none left. */
  cleanup(minimumDeletedTime: number): Promise<boolean>;
};
export type WriteRow = { previous?: Stored; document: RxDocumentWriteData<SyncedRecord> };

/** One kind of record on this device, and all that the app asks of it: a collection of RxDB's own, or a kind on a shelf (`shelf.ts`). */
export type Collection<T> = {
  find(query?: Query<T>): Question<Document<T>[]>;
  findOne(query?: string | Omit<Query<T>, 'limit'>): Question<Document<T> | null>;
  findByIds(ids: string[]): Question<Map<string, Document<T>>>;
  count(): Question<number>;
  readonly $: Observable<Change<T>>;
  /** The changes of one write at a time. */
  readonly eventBulks$: Observable<EventBulk>;
  readonly storageInstance: DocumentStore;
  /** Knows the sums of a kind that has some (`storage.ts`). */
  readonly internalStorageInstance: object;
};
type CollectionsOf<R extends Readonly<Record<string, unknown>>> = { readonly [K in keyof R]: Collection<RecordOf<R[K]>> };
/** The collections of an open company, by name. */
export type CompanyCollections = CollectionsOf<typeof registry>;

/** What the stored form of an entity depends on. */
export type StoredSpec = Pick<EntitySpec, 'schema' | 'indexes' | 'derived'>;

type Property = { type?: string; maxLength?: number; minimum?: number | undefined; maximum?: number | undefined; multipleOf?: number };

/**
 * RxDB's schema of a collection. It types only what the indexes need, so that a longer text needs no new local database; a new field does.
 * Read off zod's own definitions: its JSON Schema generator would be a twentieth of what the app loads first.
 */
export function storedSchema(spec: StoredSpec): RxJsonSchema<SyncedRecord> {
  const indexed = new Set(['id', ...spec.indexes.flat()]);
  const properties: Record<string, Property> = {};
  for (const [name, field] of Object.entries(spec.schema._zod.def.shape)) properties[name] = indexed.has(name) ? indexable(field) : {};
  for (const [name, { maxLength }] of Object.entries(spec.derived ?? {})) properties[name] = { type: 'string', maxLength };
  return {
    version: 0,
    primaryKey: 'id',
    type: 'object',
    properties,
    required: [...indexed],
    indexes: spec.indexes,
  } as unknown as RxJsonSchema<SyncedRecord>; // JSON Schema cannot carry the document's type
}

/** RxDB wants a maxLength on indexed strings, and min, max and step on indexed numbers. */
function indexable(field: z.core.$ZodType): Property {
  const { def } = (field as z.core.$ZodTypes)._zod;
  if (def.type === 'default') return indexable(def.innerType);
  if (def.type === 'enum')
    return { type: 'string', maxLength: Math.max(...Object.values(def.entries).map((value) => String(value).length)) };
  if (def.type === 'string') return { type: 'string', maxLength: limitOf(def.checks, 'max_length') ?? 36 };
  if (def.type === 'boolean') return { type: 'boolean' };
  if (def.type !== 'number') throw new Error(`a field of type ${def.type} cannot be indexed`);
  const limits = { minimum: limitOf(def.checks, 'greater_than'), maximum: limitOf(def.checks, 'less_than') };
  const isWhole = 'format' in def;
  return { type: isWhole ? 'integer' : 'number', ...limits, multipleOf: isWhole ? 1 : 0.0001 };
}

/** The limit that one of the field's checks sets. */
function limitOf(checks: readonly z.core.$ZodCheck[] = [], kind: 'max_length' | 'greater_than' | 'less_than'): number | undefined {
  const found = checks.map((check) => (check as z.core.$ZodChecks)._zod.def).find(({ check }) => check === kind);
  return found && ('maximum' in found ? found.maximum : (found as { value: number }).value);
}

/** The stored form of a record: with its derived fields. */
export function toStored<T extends SyncedRecord>(spec: StoredSpec, record: T): T {
  if (!spec.derived) return record;
  const extra = Object.entries(spec.derived).map(([name, { from }]) => [name, from(record as never)]);
  return { ...record, ...Object.fromEntries(extra) };
}

/**
 * The record with every field that it lacks and that has a value for "nothing": a default, or null. What an older app left in the outbox, or an older
 * server sends, lacks the fields that came since; whoever reads a document need not know that.
 */
export function completed<T extends SyncedRecord>({ schema }: Pick<StoredSpec, 'schema'>, record: T): T {
  const lacking = Object.entries(schema._zod.def.shape).filter(([name]) => record[name as keyof T] === undefined);
  if (lacking.length === 0) return record;
  const given = lacking.flatMap(([name, { _zod }]) => {
    const { def } = _zod as z.core.$ZodTypes['_zod'];
    if (def.type === 'default') return [[name, def.defaultValue]];
    return def.type === 'nullable' ? [[name, null]] : [];
  });
  return given.length === 0 ? record : { ...record, ...Object.fromEntries(given) };
}

/** A stored document as the plain record: without RxDB's own and the derived fields. */
export function toRecord<T extends SyncedRecord>(spec: StoredSpec, stored: T): T {
  const { _deleted, _meta, _rev, _attachments, ...record } = stored as T & Record<'_deleted' | '_meta' | '_rev' | '_attachments', unknown>;
  for (const name of Object.keys(spec.derived ?? {})) delete (record as Record<string, unknown>)[name];
  return record as unknown as T;
}
