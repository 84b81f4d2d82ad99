import { columnSql, conditionSql, type Scope, type Source, whereSql } from './build-condition.ts';
import type { Clauses, ColumnItem, EmbedItem, SelectItem } from './query-types.ts';
import { findRelation, type Relation } from './relations.ts';
import { RestError, unsupported } from './rest-error.ts';
import type { SchemaCache, Table } from './schema-cache.ts';
import { inPublic, type Parameters, quoted } from './sql-text.ts';

const CASTS = new Set(
  'text integer int bigint smallint numeric boolean date timestamptz timestamp uuid json jsonb real float varchar'.split(' '),
);

export type Selection = {
  /** What the columns and filters refer to. */
  readonly source: Source;
  /** The SQL text after `from`. */
  readonly from: string;
  /** The table whose foreign keys embeds follow; null for a function's rows. */
  readonly table: Table | null;
  readonly items: readonly SelectItem[];
  readonly clauses: Clauses;
  /** A condition that ties an embedded table to its parent. */
  readonly tie?: (alias: string) => string[];
};
export type BuildContext = {
  readonly cache: SchemaCache;
  readonly parameters: Parameters;
  /** As many rows of each table as there may be; all if not given. */
  readonly maxRows?: number;
};
/** `matching` has a row for each that the filters leave, whatever part of it and of what is embedded is wanted. */
export type SelectSql = { readonly withoutWindow: string; readonly window: string; readonly matching: string };

function columnItemSql({ column, alias, cast }: ColumnItem, scope: Scope): string {
  if (column.name === '*' && column.path.length === 0) return `${scope.alias}.*`;
  if (cast !== null && !CASTS.has(cast)) throw unsupported(`The cast to ${cast}`);
  const { sql } = columnSql(column, scope);
  return `${sql}${cast === null ? '' : `::${cast}`} as ${quoted(alias ?? column.name)}`;
}

type Joined = { readonly join: string; readonly item: string | null; readonly condition: string | null };

function embedSql(embed: EmbedItem, relation: Relation, parent: string, clauses: Clauses, context: BuildContext): Joined {
  const { target, pairs, cardinality } = relation;
  const inner = buildSelect(
    {
      source: target,
      from: inPublic(target.name),
      table: target,
      items: embed.items,
      clauses,
      tie: (alias) => pairs.map(([own, other]) => `${alias}.${quoted(other)} = ${parent}.${quoted(own)}`),
    },
    context,
  );
  const name = context.parameters.nextAlias();
  const text = `${inner.withoutWindow}${inner.window}`;
  const join = embed.isInner ? 'join' : 'left join';
  const isListed = embed.items.length > 0;
  const condition = embed.isInner ? `exists (${inner.matching})` : null;
  if (cardinality === 'one-to-many') {
    const on = embed.isInner ? `${name}."rows" is not null` : 'true';
    return {
      condition,
      join: ` ${join} lateral (select json_agg(_r) as "rows" from (${text}) _r) ${name} on ${on}`,
      item: isListed ? `coalesce(${name}."rows", '[]')::jsonb as ${quoted(embed.alias)}` : null,
    };
  }
  return {
    condition,
    join: ` ${join} lateral (${text}) ${name} on true`,
    item: isListed ? `row_to_json(${name}.*)::jsonb as ${quoted(embed.alias)}` : null,
  };
}

const noClauses = (): Clauses => ({ filters: [], order: [], limit: null, offset: 0, embeds: new Map() });

function orderSql({ order }: Clauses, scope: Scope): string {
  const terms = order.map(
    ({ column, direction, nulls }) => `${columnSql(column, scope).sql} ${direction}${nulls === null ? '' : ` nulls ${nulls}`}`,
  );
  return terms.length === 0 ? '' : ` order by ${terms.join(', ')}`;
}

/** `limit` and `offset`, where there are any. */
export function windowSql({ limit, offset }: Clauses, maxRows = Infinity): string {
  const most = Math.min(limit ?? Infinity, maxRows);
  return `${most === Infinity ? '' : ` limit ${most}`}${offset === 0 ? '' : ` offset ${offset}`}`;
}

function noRelation(source: Source, embed: EmbedItem): RestError {
  const message = `Could not find a relationship between '${source.name}' and '${embed.target}' in the schema cache`;
  return new RestError({ status: 400, code: 'PGRST200', message });
}

/** The rows a request asks for, each with its embedded rows, the way PostgREST lays them out. */
export function buildSelect({ source, from, table, items, clauses, tie }: Selection, context: BuildContext): SelectSql {
  const alias = context.parameters.nextAlias();
  const scope: Scope = { source, alias, parameters: context.parameters };
  const list: string[] = [];
  const required: string[] = [];
  let joins = '';
  for (const item of items) {
    if (item.kind === 'column') list.push(columnItemSql(item, scope));
    else {
      if (!table) throw noRelation(source, item);
      const inner = clauses.embeds.get(item.alias) ?? clauses.embeds.get(item.target) ?? noClauses();
      const joined = embedSql(item, findRelation(table, item, context.cache), alias, inner, context);
      joins += joined.join;
      if (joined.item !== null) list.push(joined.item);
      if (joined.condition !== null) required.push(joined.condition);
    }
  }
  const conditions = [...(tie?.(alias) ?? []), ...clauses.filters.map((filter) => conditionSql(filter, scope))];
  return {
    withoutWindow: `select ${list.join(', ')} from ${from} ${alias}${joins}${whereSql(conditions)}`,
    matching: `select 1 from ${from} ${alias}${whereSql([...conditions, ...required])}`,
    window: `${orderSql(clauses, scope)}${windowSql(clauses, context.maxRows)}`,
  };
}
