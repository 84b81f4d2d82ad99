import type { PermissionKey } from '#domain/access/access.ts';
import { directories, fromDirectories } from '#domain/directories.ts';
import { FRESH, OURS, THEIRS } from '#tests/db/world.ts';
import { type BuiltTable, insertOf, sampleRow, type Values } from '#tests/support/builders.ts';
import { personaId } from '#tests/support/personas.ts';

/** What an entry of the ledger holds beside its place. */
export const ENTRY = {
  kind: 'settings',
  collection: 'companies',
  label: '',
  form: 1,
  payload_sha256: 'a'.repeat(64),
  receipts: '',
  prev_sha256: 'b'.repeat(64),
  sha256: 'c'.repeat(64),
  at: '2026-01-31T10:00:00Z',
};

/** A record of a colleague, one of the employee's own, one of another company. */
export type Side = 'ours' | 'own' | 'theirs';
/** Any of these keys, all of them together, every member, or nobody through a table: then also refused for a reason other than rights. */
export type Open = readonly PermissionKey[] | { readonly all: readonly PermissionKey[] } | 'member' | 'none';
type Operation = {
  readonly table: string;
  /** `select`, `insert`, `update`, `delete`, the latter with what is changed. */
  readonly verb: string;
  readonly open: Open;
  readonly sql: string;
};
type Ids = Readonly<Record<string, string>>;

function sqlOf(value: unknown): string {
  if (typeof value === 'string') return `'${value.replaceAll("'", "''")}'`;
  return value === null || typeof value === 'number' || typeof value === 'boolean' ? String(value) : sqlOf(JSON.stringify(value));
}

function insertSql(table: string, row: Values): string {
  const [text, params] = insertOf(table, row);
  return text.replaceAll(/\$(\d+)/g, (_, at) => sqlOf(params[Number(at) - 1]));
}

/** A table whose rows have an id, a company and a key per verb. */
type Crud = { readonly select: Open; readonly insert: Open; readonly update: Open; readonly delete: Open; readonly set: string };
const crud = <R extends string>(resource: R, set: string) =>
  ({
    select: [`${resource}.view`],
    insert: [`${resource}.create`],
    update: [`${resource}.update`],
    delete: [`${resource}.delete`],
    set,
  }) as const;

const ENTITIES = {
  ...fromDirectories((name) => crud(directories[name].resource, "name = 'Changed'")),
  invoices: crud('invoices', "reference = 'Changed'"),
  payments: crud('payments', "reference = 'Changed'"),
  delivery_notes: crud('invoices', "notes = 'Changed'"),
  recurring_invoices: crud('recurring_invoices', "name = 'Changed'"),
  recurring_expenses: crud('recurring_expenses', "description = 'Changed'"),
  expenses: crud('expenses', "description = 'Changed'"),
  expense_categories: {
    select: 'member',
    insert: ['expense_categories.manage'],
    update: ['expense_categories.manage'],
    delete: ['expense_categories.manage'],
    set: "name = 'Changed'",
  },
  files: { select: ['files.view'], insert: ['files.upload'], update: ['files.delete'], delete: ['files.delete'], set: "name = 'Changed'" },
  activity_log: { select: ['activity.view'], insert: 'member', update: 'none', delete: 'none', set: "type = 'Changed'" },
} as const satisfies Partial<Record<BuiltTable, Crud>>;

function entityOperations(ids: Ids, side: 'ours' | 'theirs'): Operation[] {
  const company_id = side === 'ours' ? OURS : THEIRS;
  return (Object.keys(ENTITIES) as (keyof typeof ENTITIES)[]).flatMap((table) => {
    const { set, ...open } = ENTITIES[table];
    const where = `where id = '${ids[`${side} ${table}`]}'`;
    const parents: Partial<Record<string, Values>> = {
      invoices: { customer_id: ids[`${side} customers`] },
      payments: { invoice_id: ids[`${side} issued`] },
      recurring_invoices: { customer_id: ids[`${side} customers`] },
      delivery_notes: { customer_id: ids[`${side} customers`] },
    };
    const fresh = sampleRow(table, { id: FRESH, company_id, ...parents[table] });
    return [
      { table, verb: 'select', open: open.select, sql: `select 1 from public.${table} ${where}` },
      { table, verb: 'insert', open: open.insert, sql: insertSql(table, fresh) },
      { table, verb: 'update', open: open.update, sql: `update public.${table} set ${set} ${where}` },
      { table, verb: 'delete', open: open.delete, sql: `delete from public.${table} ${where}` },
    ];
  });
}

/** Changes that ask for another key than `.update`. */
function stepOperations(ids: Ids, side: 'ours' | 'theirs'): Operation[] {
  const change = (table: string, what: string, open: Open, where = ids[`${side} ${table}`]): Operation => ({
    table,
    verb: `update ${what} of`,
    open,
    sql: `update public.${table} set ${what} where id = '${where}'`,
  });
  const company = side === 'ours' ? OURS : THEIRS;
  const settings = (path: string, value: string, open: Open): Operation =>
    change('companies', `settings = jsonb_set(settings, '{${path}}', '${value}')`, open, company);
  return [
    change('expenses', "status = 'approved'", ['expenses.approve', 'expenses.override_status']),
    change('expenses', "status = 'rejected', rejection_reason = 'No'", ['expenses.approve', 'expenses.override_status']),
    change('invoices', "status = 'ready_to_issue'", ['invoices.issue']),
    change('invoices', "delivery = 'sent'", ['invoices.send', 'invoices.update'], ids[`${side} issued`]),
    change('invoices', "status = 'cancelled'", ['invoices.cancel'], ids[`${side} issued`]),
    change('recurring_invoices', 'generate_requested = next_generation', ['recurring_invoices.generate']),
    change('recurring_expenses', 'generate_requested = next_generation', ['recurring_expenses.update']),
    change('companies', "name = 'Changed'", ['company.update'], company),
    settings('tax,vat_id', '"DE1"', ['company.update']),
    settings('expense_defaults,generated_number_format', '"E-{number}"', ['settings.expense']),
    settings('invoice_defaults,due_days', '3', ['settings.invoice']),
    settings('recurring_defaults,lead_days', '3', ['settings.invoice']),
  ];
}

/** Lines go with their document; memberships, invitations and mail settings are written by functions only. */
function readOperations(ids: Ids, side: 'ours' | 'theirs'): Operation[] {
  const company = side === 'ours' ? OURS : THEIRS;
  const user = personaId(side === 'ours' ? 'owner' : 'stranger');
  const table = (
    name: string,
    select: Open,
    [where, set, insert]: readonly [string, string, string],
    write: Open = 'none',
  ): Operation[] => [
    { table: name, verb: 'select', open: select, sql: `select 1 from public.${name} where ${where}` },
    { table: name, verb: 'insert', open: write, sql: insert },
    { table: name, verb: 'update', open: write, sql: `update public.${name} set ${set} where ${where}` },
    { table: name, verb: 'delete', open: write, sql: `delete from public.${name} where ${where}` },
  ];
  const byId = (name: string, id = `${side} ${name}`): string => `id = '${ids[id]}'`;
  const line = (name: 'invoice_items' | 'recurring_invoice_items', parent: string, of: string): string =>
    insertSql(name, { ...sampleRow(name, { id: FRESH, company_id: company }), [parent]: ids[`${side} ${of}`] });
  const account = insertSql(
    'bank_accounts',
    sampleRow('bank_accounts', { id: FRESH, company_id: company, iban: 'DE02120300000000202051' }),
  );
  return [
    ...table(
      'invoice_items',
      ['invoices.view'],
      [byId('invoice_items'), "description = 'x'", line('invoice_items', 'invoice_id', 'invoices')],
      ['invoices.update'],
    ),
    ...table(
      'recurring_invoice_items',
      ['recurring_invoices.view'],
      [byId('recurring_invoice_items'), "description = 'x'", line('recurring_invoice_items', 'recurring_invoice_id', 'recurring_invoices')],
      ['recurring_invoices.update'],
    ),
    { table: 'companies', verb: 'select', open: 'member', sql: `select 1 from public.companies where id = '${company}'` },
    { table: 'companies', verb: 'insert', open: 'none', sql: insertSql('companies', { id: FRESH, name: 'Mine' }) },
    { table: 'companies', verb: 'delete', open: 'none', sql: `delete from public.companies where id = '${company}'` },
    ...table('bank_accounts', 'member', [byId('bank_accounts'), "name = 'x'", account], ['bank_accounts.manage']),
    ...table(
      'company_users',
      ['users.view'],
      [
        `company_id = '${company}' and user_id = '${user}'`,
        'is_admin = true',
        insertSql('company_users', { company_id: company, user_id: personaId(side === 'ours' ? 'stranger' : 'employee'), is_admin: true }),
      ],
    ),
    ...table(
      'company_user_permissions',
      ['users.view'],
      [
        `company_id = '${company}' and user_id = '${personaId(side === 'ours' ? 'accountant' : 'stranger')}'`,
        "permission_key = 'users.remove'",
        insertSql('company_user_permissions', { company_id: company, user_id: personaId('employee'), permission_key: 'users.remove' }),
      ],
    ),
    ...table(
      'invites',
      ['users.view'],
      [
        `company_id = '${company}'`,
        'is_admin = true',
        insertSql('invites', { company_id: company, email: 'me@kontor.example', is_admin: true }),
      ],
    ),
    ...table(
      'periods',
      'member',
      [byId('periods'), "reason = 'x'", insertSql('periods', { id: FRESH, company_id: company, month: '1998-01-01' })],
      ['periods.close'],
    ).map((each) => (each.verb === 'delete' ? { ...each, open: 'none' as const } : each)),
    ...table('period_figures', { all: ['reports.view', 'invoices.view', 'payments.view', 'expenses.view'] }, [
      byId('period_figures'),
      "cells = '{}'",
      insertSql('period_figures', { id: FRESH, company_id: company, period_id: ids[`${side} periods`], month: '1998-01-01', cells: {} }),
    ]),
    ...table('company_origins', 'member', [
      `company_id = '${company}'`,
      'imported_at = now()',
      insertSql('company_origins', { company_id: company, imported_by: user, names: {}, emails: {} }),
    ]),
    ...table('company_news', 'member', [
      `company_id = '${company}'`,
      'seq = 0',
      insertSql('company_news', { company_id: company, seq: 1 }),
    ]),
    ...table(
      'file_checks',
      ['files.view'],
      [
        `file_id = '${ids[`${side} files`]}'`,
        'size = 1',
        insertSql('file_checks', { file_id: ids[`${side} files`], company_id: company, sha256: 'a'.repeat(64), size: 1 }),
      ],
    ),
    ...table(
      'activity_records',
      ['activity.view'],
      [
        `activity_id = '${ids[`${side} activity_log`]}'`,
        "record = '{}'",
        insertSql('activity_records', {
          company_id: company,
          activity_id: FRESH,
          bank_data: 'none',
          content: 'record',
          collection: 'vendors',
          confidential: false,
          record: {},
        }),
      ],
    ),
    ...table(
      'ledger_entries',
      ['activity.view'],
      [
        `company_id = '${company}'`,
        "label = 'x'",
        insertSql('ledger_entries', { ...ENTRY, company_id: company, record_id: company, seq: 2000 }),
      ],
    ),
    ...table(
      'company_mail_settings',
      ['settings.mail'],
      [`company_id = '${company}'`, "smtp_host = 'mail.example'", insertSql('company_mail_settings', { company_id: company })],
    ),
  ];
}

/** What a person may do with what they made themselves, with keys that open nothing of others. */
function ownOperations(ids: Ids): Operation[] {
  const on = (
    table: string,
    id: string | undefined,
    set: string,
    open: Readonly<Record<'select' | 'update' | 'delete', Open>>,
  ): Operation[] => [
    { table, verb: 'select', open: open.select, sql: `select 1 from public.${table} where id = '${id}'` },
    { table, verb: 'update', open: open.update, sql: `update public.${table} set ${set} where id = '${id}'` },
    { table, verb: 'delete', open: open.delete, sql: `delete from public.${table} where id = '${id}'` },
  ];
  const touch = "description = 'Changed'";
  const select = ['expenses.view_own'] as const;
  const mine = (table: string, sql: string): Operation => ({ table, verb: 'select', open: 'member', sql });
  const me = personaId('employee');
  return [
    ...on('expenses', ids['employee pending'], touch, {
      select,
      update: ['expenses.update', 'expenses.update_own'],
      delete: ['expenses.delete', 'expenses.update_own'],
    }),
    ...on('expenses', ids['employee rejected'], touch, {
      select,
      update: ['expenses.update', 'expenses.update_own'],
      delete: ['expenses.delete', 'expenses.update_own'],
    }),
    ...on('files', ids['employee file'], "name = 'Changed'", {
      select: ['files.upload', 'files.view_confidential'],
      update: ['files.upload'],
      delete: ['files.upload'],
    }),
    ...on('files', ids['employee kept file'], "name = 'Changed'", {
      select: ['files.view', 'files.upload'],
      update: ['files.upload', 'files.delete'],
      // Booked is the expense that it is the receipt of.
      delete: 'none',
    }),
    mine('company_users', `select 1 from public.company_users where company_id = '${OURS}' and user_id = '${me}'`),
    mine('company_user_permissions', `select 1 from public.company_user_permissions where company_id = '${OURS}' and user_id = '${me}'`),
  ];
}

/** The list of keys is the same for everyone who is signed in. */
const PERMISSIONS: readonly Operation[] = [
  { table: 'permissions', verb: 'insert', open: 'none', sql: "insert into public.permissions values ('all.view')" },
  { table: 'permissions', verb: 'update', open: 'none', sql: "update public.permissions set key = 'all.view' where key = 'sync.resolve'" },
  { table: 'permissions', verb: 'delete', open: 'none', sql: 'delete from public.permissions' },
];

/** Everything a client can try on this side, with what opens it. */
export function operationsOf(ids: Ids, side: Side): readonly Operation[] {
  if (side === 'own') return ownOperations(ids);
  return [...entityOperations(ids, side), ...stepOperations(ids, side), ...readOperations(ids, side), ...PERMISSIONS];
}
