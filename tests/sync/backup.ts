import type { Database } from '#local/db/port.ts';

/** All rows of one company at one moment, by table. */
export type Backup = ReadonlyMap<string, unknown[]>;

type CompanyTable = { readonly name: string; readonly key: string; readonly columns: string };

async function companyTables(db: Database): Promise<CompanyTable[]> {
  const { rows } = await db.query(
    `select format('%I.%I', c.table_schema, c.table_name) as name,
        case when format('%I.%I', c.table_schema, c.table_name) = 'public.companies' then 'id' else 'company_id' end as key,
        string_agg(format('%I', c.column_name), ', ') filter (where c.is_generated = 'NEVER') as columns
      from information_schema.columns c
      join information_schema.tables t using (table_schema, table_name)
      where c.table_schema in ('public', 'private') and t.table_type = 'BASE TABLE'
      group by c.table_schema, c.table_name
      having bool_or(c.column_name = 'company_id') or format('%I.%I', c.table_schema, c.table_name) = 'public.companies'
      order by 1`,
  );
  return rows as CompanyTable[];
}

export async function backUp(db: Database, companyId: string): Promise<Backup> {
  const copy = new Map<string, unknown[]>();
  for (const { name, key } of await companyTables(db)) {
    const { rows } = await db.query(`select to_jsonb(t) as row from ${name} t where t.${key} = $1`, [companyId]);
    copy.set(
      name,
      rows.map(({ row }) => row),
    );
  }
  return copy;
}

/** Puts the company back as it was: neither triggers nor the log hear of it, as when a data folder is restored. */
export async function putBack(db: Database, companyId: string, copy: Backup): Promise<void> {
  const tables = await companyTables(db);
  await db.transaction(async (query) => {
    await query("select set_config('session_replication_role', 'replica', true)");
    for (const { name, key, columns } of tables) {
      await query(`delete from ${name} where ${key} = $1`, [companyId]);
      const rows = copy.get(name) ?? [];
      if (rows.length > 0)
        await query(
          `insert into ${name} (${columns}) overriding system value select ${columns} from jsonb_populate_recordset(null::${name}, $1)`,
          [JSON.stringify(rows)],
        );
    }
  });
}
