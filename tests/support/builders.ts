import { fromDirectories } from '#domain/directories.ts';
import type { Query, Row } from '#local/db/port.ts';
import { personaId } from './personas.ts';

export type Values = Readonly<Record<string, unknown>>;

/** Ids that are the same in every run: `testId(1)` is the first record of a test. */
export const testId = (n: number): string => `01900000-0000-7000-8000-${n.toString(16).padStart(12, '0')}`;

/** The values of a record that is valid as it stands, without its id and company. */
const SAMPLE = {
  ...fromDirectories((name) => ({ name: `A new entry of ${name}` })),
  vendors: { name: 'Deutsche Bahn AG', city: 'Berlin', country: 'DE' },
  customers: {
    name: 'Hafenkontor Müller',
    street: 'Kaistraße',
    house_number: '4',
    postal_code: '24103',
    city: 'Kiel',
    country: 'DE',
    language: 'de',
    currency: 'EUR',
  },
  invoice_products: { name: 'Web design', unit: 'h', unit_price: 95, tax_rate: 19, currency: 'EUR' },
  invoices: { currency: 'EUR', language: 'de', due_days: 14, service_from: '2026-01-30', reference: 'PO 4711' },
  invoice_items: { position: 1, description: 'Web design', unit: 'h', quantity: 2, unit_price: 95, tax_rate: 19 },
  bank_accounts: { name: 'Commerzbank', iban: 'DE89370400440532013000', bic: 'COBADEFFXXX' },
  delivery_notes: { delivery_date: '2026-01-30', language: 'de', currency: 'EUR' },
  payments: { amount: 100, currency: 'EUR', payment_date: '2026-01-31' },
  recurring_invoices: { name: 'Hosting', interval: 'monthly', start_date: '2026-01-31', currency: 'EUR', language: 'de' },
  recurring_invoice_items: { position: 1, description: 'Hosting', unit: 'month', quantity: 1, unit_price: 49, tax_rate: 19 },
  expense_categories: { name: 'Travel', icon: 'plane', color: '#2563eb', sort_order: 10 },
  expenses: { description: 'Train to Leipzig', amount: 49.9, currency: 'EUR', tax_rate: null, tax_amount: 0, expense_date: '2026-01-30' },
  recurring_expenses: { description: 'Office rent', amount: 1190, currency: 'EUR', interval: 'monthly', start_date: '2026-01-31' },
  files: { name: 'ticket.pdf', mime_type: 'application/pdf', size: 1024, sha256: 'a'.repeat(64) },
  periods: { month: '1999-12-01' },
  activity_log: { type: 'note', entity_type: 'vendors', entity_label: 'A note' },
} as const satisfies Record<string, Values>;
export type BuiltTable = keyof typeof SAMPLE;

/** What § 14 UStG asks of whoever issues an invoice. */
export const ABLE_TO_INVOICE = {
  company_details: { address: { street: 'Große Elbstraße', house_number: '27a', postal_code: '22767', city: 'Hamburg' } },
  tax: { tax_number: '41/123/04567', vat_id: 'DE123456789' },
};

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
export type Builders = { readonly [T in BuiltTable]: Build } & {
  /** An issued invoice with one line. */
  readonly issued: Build;
  readonly company: (values?: Values) => Promise<Row & { id: string }>;
};

/** Writes records with the platform's rights (no RLS, no lifecycle). Each builder makes the parents that it isn't given. */
export function buildersFor(query: Query, firstId = 1): Builders {
  let next = firstId;
  const insert = async (table: string, row: Values & { readonly id: string }) => {
    await query(...insertOf(table, row));
    const { rows } = await query(`select * from public.${table} where id = $1`, [row.id]);
    return { ...rows[0], id: row.id };
  };
  const company = (values: Values = {}) =>
    insert('companies', { name: 'Nordlicht Webdesign GmbH', settings: ABLE_TO_INVOICE, id: testId(next++), ...values });
  const build =
    (table: BuiltTable, more: (companyId: string) => Promise<Values> = async () => ({})): Build =>
    async (values = {}) => {
      const company_id = typeof values['company_id'] === 'string' ? values['company_id'] : (await company()).id;
      const row = sampleRow(table, { id: testId(next++), company_id, ...(await more(company_id)), ...values });
      return { ...(await insert(table, { ...row, id: String(row['id']) })), company_id };
    };
  const author = async () => ({ created_by: personaId('owner') });
  const customers = build('customers');
  const invoices = build('invoices', async (company_id) => ({ ...(await author()), customer_id: (await customers({ company_id })).id }));
  const recurring_invoices = build('recurring_invoices', async (company_id) => ({
    ...(await author()),
    customer_id: (await customers({ company_id })).id,
  }));
  const recurring_invoice_items = build('recurring_invoice_items', async (company_id) => ({
    recurring_invoice_id: (await recurring_invoices({ company_id })).id,
  }));
  const invoice_items = build('invoice_items', async (company_id) => ({ invoice_id: (await invoices({ company_id })).id }));
  /** An invoice with one line of 190 net, 226.10 gross, that was issued. */
  const issued = async (values: Values = {}) => {
    const invoice = await invoices(values);
    await invoice_items({ company_id: invoice.company_id, invoice_id: invoice.id });
    await query("update public.invoices set status = 'issued' where id = $1", [invoice.id]);
    const { rows } = await query('select * from public.invoices where id = $1', [invoice.id]);
    return { ...rows[0], id: invoice.id, company_id: invoice.company_id };
  };
  return {
    company,
    ...fromDirectories((name) => build(name)),
    customers,
    invoices,
    invoice_items,
    issued,
    bank_accounts: build('bank_accounts'),
    delivery_notes: build('delivery_notes', async (company_id) => ({
      ...(await author()),
      customer_id: (await customers({ company_id })).id,
    })),
    payments: build('payments', async (company_id) => ({ ...(await author()), invoice_id: (await issued({ company_id })).id })),
    recurring_invoices,
    recurring_invoice_items,
    recurring_expenses: build('recurring_expenses', author),
    expense_categories: build('expense_categories'),
    expenses: build('expenses', author),
    files: build('files', author),
    activity_log: build('activity_log'),
    // A month of its own for each.
    periods: build('periods', async () => ({ month: `${2000 + (next % 20)}-${String((next % 12) + 1).padStart(2, '0')}-01` })),
  };
}
