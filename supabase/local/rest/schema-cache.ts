import type { Database, Row } from '#local/db/port.ts';

export type ForeignKey = {
  readonly name: string;
  readonly columns: readonly string[];
  readonly target: string;
  readonly targetColumns: readonly string[];
};
export type Table = {
  readonly name: string;
  /** Column → type as SQL writes it. */
  readonly columns: ReadonlyMap<string, string>;
  readonly primaryKey: readonly string[];
  readonly uniqueKeys: readonly (readonly string[])[];
  readonly foreignKeys: readonly ForeignKey[];
};
export type FunctionArgument = { readonly name: string; readonly type: string; readonly isRequired: boolean };
export type SqlFunction = {
  readonly name: string;
  readonly arguments: readonly FunctionArgument[];
  readonly isSet: boolean;
  readonly isVoid: boolean;
  /** A single value; otherwise a row with these columns. */
  readonly isScalar: boolean;
  /** The table whose rows it returns. */
  readonly table: string | null;
  readonly columns: ReadonlyMap<string, string>;
};
/** What the schema `public` offers. The only source of names that get into SQL. */
export type SchemaCache = { readonly tables: ReadonlyMap<string, Table>; readonly functions: ReadonlyMap<string, readonly SqlFunction[]> };

/** A cast to `character` or `bit` would cut the value to length one. */
const TYPE_SQL = (type: string): string =>
  `case format_type(${type}, null) when 'character' then 'bpchar' when 'bit' then 'varbit' else format_type(${type}, null) end`;

const COLUMNS_SQL = `
select c.relname as table_name, a.attname as name, ${TYPE_SQL('a.atttypid')} as type
from pg_attribute a join pg_class c on c.oid = a.attrelid
where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'v', 'm', 'p') and a.attnum > 0 and not a.attisdropped
order by c.relname, a.attnum`;

const CONSTRAINTS_SQL = `
select con.conname as name, con.contype as kind, c.relname as table_name, f.relname as target,
  (select json_agg(a.attname order by k.position) from unnest(con.conkey) with ordinality k (number, position)
    join pg_attribute a on a.attrelid = con.conrelid and a.attnum = k.number) as columns,
  (select json_agg(a.attname order by k.position) from unnest(con.confkey) with ordinality k (number, position)
    join pg_attribute a on a.attrelid = con.confrelid and a.attnum = k.number) as target_columns
from pg_constraint con join pg_class c on c.oid = con.conrelid left join pg_class f on f.oid = con.confrelid
where con.contype in ('p', 'u', 'f') and c.relnamespace = 'public'::regnamespace
  and (f.oid is null or f.relnamespace = 'public'::regnamespace)
order by con.conname`;

const FUNCTIONS_SQL = `
select p.proname as name, p.proretset as is_set, p.pronargdefaults as default_count, format_type(p.prorettype, null) as return_type,
  t.typtype = 'c' as returns_row, c.relname as returns_table, c.relnamespace = 'public'::regnamespace as is_public_table,
  to_json(coalesce(p.proargnames, '{}')) as names, to_json(p.proargmodes::text[]) as modes,
  (select json_agg(${TYPE_SQL('x.type')} order by x.position) from unnest(coalesce(p.proallargtypes, p.proargtypes::oid[])) with ordinality x (type, position)) as types
from pg_proc p join pg_type t on t.oid = p.prorettype left join pg_class c on c.oid = t.typrelid
where p.pronamespace = 'public'::regnamespace and p.prokind = 'f' and p.provariadic = 0 and t.typname not in ('trigger', 'event_trigger')`;

const text = (row: Row, name: string): string => String(row[name]);
const texts = (value: unknown): string[] => (Array.isArray(value) ? value.map(String) : []);

function toTables(columns: readonly Row[], constraints: readonly Row[]): Map<string, Table> {
  const tables = new Map<
    string,
    { name: string; columns: Map<string, string>; primaryKey: string[]; uniqueKeys: string[][]; foreignKeys: ForeignKey[] }
  >();
  for (const row of columns) {
    const name = text(row, 'table_name');
    const table = tables.get(name) ?? { name, columns: new Map(), primaryKey: [], uniqueKeys: [], foreignKeys: [] };
    tables.set(name, table);
    table.columns.set(text(row, 'name'), text(row, 'type'));
  }
  for (const row of constraints) {
    const table = tables.get(text(row, 'table_name'));
    const keys = texts(row['columns']);
    if (!table) continue;
    if (row['kind'] === 'f') {
      const targetColumns = texts(row['target_columns']);
      table.foreignKeys.push({ name: text(row, 'name'), columns: keys, target: text(row, 'target'), targetColumns });
    } else {
      table.uniqueKeys.push(keys);
      if (row['kind'] === 'p') table.primaryKey.push(...keys);
    }
  }
  return tables;
}

function toFunction(row: Row, tables: ReadonlyMap<string, Table>): SqlFunction {
  const names = texts(row['names']);
  const types = texts(row['types']);
  const modes = row['modes'] === null ? types.map(() => 'i') : texts(row['modes']);
  const all = types.map((type, index) => ({ name: names[index] ?? '', type, mode: modes[index] ?? 'i' }));
  const inputs = all.filter(({ mode }) => mode === 'i' || mode === 'b');
  const outputs = all.filter(({ mode }) => mode !== 'i');
  const requiredCount = inputs.length - Number(row['default_count']);
  const table = row['is_public_table'] === true ? (tables.get(text(row, 'returns_table')) ?? null) : null;
  return {
    name: text(row, 'name'),
    arguments: inputs.map(({ name, type }, index) => ({ name, type, isRequired: index < requiredCount })),
    isSet: row['is_set'] === true,
    isVoid: row['return_type'] === 'void',
    isScalar: row['returns_row'] !== true && outputs.length < 2 && !outputs.some(({ mode }) => mode === 't'),
    table: table?.name ?? null,
    columns: table?.columns ?? new Map(outputs.map(({ name, type }) => [name, type])),
  };
}

/** Reads tables, keys and functions of the schema `public`. */
export async function readSchema(db: Database): Promise<SchemaCache> {
  const [columns, constraints, functions] = await Promise.all([db.query(COLUMNS_SQL), db.query(CONSTRAINTS_SQL), db.query(FUNCTIONS_SQL)]);
  const tables = toTables(columns.rows, constraints.rows);
  const byName = new Map<string, SqlFunction[]>();
  for (const row of functions.rows) {
    const found = toFunction(row, tables);
    byName.set(found.name, [...(byName.get(found.name) ?? []), found]);
  }
  return { tables, functions: byName };
}
