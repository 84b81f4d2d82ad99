import type { RxCollection, RxDocument, RxJsonSchema, RxQuery } from 'rxdb';
import type * as z from 'zod/mini';
import type { registry } from '#domain/registry.ts';
import type { EntitySpec, RecordOf } from '#domain/shared/define-entity.ts';
import type { SyncedRecord } from '#domain/shared/record.ts';
import type { Selector } from './mango-query.ts';

/** A query as our matcher answers it; RxDB's own type allows operators that it refuses. */
export type Query<T> = {
  readonly selector?: Selector<T>;
  readonly sort?: readonly { readonly [K in keyof T]?: 'asc' | 'desc' }[];
  readonly limit?: number;
};
export type Collection<T> = Omit<RxCollection<T>, 'find' | 'findOne'> & {
  find(query?: Query<T>): RxQuery<T, RxDocument<T>[]>;
  findOne(query?: string | Query<T>): RxQuery<T, RxDocument<T> | null>;
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

/** A stored document as the plain record: without RxDB's own and the derived fields. */
export function toRecord<T extends SyncedRecord>(spec: StoredSpec, stored: T): T {
  const { _deleted, _meta, _rev, _attachments, ...record } = stored as T & Record<'_deleted' | '_meta' | '_rev' | '_attachments', unknown>;
  for (const name of Object.keys(spec.derived ?? {})) delete (record as Record<string, unknown>)[name];
  return record as unknown as T;
}
