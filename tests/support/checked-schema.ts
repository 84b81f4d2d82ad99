import type { RxJsonSchema } from 'rxdb';
import * as z from 'zod/mini';
import { type StoredSpec, storedSchema } from '#data/core/stored-form.ts';
import type { SyncedRecord } from '#domain/shared/record.ts';

/** The stored schema with the types, lengths and required fields of the zod object, for a validating storage. */
export function checkedSchema(spec: StoredSpec): RxJsonSchema<SyncedRecord> {
  const lean = storedSchema(spec);
  const json = z.toJSONSchema(spec.schema, { target: 'draft-7' });
  const indexed: readonly string[] = lean.required as string[];
  const typed = Object.entries(json.properties ?? {}).filter(([name]) => !indexed.includes(name));
  const properties = { ...lean.properties, ...Object.fromEntries(typed.map(([name, property]) => [name, withoutPatterns(property)])) };
  return { ...lean, properties, required: [...(json.required ?? []), ...Object.keys(spec.derived ?? {})] } as never;
}

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
