import { conditionSql, type Scope, type Source, whereSql } from './build-condition.ts';
import type { BuildContext } from './build-select.ts';
import type { Filter, SelectItem } from './query-types.ts';
import { findRelation } from './relations.ts';
import { RestError, unknownColumn } from './rest-error.ts';
import type { Table } from './schema-cache.ts';
import { inPublic, quoted } from './sql-text.ts';

/** Rows as the client sent them: the JSON text goes to PostgreSQL as it came. */
export type Payload = { readonly json: string; readonly columns: readonly string[]; readonly isEmpty: boolean };
export type Conflict = { readonly resolution: 'merge-duplicates' | 'ignore-duplicates'; readonly columns: readonly string[] };

/** Counts updated rows inside the statement: an upsert that inserted nothing answers 200 instead of 201. */
export const UPDATED_SETTING = 'kontor.updated_rows';

function checkColumns(table: Table, columns: readonly string[]): void {
  const unknown = columns.find((column) => !table.columns.has(column));
  if (unknown !== undefined)
    throw new RestError({ status: 400, code: 'PGRST204', message: `Column '${unknown}' of relation '${table.name}' does not exist` });
}

function conflictSql(table: Table, columns: readonly string[], { resolution, columns: given }: Conflict): string {
  const keys = given.length > 0 ? given : table.primaryKey;
  const unknown = keys.find((column) => !table.columns.has(column));
  if (unknown !== undefined) throw new RestError({ status: 400, code: '42703', message: `column "${unknown}" does not exist` });
  if (keys.length === 0) return '';
  const target = ` on conflict (${keys.map(quoted).join(', ')}) do`;
  if (resolution === 'ignore-duplicates' || columns.length === 0) return `${target} nothing`;
  const setting = `'${UPDATED_SETTING}'`;
  const count = `set_config(${setting}, (coalesce(nullif(current_setting(${setting}, true), ''), '0')::int + 1)::text, true) <> ''`;
  return `${target} update set ${columns.map((column) => `${quoted(column)} = excluded.${quoted(column)}`).join(', ')} where ${count}`;
}

/** The columns to hand back: those selected and those that embeds join on. Asking for more would need more rights than the caller has. */
export function returnedColumns(table: Table, items: readonly SelectItem[], context: BuildContext): string[] {
  const names = new Set<string>();
  for (const item of items) {
    if (item.kind === 'embed') for (const [own] of findRelation(table, item, context.cache).pairs) names.add(own);
    else if (item.column.name === '*') for (const column of table.columns.keys()) names.add(column);
    else if (table.columns.has(item.column.name)) names.add(item.column.name);
    else throw unknownColumn(table.name, item.column.name);
  }
  return [...names];
}

/** The same rows with no more than these columns. */
export const onlyColumns = ({ name, columns }: Source, kept: readonly string[]): Source => ({
  name,
  columns: new Map([...columns].filter(([column]) => kept.includes(column))),
});

const returning = (alias: string, columns: readonly string[]): string =>
  ` returning ${columns.length === 0 ? '1' : columns.map((column) => `${alias}.${quoted(column)}`).join(', ')}`;

const noRows = (table: Table, columns: readonly string[]): string =>
  `select ${columns.length === 0 ? '1' : columns.map(quoted).join(', ')} from ${inPublic(table.name)} where false`;

const records = (table: Table, json: string): string => `json_populate_recordset(null::${inPublic(table.name)}, ${json}::text::json)`;

/** `insert … returning`, with upsert when a resolution is asked for. */
export function insertSql(
  table: Table,
  payload: Payload,
  conflict: Conflict | null,
  returned: readonly string[],
  { parameters }: BuildContext,
): string {
  checkColumns(table, payload.columns);
  if (payload.isEmpty) return noRows(table, returned);
  const columns = payload.columns.map(quoted).join(', ');
  const resolution = conflict === null ? '' : conflictSql(table, payload.columns, conflict);
  const values =
    payload.columns.length === 0
      ? ' default values'
      : ` (${columns}) select ${columns} from ${records(table, parameters.add(payload.json))}`;
  return `insert into ${inPublic(table.name)} as _t${values}${resolution}${returning('_t', returned)}`;
}

/** A write without a filter is a slip or an attack. Hosted Supabase loads `safeupdate` for its API: the same refusal, in its words. */
function filteredBy(verb: 'UPDATE' | 'DELETE', filters: readonly Filter[], scope: Scope): string {
  const where = whereSql(filters.map((filter) => conditionSql(filter, scope)));
  if (where === '') throw new RestError({ status: 400, code: '21000', message: `${verb} requires a WHERE clause` });
  return where;
}

/** `update … returning`; an empty object changes nothing. */
export function updateSql(
  table: Table,
  payload: Payload,
  filters: readonly Filter[],
  returned: readonly string[],
  { parameters }: BuildContext,
): string {
  checkColumns(table, payload.columns);
  if (payload.columns.length === 0) return noRows(table, returned);
  const changes = payload.columns.map((column) => `${quoted(column)} = _b.${quoted(column)}`).join(', ');
  const body = records(table, parameters.add(payload.json));
  const scope: Scope = { source: table, alias: '_t', parameters };
  const where = filteredBy('UPDATE', filters, scope);
  return `update ${inPublic(table.name)} as _t set ${changes} from (select * from ${body}) _b${where}${returning('_t', returned)}`;
}

/** `delete … returning`. */
export function deleteSql(table: Table, filters: readonly Filter[], returned: readonly string[], { parameters }: BuildContext): string {
  const scope: Scope = { source: table, alias: '_t', parameters };
  return `delete from ${inPublic(table.name)} as _t${filteredBy('DELETE', filters, scope)}${returning('_t', returned)}`;
}
