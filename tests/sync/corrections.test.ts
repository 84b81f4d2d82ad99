import 'fake-indexeddb/auto';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import type { SyncIssue } from '#data/changes/issue.ts';
import type { CommandContext } from '#data/core/command-context.ts';
import { correctionSources, saveCorrection } from '#data/invoices/corrections.commands.ts';
import { cancelInvoice } from '#data/invoices/invoices.commands.ts';
import { keepAsDraft } from '#data/sync-centre/issues.ts';
import { claimOf } from '#domain/invoices/claim.ts';
import { correctionLine, linesLeft } from '#domain/invoices/correction-lines.ts';
import type { Invoice } from '#domain/invoices/invoice.ts';
import { refusalReason } from '#features/sync-centre/refusal-reason.ts';
import { newId } from '#platform/ids/ids.ts';
import { ABLE_TO_INVOICE, buildersFor } from '#tests/support/builders.ts';
import { type LabDevice, labDevice } from './lab.ts';
import { type Server, startServer } from './server.ts';

// Two people take something back of the same invoice (190 net, 226.10 gross) while neither has a network.
let server: Server;
const owner = newId();
let company: string;
let phone: LabDevice;
let desk: LabDevice;
let id: string;
let builds = 0x50_000;
beforeAll(async () => {
  server = await startServer();
  await server.addUser(owner);
});
afterAll(() => server.close());
beforeEach(async () => {
  company = newId();
  await server.createCompany(owner, company);
  await server.db.query('update public.companies set settings = $2 where id = $1', [company, ABLE_TO_INVOICE]);
  id = (await buildersFor(server.db.query, (builds += 0x1000)).issued({ company_id: company, created_by: owner })).id;
  const only = ['companies', 'customers', 'invoices', 'payments', 'periods'] as const;
  [phone, desk] = [await labDevice(server, owner, company, { only }), await labDevice(server, owner, company, { only })];
  await bothSettled();
});
afterEach(() => Promise.all([phone.close(), desk.close()]));

async function bothSettled(): Promise<void> {
  for (const device of [phone, desk, phone]) await device.settled();
}
const ctx = (): CommandContext => ({
  companyId: company,
  userId: owner,
  access: { userId: owner, isOwner: true, isAdmin: false, keys: new Set() },
  timezone: 'UTC',
  now: () => new Date('2026-03-01T12:00:00Z'),
  today: () => '2026-03-01',
  newId,
});

/** Takes a net amount back of the first line, as that device knows the invoice. */
async function correct(device: LabDevice, amount: number, correction = newId()): Promise<Invoice> {
  const { original, corrections } = await correctionSources(device.db, id);
  const left = original && linesLeft(original, corrections)[0];
  const item = left && correctionLine(left, { by: 'amount', amount }, { id: newId(), currency: 'EUR' });
  if (!original || !item) throw new Error('nothing to correct');
  const draft = (await invoices(device)).find((invoice) => invoice.id === correction) ?? null;
  const input = { items: [item], reason: 'Goods returned' };
  return saveCorrection(device.db, { id: correction, original, draft, input, isIssued: true }, ctx());
}
const invoices = async (device: LabDevice) => (await device.all('invoices')) as Invoice[];
const original = async (device: LabDevice) => (await invoices(device)).find((invoice) => invoice.id === id) as Invoice;
const issues = (device: LabDevice): Promise<SyncIssue[]> => device.db.device.issues.toArray();

test('two corrections that fit together are both issued, whichever device was first', async () => {
  for (const device of [phone, desk]) device.isOffline = true;
  await correct(phone, 100);
  await correct(desk, 90);
  for (const device of [phone, desk]) device.isOffline = false;
  await bothSettled();
  for (const device of [phone, desk]) {
    const known = await original(device);
    expect(known.corrections).toHaveLength(2);
    expect([claimOf(known), known.payment_status]).toEqual([0, 'paid']);
    expect(
      (await invoices(device)).filter(({ document_type, status }) => document_type === 'correction' && status === 'issued'),
    ).toHaveLength(2);
    expect(await issues(device)).toEqual([]);
  }
});

test('the second of two that take back more than there is waits with a question, nothing of it is lost, and it goes on with what is left', async () => {
  for (const device of [phone, desk]) device.isOffline = true;
  await correct(phone, 150);
  const second = newId();
  await correct(desk, 150, second);
  phone.isOffline = false;
  await phone.settled();
  desk.isOffline = false;
  await desk.settled();
  const [issue, ...others] = await issues(desk);
  expect(others).toEqual([]);
  expect(issue).toMatchObject({ collection: 'invoices', doc_id: second, message: 'cannot_issue', details: 'items.left' });
  expect(refusalReason(issue as SyncIssue)).toBe('over_corrected');
  expect(issue?.mine).toMatchObject({
    document_type: 'correction',
    corrects_id: id,
    reason: 'Goods returned',
    items: [{ quantity: -1, unit_price: 150 }],
  });
  expect(claimOf(await original(desk))).toBe(47.6);
  const { rows } = await server.db.query("select count(*)::int as n from public.invoices where corrects_id = $1 and status = 'issued'", [
    id,
  ]);
  expect(rows).toEqual([{ n: 1 }]);
  // As a draft it is here again, and what is left fits.
  await keepAsDraft(desk.db, issue as SyncIssue);
  await bothSettled();
  const draft = (await invoices(phone)).find((invoice) => invoice.id === second);
  expect(draft).toMatchObject({ status: 'draft', document_type: 'correction', gross_total: -178.5 });
  await correct(desk, 40, second);
  await bothSettled();
  expect(claimOf(await original(phone))).toBe(0);
});

test('an invoice that was cancelled meanwhile takes no correction; one that was corrected meanwhile is not cancelled unseen', async () => {
  for (const device of [phone, desk]) device.isOffline = true;
  await cancelInvoice(phone.db, await original(phone), ctx());
  await correct(desk, 50);
  phone.isOffline = false;
  await phone.settled();
  desk.isOffline = false;
  await desk.settled();
  const [issue] = await issues(desk);
  expect(issue && refusalReason(issue)).toBe('not_correctable');
});

test('a cancellation that was decided before a correction was known is asked about', async () => {
  for (const device of [phone, desk]) device.isOffline = true;
  await correct(phone, 50);
  await cancelInvoice(desk.db, await original(desk), ctx());
  phone.isOffline = false;
  await phone.settled();
  desk.isOffline = false;
  await desk.settled();
  expect(await issues(desk)).toMatchObject([{ collection: 'invoices', doc_id: id, kind: 'conflict' }]);
  const { rows } = await server.db.query('select status from public.invoices where id = $1', [id]);
  expect(rows).toEqual([{ status: 'issued' }]);
});
