import type { Row } from '#domain/archive/canonical.ts';

/** A table of the archive: its rows' order, which is its key, and whether devices hold it. */
export type ArchiveTable = {
  readonly name: string;
  /** Columns that name a row of the company. */
  readonly key: readonly string[];
  /** What a device holds of it, by which collection; null for what only the server has. */
  readonly collection: string | null;
};

const table = <const N extends string>(
  name: N,
  key: readonly string[],
  collection: string | null,
): ArchiveTable & { readonly name: N } => ({
  name,
  key,
  collection,
});

/** Every table of a company that leaves with it, parents before children. What does not leave is named in `archive-tables.test.ts`, with its reason. */
export const ARCHIVE_TABLES = [
  table('companies', ['id'], 'companies'),
  table('bank_accounts', ['id'], 'companies'),
  table('company_mail_settings', ['company_id'], null),
  table('company_origins', ['company_id'], null),
  table('company_users', ['id'], 'members'),
  table('company_user_permissions', ['user_id', 'permission_key'], 'members'),
  table('expense_categories', ['id'], 'expense_categories'),
  table('vendors', ['id'], 'vendors'),
  table('customers', ['id'], 'customers'),
  table('invoice_products', ['id'], 'invoice_products'),
  table('recurring_invoices', ['id'], 'recurring_invoices'),
  table('recurring_invoice_items', ['id'], 'recurring_invoices'),
  table('recurring_expenses', ['id'], 'recurring_expenses'),
  table('invoices', ['id'], 'invoices'),
  table('invoice_items', ['id'], 'invoices'),
  table('delivery_notes', ['id'], 'delivery_notes'),
  table('payments', ['id'], 'payments'),
  table('expenses', ['id'], 'expenses'),
  table('files', ['id'], 'files'),
  table('file_checks', ['file_id', 'is_original'], null),
  table('invoice_mails', ['mutation_id'], null),
  table('number_counters', ['kind', 'year'], null),
  table('number_gap_reasons', ['series', 'year', 'number'], null),
  table('number_leases', ['id'], null),
  table('periods', ['id'], 'periods'),
  table('period_figures', ['id'], 'period_figures'),
  table('activity_log', ['id'], 'activity_log'),
  table('activity_records', ['activity_id', 'bank_data'], null),
  table('ledger_entries', ['seq'], null),
] as const;

export type ArchiveTableName = (typeof ARCHIVE_TABLES)[number]['name'];

/** Columns that never leave, by table. */
export const LEFT_OUT: Readonly<Partial<Record<ArchiveTableName, readonly string[]>>> = {
  company_mail_settings: ['has_password'],
  company_user_permissions: ['id'],
};

export const jsonPath = (name: ArchiveTableName): string => `json/${name}.jsonl`;
export const csvPath = (name: string): string => `csv/${name}.csv`;
export const filePath = (bucket: 'uploads' | 'logos', path: string): string => `files/${bucket}/${path}`;
export const pdfPath = (number: string): string => `pdf/${number.replaceAll(/[^A-Za-z0-9._-]/g, '_')}.pdf`;

/** Which of two rows of a table comes first in its file: below 0 the one. */
export function rowOrder(key: readonly string[], one: Row, other: Row): number {
  for (const column of key) {
    const [a, b] = [one[column], other[column]];
    if (typeof a === 'number' && typeof b === 'number') {
      if (a !== b) return a - b;
    } else if (String(a) !== String(b)) return String(a) < String(b) ? -1 : 1;
  }
  return 0;
}
