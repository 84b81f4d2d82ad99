import type { Query } from '#local/db/port.ts';

/** Rows as one JSON text: one statement per table, whatever the number of rows. All rows have the columns of the first. */
export async function insertRows(query: Query, table: string, rows: readonly Record<string, unknown>[]): Promise<void> {
  const columns = Object.keys(rows[0] ?? {}).join(', ');
  if (columns === '') return;
  await query(`insert into public.${table} (${columns}) select ${columns} from jsonb_populate_recordset(null::public.${table}, $1)`, [
    JSON.stringify(rows),
  ]);
}
