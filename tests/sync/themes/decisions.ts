import type { CommandContext } from '#data/core/command-context.ts';
import { approveExpense, reimburseExpense, rejectExpense, reopenExpense } from '#data/expenses/expenses.commands.ts';
import type { PermissionKey } from '#domain/access/access.ts';
import type { Expense } from '#domain/expenses/expense.ts';
import { approved, type ExpenseDecision, reimbursed, rejected, reopened } from '#domain/expenses/expense-lifecycle.ts';
import type { Device } from '#tests/sync/device.ts';
import { drain } from '#tests/sync/network.ts';
import { personEdits, personResolves, visibleTo } from '#tests/sync/person.ts';
import type { World } from '#tests/sync/world.ts';
import type { Theme } from './theme.ts';

const EDITING: readonly PermissionKey[] = ['expenses.view', 'expenses.update', 'expenses.create'];
const DECIDING: readonly PermissionKey[] = [...EDITING, 'expenses.approve', 'expenses.reimburse'];

function contextOf(world: World, device: Device): CommandContext {
  const now = () => new Date(world.time + device.skew);
  const member = world.devices.indexOf(device);
  const keys = new Set(member === 1 ? DECIDING : EDITING);
  const access = { userId: device.userId, isOwner: member === 0, isAdmin: false, keys };
  const today = () => now().toISOString().slice(0, 10);
  return { companyId: device.companyId, userId: device.userId, access, timezone: 'UTC', now, today, newId: world.newId };
}

/** In every other company what is approved is not paid at once: paying is a decision of its own. */
async function prepare(world: World): Promise<void> {
  if (world.chance() < 0.5) return;
  world.say('what is approved is paid later', 'paid later');
  const sql = `update public.companies set settings = jsonb_set(settings, '{expense_defaults,mark_as_paid_on_approval}', 'false') where id = $1`;
  await world.server.db.query(sql, [world.companies[0]]);
  world.hasFaults = false;
  for (const device of world.devices) await device.poke('person');
  await drain(world);
  world.hasFaults = true;
}

/** A person looks at an expense and decides; by the time the decision is written it may have changed under their eyes. */
async function decides(world: World, device: Device): Promise<void> {
  if (world.lost.has(device)) return;
  const expenses = (await visibleTo(world, device, 'expenses')) as Expense[];
  if (expenses.length === 0) return;
  const seen = world.chance.pick(expenses);
  const { id } = seen;
  const { db, tab } = device.open(device.companyId);
  const ctx = contextOf(world, device);
  const decision: ExpenseDecision = { by: device.userId, at: ctx.now().toISOString(), today: ctx.today() };
  const reason = `r${++world.values}`;
  const company = await db.collections.companies.findOne(device.companyId).exec();
  const isPaidAtOnce = company?.settings.expense_defaults.mark_as_paid_on_approval === true;
  const steps = {
    approve: [
      () => approveExpense(db, { seen }, ctx),
      approved(seen, decision, { isPaidOnApproval: isPaidAtOnce, bookedOn: null, exchange: null }),
    ],
    reject: [() => rejectExpense(db, { seen, reason }, ctx), rejected(seen, decision, reason)],
    reimburse: [() => reimburseExpense(db, seen, ctx), reimbursed(seen, decision, { closed: new Set() })],
    reopen: [() => reopenExpense(db, { seen, reason }, ctx), reopened(seen, reason)],
  } as const;
  const possible = {
    pending: ['approve', 'reject'],
    approved: ['reimburse', 'reopen'],
    rejected: ['reopen'],
    reimbursed: ['reopen'],
  } as const;
  const step = world.chance.pick<keyof typeof steps>(possible[seen.status]);
  const [act, after] = steps[step];
  world.say(`${tab} ${step}s ${world.name(id)} of ${seen.amount}`, step);
  const done = world.ledger.intent(device.name, id, 'expenses', seen, after);
  world.ledger.act(device.name, id, after);
  await world.stage.start(`${tab} ${step} ${world.name(id)}`, device.name, tab, async () => {
    await act();
    done();
  });
}

async function edits(world: World, device: Device): Promise<void> {
  const expenses = await visibleTo(world, device, 'expenses');
  if (world.lost.has(device) || expenses.length === 0) return;
  const field = world.chance.pick(['amount', 'amount', 'tax_amount', 'description']);
  await personEdits(world, device, 'expenses', world.chance.pick(expenses).id, `v${++world.values}`, field);
}

export const decisions: Theme = {
  name: 'decisions that race edits',
  tells: ['approve', 'reject', 'reimburse', 'reopen', 'conflict', 'paid later'],
  companies: 1,
  names: ['companies', 'members', 'expenses', 'periods'],
  prepare,
  keys: (_world, member) => (member === 1 ? DECIDING : EDITING),
  shares: { write: 0, server: 0, permission: 0, switch: 0, network: 0.06, resolve: 0.05 },
  events: [
    [0.13, decides],
    [0.14, edits],
    [0.01, personResolves],
  ],
};
