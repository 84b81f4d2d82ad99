import type { Query } from '#local/db/port.ts';

/** Rows as one JSON text: one statement per table, whatever the number of rows. All have the columns of the first; the schema is `public` unless named. */
export async function insertRows(query: Query, table: string, rows: readonly Record<string, unknown>[]): Promise<void> {
  const columns = Object.keys(rows[0] ?? {}).join(', ');
  if (columns === '') return;
  const name = table.includes('.') ? table : `public.${table}`;
  await query(`insert into ${name} (${columns}) select ${columns} from jsonb_populate_recordset(null::${name}, $1)`, [
    JSON.stringify(rows),
  ]);
}
