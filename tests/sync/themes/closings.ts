import type { CommandContext } from '#data/core/command-context.ts';
import { approveExpense, notePaymentDate, reimburseExpense, reopenExpense, reverseExpense } from '#data/expenses/expenses.commands.ts';
import { editPayment, recordPayment, reversePayment } from '#data/payments/payments.commands.ts';
import { closePeriod, reopenPeriod } from '#data/periods/periods.commands.ts';
import { approved, reimbursed, reopened } from '#domain/expenses/expense-lifecycle.ts';
import type { Expense } from '#domain/expenses/expense.ts';
import type { Invoice } from '#domain/invoices/invoice.ts';
import { reversalOfPayment } from '#domain/payments/payment-bookings.ts';
import type { Payment } from '#domain/payments/payment.ts';
import type { AccountingPeriod } from '#domain/periods/accounting-period.ts';
import type { SyncedRecord } from '#domain/shared/record.ts';
import { insertRecord, removeRecord } from '#data/core/write.ts';
import { ABLE_TO_INVOICE, buildersFor } from '#tests/support/builders.ts';
import type { Device } from '#tests/sync/device.ts';
import { drain } from '#tests/sync/network.ts';
import { personEdits, visibleTo } from '#tests/sync/person.ts';
import { expenseOf } from '#tests/sync/records.ts';
import type { World } from '#tests/sync/world.ts';
import type { Theme } from './theme.ts';

const KEYS = [
  'expenses.view',
  'expenses.create',
  'expenses.update',
  'expenses.approve',
  'expenses.reimburse',
  'reports.view',
  'invoices.view',
  'payments.view',
  'payments.create',
  'payments.update',
  'payments.delete',
];
/** What is closed and opened, and days in those months, between them and in an open one. */
const MONTHS = ['2025-12-01', '2026-01-01'];
const DAYS = ['2025-12-12', '2025-12-31', '2026-01-01', '2026-01-30', '2026-02-05'];
/** Its amounts are the server's: those of the original, whatever that was meanwhile. */
const REVERSAL = 'reversal';
/** In the company both months are over. */
const NOW = Date.UTC(2026, 1, 10, 9);

function contextOf(world: World, device: Device, id?: string): CommandContext {
  const now = () => new Date(world.time);
  const access = { userId: device.userId, isOwner: world.devices.indexOf(device) === 0, isAdmin: false, keys: new Set<string>(KEYS) };
  const newId = () => id ?? world.newId();
  return { companyId: device.companyId, userId: device.userId, access, timezone: 'UTC', now, today: () => '2026-02-10', newId };
}

/** Invoices whose tax counts in each of the months, some of them supplied after money may come. */
async function prepare(world: World): Promise<void> {
  world.time = NOW;
  const [company = ''] = world.companies;
  const { db } = world.server;
  await db.query('update public.companies set settings = settings || $2::jsonb where id = $1', [company, ABLE_TO_INVOICE]);
  const build = buildersFor(db.query, Number.parseInt(world.newId().slice(4, 13).replace('-', ''), 16) * 0x100);
  for (const service_from of ['2025-12-20', '2026-01-15', '2026-02-01'])
    await build.issued({ company_id: company, service_from, created_by: world.devices[0]?.userId });
  const [owner] = world.devices;
  if (!owner) return;
  world.hasFaults = false;
  for (let n = 0; n < 6; n += 1) {
    const base = { id: world.newId(), company_id: company, at: new Date(world.time).toISOString() };
    const expense = expenseOf(base, 'spent', owner.userId, null, 10 + n);
    const record = { ...expense, expense_date: world.chance.pick(DAYS), is_reimbursable: world.chance() < 0.4 };
    const done = world.ledger.intent(owner.name, record.id, 'expenses', null, record);
    await world.stage.start('owner', owner.name, 'owner', () => insertRecord(owner.open(company).db, 'expenses', record).then(done));
    await drain(world);
  }
  for (const device of world.devices) {
    await device.poke('person');
    await drain(world);
  }
  world.hasFaults = true;
}

type Act = { readonly what: string; readonly run: () => Promise<unknown>; readonly done: () => void };
const acts = async (world: World, device: Device, { what, run, done }: Act): Promise<void> => {
  const { tab } = device.open(device.companyId);
  world.say(`${tab} ${what}`, what.split(' ')[0]);
  await world.stage.start(`${tab} ${what}`, device.name, tab, async () => {
    await run();
    done();
  });
};

/** Its owner closes a month, or opens it again. */
async function decidesOnMonth(world: World, device: Device): Promise<void> {
  if (world.devices.indexOf(device) !== 0) return;
  const { db } = device.open(device.companyId);
  const month = world.chance.pick(MONTHS);
  const known = ((await visibleTo(world, device, 'periods')) as AccountingPeriod[]).find((each) => each.month === month);
  const ctx = contextOf(world, device);
  const done = () => undefined;
  if (!known?.is_closed) return acts(world, device, { what: `closes ${month}`, run: () => closePeriod(db, month, ctx), done });
  await acts(world, device, { what: `opens ${month}`, run: () => reopenPeriod(db, { id: known.id, reason: 'Because' }, ctx), done });
}

async function booksExpense(world: World, device: Device): Promise<void> {
  const expenses = (await visibleTo(world, device, 'expenses')) as Expense[];
  if (world.lost.has(device) || expenses.length === 0) return;
  const booked = expenses.filter(({ status }) => status === 'approved' || status === 'reimbursed');
  const seen = world.chance.pick(booked.length > 0 && world.chance() < 0.6 ? booked : expenses);
  const { db } = device.open(device.companyId);
  const fresh = world.newId();
  const [ctx, reversing] = [contextOf(world, device), contextOf(world, device, fresh)];
  const decision = { by: device.userId, at: ctx.now().toISOString(), today: ctx.today() };
  const [reason, day] = [`r${++world.values}`, world.chance.pick(DAYS)];
  const bookedOn = world.chance() < 0.3 ? '2026-02-10' : null;
  const changed = (after: Expense) => () => {
    world.ledger.act(device.name, seen.id, after);
    return world.ledger.intent(device.name, seen.id, 'expenses', seen, after);
  };
  const added = () =>
    world.ledger.intent(device.name, fresh, REVERSAL, null, { ...seen, id: fresh, amount: -seen.amount, status: 'approved' } as Expense);
  const steps = {
    approves: [
      () => approveExpense(db, { seen, bookedOn }, ctx),
      changed(approved(seen, decision, { isPaidOnApproval: true, bookedOn, exchange: null })),
    ],
    reimburses: [() => reimburseExpense(db, seen, ctx), changed(reimbursed(seen, decision, { closed: new Set() }))],
    'takes back': [() => reopenExpense(db, { seen, reason }, ctx), changed(reopened(seen, reason))],
    reverses: [() => reverseExpense(db, { seen, day, reason }, reversing), added],
    dates: [() => notePaymentDate(db, { seen, day: world.chance.pick([null, day]) }, ctx), changed(seen)],
  } as const;
  const possible = {
    pending: ['approves'],
    rejected: ['takes back'],
    approved: ['reimburses', 'takes back', 'takes back', 'reverses', 'dates', 'dates'],
    reimbursed: ['takes back', 'reverses', 'dates'],
  } as const;
  const step = world.chance.pick<keyof typeof steps>(possible[seen.status]);
  const [run, intent] = steps[step];
  await acts(world, device, { what: `${step} ${world.name(seen.id)}`, run, done: intent() });
}

async function spends(world: World, device: Device): Promise<void> {
  if (world.lost.has(device)) return;
  const { db } = device.open(device.companyId);
  // A reversal takes its amounts from what it takes back, whatever is typed; no screen offers to.
  const expenses = ((await visibleTo(world, device, 'expenses')) as Expense[]).filter(
    ({ reverses_expense_id }) => reverses_expense_id === null,
  );
  if (expenses.length > 0 && world.chance() < 0.4)
    return personEdits(world, device, 'expenses', world.chance.pick(expenses).id, `v${++world.values}`, 'amount');
  const base = { id: world.newId(), company_id: device.companyId, at: new Date(world.time).toISOString() };
  const expense = expenseOf(base, `v${++world.values}`, device.userId, null, world.values);
  const paid_on = world.chance() < 0.3 ? world.chance.pick(DAYS) : null;
  const record = { ...expense, expense_date: world.chance.pick(DAYS), is_reimbursable: world.chance() < 0.4, paid_on };
  const done = world.ledger.intent(device.name, record.id, 'expenses', null, record);
  await acts(world, device, { what: `spends ${world.name(record.id)}`, run: () => insertRecord(db, 'expenses', record), done });
}

async function booksPayment(world: World, device: Device): Promise<void> {
  const invoices = (await visibleTo(world, device, 'invoices')) as Invoice[];
  if (world.lost.has(device) || invoices.length === 0) return;
  const { db } = device.open(device.companyId);
  const payments = (await visibleTo(world, device, 'payments')) as Payment[];
  const seen = payments.length > 0 && world.chance() < 0.6 ? world.chance.pick(payments) : null;
  const invoice = world.chance.pick(invoices);
  const fresh = world.newId();
  const input = {
    invoice_id: seen?.invoice_id ?? invoice.id,
    amount: ++world.values,
    currency: 'EUR',
    payment_date: world.chance.pick(DAYS),
    method: 'cash' as const,
    reference: '',
    notes: '',
    is_separate: true,
    booked_on: world.chance() < 0.2 ? '2026-02-10' : null,
  };
  const ctx = contextOf(world, device, fresh);
  const told = (id: string, before: SyncedRecord | null, after: object | null, kind = 'payments') =>
    world.ledger.intent(device.name, id, kind, before, after as SyncedRecord | null);
  if (!seen)
    return acts(world, device, {
      what: `pays ${world.name(fresh)}`,
      run: () => recordPayment(db, input, ctx),
      done: told(fresh, null, { id: fresh, ...input }),
    });
  const x = world.chance();
  const what = world.name(seen.id);
  if (x < 0.4)
    return acts(world, device, {
      what: `changes ${what}`,
      run: () => editPayment(db, { id: seen.id, input, opened: seen }, ctx),
      done: told(seen.id, seen, { ...seen, ...input }),
    });
  if (x < 0.7)
    return acts(world, device, {
      what: `deletes ${what}`,
      run: () => removeRecord(db, 'payments', seen.id),
      done: told(seen.id, seen, null),
    });
  const reversal = { ...reversalOfPayment(seen), id: fresh };
  const run = () => reversePayment(db, { seen, day: world.chance.pick(DAYS), reason: 'Because' }, ctx);
  await acts(world, device, { what: `gives back ${what}`, run, done: told(fresh, null, reversal, REVERSAL) });
}

/** Each closed month of the company as it is now, beside what was kept when it was closed. */
const CLOSED_SQL = `
select p.month::text as month, f.cells = private.month_cells(p.company_id, p.month) as holds, f.cells::text as kept, private.month_cells(p.company_id, p.month)::text as now
from public.periods p left join public.period_figures f on f.period_id = p.id and f.decided_at = p.decided_at
where p.company_id = $1 and p.is_closed`;

/** While a month is closed its figures are those that were kept. */
async function holds(world: World): Promise<void> {
  const { rows } = await world.server.db.query(CLOSED_SQL, [world.companies[0]]);
  world.stats['closed months looked at'] = (world.stats['closed months looked at'] ?? 0) + rows.length;
  for (const row of rows)
    if (row['holds'] !== true)
      world.ledger.problems.push(
        `moved: in ${String(row['month'])}, which is closed, was kept ${String(row['kept'])}, now there is ${String(row['now'])}`,
      );
}

export const closings: Theme = {
  name: 'months that are closed while others book',
  tells: [
    'closes',
    'opens',
    'approves',
    'reimburses',
    'takes',
    'reverses',
    'dates',
    'pays',
    'changes',
    'deletes',
    'gives',
    'rejected',
    'closed months looked at',
  ],
  companies: 1,
  // As many as three devices may hold open: a deletion leaves no entry in the history here.
  names: ['companies', 'members', 'invoices', 'payments', 'expenses', 'periods', 'period_figures'],
  prepare,
  holds,
  keys: () => KEYS,
  shares: { write: 0, server: 0, permission: 0, switch: 0, clock: 0, restore: 0, expel: 0, network: 0.08 },
  events: [
    [0.05, decidesOnMonth],
    [0.12, booksExpense],
    [0.06, spends],
    [0.1, booksPayment],
  ],
};
