/** Permission keys, `resource.action`; `.view` is implied by every other key of its resource. SQL holds the same table (migration `access`), a test proves they agree. */
export const PERMISSION_KEYS = [
  'dashboard.view',
  'reports.view',
  'reports.export',
  ...crud('customers', 'import', 'export'),
  ...crud('vendors', 'import', 'export'),
  ...crud('products', 'import', 'export'),
  ...crud('invoices', 'issue', 'send', 'cancel', 'export'),
  ...crud('payments'),
  ...crud('recurring_invoices', 'generate'),
  ...crud('expenses', 'view_own', 'update_own', 'approve', 'reimburse', 'override_status', 'import', 'export'),
  ...crud('recurring_expenses'),
  'expense_categories.manage',
  'files.view',
  'files.view_confidential',
  'files.upload',
  'files.delete',
  'activity.view',
  'system_log.view',
  'company.update',
  'settings.invoice',
  'settings.expense',
  'settings.mail',
  'bank_accounts.manage',
  'users.view',
  'users.invite',
  'users.update_permissions',
  'users.remove',
  'sync.resolve',
] as const;
export type PermissionKey = (typeof PERMISSION_KEYS)[number];

function crud<const R extends string, const A extends string = never>(resource: R, ...more: A[]) {
  return ['view', 'create', 'update', 'delete', ...more].map((action) => `${resource}.${action}` as `${R}.${'view' | 'create' | 'update' | 'delete' | A}`);
}

/** Who the signed-in user is in the current company. */
export type Access = {
  readonly userId: string;
  readonly isOwner: boolean;
  readonly isAdmin: boolean;
  readonly keys: ReadonlySet<string>;
};

/** Owner and admin pass everything; `<resource>.view` is implied by any other key of the resource except the `_own` ones. */
export function can(access: Access, key: PermissionKey): boolean {
  if (access.isOwner || access.isAdmin || access.keys.has(key)) return true;
  const [resource, action] = key.split('.') as [string, string];
  return action === 'view' && [...access.keys].some((k) => k.startsWith(`${resource}.`) && !k.endsWith('_own') && !(resource === 'expenses' && k === 'expenses.create'));
}
