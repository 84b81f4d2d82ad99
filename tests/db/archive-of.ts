import { createHash } from 'node:crypto';
import { ARCHIVE_TABLES, LEFT_OUT, rowOrder } from '#domain/archive/archive-tables.ts';
import { canonicalText, type Row } from '#domain/archive/canonical.ts';
import type { Query } from '#local/db/port.ts';

/** The rows of a company by table, as its archive has them, and the manifest that belongs to them. */
export type Archived = { readonly manifest: Record<string, unknown>; readonly tables: Readonly<Record<string, readonly Row[]>> };

const sha256 = (text: string) => createHash('sha256').update(text).digest('hex');

const privately = new Set(['invoice_mails', 'number_counters', 'number_gap_reasons', 'number_leases']);

/** What a manifest says of the rows. */
export function manifestOf(company: string, tables: Archived['tables'], more: Record<string, unknown> = {}): Record<string, unknown> {
  const entries = Object.entries(tables).map(([name, rows]) => {
    const text = rows.map((row) => `${canonicalText(row)}\n`).join('');
    return { path: `json/${name}.jsonl`, bytes: Buffer.byteLength(text), sha256: sha256(text), rows: rows.length };
  });
  return {
    format: 'kontor-archive',
    version: 1,
    app: '0.8.0',
    schema: null,
    company: { id: company, name: 'Ours', country: 'DE', currency: 'EUR' },
    made_at: '2026-01-31T10:00:00.000Z',
    made_by: null,
    source: 'database',
    is_complete: true,
    missing: [],
    unsynced: 0,
    ledger: null,
    entries,
    ...more,
  };
}

/** Reads a company as an archive would hold it. */
export async function archiveOf(query: Query, company: string): Promise<Archived> {
  await query("set local timezone = 'UTC'");
  const tables: Record<string, Row[]> = {};
  for (const { name, key } of ARCHIVE_TABLES) {
    const left = LEFT_OUT[name] ?? [];
    const schema = privately.has(name) ? 'private' : 'public';
    const { rows } = await query(`select to_jsonb(t) - $2::text[] as row from ${schema}.${name} t where t.company_id = $1`, [
      company,
      left,
    ]);
    tables[name] = rows.map(({ row }) => row as Row).toSorted((one, other) => rowOrder(key, one, other));
  }
  return { manifest: manifestOf(company, tables), tables };
}
