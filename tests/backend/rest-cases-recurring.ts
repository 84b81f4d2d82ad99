import type { Builders } from '#tests/support/builders.ts';
import { testId } from '#tests/support/builders.ts';
import { personaId } from '#tests/support/personas.ts';
import type { RestCall } from './rest-oracle.ts';

const company = testId(1);
const [customer, series, line, paused, rent] = [testId(90), testId(91), testId(92), testId(93), testId(94)];
const [owner, viewer, stranger] = [personaId('owner'), personaId('viewer'), personaId('stranger')];
const ours = `company_id=eq.${company}`;
const back = { prefer: 'return=representation' };
const backOne = { ...back, accept: 'application/vnd.pgrst.object+json' };
const WHOLE = 'select=*,customers(id,name),recurring_invoice_items(*)';

const patch = (path: string, body: object, as = owner): RestCall => ({ method: 'PATCH', path, body, headers: back, as });
const generate = (body: object, as = owner): RestCall => ({ method: 'POST', path: '/rpc/generate_recurring_invoice', body, as });
const newSeries = {
  id: testId(95),
  company_id: company,
  customer_id: customer,
  name: 'Care',
  interval: 'quarterly',
  start_date: '2999-08-31',
  currency: 'EUR',
  language: 'de',
};
const newLine = {
  id: testId(96),
  recurring_invoice_id: series,
  position: 2,
  description: 'Backup',
  quantity: 1,
  unit_price: 9.9,
  tax_rate: 19,
};
const newRent = {
  id: testId(97),
  company_id: company,
  description: 'Rent',
  amount: 900,
  currency: 'EUR',
  interval: 'monthly',
  start_date: '2999-01-31',
};

/** The calls of spec §7 on recurring invoices, their lines and recurring expenses, and how each may go wrong. */
export const RECURRING_CALLS: Record<string, RestCall> = {
  'recurring_invoices: with customer and items': { path: `/recurring_invoices?${WHOLE}&${ours}&order=created_at.desc`, as: owner },
  'recurring_invoices: of a stranger': { path: `/recurring_invoices?${WHOLE}&${ours}`, as: stranger },
  'recurring_invoices: insert': { method: 'POST', path: `/recurring_invoices?${WHOLE}`, body: newSeries, headers: backOne, as: owner },
  'recurring_invoices: insert by a viewer': { method: 'POST', path: '/recurring_invoices', body: newSeries, as: viewer },
  'recurring_invoices: what was generated is not forged': {
    method: 'POST',
    path: '/recurring_invoices',
    body: { ...newSeries, last_generated: '2999-01-01' },
    as: owner,
  },
  'recurring_invoices: update': patch(`/recurring_invoices?id=eq.${series}&${WHOLE}`, { start_date: '2999-02-28', interval: 'yearly' }),
  'recurring_invoices: toggle off': patch(`/recurring_invoices?id=eq.${series}&${WHOLE}`, { is_active: false }),
  'recurring_invoices: a wish that no series has': patch(`/recurring_invoices?id=eq.${series}`, { generate_requested: '2999-01-30' }),
  'recurring_invoices: delete': { method: 'DELETE', path: `/recurring_invoices?id=eq.${series}&select=id`, headers: back, as: owner },
  'recurring_invoice_items: with the company': {
    path: `/recurring_invoice_items?select=*,recurring_invoices!inner(company_id)&recurring_invoices.company_id=eq.${company}`,
    as: owner,
  },
  'recurring_invoice_items: insert': {
    method: 'POST',
    path: '/recurring_invoice_items?select=*',
    body: newLine,
    headers: backOne,
    as: owner,
  },
  'recurring_invoice_items: insert by a viewer': { method: 'POST', path: '/recurring_invoice_items', body: newLine, as: viewer },
  'recurring_invoice_items: update': patch(`/recurring_invoice_items?id=eq.${line}&select=*`, { quantity: 3 }),
  'recurring_invoice_items: delete': {
    method: 'DELETE',
    path: `/recurring_invoice_items?id=eq.${line}&select=id`,
    headers: back,
    as: owner,
  },
  'recurring_expenses: newest first': { path: `/recurring_expenses?select=*&${ours}&order=created_at.desc`, as: owner },
  'recurring_expenses: insert': { method: 'POST', path: '/recurring_expenses?select=*', body: newRent, headers: backOne, as: owner },
  'recurring_expenses: an unknown interval': {
    method: 'POST',
    path: '/recurring_expenses',
    body: { ...newRent, interval: 'fortnightly' },
    as: owner,
  },
  'recurring_expenses: update': patch(`/recurring_expenses?id=eq.${rent}&select=*`, { interval: 'daily' }),
  'recurring_expenses: delete': { method: 'DELETE', path: `/recurring_expenses?id=eq.${rent}&select=id`, headers: back, as: owner },
  'generate: what is not there': generate({ p_recurring_invoice: testId(0xffff) }),
  'generate: what rests': generate({ p_recurring_invoice: paused }),
  'generate: by a viewer': generate({ p_recurring_invoice: series }, viewer),
  'generate: by nobody': { method: 'POST', path: '/rpc/generate_recurring_invoice', body: { p_recurring_invoice: series } },
};

/** A running series with a line, one that rests, and a recurring expense. */
export async function buildRecurring(build: Builders): Promise<void> {
  const company_id = company;
  await build.customers({ id: customer, company_id });
  const common = { company_id, customer_id: customer, start_date: '2999-01-31', created_at: '2026-01-31T10:00:00Z' };
  await build.recurring_invoices({ ...common, id: series });
  await build.recurring_invoices({ ...common, id: paused, is_active: false, created_at: '2026-01-30T10:00:00Z' });
  await build.recurring_invoice_items({ id: line, company_id, recurring_invoice_id: series });
  await build.recurring_expenses({ id: rent, company_id, start_date: '2999-01-31', created_at: '2026-01-31T10:00:00Z' });
}
