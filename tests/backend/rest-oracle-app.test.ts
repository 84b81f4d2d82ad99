import { describe, expect, test } from 'vitest';
import { buildersFor, testId } from '#tests/support/builders.ts';
import { insertAccounts, insertMembers, personaId } from '#tests/support/personas.ts';
import { buildInvoices, INVOICE_CALLS } from './rest-cases-invoices.ts';
import { buildRecurring, RECURRING_CALLS } from './rest-cases-recurring.ts';
import { canCompare, comparable, type RestCall, useOracle } from './rest-oracle.ts';

const company = testId(1);
const owner = personaId('owner');
const viewer = personaId('viewer');
const stranger = personaId('stranger');
const [vendor, category, expense, file, note] = [testId(2), testId(3), testId(4), testId(5), testId(6)];
const one = { accept: 'application/vnd.pgrst.object+json' };
const back = { prefer: 'return=representation' };
const backOne = { ...back, ...one };

const ours = `company_id=eq.${company}`;
const rpc = (name: string, body: unknown, as?: string): RestCall => ({ method: 'POST', path: `/rpc/${name}`, body, ...(as ? { as } : {}) });
const pull = (as: string, cursors: object, limit = 500): RestCall =>
  rpc('sync_pull', { p_company: company, p_state: { epoch: null, access: null, cursors }, p_limit: limit }, as);
const push = (as: string, id: string, doc: object, base: string | null = null): RestCall =>
  rpc(
    'sync_push',
    {
      p_company: company,
      p_changes: [{ collection: 'vendors', id, mutation_id: `${as.slice(-2)}-${id.slice(-2)}`, base_rev: base, op: 'upsert', doc }],
    },
    as,
  );

/** The calls of spec §7 on the tables that exist, the RPCs, and how each may go wrong. */
const CALLS: Record<string, RestCall> = {
  'companies: list': { path: '/companies?select=id,name,logo_path', as: owner },
  'companies: list of a stranger': { path: '/companies?select=id,name,logo_path', as: stranger },
  'companies: list of nobody': { path: '/companies?select=id,name,logo_path' },
  'companies: one by id': { path: `/companies?select=*&id=eq.${company}`, headers: one, as: owner },
  'companies: one that is hidden': { path: `/companies?select=*&id=eq.${company}`, headers: one, as: stranger },
  'companies: settings': {
    method: 'PATCH',
    path: `/companies?id=eq.${company}`,
    body: { settings: { company_details: { tax: '1' } } },
    headers: backOne,
    as: owner,
  },
  'companies: logo and settings': {
    method: 'PATCH',
    path: `/companies?id=eq.${company}&select=id,logo_path,settings`,
    body: { logo_path: `${company}/logo.png`, settings: {} },
    headers: back,
    as: owner,
  },
  'companies: settings by a viewer': {
    method: 'PATCH',
    path: `/companies?id=eq.${company}`,
    body: { settings: {} },
    headers: back,
    as: viewer,
  },
  'companies: a write of nobody': { method: 'PATCH', path: `/companies?id=eq.${company}`, body: { settings: {} } },
  'vendors: by name': { path: `/vendors?select=*&${ours}&order=name.asc`, as: owner },
  'vendors: insert': {
    method: 'POST',
    path: '/vendors?select=*',
    body: { id: testId(40), company_id: company, name: 'Café Größenwahn' },
    headers: backOne,
    as: owner,
  },
  'vendors: insert again': { method: 'POST', path: '/vendors', body: { id: testId(40), company_id: company, name: 'Café' }, as: owner },
  'vendors: insert by a viewer': { method: 'POST', path: '/vendors', body: { id: testId(41), company_id: company, name: 'X' }, as: viewer },
  'vendors: insert by a stranger': {
    method: 'POST',
    path: '/vendors',
    body: { id: testId(41), company_id: company, name: 'X' },
    as: stranger,
  },
  'vendors: insert of an empty name': {
    method: 'POST',
    path: '/vendors',
    body: { id: testId(41), company_id: company, name: '' },
    as: owner,
  },
  'vendors: insert of an unknown column': {
    method: 'POST',
    path: '/vendors',
    body: { id: testId(41), company_id: company, name: 'X', nope: 1 },
    as: owner,
  },
  'vendors: update': {
    method: 'PATCH',
    path: `/vendors?id=eq.${testId(40)}&select=*`,
    body: { city: 'Wien' },
    headers: backOne,
    as: owner,
  },
  'vendors: update by a stranger': {
    method: 'PATCH',
    path: `/vendors?id=eq.${testId(40)}`,
    body: { city: 'Wien' },
    headers: back,
    as: stranger,
  },
  'vendors: moved to another company': {
    method: 'PATCH',
    path: `/vendors?id=eq.${testId(40)}`,
    body: { company_id: testId(99) },
    as: owner,
  },
  'vendors: delete': { method: 'DELETE', path: `/vendors?id=eq.${testId(40)}`, as: owner },
  'vendors: delete one in use': { method: 'DELETE', path: `/vendors?id=eq.${vendor}`, as: owner },
  'customers: by name': { path: `/customers?select=*&${ours}&order=name`, as: owner },
  'customers: insert': {
    method: 'POST',
    path: '/customers?select=id,name,payment_terms_days',
    body: [{ id: testId(42), company_id: company, name: 'K' }],
    headers: back,
    as: owner,
  },
  'customers: delete': { method: 'DELETE', path: `/customers?id=eq.${testId(42)}&select=id`, headers: back, as: owner },
  'expenses: newest first': { path: `/expenses?select=*&${ours}&order=expense_date.desc`, as: owner },
  'expenses: with vendor and category': { path: `/expenses?select=id,amount,vendors(id,name),expense_categories(name)&${ours}`, as: owner },
  'expenses: insert': {
    method: 'POST',
    path: '/expenses?select=id,amount,status,created_by',
    body: {
      id: testId(43),
      company_id: company,
      amount: 12.34,
      currency: 'EUR',
      expense_date: '2026-02-28',
      category_id: category,
      vendor_id: vendor,
      description: 'Taxi',
    },
    headers: backOne,
    as: owner,
  },
  'expenses: a category of nowhere': {
    method: 'POST',
    path: '/expenses',
    body: {
      id: testId(44),
      company_id: company,
      amount: 1,
      currency: 'EUR',
      expense_date: '2026-02-28',
      category_id: testId(77),
      description: 'x',
    },
    as: owner,
  },
  'expenses: an impossible date': {
    method: 'POST',
    path: '/expenses',
    body: { id: testId(44), company_id: company, amount: 1, currency: 'EUR', expense_date: '2026-02-30', description: 'x' },
    as: owner,
  },
  'expenses: an impossible transition': { method: 'PATCH', path: `/expenses?id=eq.${expense}`, body: { status: 'reimbursed' }, as: viewer },
  'expenses: update': {
    method: 'PATCH',
    path: `/expenses?id=eq.${testId(43)}&select=id,amount`,
    body: { amount: 13 },
    headers: back,
    as: owner,
  },
  'expenses: delete': { method: 'DELETE', path: `/expenses?id=eq.${testId(43)}`, as: owner },
  'expense_categories: in order': { path: '/expense_categories?select=*&order=sort_order.asc', as: owner },
  'files: of a company': { path: `/files?select=*&${ours}&order=created_at.desc`, as: owner },
  'files: of an expense': { path: `/files?select=*&expense_id=eq.${expense}`, as: owner },
  'files: delete by path': {
    method: 'DELETE',
    path: `/files?path=eq.${encodeURIComponent(`${company}/${file}.pdf`)}`,
    headers: back,
    as: owner,
  },
  'permissions: my keys': { path: `/company_user_permissions?select=permissions(key)&${ours}&user_id=eq.${viewer}`, as: viewer },
  'permissions: my flags': { path: `/company_users?select=is_admin,is_owner&${ours}&user_id=eq.${viewer}`, headers: one, as: viewer },
  'permissions: of a stranger': { path: `/company_user_permissions?select=*,permissions(key)&${ours}`, as: stranger },
  'permissions: granted to oneself': {
    method: 'POST',
    path: '/company_user_permissions',
    body: { company_id: company, user_id: viewer, permission_key: 'expenses.approve' },
    as: viewer,
  },
  'activity_log: a range of 50': {
    path: `/activity_log?select=*&${ours}&order=created_at.desc,id&offset=0&limit=50`,
    headers: { prefer: 'count=exact' },
    as: owner,
  },
  'activity_log: one by id': { path: `/activity_log?select=*&id=eq.${note}`, headers: one, as: owner },
  'activity_log: insert': {
    method: 'POST',
    path: '/activity_log?select=id,type,entity_label,actor_id',
    body: { id: testId(45), company_id: company, actor_id: owner, type: 'noted', entity_type: 'vendors', entity_label: 'N' },
    headers: backOne,
    as: owner,
  },
  "activity_log: insert in another's name": {
    method: 'POST',
    path: '/activity_log',
    body: { id: testId(46), company_id: company, actor_id: viewer, type: 'noted', entity_type: 'vendors', entity_label: 'N' },
    as: owner,
  },
  create_company: rpc('create_company', { p_id: testId(60), p_name: 'Atelier' }, stranger),
  'create_company: without a name': rpc('create_company', { p_id: testId(61), p_name: ' ' }, stranger),
  'create_company: no arguments': rpc('create_company', {}, stranger),
  'create_company: a broken id': rpc('create_company', { p_id: 'x', p_name: 'A' }, stranger),
  'create_company: nobody': rpc('create_company', { p_id: testId(61), p_name: 'A' }),
  'create_company: bad JSON': { method: 'POST', path: '/rpc/create_company', text: '{"p_id"', as: owner },
  'sync_pull: everything': pull(owner, {
    companies: 0,
    members: 0,
    expense_categories: 0,
    vendors: 0,
    customers: 0,
    expenses: 0,
    files: 0,
  }),
  'sync_pull: a small page': pull(viewer, { vendors: 0, expense_categories: 0 }, 3),
  'sync_pull: a stranger': pull(stranger, { vendors: 0 }),
  'sync_pull: nobody': rpc('sync_pull', { p_company: company, p_state: {}, p_limit: 1 }),
  'sync_push: a vendor': push(owner, testId(50), { id: testId(50), company_id: company, name: 'Pushed', rev: 'a' }),
  'sync_push: a conflict': push(owner, testId(50), { id: testId(50), company_id: company, name: 'Pushed', rev: 'b' }, 'other'),
  'sync_push: a refusal': push(viewer, testId(51), { id: testId(51), company_id: company, name: 'Pushed', rev: 'c' }),
  'sync_push: a stranger': push(stranger, testId(51), { id: testId(51), company_id: company, name: 'Pushed', rev: 'c' }),
  'sync_push: no list': rpc('sync_push', { p_company: company, p_changes: {} }, owner),
};

describe.skipIf(!canCompare)("the app's calls are answered as by the real PostgREST", () => {
  const { expected, actual } = useOracle(async ({ db }) => {
    await insertAccounts(db.query);
    const build = buildersFor(db.query);
    await build.company();
    await insertMembers(db.query, company);
    await build.vendors({ id: vendor, company_id: company });
    await build.expense_categories({ id: category, company_id: company });
    await build.expenses({ id: expense, company_id: company, vendor_id: vendor, category_id: category });
    await build.files({ id: file, company_id: company, expense_id: expense });
    await build.activity_log({ id: note, company_id: company });
    await buildInvoices(build);
    await buildRecurring(build);
  });

  test.each(Object.entries({ ...CALLS, ...INVOICE_CALLS, ...RECURRING_CALLS }))('%s', async (_name, call) => {
    const theirs = comparable(await expected(call));
    expect(comparable(await actual(call))).toEqual(theirs);
  });
});
