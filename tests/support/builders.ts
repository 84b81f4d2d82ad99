import type { Query, Row } from '#local/db/port.ts';
import { personaId } from './personas.ts';

export type Values = Readonly<Record<string, unknown>>;

/** Ids that are the same in every run: `testId(1)` is the first record of a test. */
export const testId = (n: number): string => `01900000-0000-7000-8000-${n.toString(16).padStart(12, '0')}`;

/** The values of a record that is valid as it stands, without its id and company. */
const SAMPLE = {
  vendors: { name: 'Deutsche Bahn AG', city: 'Berlin', country: 'DE' },
  customers: { name: 'Hafenkontor Müller', language: 'de', currency: 'EUR' },
  expense_categories: { name: 'Travel', icon: 'plane', color: '#2563eb', sort_order: 10 },
  expenses: { description: 'Train to Leipzig', amount: 49.9, currency: 'EUR', tax_rate: 7, tax_amount: 3.26, expense_date: '2026-01-30' },
  files: { name: 'ticket.pdf', mime_type: 'application/pdf', size: 1024, sha256: 'a'.repeat(64) },
  activity_log: { type: 'noted', entity_type: 'vendors', entity_label: 'A note' },
} as const satisfies Record<string, Values>;
export type BuiltTable = keyof typeof SAMPLE;

/** A complete row to insert: sample values, id and company, and what depends on them. */
export function sampleRow(table: BuiltTable, row: { readonly id: string; readonly company_id: string } & Values): Values {
  const path = table === 'files' ? { path: `${row.company_id}/${row.id}.pdf` } : {};
  return { ...SAMPLE[table], ...path, ...row };
}

/** `insert` text and parameters for a row; never with `returning`, which would also ask the select policy. */
export function insertOf(table: string, row: Values): [string, unknown[]] {
  const columns = Object.keys(row);
  const places = columns.map((_, i) => `$${i + 1}`);
  const values = Object.values(row).map((value) => (typeof value === 'object' && value !== null ? JSON.stringify(value) : value));
  return [`insert into public.${table} (${columns.join(', ')}) values (${places.join(', ')})`, values];
}

type Build = (values?: Values) => Promise<Row & { id: string; company_id: string }>;
export type Builders = { readonly [T in BuiltTable]: Build } & { readonly company: (values?: Values) => Promise<Row & { id: string }> };

/** Writes records with the platform's rights (no RLS, no lifecycle). Each builder makes the parents that it isn't given. */
export function buildersFor(query: Query, firstId = 1): Builders {
  let next = firstId;
  const insert = async (table: string, row: Values & { readonly id: string }) => {
    await query(...insertOf(table, row));
    const { rows } = await query(`select * from public.${table} where id = $1`, [row.id]);
    return { ...rows[0], id: row.id };
  };
  const company = (values: Values = {}) => insert('companies', { name: 'Nordlicht Webdesign GmbH', id: testId(next++), ...values });
  const build =
    (table: BuiltTable, more: (companyId: string) => Promise<Values> = async () => ({})): Build =>
    async (values = {}) => {
      const company_id = typeof values['company_id'] === 'string' ? values['company_id'] : (await company()).id;
      const row = sampleRow(table, { id: testId(next++), company_id, ...(await more(company_id)), ...values });
      return { ...(await insert(table, { ...row, id: String(row['id']) })), company_id };
    };
  const author = async () => ({ created_by: personaId('owner') });
  return {
    company,
    vendors: build('vendors'),
    customers: build('customers'),
    expense_categories: build('expense_categories'),
    expenses: build('expenses', author),
    files: build('files', author),
    activity_log: build('activity_log'),
  };
}
