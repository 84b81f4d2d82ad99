import type { RxCollection, RxJsonSchema } from 'rxdb';
import * as z from 'zod/mini';
import type { Cell } from '#domain/reports/cell.ts';
import type { SyncedRecord } from '#domain/shared/record.ts';

/** Fields whose values only make sense together; a merge takes all of them from one side. Leaves of a nested object are named `settings.tax.vat_id`. */
export type FieldGroup = readonly string[];

type Key<S extends z.ZodMiniObject> = Extract<keyof z.infer<S>, string>;

export type CollectionSpec<Name extends string = string, S extends z.ZodMiniObject = z.ZodMiniObject> = {
  readonly name: Name;
  readonly schema: S;
  /** RxDB indexes, chosen for the screens' sorts; each ends with `id`, so that pages can continue after a row. `_deleted` is put in front by RxDB. */
  readonly indexes: readonly (readonly string[])[];
  /** Fields that exist only in the stored form because an indexed field can't be null, e.g. `expense_key` = `expense_id ?? ''`. */
  readonly derived?: Readonly<Record<string, { maxLength: number; from: (record: z.infer<S>) => string }>>;
  /** Fields that merge together (SYNC-21). */
  readonly groups?: readonly FieldGroup[];
  /** What a record adds to the sums that the storage keeps per month. */
  readonly tally?: (record: z.infer<S>) => readonly Cell[];
  /** Objects that merge leaf by leaf instead of as one value (SYNC-22). */
  readonly perLeaf?: readonly Key<S>[];
};

/** One synced table: its zod object, its indexes, how two versions of a record merge. */
export function defineCollection<const Name extends string, S extends z.ZodMiniObject>(
  spec: CollectionSpec<Name, S>,
): CollectionSpec<Name, S> {
  return spec;
}

export type RecordOf<C> = C extends CollectionSpec<string, infer S> ? z.infer<S> & SyncedRecord : never;
export type CollectionsOf<R extends Readonly<Record<string, unknown>>> = { readonly [K in keyof R]: RxCollection<RecordOf<R[K]>> };

type Property = { [key: string]: unknown; type?: string; enum?: string[]; maxLength?: number; minimum?: number; maximum?: number };

/**
 * RxDB's schema of a collection. `lean` (production) types only what the indexes need, so that a new field or a longer text needs no new local
 * database; `checked` (tests) carries the types, lengths and required fields of the zod object for a validating storage.
 */
export function storedSchema(spec: CollectionSpec, kind: 'lean' | 'checked'): RxJsonSchema<SyncedRecord> {
  const json = z.toJSONSchema(spec.schema, { target: 'draft-7' });
  const indexed = new Set(['id', ...spec.indexes.flat()]);
  const properties: Record<string, Property> = {};
  for (const [name, property] of Object.entries(json.properties ?? {})) {
    if (indexed.has(name)) properties[name] = indexable(property as Property);
    else properties[name] = kind === 'lean' ? {} : (withoutPatterns(property) as Property);
  }
  for (const [name, { maxLength }] of Object.entries(spec.derived ?? {})) properties[name] = { type: 'string', maxLength };
  const required = kind === 'lean' ? [...indexed] : [...(json.required ?? []), ...Object.keys(spec.derived ?? {})];
  return {
    version: 0,
    primaryKey: 'id',
    type: 'object',
    properties,
    required,
    indexes: spec.indexes,
  } as unknown as RxJsonSchema<SyncedRecord>; // JSON Schema cannot carry the document's type
}

/** RxDB wants a maxLength on indexed strings, and min, max and step on indexed numbers. */
function indexable(property: Property): Property {
  if (property.type === 'string') return { type: 'string', maxLength: property.maxLength ?? longest(property.enum) ?? 36 };
  if (property.type === 'integer')
    return { type: 'integer', minimum: property.minimum, maximum: property.maximum, multipleOf: 1 } as Property;
  if (property.type === 'number')
    return { type: 'number', minimum: property.minimum, maximum: property.maximum, multipleOf: 0.0001 } as Property;
  if (property.type === 'boolean') return { type: 'boolean' };
  throw new Error(`a field of type ${String(property.type)} cannot be indexed`);
}

const longest = (values: string[] | undefined) => (values ? Math.max(...values.map((value) => value.length)) : undefined);

/** zod checks patterns where people type; in storage they would only cost time. */
function withoutPatterns(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withoutPatterns);
  if (typeof value !== 'object' || value === null) return value;
  const dropped = ['pattern', 'format', 'propertyNames', 'default', 'additionalItems', '$schema'];
  return Object.fromEntries(
    Object.entries(value)
      .filter(([key]) => !dropped.includes(key))
      .map(([key, inner]) => [key, withoutPatterns(inner)]),
  );
}

/** The stored form of a record: with its derived fields. */
export function toStored<T extends SyncedRecord>(spec: CollectionSpec, record: T): T {
  if (!spec.derived) return record;
  const extra = Object.entries(spec.derived).map(([name, { from }]) => [name, from(record as never)]);
  return { ...record, ...Object.fromEntries(extra) };
}

/** A stored document as the plain record: without RxDB's own and the derived fields. */
export function toRecord<T extends SyncedRecord>(spec: CollectionSpec, stored: T): T {
  const { _deleted, _meta, _rev, _attachments, ...record } = stored as T & Record<'_deleted' | '_meta' | '_rev' | '_attachments', unknown>;
  for (const name of Object.keys(spec.derived ?? {})) delete (record as Record<string, unknown>)[name];
  return record as unknown as T;
}
