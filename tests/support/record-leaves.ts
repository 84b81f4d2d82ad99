import type * as z from 'zod/mini';

export type Leaf = { readonly path: string; /** Members of an enumeration, else none. */ readonly choices: readonly string[] };

function inner(schema: z.core.$ZodType): z.core.$ZodType {
  const { innerType } = schema._zod.def as { innerType?: z.core.$ZodType };
  return innerType ? inner(innerType) : schema;
}

/** Every field of a record that is no object itself, by its path. */
export function leavesOf(schema: z.core.$ZodType, prefix = ''): Leaf[] {
  const { shape } = schema as unknown as { shape: Record<string, z.core.$ZodType> };
  return Object.entries(shape).flatMap(([name, field]) => {
    const given = inner(field);
    if ('shape' in given) return leavesOf(given, `${prefix}${name}.`);
    const { entries } = given._zod.def as { entries?: Record<string, string> };
    return [{ path: `${prefix}${name}`, choices: Object.values(entries ?? {}) }];
  });
}
