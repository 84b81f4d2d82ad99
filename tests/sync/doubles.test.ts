import 'fake-indexeddb/auto';
import { firstValueFrom } from 'rxjs';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import type { CommandContext } from '#data/core/command-context.ts';
import { createCategory } from '#data/expense-categories/expense-categories.commands.ts';
import { watchCategories } from '#data/expense-categories/expense-categories.queries.ts';
import { mergeCategories } from '#data/expense-categories/merge-categories.ts';
import { createExpense, keepExpenseAsSeparate as anotherExpense } from '#data/expenses/expenses.commands.ts';
import { watchOpenTwins } from '#data/expenses/expenses.queries.ts';
import { keepPaymentAsSeparate as anotherPayment, recordPayment } from '#data/payments/payments.commands.ts';
import { watchOpenDoubles } from '#data/payments/payments.queries.ts';
import { sameNamed } from '#domain/expense-categories/same-named.ts';
import type { ExpenseInput } from '#domain/expenses/expense.ts';
import type { CollectionName } from '#domain/registry.ts';
import { newId } from '#platform/ids/ids.ts';
import { ABLE_TO_INVOICE, buildersFor } from '#tests/support/builders.ts';
import { type LabDevice, labDevice } from './lab.ts';
import { type Server, startServer } from './server.ts';

// What is asked when something is entered twice is asked again where two devices without a network could not ask it.
let server: Server;
const owner = newId();
let company: string;
let phone: LabDevice;
let desk: LabDevice;
beforeAll(async () => {
  server = await startServer();
  await server.addUser(owner);
});
afterAll(() => server.close());
beforeEach(async () => {
  company = newId();
  await server.createCompany(owner, company);
});
afterEach(() => Promise.all([phone.close(), desk.close()]));
/** Two devices of one person, with what the story needs. */
async function twoDevices(...only: readonly CollectionName[]): Promise<void> {
  [phone, desk] = [await labDevice(server, owner, company, { only }), await labDevice(server, owner, company, { only })];
  await bothSettled();
}

async function bothSettled(): Promise<void> {
  // Each hears what the other sent.
  for (const device of [phone, desk, phone]) await device.settled();
}
const now = () => new Date('2026-03-01T12:00:00Z');
const ctx = (): CommandContext => ({
  companyId: company,
  userId: owner,
  access: { userId: owner, isOwner: true, isAdmin: false, keys: new Set() },
  timezone: 'UTC',
  now,
  today: () => '2026-03-01',
  newId,
});
/** The same act on both devices while neither has a network; then both have one. */
async function onBoth<T>(act: (device: LabDevice) => Promise<T>): Promise<void> {
  for (const device of [phone, desk]) device.isOffline = true;
  await act(phone);
  await act(desk);
  for (const device of [phone, desk]) device.isOffline = false;
  await bothSettled();
}

test('[SYNC-46] a payment recorded on two devices is asked about on both, about the same one, until one of them answers', async () => {
  await twoDevices('companies', 'customers', 'invoices', 'payments', 'periods');
  const build = buildersFor(server.db.query);
  await server.db.query('update public.companies set settings = $2 where id = $1', [company, ABLE_TO_INVOICE]);
  const invoice = await build.issued({ company_id: company, created_by: owner });
  await bothSettled();
  const money = {
    invoice_id: invoice.id,
    amount: 10,
    currency: 'EUR',
    payment_date: '2026-03-01',
    method: 'cash',
    reference: '',
    notes: '',
  } as const;
  await onBoth((device) => recordPayment(device.db, money, ctx()));
  const asked = async (device: LabDevice) => (await firstValueFrom(watchOpenDoubles(device.db))).map(({ payment }) => payment.id);
  expect(await asked(phone)).toHaveLength(1);
  expect(await asked(desk)).toEqual(await asked(phone));
  const [double] = await firstValueFrom(watchOpenDoubles(desk.db));
  await anotherPayment(desk.db, double!.payment, ctx());
  await bothSettled();
  expect([await asked(phone), await asked(desk)]).toEqual([[], []]);
});

test('[SYNC-49] an expense captured on two devices is asked about on both, about the same one, until one of them answers', async () => {
  await twoDevices('companies', 'members', 'vendors', 'expenses');
  const taxi: ExpenseInput = {
    category_id: null,
    vendor_id: null,
    customer_id: null,
    description: 'Taxi',
    amount: 24.5,
    currency: 'EUR',
    tax_rate: null,
    tax_amount: 0,
    expense_date: '2026-03-01',
    is_billable: false,
    is_reimbursable: true,
    paid_on: null,
    payment_method: 'cash',
  };
  await onBoth((device) => createExpense(device.db, { input: taxi }, ctx()));
  const asked = async (device: LabDevice) => (await firstValueFrom(watchOpenTwins(device.db))).map(({ expense }) => expense.id);
  expect(await asked(phone)).toHaveLength(1);
  expect(await asked(desk)).toEqual(await asked(phone));
  const [double] = await firstValueFrom(watchOpenTwins(phone.db));
  await anotherExpense(phone.db, double!.expense, ctx());
  await bothSettled();
  expect([await asked(phone), await asked(desk)]).toEqual([[], []]);
});

test('[SYNC-47] a category made on two devices is offered for merging on both, and merged on one it is one on the other', async () => {
  await twoDevices('expense_categories', 'expenses', 'recurring_expenses');
  const travel = { name: 'Trips', description: '', icon: 'plane', color: '#6366f1', is_active: true } as const;
  await onBoth((device) => createCategory(device.db, { id: ctx().newId(), input: travel }, ctx()));
  const pairs = async (device: LabDevice) => sameNamed(await firstValueFrom(watchCategories(device.db)));
  expect(await pairs(phone)).toHaveLength(1);
  const [ours, theirs] = [await pairs(phone), await pairs(desk)];
  expect(theirs.map(({ kept, double }) => [kept.id, double.id])).toEqual(ours.map(({ kept, double }) => [kept.id, double.id]));
  await mergeCategories(desk.db, { from: theirs[0]!.double, into: theirs[0]!.kept }, ctx());
  await bothSettled();
  const left = (await firstValueFrom(watchCategories(phone.db))).filter(({ name }) => name === travel.name);
  expect(left.map(({ id }) => id)).toEqual([ours[0]!.kept.id]);
});
