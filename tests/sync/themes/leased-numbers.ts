import type { CommandContext } from '#data/core/command-context.ts';
import { createInvoiceDraft, markReadyToIssue } from '#data/invoices/invoices.commands.ts';
import type { LeaseCall } from '#data/leases/lease-call.ts';
import { keptLease } from '#data/leases/kept-leases.ts';
import { returnNumbers, takeNumbers } from '#data/leases/number-leases.commands.ts';
import { settleLeases } from '#data/leases/settle-leases.ts';
import type { SyncIssue } from '#data/changes/issue.ts';
import { discardIssue, isFrozenThere, issueAnew, issuedElsewhere, keepMine, refusedNumber } from '#data/sync-centre/issues.ts';
import { AppError } from '#domain/errors.ts';
import type { Invoice } from '#domain/invoices/invoice.ts';
import { ABLE_TO_INVOICE, buildersFor } from '#tests/support/builders.ts';
import { draftInput } from '#tests/support/draft-input.ts';
import type { Device } from '#tests/sync/device.ts';
import { crash } from '#tests/sync/events.ts';
import { leaseCalls } from '#tests/sync/lease-calls.ts';
import { drain, letGo } from '#tests/sync/network.ts';
import { visibleTo } from '#tests/sync/person.ts';
import type { World } from '#tests/sync/world.ts';
import { type Answer, holds, keyOf, of, told } from './seen-numbers.ts';
import type { Theme } from './theme.ts';

const KEYS = [
  'invoices.view',
  'invoices.create',
  'invoices.update',
  'invoices.issue',
  'invoices.lease_numbers',
  'customers.view',
  'settings.invoice',
];

function contextOf(world: World, device: Device): CommandContext {
  const now = () => new Date(world.time);
  const access = { userId: device.userId, isOwner: world.devices.indexOf(device) === 0, isAdmin: false, keys: new Set<string>(KEYS) };
  return {
    companyId: device.companyId,
    userId: device.userId,
    access,
    timezone: 'Europe/Berlin',
    now,
    today: () => of(world).today,
    newId: world.newId,
  };
}

/** Who asks is without a connection, or the answer gets lost on its way. */
const callsOf =
  (world: World, device: Device): LeaseCall =>
  async (name, args) => {
    if (device.isOffline) throw new AppError('offline');
    const answer = await leaseCalls(world.server, device.userId)(name, args);
    if (!world.hasFaults || world.chance() > 0.2) return answer;
    world.say(`${device.name} ${name}: the answer gets lost`, 'lost answer');
    throw new AppError('offline');
  };

const acts = async (world: World, device: Device, what: string, run: (tab: string) => Promise<unknown>): Promise<void> => {
  if (world.lost.has(device)) return;
  const { tab } = device.open(device.companyId);
  world.say(`${tab} ${what}`, what.split(' ')[0]);
  await world.stage.start(`${tab} ${what}`, device.name, tab, () => run(tab));
};
const leaseAct =
  (what: string, run: (device: Device, call: LeaseCall, world: World) => Promise<unknown>) =>
  (world: World, device: Device): Promise<void> =>
    acts(world, device, what, () => run(device, callsOf(world, device), world));
const takes = leaseAct('takes numbers', (device, call, world) => {
  const taking = { count: 1 + Math.floor(world.chance() * 6), deviceName: device.name };
  return takeNumbers(device.open(device.companyId).db, call, taking, contextOf(world, device));
});
const settles = leaseAct('settles numbers', (device, call) => settleLeases(device.open(device.companyId).db, call));
const givesBack = leaseAct('returns numbers', (device, call) => returnNumbers(device.open(device.companyId).db, call));

async function drafts(world: World, device: Device): Promise<void> {
  const { today, customer: customer_id } = of(world);
  const id = world.newId();
  const description = `v${++world.values}`;
  const input = draftInput({ lineId: world.newId(), today, customer_id, description, quantity: 1 + (world.values % 7) });
  const done = world.ledger.intent(device.name, id, 'invoices', null, { id } as never);
  await acts(world, device, `drafts ${world.name(id)}`, async () => {
    await createInvoiceDraft(device.open(device.companyId).db, { id, input }, contextOf(world, device));
    done();
  });
}

async function prepare(world: World): Promise<void> {
  const [company = ''] = world.companies;
  const { db } = world.server;
  await db.query(
    `update public.companies set settings = settings || $2::jsonb || jsonb_build_object('numbers', settings -> 'numbers' || '{"leases": true}') where id = $1`,
    [company, JSON.stringify(ABLE_TO_INVOICE)],
  );
  const build = buildersFor(db.query, Number.parseInt(world.newId().slice(4, 13).replace('-', ''), 16) * 0x100);
  const customer = (await build.customers({ company_id: company })).id;
  const { rows } = await db.query('select private.company_today($1)::text as today', [company]);
  const today = String(rows[0]?.['today']);
  world.time = Date.parse(`${today}T12:00:00Z`);
  told.set(world, { today, customer, seen: new Map(), answers: new Map() });
  world.hasFaults = false;
  const hear = async () => {
    for (const device of world.devices) {
      await device.poke('person');
      await drain(world);
    }
  };
  await hear();
  // What two issue meets only where several have numbers and the same draft.
  for (const device of world.devices) {
    await takes(world, device);
    await drafts(world, device);
    await drain(world);
    await device.poke('write');
    await drain(world);
  }
  await hear();
  world.hasFaults = true;
}

const isIssuing = ({ stage }: World, { name: device }: Device): boolean =>
  stage.actors.some((actor) => actor.device === device && actor.name.includes(' numbers '));

/** A person issues an invoice, with or without a connection, and what they are shown afterwards may be handed out. */
async function issues(world: World, device: Device): Promise<void> {
  if (isIssuing(world, device)) return letGo(world); // nobody presses again while it is at work
  const open = ((await visibleTo(world, device, 'invoices')) as Invoice[]).filter(({ status }) => status === 'draft');
  if (open.length === 0) return drafts(world, device);
  // Several often take the same one in hand: what is oldest.
  const [oldest] = open;
  const seen = oldest && world.chance() < 0.5 ? oldest : world.chance.pick(open);
  await acts(world, device, `numbers ${world.name(seen.id)}`, async () => {
    const { db } = device.open(device.companyId);
    const isOffline = device.isOffline || world.chance() < 0.6;
    const { number } = await markReadyToIssue(db, { seen, overruled: [], isOffline }, contextOf(world, device));
    if (number === null) return;
    world.say(`${device.name} sees ${number} on ${world.name(seen.id)}`, 'numbered here');
    of(world).seen.set(keyOf(seen.id, number), { device, id: seen.id, number }); // it may be refused before anybody looks
  });
}

function chosen(world: World, issue: SyncIssue): Answer {
  const elsewhere = issuedElsewhere(issue);
  if (world.chance() < 0.3) return 'given up';
  if (refusedNumber(issue) !== null) return elsewhere === null || elsewhere === refusedNumber(issue) ? 'issued anew' : 'second invoice';
  return isFrozenThere(issue) ? 'given up' : 'mine again';
}

/** A person answers a question as the sync centre offers it. */
async function answers(world: World, device: Device): Promise<void> {
  const open = (await device.device.issues.toArray()).toSorted((a, b) => (a.id < b.id ? -1 : 1));
  if (open.length === 0 || world.lost.has(device)) return;
  const issue = world.chance.pick(open);
  const answer = chosen(world, issue);
  const key = keyOf(issue.doc_id, (issue.mine as Invoice | null)?.number ?? null);
  await acts(world, device, `answers ${world.name(issue.doc_id)} ${issue.kind}: ${answer}`, async () => {
    world.say(answer, answer);
    // Before it is done: a crash may come after the write and before anybody hears of it.
    world.ledger.closed.push({ device: device.name, issue });
    of(world).answers.set(key, (of(world).answers.get(key) ?? new Set()).add(answer));
    const { db } = device.open(device.companyId);
    if (answer === 'given up') await discardIssue(db, issue);
    else await (answer === 'mine again' ? keepMine(db, issue) : issueAnew(db, issue, world.newId));
  });
}

/** A tab dies; sometimes while an invoice is being issued. */
async function kills(world: World, device: Device): Promise<void> {
  const wasIssuing = isIssuing(world, device);
  await crash(world, device);
  if (wasIssuing) world.say(`${device.name} was issuing`, 'killed while issuing');
}

const ROUNDS = 8;

/** All questions are answered, what is left goes back, and the next number is one that nobody has. */
async function relent(world: World): Promise<void> {
  for (let round = 0; round < ROUNDS; round += 1)
    for (const device of world.devices) {
      await answers(world, device);
      await device.poke('write');
      await drain(world);
    }
  for (const device of world.devices) {
    if (world.lost.has(device)) continue;
    const { db } = device.open(device.companyId);
    await settleLeases(db, callsOf(world, device));
    // Whose answer got lost are known again when somebody asks once more.
    await takeNumbers(db, callsOf(world, device), { count: 1, deviceName: device.name }, contextOf(world, device)).catch(() => undefined);
    if (await keptLease(db))
      await returnNumbers(db, callsOf(world, device)).catch((error: unknown) =>
        world.say(`${device.name} keeps its numbers: ${String(error)}`),
      );
  }
}

export const leasedNumbers: Theme = {
  name: 'numbers that devices took along',
  tells: [
    'drafts',
    'numbers',
    'takes',
    'settles',
    'returns',
    'numbered here',
    'lost answer',
    'crash',
    'numbers looked at',
    'killed while issuing',
    'second invoice',
    'given up',
  ],
  companies: 1,
  names: ['companies', 'members', 'customers', 'invoices'],
  prepare,
  holds,
  relent,
  keys: () => KEYS,
  stopsAnywhere: true,
  shares: { write: 0, server: 0, permission: 0, switch: 0, clock: 0, restore: 0, network: 0.08, crash: 0, resolve: 0 },
  events: [
    [0.08, takes],
    [0.05, drafts],
    [0.3, issues],
    [0.03, settles],
    [0.02, givesBack],
    [0.015, answers],
    [0.06, kills],
  ],
};
