import type { CommandContext } from '#data/core/command-context.ts';
import { createInvoiceDraft, markReadyToIssue } from '#data/invoices/invoices.commands.ts';
import type { LeaseCall } from '#data/leases/lease-call.ts';
import { keptLease } from '#data/leases/kept-leases.ts';
import { returnNumbers, takeNumbers } from '#data/leases/number-leases.commands.ts';
import { settleLeases } from '#data/leases/settle-leases.ts';
import { AppError } from '#domain/errors.ts';
import type { Invoice } from '#domain/invoices/invoice.ts';
import { ABLE_TO_INVOICE, buildersFor } from '#tests/support/builders.ts';
import type { Device } from '#tests/sync/device.ts';
import { leaseCalls } from '#tests/sync/lease-calls.ts';
import { drain } from '#tests/sync/network.ts';
import { visibleTo } from '#tests/sync/person.ts';
import type { World } from '#tests/sync/world.ts';
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

/** What a story knows beside the world: the day, who is invoiced, and which number a person saw on which invoice. */
type Told = {
  readonly today: string;
  readonly customer: string;
  readonly seen: Map<string, { readonly device: Device; readonly number: string }>;
};
const told = new WeakMap<World, Told>();
const of = (world: World): Told => {
  const known = told.get(world);
  if (!known) throw new Error('not prepared');
  return known;
};

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
  told.set(world, { today, customer, seen: new Map() });
  world.hasFaults = false;
  for (const device of world.devices) {
    await device.poke('person');
    await drain(world);
  }
  world.hasFaults = true;
}

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
  const line = { position: 1, product_id: null, description: `v${++world.values}`, unit: 'h', discount_percent: 0, tax_rate: 19 };
  const items = [
    { ...line, id: world.newId(), quantity: 1 + (world.values % 7), unit_price: 33.33, tax_category: 'S' as const, exemption_reason: null },
  ];
  const texts = { reference: '', notes: '', internal_notes: '', payment_terms: '' };
  const input = {
    ...texts,
    customer_id,
    due_days: 14,
    service_from: today,
    service_to: null,
    currency: 'EUR',
    language: 'de',
    tax_mode: 'standard',
    items,
  } as const;
  const done = world.ledger.intent(device.name, id, 'invoices', null, { id } as never);
  await acts(world, device, `drafts ${world.name(id)}`, async () => {
    await createInvoiceDraft(device.open(device.companyId).db, { id, input }, contextOf(world, device));
    done();
  });
}

/** A person issues an invoice, with or without a connection, and what they are shown afterwards may be handed out. */
async function issues(world: World, device: Device): Promise<void> {
  const open = ((await visibleTo(world, device, 'invoices')) as Invoice[]).filter(({ status }) => status === 'draft');
  if (open.length === 0) return drafts(world, device);
  const seen = world.chance.pick(open);
  await acts(world, device, `numbers ${world.name(seen.id)}`, async () => {
    const { db } = device.open(device.companyId);
    const isOffline = device.isOffline || world.chance() < 0.6;
    const { number } = await markReadyToIssue(db, { seen, overruled: [], isOffline }, contextOf(world, device));
    if (number !== null) world.say(`${device.name} sees ${number} on ${world.name(seen.id)}`, 'numbered here');
  });
}

/** Whatever a device shows with a number may have been handed out: also what was finished only after a crash. */
async function look(world: World): Promise<void> {
  const { seen } = of(world);
  for (const device of world.devices) {
    if (world.lost.has(device)) continue;
    for (const { id, number } of (await visibleTo(world, device, 'invoices')) as Invoice[])
      if (number !== null && !seen.has(id)) seen.set(id, { device, number });
  }
}

const UNEXPLAINED = `
select c.last, place from private.number_counters c cross join generate_series(1, c.last) place
where c.company_id = $1 and c.kind = 'invoices'
  and not exists (select from public.invoices i where i.company_id = c.company_id and i.number_series = c.kind and i.number_year = c.year and i.number_seq = place)
  and not exists (select from private.number_gap_reasons r where r.company_id = c.company_id and r.series = c.kind and r.year = c.year and r.number = place)`;

/** At any time no number is missing without a reason, and none stands on two invoices, here or there. */
async function holds(world: World): Promise<void> {
  await look(world);
  const { seen } = of(world);
  const [company] = world.companies;
  const { query } = world.server.db;
  for (const { place } of (await query(UNEXPLAINED, [company])).rows) world.ledger.problems.push(`unexplained: number ${String(place)}`);
  const { rows } = await query('select id, number from public.invoices where company_id = $1 and number is not null', [company]);
  const there = new Map(rows.map(({ id, number }) => [String(id), String(number)]));
  const byNumber = new Map<string, string>();
  for (const [id, number] of [...there, ...[...seen].map(([id, each]) => [id, each.number] as const)]) {
    const other = byNumber.get(number) ?? id;
    if (other !== id) world.ledger.problems.push(`twice: ${number} on ${world.name(id)} and ${world.name(other)}`);
    byNumber.set(number, id);
  }
  world.stats['numbers looked at'] = byNumber.size;
  if (world.hasFaults) return;
  // In the end each that was seen is on the server as it was, or in question.
  for (const [id, { device, number }] of seen) {
    if (there.get(id) === number || world.lost.has(device)) continue;
    const closed = world.ledger.closed.flatMap((each) => (each.device === device.name ? [each.issue] : []));
    const asked = [...(await device.device.issues.toArray()), ...closed];
    // Refused, or somebody else issued the same draft meanwhile.
    if (asked.some(({ doc_id, mine }) => doc_id === id && (mine as Invoice | null)?.number === number))
      world.say(`${number} is in question`, 'in question');
    else world.ledger.problems.push(`handed out and lost: ${number} on ${world.name(id)}, the server has ${there.get(id) ?? 'none'}`);
  }
}

/** What is left goes back, and the next number is one that nobody has. */
async function relent(world: World): Promise<void> {
  for (const device of world.devices) {
    if (world.lost.has(device)) continue;
    const { db } = device.open(device.companyId);
    await settleLeases(db, callsOf(world, device));
    if (await keptLease(db))
      await returnNumbers(db, callsOf(world, device)).catch((error: unknown) =>
        world.say(`${device.name} keeps its numbers: ${String(error)}`),
      );
  }
}

export const leasedNumbers: Theme = {
  name: 'numbers that devices took along',
  tells: ['drafts', 'numbers', 'takes', 'settles', 'returns', 'numbered here', 'lost answer', 'crash', 'numbers looked at'],
  companies: 1,
  names: ['companies', 'members', 'customers', 'invoices'],
  prepare,
  holds,
  relent,
  keys: () => KEYS,
  stopsAnywhere: true,
  shares: { write: 0, server: 0, permission: 0, switch: 0, clock: 0, restore: 0, network: 0.08, crash: 0.06 },
  events: [
    [0.08, takes],
    [0.05, drafts],
    [0.3, issues],
    [0.03, settles],
    [0.02, givesBack],
  ],
};
