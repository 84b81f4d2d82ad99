import { expect, test } from 'vitest';
import * as z from 'zod/mini';
import { registry } from '#domain/registry.ts';
import type { EntitySpec } from '#domain/shared/define-entity.ts';
import { storedSchema } from './stored-form.ts';

const specs: readonly EntitySpec[] = Object.values(registry) as never;
type Json = { type?: string; enum?: string[]; maxLength?: number; minimum?: number; maximum?: number };

test.each(specs)(
  '$name: what is stored has the fields of the record, and indexed ones have the type and limits that zod checks',
  (spec) => {
    const stored = storedSchema(spec);
    const indexed = new Set(['id', ...spec.indexes.flat()]);
    const all = z.toJSONSchema(spec.schema, { target: 'draft-7' }).properties as Record<string, Json>;
    expect(Object.keys(stored.properties).sort()).toEqual([...Object.keys(all), ...Object.keys(spec.derived ?? {})].sort());
    for (const [name, { type, enum: values, maxLength, minimum, maximum }] of Object.entries(all)) {
      const length = maxLength ?? Math.max(...(values?.map((value) => value.length) ?? [36]));
      const limits = type === 'string' ? { maxLength: length } : type === 'boolean' ? {} : { minimum, maximum };
      expect(stored.properties[name as never], name).toMatchObject(indexed.has(name) ? { type, ...limits } : {});
    }
  },
);

test('a field that may be missing cannot be indexed', () => {
  const schema = z.object({ id: z.string(), due: z.nullable(z.string()) });
  expect(() => storedSchema({ schema, indexes: [['due', 'id']] })).toThrow('nullable');
});
