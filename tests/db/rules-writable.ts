import { each } from './asking.ts';
import { columnsOf } from './rules-rows.ts';
import { SERVER_COLUMNS } from './server-columns.ts';
import { type Rule, rule } from './rules.ts';
import type { World } from './world.ts';

/** What a member says once, when a row is made, beside all that may be changed later. */
const AT_FIRST: Readonly<Record<string, readonly string[]>> = {
  vendors: ['id', 'company_id'],
  customers: ['id', 'company_id'],
  invoice_products: ['id', 'company_id'],
  expense_categories: ['id', 'company_id'],
  delivery_notes: ['id', 'company_id'],
  bank_accounts: ['id', 'company_id'],
  invoices: ['id', 'company_id', 'created_by', 'document_type', 'corrects_id'],
  invoice_items: ['id', 'company_id', 'invoice_id'],
  payments: ['id', 'company_id', 'created_by', 'reverses_payment_id', 'reversal_reason'],
  periods: ['id', 'company_id', 'month'],
  recurring_invoices: ['id', 'company_id', 'created_by'],
  recurring_invoice_items: ['id', 'company_id', 'recurring_invoice_id'],
  recurring_expenses: ['id', 'company_id', 'created_by'],
  expenses: ['id', 'company_id', 'created_by', 'reverses_expense_id', 'reversal_reason'],
  files: [
    'id',
    'company_id',
    'created_by',
    'path',
    'mime_type',
    'size',
    'sha256',
    'original_path',
    'original_mime_type',
    'original_size',
    'original_sha256',
  ],
  activity_log: ['id', 'company_id', 'actor_id', 'type', 'entity_type', 'entity_id', 'entity_label', 'changes', 'rev'],
};

const isClosed = async (world: World, sql: string) => (await world.as('owner', sql)).message.startsWith('permission denied');
const written: Rule[] = Object.entries(SERVER_COLUMNS).map(([table, servers]: [string, readonly string[]]) =>
  rule(`a member writes every column of ${table} that is not the server's`, [table], [[], []], async (world) => {
    const columns = (await columnsOf(world, `public.${table}`)).map(({ name }) => name);
    const ours = columns.filter((name) => !servers.includes(name));
    const first = AT_FIRST[table];
    const changed = await each(ours, async (name) =>
      (await isClosed(world, `update public.${table} set ${name} = ${name} where false`)) ? [name] : [],
    );
    const made = await each(first ? [...first, ...ours] : [], async (name) =>
      (await isClosed(world, `insert into public.${table} (${name}) select ${name} from public.${table} where false`)) ? [name] : [],
    );
    return [changed.flat(), made.flat()];
  }),
);

/** What members reach of the tables: the columns that they write, when a row is made and later, and the list of keys. */
export const WRITABLE: readonly Rule[] = [
  ...written,
  rule('every member reads which keys there are', ['permissions'], true, async (world) => {
    const { count } = await world.as('viewer', 'select key from public.permissions');
    return count > 0 && count === (await world.query('select key from public.permissions')).count;
  }),
];
