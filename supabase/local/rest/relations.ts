import type { EmbedItem } from './query-types.ts';
import { RestError } from './rest-error.ts';
import type { ForeignKey, SchemaCache, Table } from './schema-cache.ts';

export type Relation = {
  readonly target: Table;
  readonly cardinality: 'many-to-one' | 'one-to-many' | 'one-to-one';
  /** Own column and the embedded table's column that equals it. */
  readonly pairs: readonly (readonly [string, string])[];
  readonly foreignKey: ForeignKey;
};

const hasHint = ({ name, columns }: ForeignKey, hint: string | null, other: string): boolean =>
  hint === null || hint === name || hint === other || (columns.length === 1 && columns[0] === hint);

function outgoing(table: Table, { target, hint }: EmbedItem, cache: SchemaCache): Relation[] {
  return table.foreignKeys.flatMap((foreignKey): Relation[] => {
    const to = cache.tables.get(foreignKey.target);
    const isMeant = [foreignKey.target, foreignKey.name, foreignKey.columns.length === 1 ? foreignKey.columns[0] : null].includes(target);
    if (!to || !isMeant || !hasHint(foreignKey, hint, foreignKey.target)) return [];
    const isUnique = table.uniqueKeys.some((key) => key.every((column) => foreignKey.columns.includes(column)));
    const pairs = foreignKey.columns.map((column, index) => [column, foreignKey.targetColumns[index] ?? ''] as const);
    return [{ target: to, cardinality: isUnique ? 'one-to-one' : 'many-to-one', pairs, foreignKey }];
  });
}

function incoming(table: Table, { target, hint }: EmbedItem, cache: SchemaCache): Relation[] {
  return [...cache.tables.values()].flatMap((from) =>
    from.foreignKeys.flatMap((foreignKey): Relation[] => {
      const isMeant = target === from.name || target === foreignKey.name;
      if (foreignKey.target !== table.name || !isMeant || !hasHint(foreignKey, hint, from.name)) return [];
      const isUnique = from.uniqueKeys.some((key) => key.every((column) => foreignKey.columns.includes(column)));
      const pairs = foreignKey.columns.map((column, index) => [foreignKey.targetColumns[index] ?? '', column] as const);
      return [{ target: from, cardinality: isUnique ? 'one-to-one' : 'one-to-many', pairs, foreignKey }];
    }),
  );
}

function describe(table: Table, { cardinality, target, pairs, foreignKey }: Relation): Record<string, string> {
  const own = pairs.map(([column]) => column).join(', ');
  const others = pairs.map(([, column]) => column).join(', ');
  return {
    cardinality,
    embedding: `${table.name} with ${target.name}`,
    relationship: `${foreignKey.name} using ${table.name}(${own}) and ${target.name}(${others})`,
  };
}

function ambiguous(table: Table, { target }: EmbedItem, found: readonly Relation[]): RestError {
  const names = found.map(({ foreignKey }) => `'${target}!${foreignKey.name}'`).join(', ');
  return new RestError({
    status: 300,
    code: 'PGRST201',
    message: `Could not embed because more than one relationship was found for '${table.name}' and '${target}'`,
    details: found.map((relation) => describe(table, relation)),
    hint: `Try changing '${target}' to one of the following: ${names}. Find the desired relationship in the 'details' key.`,
  });
}

/** The one relation that `select=…,target!hint(…)` means. Throws PGRST200 for none and PGRST201 for several. */
export function findRelation(table: Table, embed: EmbedItem, cache: SchemaCache): Relation {
  const found = [...outgoing(table, embed, cache), ...incoming(table, embed, cache)];
  const [first, second] = found;
  if (second) throw ambiguous(table, embed, found);
  if (first) return first;
  const withHint = embed.hint === null ? '' : ` using the hint '${embed.hint}'`;
  throw new RestError({
    status: 400,
    code: 'PGRST200',
    message: `Could not find a relationship between '${table.name}' and '${embed.target}' in the schema cache`,
    details: `Searched for a foreign key relationship between '${table.name}' and '${embed.target}'${withHint} in the schema 'public', but no matches were found.`,
  });
}
