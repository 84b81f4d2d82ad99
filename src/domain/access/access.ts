import { DIRECTORY_NAMES, directories } from '#domain/directories.ts';

const CRUD = ['view', 'create', 'update', 'delete'] as const;

function keysOf<const R extends string, const A extends string>(resource: R, ...actions: readonly A[]) {
  return actions.map((action) => `${resource}.${action}` as const);
}

/** Permission keys, `resource.action`. SQL holds the same table (migration `tenancy`); a test proves that they agree. */
export const PERMISSION_KEYS = [
  ...keysOf('dashboard', 'view'),
  ...keysOf('reports', 'view', 'export'),
  ...DIRECTORY_NAMES.flatMap((name) => keysOf(directories[name].resource, ...CRUD, 'import', 'export')),
  ...keysOf('invoices', ...CRUD, 'issue', 'send', 'cancel', 'export', 'lease_numbers'),
  ...keysOf('payments', ...CRUD),
  ...keysOf('recurring_invoices', ...CRUD, 'generate'),
  ...keysOf('expenses', ...CRUD, 'view_own', 'update_own', 'approve', 'reimburse', 'override_status', 'import', 'export'),
  ...keysOf('recurring_expenses', ...CRUD),
  ...keysOf('expense_categories', 'manage'),
  ...keysOf('files', 'view', 'view_confidential', 'upload', 'delete'),
  ...keysOf('activity', 'view'),
  ...keysOf('system_log', 'view'),
  ...keysOf('company', 'update', 'export'),
  ...keysOf('settings', 'invoice', 'expense', 'mail'),
  ...keysOf('bank_accounts', 'manage'),
  ...keysOf('periods', 'close'),
  ...keysOf('users', 'view', 'invite', 'update_permissions', 'remove'),
  ...keysOf('sync', 'resolve'),
] as const;
export type PermissionKey = (typeof PERMISSION_KEYS)[number];

/** Keys that only concern one's own records: they don't open the records of others. */
const OWN_RECORDS_ONLY: ReadonlySet<string> = new Set(['expenses.create', 'expenses.view_own', 'expenses.update_own', 'files.upload']);

/** Who the signed-in user is in the current company. */
export type Access = {
  readonly userId: string;
  readonly isOwner: boolean;
  readonly isAdmin: boolean;
  readonly keys: ReadonlySet<string>;
};

/** Whether holding `held` includes `wanted`: `.view` follows from every other key of its resource that reaches beyond one's own records. */
export function implies(held: string, wanted: PermissionKey): boolean {
  if (held === wanted) return true;
  const [resource = '', action = ''] = wanted.split('.');
  if (!held.startsWith(`${resource}.`)) return false;
  return wanted === 'expenses.view_own' || (action === 'view' && !OWN_RECORDS_ONLY.has(held));
}

/** Owner and admin pass everything. Members with only own keys see only their own records: lists are filtered by RLS, not by this. */
export function can(access: Access, key: PermissionKey): boolean {
  return access.isOwner || access.isAdmin || access.keys.has(key) || [...access.keys].some((held) => implies(held, key));
}
