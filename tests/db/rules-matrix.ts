import { can, type PermissionKey } from '#domain/access/access.ts';
import { directories, fromDirectories } from '#domain/directories.ts';
import { PRESETS } from '#domain/access/presets.ts';
import { insertOf, sampleRow } from '#tests/support/builders.ts';
import { type Persona, personaId, PERSONAS } from '#tests/support/personas.ts';
import { type Rule, rule } from './rules.ts';
import { ENTITIES, type Entity, FRESH, OURS, type Outcome, THEIRS, type World } from './world.ts';

export type Verb = 'select' | 'insert' | 'update' | 'delete';
export const VERBS: readonly Verb[] = ['select', 'insert', 'update', 'delete'];

/** Which key opens a verb on a record that somebody else made; `member` = every member, `none` = nobody. */
export const KEYS: Record<Entity, Record<Verb, PermissionKey | 'member' | 'none'>> = {
  ...fromDirectories((name) => {
    const { resource } = directories[name];
    return {
      select: `${resource}.view`,
      insert: `${resource}.create`,
      update: `${resource}.update`,
      delete: `${resource}.delete`,
    } as const;
  }),
  invoices: { select: 'invoices.view', insert: 'invoices.create', update: 'invoices.update', delete: 'invoices.delete' },
  delivery_notes: { select: 'invoices.view', insert: 'invoices.create', update: 'invoices.update', delete: 'invoices.delete' },
  payments: { select: 'payments.view', insert: 'payments.create', update: 'payments.update', delete: 'payments.delete' },
  recurring_invoices: {
    select: 'recurring_invoices.view',
    insert: 'recurring_invoices.create',
    update: 'recurring_invoices.update',
    delete: 'recurring_invoices.delete',
  },
  recurring_expenses: {
    select: 'recurring_expenses.view',
    insert: 'recurring_expenses.create',
    update: 'recurring_expenses.update',
    delete: 'recurring_expenses.delete',
  },
  expense_categories: {
    select: 'member',
    insert: 'expense_categories.manage',
    update: 'expense_categories.manage',
    delete: 'expense_categories.manage',
  },
  expenses: { select: 'expenses.view', insert: 'expenses.create', update: 'expenses.update', delete: 'expenses.delete' },
  files: { select: 'files.view', insert: 'files.upload', update: 'files.delete', delete: 'files.delete' },
  activity_log: { select: 'activity.view', insert: 'member', update: 'none', delete: 'none' },
  periods: { select: 'member', insert: 'periods.close', update: 'periods.close', delete: 'none' },
};
const CHANGED: Record<Entity, string> = {
  ...fromDirectories(() => 'name'),
  invoices: 'reference',
  delivery_notes: 'reference',
  payments: 'reference',
  recurring_invoices: 'name',
  recurring_expenses: 'description',
  expense_categories: 'name',
  expenses: 'description',
  files: 'name',
  activity_log: 'type',
  periods: 'reason',
};

function mayInOurs(persona: (typeof PERSONAS)[number], entity: Entity, verb: Verb): boolean {
  const key = KEYS[entity][verb];
  if (persona === 'anonymous' || persona === 'stranger' || key === 'none') return false;
  const { isOwner, isAdmin, keys } = PRESETS[persona];
  return key === 'member' || can({ userId: personaId(persona), isOwner, isAdmin, keys: new Set(keys) }, key);
}

/** Never with `returning`: it also applies the select policy, so a hole would still look closed. */
export function attempt(world: World, persona: Persona, entity: Entity, verb: Verb, side: 'ours' | 'theirs'): Promise<Outcome> {
  const id = world.ids[`${side} ${entity}`];
  if (verb === 'select') return world.as(persona, `select id from public.${entity} where id = $1`, [id]);
  if (verb === 'update') return world.as(persona, `update public.${entity} set ${CHANGED[entity]} = 'Changed' where id = $1`, [id]);
  if (verb === 'delete') return world.as(persona, `delete from public.${entity} where id = $1`, [id]);
  const parent =
    entity === 'payments'
      ? { invoice_id: world.ids[`${side} issued`] }
      : entity === 'recurring_invoices' || entity === 'delivery_notes'
        ? { customer_id: world.ids[`${side} customers`] }
        : {};
  return world.as(persona, ...insertOf(entity, sampleRow(entity, { id: FRESH, company_id: side === 'ours' ? OURS : THEIRS, ...parent })));
}

export const verdict = ({ count, code, message }: Outcome): string =>
  count === 1 ? 'done' : code === null || code === '42501' ? 'refused' : `${code} ${message}`;

function entityRules(persona: (typeof PERSONAS)[number], entity: Entity, verb: Verb): Rule[] {
  const isAllowed = mayInOurs(persona, entity, verb);
  const inOurs = rule(
    `${persona} ${isAllowed ? 'may' : 'may not'} ${verb} ${entity}`,
    [entity],
    isAllowed ? 'done' : 'refused',
    async (world) => verdict(await attempt(world, persona, entity, verb, 'ours')),
  );
  if (persona === 'stranger') return [inOurs];
  const elsewhere = rule(`${persona} may not ${verb} ${entity} of another company`, [entity], 'refused', async (world) =>
    verdict(await attempt(world, persona, entity, verb, 'theirs')),
  );
  return [inOurs, elsewhere];
}

/** Every persona × every entity × every verb, in the own and in another company. */
export const MATRIX: readonly Rule[] = PERSONAS.flatMap((persona) =>
  ENTITIES.flatMap((entity) => VERBS.flatMap((verb) => entityRules(persona, entity, verb))),
);

const tenancyTables = [
  'invoice_items',
  'recurring_invoice_items',
  'bank_accounts',
  'activity_records',
  'file_checks',
  'companies',
  'company_users',
  'company_user_permissions',
  'permissions',
] as const;

/** Tenancy itself: read by members, written by nobody. */
export const TENANCY: readonly Rule[] = [
  rule('anonymous reads nothing at all, not even that a table is empty', [...tenancyTables, ...ENTITIES], [], async ({ as }) => {
    const open: string[] = [];
    for (const table of [...tenancyTables, ...ENTITIES]) {
      const { code } = await as('anonymous', `select count(*) from public.${table}`);
      if (code !== '42501') open.push(table);
    }
    return open;
  }),
  rule('members see their own companies only', ['companies'], [OURS, THEIRS], async ({ as }) => {
    const seen = [await as('viewer', 'select id from public.companies'), await as('stranger', 'select id from public.companies')];
    return seen.flatMap(({ rows }) => rows.map(({ id }) => id));
  }),
  rule(
    'whoever may view users sees all members of the company, the others see themselves',
    ['company_users'],
    [5, 1, 1],
    async ({ as }) => [
      (await as('viewer', 'select id from public.company_users')).count,
      (await as('employee', 'select id from public.company_users')).count,
      (await as('stranger', 'select id from public.company_users')).count,
    ],
  ),
  rule(
    'granted keys are as visible as the members who hold them',
    ['company_user_permissions'],
    [PRESETS.accountant.keys.length + PRESETS.employee.keys.length + PRESETS.viewer.keys.length, PRESETS.employee.keys.length, 0],
    async ({ as }) => [
      (await as('viewer', 'select 1 from public.company_user_permissions')).count,
      (await as('employee', 'select 1 from public.company_user_permissions')).count,
      (await as('stranger', 'select 1 from public.company_user_permissions')).count,
    ],
  ),
  ...(['owner', 'employee', 'stranger'] as const).flatMap((persona) =>
    [
      'update public.company_users set is_owner = true',
      'update public.company_users set is_admin = true',
      "update public.company_users set rev = 'mine-1'",
      'delete from public.company_users',
      'delete from public.company_user_permissions',
      "update public.company_user_permissions set permission_key = 'users.remove'",
      "update public.permissions set key = 'all.view'",
      'delete from public.permissions',
      'delete from public.companies',
      `update public.companies set created_at = now()`,
      `insert into public.permissions values ('all.view')`,
      `insert into public.companies (id, name) values ('${FRESH}', 'Mine')`,
      `insert into public.company_users (company_id, user_id, is_owner) values ('${OURS}', '${personaId('stranger')}', true)`,
      `insert into public.company_user_permissions values ('${OURS}', '${personaId('owner')}', 'users.remove')`,
    ].map((sql) =>
      rule(
        `${persona} may not ${sql}`,
        [sql.split(/public\.|[ ;]/)[2] ?? '', sql.split('public.')[1]?.split(' ')[0] ?? ''],
        '42501',
        async ({ as }) => (await as(persona, sql)).code,
      ),
    ),
  ),
];
