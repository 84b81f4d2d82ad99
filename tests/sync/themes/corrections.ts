import type { CommandContext } from '#data/core/command-context.ts';
import { correctionSources, saveCorrection } from '#data/invoices/corrections.commands.ts';
import { cancelInvoice, markReadyToIssue, replaceInvoice, withdrawReady } from '#data/invoices/invoices.commands.ts';
import { recordPayment } from '#data/payments/payments.commands.ts';
import { keepAsDraft } from '#data/sync-centre/issues.ts';
import { claimOf, openOf, refundDue } from '#domain/invoices/claim.ts';
import { correctedParts } from '#domain/invoices/corrected-parts.ts';
import { correctionLine, linesLeft, type Taken } from '#domain/invoices/correction-lines.ts';
import type { Invoice } from '#domain/invoices/invoice.ts';
import { replacementId } from '#domain/invoices/replacement.ts';
import { sumOf } from '#domain/money/money.ts';
import { paymentState } from '#domain/payments/payment-state.ts';
import { ABLE_TO_INVOICE, buildersFor } from '#tests/support/builders.ts';
import type { Device } from '#tests/sync/device.ts';
import { drain } from '#tests/sync/network.ts';
import { visibleTo } from '#tests/sync/person.ts';
import type { World } from '#tests/sync/world.ts';
import type { Theme } from './theme.ts';

const KEYS = [
  'invoices.view',
  'invoices.create',
  'invoices.update',
  'invoices.issue',
  'invoices.cancel',
  'customers.view',
  'payments.view',
  'payments.create',
  'settings.invoice',
];
/** The lines of each invoice: one that does not come to whole cents by the piece, one of another rate, one that is an allowance. */
const LINES = [
  { quantity: 3, unit_price: 33.335, tax_rate: 19 },
  { quantity: 10, unit_price: 1.05, tax_rate: 7 },
  { quantity: -1, unit_price: 5, tax_rate: 19 },
];

const todayOf = new WeakMap<World, string>();

function contextOf(world: World, device: Device, id?: string): CommandContext {
  const { companyId, userId } = device;
  const access = { userId, isOwner: world.devices.indexOf(device) === 0, isAdmin: false, keys: new Set<string>(KEYS) };
  const today = () => todayOf.get(world) ?? '';
  return { companyId, userId, access, timezone: 'Europe/Berlin', now: () => new Date(world.time), today, newId: () => id ?? world.newId() };
}

async function prepare(world: World): Promise<void> {
  const [company = ''] = world.companies;
  const { db } = world.server;
  await db.query('update public.companies set settings = settings || $2::jsonb where id = $1', [company, JSON.stringify(ABLE_TO_INVOICE)]);
  const { rows } = await db.query('select private.company_today($1)::text as today', [company]);
  const today = String(rows[0]?.['today']);
  todayOf.set(world, today);
  world.time = Date.parse(`${today}T12:00:00Z`);
  const build = buildersFor(db.query, Number.parseInt(world.newId().slice(4, 13).replace('-', ''), 16) * 0x100);
  for (let n = 0; n < 3; n += 1) {
    const { id } = await build.invoices({ company_id: company, created_by: world.devices[0]?.userId, service_from: today });
    for (const [place, line] of LINES.entries())
      await build.invoice_items({ company_id: company, invoice_id: id, position: place + 1, tax_category: 'S', ...line });
    await db.query("update public.invoices set status = 'issued' where id = $1", [id]);
    // One is paid already: whoever takes it back sees at once that something has to go to the customer.
    if (n > 0) continue;
    await db.query(
      `insert into public.payments (company_id, invoice_id, amount, payment_date, created_by)
       select company_id, id, gross_total, $2, created_by from public.invoices where id = $1`,
      [id, today],
    );
  }
  world.hasFaults = false;
  for (const device of world.devices) {
    await device.poke('person');
    await drain(world);
  }
  world.hasFaults = true;
}

const acts = async (world: World, device: Device, what: string, run: () => Promise<unknown>): Promise<void> => {
  const { tab } = device.open(device.companyId);
  world.say(`${tab} ${what}`, what.split(' ')[0]);
  await world.stage.start(`${tab} ${what}`, device.name, tab, run);
};

/** What a person has before their eyes: invoices with a claim, and drafts. */
async function seenBy(world: World, device: Device): Promise<{ standing: Invoice[]; drafts: Invoice[]; waiting: Invoice[] }> {
  const all = world.lost.has(device) ? [] : ((await visibleTo(world, device, 'invoices')) as Invoice[]);
  return {
    standing: all.filter(({ status, document_type }) => status === 'issued' && document_type === 'invoice'),
    drafts: all.filter(({ status }) => status === 'draft'),
    waiting: all.filter(({ status }) => status === 'ready_to_issue'),
  };
}

function anyTaken({ chance }: World): Taken {
  const x = chance();
  if (x < 0.35) return { by: 'quantity', quantity: chance.pick([1, 1, 2, 5]) };
  if (x < 0.7) return { by: 'amount', amount: chance.pick([0.01, 1, 4.9, 5, 60]) };
  return { by: 'percent', percent: chance.pick([2, 50, 100]) };
}

/** A part of some lines is taken back, and one time in four nobody issues it yet. */
async function corrects(world: World, device: Device): Promise<void> {
  const { standing } = await seenBy(world, device);
  if (standing.length === 0) return;
  const { id: originalId } = world.chance.pick(standing);
  const id = world.newId();
  const { db } = device.open(device.companyId);
  const { original, corrections } = await correctionSources(db, originalId);
  if (!original) return;
  const wanted = linesLeft(original, corrections).map((left) => (world.chance() < 0.6 ? { left, taken: anyTaken(world) } : null));
  const items = wanted.flatMap((each) => (each && correctionLine(each.left, each.taken, { id: world.newId(), currency: 'EUR' })) ?? []);
  if (items.length === 0) return;
  const isIssued = world.chance() < 0.75;
  const done = world.ledger.intent(device.name, id, 'invoices', null, { id } as never);
  await acts(world, device, `corrects ${world.name(originalId)} by ${world.name(id)}`, async () => {
    await saveCorrection(db, { id, original, draft: null, input: { items, reason: 'Returned' }, isIssued }, contextOf(world, device));
    done();
  });
}

async function cancels(world: World, device: Device): Promise<void> {
  const { standing } = await seenBy(world, device);
  if (standing.length === 0) return;
  const seen = world.chance.pick(standing);
  const { db } = device.open(device.companyId);
  if (world.chance() < 0.5)
    return acts(world, device, `cancels ${world.name(seen.id)}`, () => cancelInvoice(db, seen, contextOf(world, device)));
  const replacement = replacementId(seen.id);
  await acts(world, device, `replaces ${world.name(seen.id)} by ${world.name(replacement)}`, () =>
    replaceInvoice(db, seen, contextOf(world, device)),
  );
}

/** A correction or a replacement that lies here as a draft is issued, or the wish for it is taken back. */
async function issues(world: World, device: Device): Promise<void> {
  const { drafts, waiting } = await seenBy(world, device);
  const { db } = device.open(device.companyId);
  const ctx = contextOf(world, device);
  if (waiting.length > 0 && world.chance() < 0.2) {
    const seen = world.chance.pick(waiting);
    return acts(world, device, `withdraws ${world.name(seen.id)}`, () => withdrawReady(db, seen, ctx));
  }
  if (drafts.length === 0) return;
  const seen = world.chance.pick(drafts);
  await acts(world, device, `issues ${world.name(seen.id)}`, () => markReadyToIssue(db, { seen, overruled: [] }, ctx));
}

/** A part, the whole, or what has to go back. */
async function pays(world: World, device: Device): Promise<void> {
  const all = world.lost.has(device) ? [] : ((await visibleTo(world, device, 'invoices')) as Invoice[]);
  const payable = all.filter(({ number, document_type }) => number !== null && document_type === 'invoice');
  if (payable.length === 0) return;
  const owed = payable.filter((invoice) => refundDue(invoice) > 0);
  const invoice = world.chance.pick(owed.length > 0 && world.chance() < 0.5 ? owed : payable);
  const refund = refundDue(invoice);
  const amount = refund > 0 && world.chance() < 0.7 ? -refund : world.chance.pick([10, 50, openOf(invoice)]);
  if (amount === 0) return;
  const id = world.newId();
  const input = {
    invoice_id: invoice.id,
    amount,
    currency: 'EUR',
    payment_date: todayOf.get(world) ?? '',
    method: 'bank_transfer' as const,
    reference: '',
    notes: '',
    is_separate: true,
    booked_on: null,
  };
  const done = world.ledger.intent(device.name, id, 'payments', null, { id, ...input } as never);
  await acts(world, device, `${amount < 0 ? 'refunds' : 'pays'} ${world.name(invoice.id)}`, async () => {
    await recordPayment(device.open(device.companyId).db, input, contextOf(world, device, id));
    done();
  });
}

/** What the server refused to issue is a draft again, as the sync centre offers it. */
async function takesUpAgain(world: World, device: Device): Promise<void> {
  if (world.lost.has(device)) return;
  const found = await device.device.issues.where({ company_id: device.companyId }).toArray();
  const refused = found.filter(({ kind, mine }) => kind === 'rejected' && (mine as Invoice | null)?.status === 'ready_to_issue');
  const issue = refused.toSorted((a, b) => (a.id < b.id ? -1 : 1))[0];
  if (!issue) return;
  const { db } = device.open(device.companyId);
  await acts(world, device, `takes ${world.name(issue.doc_id)} up again`, async () => {
    world.ledger.closed.push({ device: device.name, issue });
    await keepAsDraft(db, issue);
  });
}

/** What went out: a number, and what the document says. */
const outOf = (world: World) => {
  const known = went.get(world) ?? new Map<string, string>();
  went.set(world, known);
  return known;
};
const went = new WeakMap<World, Map<string, string>>();
const said = ({ number, gross_total, items, tax_breakdown, issue_date }: Invoice): string =>
  JSON.stringify([number, gross_total, tax_breakdown, issue_date, items]);

/** At any time: no line gives back more than it had, the claim is what its documents say, and what is taken back whole comes to nothing. */
async function holds(world: World): Promise<void> {
  const [company] = world.companies;
  const { query } = world.server.db;
  const { rows } = await query('select to_jsonb(d) as doc from private.invoice_documents d where d.company_id = $1 order by d.id', [
    company,
  ]);
  const all = rows.map(({ doc }) => doc as Invoice);
  const byId = new Map(all.map((invoice) => [invoice.id, invoice]));
  const paid = new Map<string, number[]>();
  for (const { id, amount } of (
    await query('select invoice_id as id, amount::float8 as amount from public.payments where company_id = $1', [company])
  ).rows)
    paid.set(String(id), [...(paid.get(String(id)) ?? []), Number(amount)]);
  const fault = (what: string, { id }: Invoice) => world.ledger.problems.push(`${what}: ${world.name(id)}`);
  const out = outOf(world);
  const numbers = new Set<string>();
  for (const invoice of all) {
    if (invoice.number === null) continue;
    if (numbers.has(invoice.number)) fault(`number ${invoice.number} twice`, invoice);
    numbers.add(invoice.number);
    const before = out.get(invoice.id) ?? said(invoice);
    if (before !== said(invoice)) fault(`changed after it went out, ${before} to ${said(invoice)}`, invoice);
    out.set(invoice.id, before);
  }
  for (const [id] of out) if (!byId.has(id)) world.ledger.problems.push(`gone: ${world.name(id)} went out`);
  for (const original of all.filter(({ number, document_type }) => number !== null && document_type === 'invoice')) {
    const issued = all.filter(({ corrects_id, status }) => corrects_id === original.id && status === 'issued');
    const known = original.corrections.flatMap(({ id }) => byId.get(id) ?? []);
    if (issued.length !== known.length || issued.some(({ id }) => !known.some((each) => each.id === id)))
      fault('corrections unknown', original);
    for (const { item, net, net_left } of linesLeft(original, known))
      if (net_left * net < 0 || Math.abs(net_left) > Math.abs(net)) fault(`line ${item.position} has ${net_left} left of ${net}`, original);
    for (const { net, tax } of correctedParts(original))
      if (Math.sign(net) !== Math.sign(tax) && tax !== 0) fault(`of ${net} a tax of ${tax} is left`, original);
    const money = sumOf(paid.get(original.id) ?? [], 'EUR');
    if (money !== original.paid_total) fault(`paid ${money}, said ${original.paid_total}`, original);
    if (original.payment_status !== paymentState(claimOf(original), original.paid_total)) fault(`is ${original.payment_status}`, original);
    if (original.corrections.length > 0) world.stats['corrected'] = (world.stats['corrected'] ?? 0) + 1;
    if (refundDue(original) > 0) world.stats['refund due'] = (world.stats['refund due'] ?? 0) + 1;
    const takesBack = all.filter(({ cancels_id }) => cancels_id === original.id);
    if (original.status === 'cancelled') {
      world.stats['taken back'] = (world.stats['taken back'] ?? 0) + 1;
      const [cancellation, ...more] = takesBack;
      if (!cancellation || more.length > 0 || original.cancelled_by_id !== cancellation.id)
        fault(`${takesBack.length} cancellations`, original);
      if (cancellation && sumOf([claimOf(original), cancellation.gross_total], 'EUR') !== 0) fault('the rest is not taken back', original);
      for (const part of correctedParts(original)) {
        const same = cancellation?.tax_breakdown.find(({ tax_rate }) => tax_rate === part.tax_rate) ?? { net: 0, tax: 0 };
        if (sumOf([part.net, same.net], 'EUR') !== 0 || sumOf([part.tax, same.tax], 'EUR') !== 0)
          fault(`${part.tax_rate} % is not taken back`, original);
      }
    } else if (takesBack.length > 0) fault('stands and is taken back', original);
    const replacement = byId.get(replacementId(original.id));
    if (replacement && replacement.number !== null) {
      world.stats['replaced'] = (world.stats['replaced'] ?? 0) + 1;
      if (original.status !== 'cancelled') fault('claimed twice, its replacement is issued', original);
    }
  }
  if (world.hasFaults) return;
  const checked = await query('select private.check_ledger($1, 0, 5000) as answer', [company]);
  const answer = checked.rows[0]?.['answer'] as { fault?: unknown } | undefined;
  if (answer?.fault) world.ledger.problems.push(`ledger: ${JSON.stringify(answer.fault)}`);
}

/** In the end its owner cancels what still stands, where no question about it is open. */
async function relent(world: World): Promise<void> {
  const [owner] = world.devices;
  if (!owner || world.lost.has(owner)) return;
  const { db } = owner.open(owner.companyId);
  const issues = await owner.device.issues.where({ company_id: owner.companyId }).toArray();
  const isAsked = (id: string) => issues.some(({ doc_id }) => doc_id === id);
  for (const seen of (await seenBy(world, owner)).standing)
    if (!isAsked(seen.id))
      await cancelInvoice(db, seen, contextOf(world, owner)).catch((error: unknown) =>
        world.say(`stays: ${world.name(seen.id)} ${String(error)}`),
      );
}

export const corrections: Theme = {
  name: 'corrections that meet cancellations',
  tells: [
    'corrects',
    'cancels',
    'replaces',
    'issues',
    'pays',
    'refunds',
    'takes',
    'rejected',
    'conflict',
    'corrected',
    'refund due',
    'taken back',
    'replaced',
  ],
  companies: 1,
  names: ['companies', 'members', 'customers', 'invoices', 'payments', 'periods'],
  prepare,
  holds,
  relent,
  keys: () => KEYS,
  shares: { write: 0, server: 0, permission: 0, switch: 0, clock: 0, restore: 0, network: 0.08, resolve: 0.03 },
  events: [
    [0.16, corrects],
    [0.03, cancels],
    [0.08, issues],
    [0.08, pays],
    [0.04, takesUpAgain],
  ],
};
