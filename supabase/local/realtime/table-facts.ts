import type { Database, Role } from '#local/db/port.ts';

export type Column = { readonly name: string; /** PostgreSQL's type name, e.g. `timestamptz`. */ readonly type: string };
export type TableFacts = {
  readonly columns: readonly Column[];
  readonly keyColumns: readonly string[];
  /** The columns each role may read. */
  readonly readable: Readonly<Record<Role, ReadonlySet<string>>>;
};

const SQL = `
  select a.attname as name, t.typname as type, coalesce(a.attnum = any (i.indkey), false) as is_key,
    has_column_privilege('anon', c.oid, a.attnum, 'select') as anon,
    has_column_privilege('authenticated', c.oid, a.attnum, 'select') as authenticated,
    has_column_privilege('service_role', c.oid, a.attnum, 'select') as service_role
  from pg_publication_tables p
  join pg_namespace n on n.nspname = p.schemaname
  join pg_class c on c.relnamespace = n.oid and c.relname = p.tablename
  join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
  join pg_type t on t.oid = a.atttypid
  left join pg_index i on i.indrelid = c.oid and i.indisprimary
  where p.pubname = 'supabase_realtime' and p.schemaname = $1 and p.tablename = $2
  order by a.attnum`;

/** What the schema says about published tables; asked once per table, since migrations run only at the start. */
export function createTableFacts(db: Database) {
  const known = new Map<string, Promise<TableFacts | null>>();
  const ask = async (schema: string, table: string): Promise<TableFacts | null> => {
    const { rows } = await db.query(SQL, [schema, table]);
    if (rows.length === 0) return null;
    const readableBy = (role: Role) => new Set(rows.filter((row) => row[role] === true).map((row) => String(row['name'])));
    return {
      columns: rows.map((row) => ({ name: String(row['name']), type: String(row['type']) })),
      keyColumns: rows.filter((row) => row['is_key'] === true).map((row) => String(row['name'])),
      readable: { anon: readableBy('anon'), authenticated: readableBy('authenticated'), service_role: readableBy('service_role') },
    };
  };
  /** Null when the table is not published. */
  return (schema: string, table: string): Promise<TableFacts | null> => {
    const key = JSON.stringify([schema, table]);
    const asked = known.get(key) ?? ask(schema, table);
    known.set(key, asked);
    // A table that was not there, or a database that failed, is asked again next time.
    asked.then(
      (facts) => facts ?? known.delete(key),
      () => known.delete(key),
    );
    return asked;
  };
}
export type LookUpTable = ReturnType<typeof createTableFacts>;
