import { createHash } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { ABLE_TO_INVOICE, testId } from '#tests/support/builders.ts';
import { personaId } from '#tests/support/personas.ts';
import { OURS, type Stage, startStage } from './stage.ts';

let stage: Stage;
const ids: Record<string, string> = {};
const ATTACKERS = ['owner', 'admin', 'accountant', 'employee'] as const;
type Attacker = (typeof ATTACKERS)[number];
const CLOSED = '2026-01-15';
const receipt = () => `${OURS}/${ids['file']}.pdf`;
const PDF = '%PDF-1.7 a receipt';
const bytes = (text: string) => new Blob([text], { type: 'application/pdf' });

beforeAll(async () => {
  stage = await startStage();
  const { build, backend } = stage;
  const own = { company_id: OURS, created_by: personaId('employee') };
  await backend.db.query('update public.companies set settings = settings || $2::jsonb where id = $1', [OURS, ABLE_TO_INVOICE]);
  for (const table of ['vendors', 'customers', 'expense_categories', 'invoice_products'] as const)
    ids[table] = (await build[table]({ company_id: OURS })).id;
  const facts = { vendor_id: ids['vendors'], customer_id: ids['customers'], category_id: ids['expense_categories'] };
  const booked = { ...own, ...facts, status: 'approved', expense_date: CLOSED, is_reimbursable: false };
  ids['expense'] = (await build.expenses(booked)).id;
  ids['open expense'] = (await build.expenses({ ...booked, expense_date: '2026-03-10' })).id;
  const sha256 = createHash('sha256').update(PDF).digest('hex');
  ids['file'] = (await build.files({ ...own, expense_id: ids['expense'], sha256, size: PDF.length })).id;
  ids['invoice'] = (await build.issued({ ...own, customer_id: ids['customers'] })).id;
  ids['payment'] = (await build.payments({ ...own, invoice_id: ids['invoice'], payment_date: CLOSED })).id;
  const uploaded = await (await stage.as('employee')).storage.from('uploads').upload(receipt(), bytes(PDF));
  if (uploaded.error) throw uploaded.error;
  ids['note'] = testId(0xf_01);
  await rest('owner', 'activity_log', 'POST', {
    id: ids['note'],
    company_id: OURS,
    actor_id: personaId('owner'),
    type: 'note',
    entity_type: 'vendors',
    entity_id: ids['vendors'],
    entity_label: 'A note',
  });
  ids['period'] = testId(0xf_02);
  const closing = await rest('owner', 'periods', 'POST', { id: ids['period'], company_id: OURS, month: '2026-01-01', is_closed: true });
  if (closing.status !== 201) throw new Error(closing.text);
  // A correction window that is over: what is booked in an open month is as safe.
  await backend.db.query(
    `update public.companies set settings = jsonb_set(settings, '{expense_defaults,correction_window}', '"0"') where id = $1`,
    [OURS],
  );
});
afterAll(() => stage?.stop());

const rest = (persona: Attacker, path: string, method: string, body?: unknown, headers: Record<string, string> = {}) =>
  stage.send(persona, `/rest/v1/${path}`, { method, body, headers });
const UPSERT = { prefer: 'resolution=merge-duplicates' };
let mutations = 0;
async function push(persona: Attacker, collection: string, id: string | undefined, doc: object | null): Promise<unknown> {
  const rev = await stage.stored(`select to_jsonb(t) ->> 'rev' from public.${collection} t where to_jsonb(t) ->> 'id' = $1`, [id]);
  const change = {
    collection,
    id,
    op: doc ? 'upsert' : 'delete',
    base_rev: rev,
    mutation_id: `books-${(mutations += 1)}`,
    ...(doc && { doc }),
  };
  return (await stage.as(persona)).rpc('sync_push', { p_company: OURS, p_changes: [change] });
}

/** All that is booked, as it stands: what an attack may add is not in it, but in `month_cells`. */
async function books(): Promise<unknown> {
  const facts = await stage.stored(
    `select jsonb_build_object(
      'expenses', (select jsonb_agg(to_jsonb(e) - '{rev,updated_at}'::text[] order by e.id) from public.expenses e where e.id = any ($2)),
      'payments', (select jsonb_agg(to_jsonb(p) - '{rev,updated_at}'::text[] order by p.id) from public.payments p where p.id = $3),
      'invoices', (select jsonb_agg(to_jsonb(i) - '{rev,updated_at,internal_notes,delivery,sent_at}'::text[] order by i.id) from public.invoices i where i.id = $4),
      'items', (select jsonb_agg(to_jsonb(i) order by i.id) from public.invoice_items i where i.invoice_id = $4),
      'files', (select jsonb_agg(to_jsonb(f) - '{rev,updated_at,name,confidential}'::text[] order by f.id) from public.files f where f.expense_id = any ($2)),
      'objects', (select jsonb_agg(o.name order by o.name) from storage.objects o where o.name = $5),
      'log', (select jsonb_agg(to_jsonb(l) order by l.id) from public.activity_log l where l.id = $6),
      'periods', (select jsonb_agg(to_jsonb(p) - '{rev,updated_at}'::text[] order by p.id) from public.periods p where p.company_id = $1),
      'figures', (select jsonb_agg(to_jsonb(f) order by f.id) from public.period_figures f where f.company_id = $1),
      'month', private.month_cells($1, '2026-01-01'))`,
    [OURS, [ids['expense'], ids['open expense']], ids['payment'], ids['invoice'], receipt(), ids['note']],
  );
  const { data } = await (await stage.as('owner')).storage.from('uploads').download(receipt());
  return { facts, receipt: await data?.text() };
}
let before: unknown;
let entries: unknown[];
const ledger = async () =>
  (await stage.backend.db.query('select to_jsonb(l) as entry from public.ledger_entries l where company_id = $1 order by seq', [OURS]))
    .rows;
/** What a test ended with, since the next begins with it: to ask once more takes as long as the attack. */
let left: { readonly books: unknown; readonly entries: unknown[] } | undefined;
beforeEach(async () => {
  [before, entries] = left ? [left.books, left.entries] : [await books(), await ledger()];
  left = undefined;
});

const DAY = '2026-01-20';
const OPEN = '2026-03-20';
/** What is written to a booked expense, by column. */
const EXPENSE: Record<string, unknown>[] = [
  { amount: 1 },
  { tax_amount: 1 },
  { tax_lines: [] },
  { currency: 'USD' },
  { expense_date: OPEN },
  { category_id: null },
  { vendor_id: null },
  { customer_id: null },
  { description: 'Other' },
  { is_billable: true },
  { is_reimbursable: true },
  { paid_on: DAY },
  { paid_on: OPEN },
  { payment_method: 'cash' },
  { rejection_reason: 'Never' },
  { booked_on: OPEN },
  { is_separate: true },
  { status: 'pending', rejection_reason: 'Because' },
  { status: 'rejected', rejection_reason: 'Because' },
  { status: 'pending', rejection_reason: 'Because', expense_date: OPEN, amount: 1 },
];
const PAYMENT: Record<string, unknown>[] = [
  { amount: 1 },
  { payment_date: OPEN },
  { booked_on: OPEN },
  { method: 'card' },
  { reference: 'x' },
  { notes: 'x' },
  { currency: 'USD' },
];
const PERIOD: Record<string, unknown>[] = [
  { is_closed: false },
  { is_closed: false, reason: ' ' },
  { reason: 'Other' },
  { month: '2026-02-01' },
];
const written = (collection: string, id: string, docs: readonly Record<string, unknown>[]) =>
  docs.flatMap((doc) => [
    [`${collection} ${JSON.stringify(doc)} by REST`, (as: Attacker) => rest(as, `${collection}?id=eq.${ids[id]}`, 'PATCH', doc)] as const,
    [`${collection} ${JSON.stringify(doc)} by sync`, (as: Attacker) => push(as, collection, ids[id], doc)] as const,
  ]);
const deleted = (collection: string, id: string) => [
  [`${collection} is deleted by REST`, (as: Attacker) => rest(as, `${collection}?id=eq.${ids[id]}`, 'DELETE')] as const,
  [`${collection} is deleted by sync`, (as: Attacker) => push(as, collection, ids[id], null)] as const,
  [`all of ${collection} is deleted`, (as: Attacker) => rest(as, `${collection}?company_id=eq.${OURS}`, 'DELETE')] as const,
];
const expenseOf = (more: object) => ({
  company_id: OURS,
  description: 'Late',
  amount: 9,
  currency: 'EUR',
  expense_date: DAY,
  ...more,
});
const paymentOf = (more: object) => ({
  company_id: OURS,
  invoice_id: ids['invoice'],
  amount: 5,
  currency: 'EUR',
  payment_date: DAY,
  ...more,
});
const bucket = async (as: Attacker) => (await stage.as(as)).storage.from('uploads');
const own = (as: Attacker) => ({ created_by: personaId(as) });

const ATTACKS: readonly (readonly [string, (as: Attacker) => Promise<unknown>])[] = [
  ...written('expenses', 'expense', EXPENSE),
  ...written('expenses', 'open expense', [
    { amount: 1 },
    { expense_date: DAY },
    { rejection_reason: 'Never' },
    { booked_on: DAY },
    { paid_on: DAY },
  ]),
  ...written('payments', 'payment', PAYMENT),
  ...written('periods', 'period', PERIOD),
  ...written('invoices', 'invoice', [{ service_to: DAY }, { currency: 'USD' }, { status: 'draft' }, { notes: 'x' }, { tax_point: DAY }]),
  ...[
    'expenses',
    'payments',
    'invoices',
    'files',
    'periods',
    'activity_log',
    'period_figures',
    'ledger_entries',
    'customers',
    'vendors',
    'expense_categories',
  ].flatMap((table) =>
    deleted(
      table,
      { expenses: 'expense', payments: 'payment', invoices: 'invoice', files: 'file', periods: 'period', activity_log: 'note' }[table] ??
        table,
    ),
  ),
  ['a product that stands on it is deleted', (as) => rest(as, `invoice_products?id=eq.${ids['invoice_products']}`, 'DELETE')],
  ['the company is deleted', (as) => rest(as, `companies?id=eq.${OURS}`, 'DELETE')],
  [
    'the month is closed once more under another id',
    (as) => rest(as, 'periods', 'POST', { company_id: OURS, month: '2026-01-01', is_closed: false }),
  ],
  [
    'the month is upserted open',
    (as) => rest(as, 'periods', 'POST', { id: ids['period'], company_id: OURS, month: '2026-01-01', is_closed: false }, UPSERT),
  ],
  ['the figures are written', (as) => rest(as, `period_figures?company_id=eq.${OURS}`, 'PATCH', { cells: {} })],
  [
    'figures are added',
    (as) => rest(as, 'period_figures', 'POST', { company_id: OURS, period_id: ids['period'], month: '2026-01-01', cells: {} }),
  ],
  [
    'figures are pushed',
    (as) => push(as, 'period_figures', testId(0xf_10), { company_id: OURS, period_id: ids['period'], month: '2026-01-01', cells: {} }),
  ],
  ['the log is written', (as) => rest(as, `activity_log?id=eq.${ids['note']}`, 'PATCH', { changes: {} })],
  [
    'the log is upserted',
    (as) => rest(as, 'activity_log', 'POST', { id: ids['note'], company_id: OURS, type: 'note', entity_label: 'x' }, UPSERT),
  ],
  ['the log is pushed', (as) => push(as, 'activity_log', ids['note'], { entity_label: 'x' })],
  ['an expense is captured as approved', (as) => rest(as, 'expenses', 'POST', expenseOf({ ...own(as), status: 'approved' }))],
  [
    'an expense is captured as paid',
    (as) => rest(as, 'expenses', 'POST', expenseOf({ ...own(as), expense_date: OPEN, status: 'reimbursed', paid_on: DAY })),
  ],
  [
    'an expense is captured and moved',
    (as) => rest(as, 'expenses', 'POST', expenseOf({ ...own(as), expense_date: OPEN, status: 'approved', booked_on: DAY })),
  ],
  [
    'a booked expense is upserted',
    (as) => rest(as, 'expenses', 'POST', expenseOf({ id: ids['expense'], ...own(as), status: 'pending' }), UPSERT),
  ],
  [
    'a booked expense is reversed there',
    (as) => rest(as, 'expenses', 'POST', expenseOf({ ...own(as), reverses_expense_id: ids['expense'], reversal_reason: 'Because' })),
  ],
  [
    'a pending expense of the month is approved',
    async (as) => {
      const id = testId(0xf_100 + (mutations += 1));
      await rest('employee', 'expenses', 'POST', expenseOf({ id, created_by: personaId('employee') }));
      await rest(as, `expenses?id=eq.${id}`, 'PATCH', { status: 'approved' });
    },
  ],
  ['a payment is made there', (as) => rest(as, 'payments', 'POST', paymentOf({ ...own(as) }))],
  ['a payment is booked there', (as) => rest(as, 'payments', 'POST', paymentOf({ ...own(as), payment_date: OPEN, booked_on: DAY }))],
  ['a payment is pushed there', (as) => push(as, 'payments', testId(0xf_400 + (mutations += 1)), paymentOf({ ...own(as) }))],
  [
    'a payment is given back there',
    (as) => rest(as, 'payments', 'POST', paymentOf({ ...own(as), reverses_payment_id: ids['payment'], reversal_reason: 'x' })),
  ],
  ['a payment is upserted', (as) => rest(as, 'payments', 'POST', paymentOf({ id: ids['payment'], ...own(as) }), UPSERT)],
  ['the receipt is taken from its expense', (as) => rest(as, `files?id=eq.${ids['file']}`, 'PATCH', { expense_id: null })],
  ['the receipt is put on another expense', (as) => rest(as, `files?id=eq.${ids['file']}`, 'PATCH', { expense_id: ids['open expense'] })],
  [
    'the receipt says other bytes',
    (as) => rest(as, `files?id=eq.${ids['file']}`, 'PATCH', { sha256: 'b'.repeat(64), path: `${OURS}/x.pdf` }),
  ],
  ['the receipt is pushed with other bytes', (as) => push(as, 'files', ids['file'], { sha256: 'b'.repeat(64), expense_id: null })],
  ['the bytes are removed', async (as) => (await bucket(as)).remove([receipt()])],
  ['the bytes are replaced', async (as) => (await bucket(as)).update(receipt(), bytes('%PDF-1.7 another'))],
  ['the bytes are uploaded over', async (as) => (await bucket(as)).upload(receipt(), bytes('%PDF-1.7 another'), { upsert: true })],
  ['the bytes are moved away', async (as) => (await bucket(as)).move(receipt(), `${OURS}/${testId(0xf_20)}.pdf`)],
  [
    'other bytes are copied over',
    async (as) => {
      const path = `${OURS}/${testId(0xf_600 + (mutations += 1))}.pdf`;
      await (await bucket(as)).upload(path, bytes('%PDF-1.7 another'));
      await (await bucket(as)).copy(path, receipt());
      await (await bucket(as)).move(path, receipt());
    },
  ],
];

test('the same requests do change what is free', async () => {
  const { build } = stage;
  const free = (await build.expenses({ company_id: OURS, created_by: personaId('employee'), expense_date: OPEN })).id;
  await rest('owner', `expenses?id=eq.${free}`, 'PATCH', { amount: 7 });
  await push('owner', 'expenses', free, { description: 'Changed' });
  expect(await stage.stored('select amount::int || description from public.expenses where id = $1', [free])).toBe('7Changed');
  await push('owner', 'expenses', free, null);
  expect(await stage.stored('select count(*)::int from public.expenses where id = $1', [free])).toBe(0);
});

describe.each(ATTACKERS)('%s', (as) => {
  test.each(ATTACKS)('what is booked stays when %s', async (_what, attack) => {
    await attack(as);
    const now = { books: await books(), entries: await ledger() };
    expect(now.books).toEqual(before);
    expect(now.entries.slice(0, entries.length)).toEqual(entries);
    left = now;
  });

  test('the settings of the company move nothing of it', async () => {
    const settings = (await stage.stored('select settings from public.companies where id = $1', [OURS])) as Record<string, unknown>;
    const put = (change: (copy: typeof settings) => void) => {
      const copy = structuredClone(settings);
      change(copy);
      return rest(as, `companies?id=eq.${OURS}`, 'PATCH', { settings: copy });
    };
    await put((copy) => Object.assign(copy, { vat: { periods: [{ from: '2026-01', method: 'payment', filing: 'month' }] } }));
    await put((copy) => Object.assign(copy['invoice_defaults'] as object, { currency: 'USD' }));
    await put((copy) => Object.assign((copy['company_details'] as { basics: object }).basics, { timezone: 'Pacific/Honolulu' }));
    expect(await books()).toEqual(before);
    const now = (await stage.stored('select settings from public.companies where id = $1', [OURS])) as { vat?: { periods?: unknown[] } };
    expect(now.vat?.periods ?? []).toEqual([]);
    await stage.backend.db.query('update public.companies set settings = $2 where id = $1', [OURS, settings]);
  });
});
