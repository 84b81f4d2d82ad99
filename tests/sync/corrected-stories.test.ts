import 'fake-indexeddb/auto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { CommandContext } from '#data/core/command-context.ts';
import { correctionSources, saveCorrection } from '#data/invoices/corrections.commands.ts';
import { cancelInvoice, markReadyToIssue, replaceInvoice } from '#data/invoices/invoices.commands.ts';
import { recordPayment } from '#data/payments/payments.commands.ts';
import { AppError } from '#domain/errors.ts';
import { correctionLine, linesLeft, type Taken } from '#domain/invoices/correction-lines.ts';
import type { Invoice } from '#domain/invoices/invoice.ts';
import { replacementId } from '#domain/invoices/replacement.ts';
import { newId } from '#platform/ids/ids.ts';
import { ABLE_TO_INVOICE, buildersFor } from '#tests/support/builders.ts';
import { type LabDevice, labDevice } from './lab.ts';
import { seeded } from './seeded.ts';
import { type Server, startServer } from './server.ts';

// Three devices correct, replace, cancel and pay the same two invoices, with and without a network, while answers get lost. Another range: STORY_SEEDS=50.
const SEEDS = Number(process.env['STORY_SEEDS'] ?? 8);
const STEPS = 40;
const TAKEN: readonly Taken[] = [
  { by: 'amount', amount: 40 },
  { by: 'amount', amount: 120 },
  { by: 'percent', percent: 2 },
  { by: 'percent', percent: 100 },
];

let server: Server;
const owner = newId();
beforeAll(async () => {
  server = await startServer();
  await server.addUser(owner);
});
afterAll(() => server.close());

const contextOf = (companyId: string): CommandContext => ({
  companyId,
  userId: owner,
  access: { userId: owner, isOwner: true, isAdmin: false, keys: new Set() },
  timezone: 'UTC',
  now: () => new Date('2026-03-01T12:00:00Z'),
  today: () => '2026-03-01',
  newId,
});

/** What a person was told that it can't be is no act; anything else is a fault. */
const done = (act: Promise<unknown>): Promise<boolean> =>
  act.then(
    () => true,
    (error: unknown) => {
      if (error instanceof AppError) return false;
      throw error;
    },
  );

async function correct(device: LabDevice, original: Invoice, taken: Taken, ctx: CommandContext): Promise<string | null> {
  const sources = await correctionSources(device.db, original.id);
  const [left] = sources.original ? linesLeft(sources.original, sources.corrections) : [];
  const item = left && correctionLine(left, taken, { id: newId(), currency: original.currency });
  if (!item || !sources.original) return null;
  const id = newId();
  const input = { items: [item], reason: 'Returned' };
  return (await done(saveCorrection(device.db, { id, original: sources.original, draft: null, input, isIssued: true }, ctx))) ? id : null;
}

async function told(seed: number) {
  const chance = seeded(seed);
  const company = newId();
  const ctx = contextOf(company);
  await server.createCompany(owner, company);
  await server.db.query('update public.companies set settings = $2 where id = $1', [company, ABLE_TO_INVOICE]);
  const build = buildersFor(server.db.query, 0x900_000 + seed * 0x1_000);
  const ids = [0, 1].map(() => build.issued({ company_id: company, created_by: owner }));
  const originals = (await Promise.all(ids)).map(({ id }) => id);
  const only = ['companies', 'customers', 'invoices', 'payments', 'periods'] as const;
  const devices: LabDevice[] = [];
  for (let n = 0; n < 3; n += 1) devices.push(await labDevice(server, owner, company, { only }));
  for (const device of devices) await device.settled();
  const invoiceOn = async (device: LabDevice, id: string) =>
    ((await device.all('invoices')) as Invoice[]).find((invoice) => invoice.id === id) as Invoice;
  /** What came of an act has to be on the server, or in a tray. */
  const wished = new Set<string>();
  const acts = { correct: 0, replace: 0, cancel: 0, pay: 0, issue: 0 };
  for (let step = 0; step < STEPS; step += 1) {
    const device = chance.pick(devices);
    const id = chance.pick(originals);
    const seen = await invoiceOn(device, id);
    const act = chance.pick([
      'correct',
      'correct',
      'correct',
      'replace',
      'cancel',
      'pay',
      'issue',
      'issue',
      'away',
      'away',
      'back',
      'back',
      'lost',
    ] as const);
    if (act === 'away' || act === 'back') device.isOffline = act === 'away';
    if (act === 'back') await device.settled();
    if (act === 'lost') device.faults.push('response lost');
    if (act === 'correct') {
      const made = await correct(device, seen, chance.pick(TAKEN), ctx);
      if (made) wished.add(made);
      if (made) acts.correct += 1;
    }
    if (act === 'replace' && chance() < 0.8 && (await done(replaceInvoice(device.db, seen, ctx)))) {
      wished.add(replacementId(id));
      acts.replace += 1;
    }
    if (act === 'cancel' && chance() < 0.3 && (await done(cancelInvoice(device.db, seen, ctx)))) acts.cancel += 1;
    if (act === 'pay') {
      const money = {
        invoice_id: id,
        currency: seen.currency,
        payment_date: '2026-03-01',
        method: 'cash',
        reference: '',
        notes: '',
      } as const;
      if (await done(recordPayment(device.db, { ...money, amount: chance.pick([20, 100, seen.gross_total]) }, ctx))) acts.pay += 1;
    }
    const draft = act === 'issue' ? await invoiceOn(device, replacementId(id)) : undefined;
    if (draft && (await done(markReadyToIssue(device.db, { seen: draft, overruled: [] }, ctx)))) acts.issue += 1;
  }
  for (const device of devices) device.isOffline = false;
  for (const device of [...devices, ...devices, ...devices]) await device.settled();
  return { company, originals, devices, wished, acts };
}

/** Of what the server holds nothing may contradict the rest. */
const FAULTS_SQL = `
select 'taken back twice' as fault, i.id from public.invoices i cross join lateral private.items_left(i) l
  where i.company_id = $1 and i.corrections <> '[]' and (l.net_left * l.net < 0 or abs(l.net_left) > abs(l.net))
union all
select 'listed otherwise', i.id from public.invoices i
  where i.company_id = $1 and jsonb_array_length(i.corrections) <> (select count(*) from public.invoices c where c.corrects_id = i.id and c.number is not null)
union all
select 'claimed twice', r.id from public.invoices r join public.invoices i on i.id = private.replaced_id(r.id)
  where r.company_id = $1 and r.number is not null and i.status = 'issued'
union all
select 'cancelled twice', i.id from public.invoices i
  where i.company_id = $1 and (select count(*) from public.invoices c where c.cancels_id = i.id) <> case when i.status = 'cancelled' then 1 else 0 end
union all
select 'numbered twice', i.id from public.invoices i join public.invoices o on o.company_id = i.company_id and o.number = i.number and o.id <> i.id where i.company_id = $1
union all
select 'not zero', i.id from public.invoices i
  where i.company_id = $1 and i.status = 'cancelled'
    and (select (sum(c.net_total), sum(c.tax_total)) <> (0, 0) from public.invoices c where i.id in (c.id, c.corrects_id, c.cancels_id))`;

const all = { correct: 0, replace: 0, cancel: 0, pay: 0, issue: 0, kept: 0 };
test.each(Array.from({ length: SEEDS }, (_, index) => index + 1))(
  'story %i: whatever three devices do to the same invoices, nothing is taken back or claimed twice, and no wish is lost',
  async (seed) => {
    const { company, devices, wished, acts } = await told(seed);
    try {
      expect((await server.db.query(FAULTS_SQL, [company])).rows).toEqual([]);
      const { rows } = await server.db.query('select d.id, to_jsonb(d) as row from private.invoice_documents d where d.company_id = $1', [
        company,
      ]);
      const there = new Map(rows.map((row) => [String(row['id']), row['row'] as Invoice]));
      const issues = (await Promise.all(devices.map((device) => device.db.device.issues.toArray()))).flat();
      const asked = new Set(issues.map(({ doc_id }) => doc_id));
      expect([...wished].filter((id) => !there.has(id) && !asked.has(id))).toEqual([]);
      // A correction that is not issued waits for a person, with all that was written.
      const waiting = [...wished].filter((id) => there.get(id)?.document_type === 'correction' && there.get(id)?.number === null);
      expect(waiting.filter((id) => !asked.has(id))).toEqual([]);
      for (const device of devices) {
        const own = new Map(((await device.all('invoices')) as Invoice[]).map((invoice) => [invoice.id, invoice.rev]));
        expect(own).toEqual(new Map([...there].map(([id, { rev }]) => [id, rev])));
      }
      for (const [name, count] of Object.entries({ ...acts, kept: issues.length })) all[name as keyof typeof all] += count;
    } finally {
      for (const device of devices) await device.close();
    }
  },
);
test('the stories tell of everything', () => {
  expect(Object.entries(all).filter(([, count]) => count < 2)).toEqual([]);
});
