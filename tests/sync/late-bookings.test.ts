import 'fake-indexeddb/auto';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import type { SyncIssue } from '#data/changes/issue.ts';
import type { CommandContext } from '#data/core/command-context.ts';
import { approveExpense, createExpense, reopenExpense } from '#data/expenses/expenses.commands.ts';
import { deletePayment, recordPayment } from '#data/payments/payments.commands.ts';
import { closePeriod } from '#data/periods/periods.commands.ts';
import { bookLate, lateBookingDay } from '#data/sync-centre/issues.ts';
import type { Expense, ExpenseInput } from '#domain/expenses/expense.ts';
import type { Payment } from '#domain/payments/payment.ts';
import { newId } from '#platform/ids/ids.ts';
import { ABLE_TO_INVOICE, buildersFor } from '#tests/support/builders.ts';
import { type LabDevice, labDevice } from './lab.ts';
import { type Server, startServer } from './server.ts';

// Somebody closes January while another device, without a network, still books in it.
let server: Server;
const owner = newId();
let company: string;
let away: LabDevice;
let desk: LabDevice;
beforeAll(async () => {
  server = await startServer();
  await server.addUser(owner);
});
afterAll(() => server.close());
beforeEach(async () => {
  company = newId();
  await server.createCompany(owner, company);
  const only = ['companies', 'members', 'activity_log', 'invoices', 'payments', 'expenses', 'files', 'periods'] as const;
  [away, desk] = [await labDevice(server, owner, company, { only }), await labDevice(server, owner, company, { only })];
  await bothSettled();
});
afterEach(() => Promise.all([away.close(), desk.close()]));

async function bothSettled(): Promise<void> {
  for (const device of [away, desk, away]) await device.settled();
}
const ctx = (): CommandContext => ({
  companyId: company,
  userId: owner,
  access: { userId: owner, isOwner: true, isAdmin: false, keys: new Set() },
  timezone: 'UTC',
  now: () => new Date('2026-02-03T12:00:00Z'),
  today: () => '2026-02-03',
  newId,
});
const input: ExpenseInput = {
  category_id: null,
  vendor_id: null,
  customer_id: null,
  description: 'Taxi',
  amount: 20,
  currency: 'EUR',
  tax_rate: null,
  tax_amount: 0,
  expense_date: '2026-01-30',
  is_billable: false,
  is_reimbursable: false,
  paid_on: null,
  payment_method: 'card',
};
/** What is done without a network before anybody knows that the month was closed meanwhile; the question that comes back. */
async function overtaken(act: () => Promise<unknown>): Promise<SyncIssue> {
  away.isOffline = true;
  await act();
  await closePeriod(desk.db, '2026-01-01', ctx());
  await desk.settled();
  away.isOffline = false;
  await bothSettled();
  const [issue, ...more] = await away.db.device.issues.toArray();
  expect([issue?.kind, issue?.message, more.length]).toEqual(['rejected', 'period_closed', 0]);
  return issue as SyncIssue;
}
const onServer = async (table: 'expenses' | 'payments') =>
  (await server.db.query(`select to_jsonb(t) as doc from public.${table} t where company_id = $1`, [company])).rows.map(({ doc }) => doc);

test('an approval that a closing overtook is booked in the open month, on every device', async () => {
  const seen = await createExpense(away.db, { input }, ctx());
  await bothSettled();
  const issue = await overtaken(async () => approveExpense(away.db, { seen: await latest(seen.id) }, ctx()));
  expect(lateBookingDay(issue)).toBe('2026-01-30');
  expect(await latest(seen.id)).toMatchObject({ status: 'pending' });
  await bookLate(away.db, issue, '2026-02-03');
  await bothSettled();
  const booked = { status: 'approved', expense_date: '2026-01-30', booked_on: '2026-02-03' };
  expect(await onServer('expenses')).toMatchObject([booked]);
  expect((await desk.all('expenses')) as Expense[]).toMatchObject([booked]);
  expect(await away.db.device.issues.count()).toBe(0);
});

test('a payment that a closing overtook is not lost: it counts in the open month and keeps its day', async () => {
  const build = buildersFor(server.db.query, 0x77_000);
  await server.db.query('update public.companies set settings = settings || $2::jsonb where id = $1', [company, ABLE_TO_INVOICE]);
  const { id } = await build.issued({ company_id: company });
  await bothSettled();
  const paid = {
    invoice_id: id,
    amount: 20,
    currency: 'EUR',
    payment_date: '2026-01-30',
    method: 'cash',
    reference: '',
    notes: '',
  } as const;
  const issue = await overtaken(() => recordPayment(away.db, paid, ctx()));
  expect(lateBookingDay(issue)).toBe('2026-01-30');
  await bookLate(away.db, issue, '2026-02-03');
  await bothSettled();
  expect(await onServer('payments')).toMatchObject([{ amount: 20, payment_date: '2026-01-30', booked_on: '2026-02-03' }]);
  expect((await desk.all('payments')) as Payment[]).toMatchObject([{ booked_on: '2026-02-03' }]);
  // A deletion that comes late is no booking that another day would let in.
  const [seen] = (await away.all('payments')) as [Payment];
  expect(lateBookingDay({ ...issue, mine: null, theirs: seen })).toBeNull();
  await deletePayment(away.db, { seen, reason: 'Typo' }, ctx());
  await bothSettled();
  expect(await onServer('payments')).toEqual([]);
});

test('an approval that is taken back late stays: another day would not let it in', async () => {
  const seen = await createExpense(away.db, { input }, ctx());
  await bothSettled();
  await approveExpense(away.db, { seen: await latest(seen.id) }, ctx());
  await bothSettled();
  const issue = await overtaken(async () => reopenExpense(away.db, { seen: await latest(seen.id), reason: 'Typo' }, ctx()));
  expect(lateBookingDay(issue)).toBeNull();
  await expect(bookLate(away.db, issue, '2026-02-03')).rejects.toMatchObject({ code: 'invalid_transition' });
  expect(await onServer('expenses')).toMatchObject([{ status: 'approved', booked_on: null }]);
});

const latest = async (id: string): Promise<Expense> => {
  const found = (await away.all('expenses')).find((each) => each.id === id);
  if (!found) throw new Error(`no expense ${id} on the device`);
  return found as Expense;
};
