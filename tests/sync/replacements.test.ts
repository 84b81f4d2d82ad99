import 'fake-indexeddb/auto';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import type { CommandContext } from '#data/core/command-context.ts';
import { readStored } from '#data/core/stored.ts';
import { deleteDraft, markReadyToIssue, replaceInvoice } from '#data/invoices/invoices.commands.ts';
import { recordPayment } from '#data/payments/payments.commands.ts';
import type { Invoice } from '#domain/invoices/invoice.ts';
import { replacedId, replacementId } from '#domain/invoices/replacement.ts';
import { newId } from '#platform/ids/ids.ts';
import { ABLE_TO_INVOICE, buildersFor } from '#tests/support/builders.ts';
import { type LabDevice, labDevice } from './lab.ts';
import { type Server, startServer } from './server.ts';

// An invoice that is replaced without a network: nothing is lost, nothing claimed twice.
let server: Server;
const owner = newId();
let company: string;
let phone: LabDevice;
let desk: LabDevice;
let invoice: { id: string };
let build: ReturnType<typeof buildersFor>;
beforeAll(async () => {
  server = await startServer();
  await server.addUser(owner);
  build = buildersFor(server.db.query);
});
afterAll(() => server.close());
beforeEach(async () => {
  company = newId();
  await server.createCompany(owner, company);
  const only = ['companies', 'customers', 'invoices', 'payments', 'periods'] as const;
  [phone, desk] = [await labDevice(server, owner, company, { only }), await labDevice(server, owner, company, { only })];
  await server.db.query('update public.companies set settings = $2 where id = $1', [company, ABLE_TO_INVOICE]);
  invoice = await build.issued({ company_id: company, created_by: owner });
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
const on = async (device: LabDevice, id: string): Promise<Invoice> => {
  const found = (await readStored(device.db, 'invoices', [id])).get(id);
  if (!found) throw new Error('not here');
  return found;
};
/** The invoice and what came of it, in words. */
const stored = async () => {
  const sql = `select concat_ws(' ', document_type, status, case when number is null then 'without number' end) as words from public.invoices
    where company_id = $1 and (id in ($2, $3) or cancels_id = $2) order by words`;
  const { rows } = await server.db.query(sql, [company, invoice.id, replacementId(invoice.id)]);
  return rows.map(({ words }) => words);
};
const replaceOn = async (device: LabDevice) => replaceInvoice(device.db, await on(device, invoice.id), ctx());
const issueOn = async (device: LabDevice) =>
  markReadyToIssue(device.db, { seen: await on(device, replacementId(invoice.id)), overruled: [] }, ctx());

test('the ids of an invoice and its replacement are as far apart here as in the database', async () => {
  for (const id of [newId(), '0190d0e0-0000-7000-8000-000000000000', '0190d0e0-0000-7000-8000-ffffffffffff']) {
    const { rows } = await server.db.query('select private.replaced_id($1) as id', [replacementId(id)]);
    expect(rows).toEqual([{ id }]);
    expect(replacedId(replacementId(id))).toBe(id);
  }
});

test('cancelled, written anew and issued without a network, both get their numbers: the cancellation goes first', async () => {
  phone.isOffline = true;
  await replaceOn(phone);
  await issueOn(phone);
  phone.isOffline = false;
  await bothSettled();
  expect(await stored()).toEqual(['cancellation issued', 'invoice cancelled', 'invoice issued']);
  expect((await on(desk, replacementId(invoice.id))).number).not.toBeNull();
  expect(await phone.db.device.issues.count()).toBe(0);
});

test('two devices that replace the same invoice make one draft', async () => {
  for (const device of [phone, desk]) device.isOffline = true;
  await replaceOn(phone);
  await replaceOn(desk);
  for (const device of [phone, desk]) device.isOffline = false;
  await bothSettled();
  expect(await stored()).toEqual(['cancellation issued', 'invoice cancelled', 'invoice draft without number']);
});

test('paid meanwhile, it stands: the cancellation is refused, and what was to be issued waits for a person', async () => {
  // Nothing is tried in between: a draft that had been on its way would arrive as one.
  await phone.engine.stop();
  await replaceOn(phone);
  await issueOn(phone);
  const { currency, gross_total } = await on(desk, invoice.id);
  const money = {
    invoice_id: invoice.id,
    amount: gross_total,
    currency,
    payment_date: '2026-03-01',
    method: 'cash',
    reference: '',
    notes: '',
  } as const;
  await recordPayment(desk.db, money, ctx());
  await desk.settled();
  phone.engine.start();
  await bothSettled();
  expect(await stored()).toEqual(['invoice issued']);
  const kept = await phone.db.device.issues.toArray();
  expect(new Map(kept.map(({ doc_id, message }) => [doc_id, message]))).toEqual(
    new Map([
      [invoice.id, null],
      [replacementId(invoice.id), 'replaced_stands'],
    ]),
  );
  expect(kept.find(({ message }) => message === 'replaced_stands')?.mine).toMatchObject({ status: 'ready_to_issue' });
});

test('a draft that was thrown away after the cancellation was refused is made again with the next try', async () => {
  phone.isOffline = true;
  await replaceOn(phone);
  const { currency, gross_total } = await on(desk, invoice.id);
  const money = {
    invoice_id: invoice.id,
    amount: gross_total,
    currency,
    payment_date: '2026-03-01',
    method: 'cash',
    reference: '',
    notes: '',
  } as const;
  await recordPayment(desk.db, money, ctx());
  await desk.settled();
  phone.isOffline = false;
  await bothSettled();
  await deleteDraft(phone.db, replacementId(invoice.id), ctx());
  await bothSettled();
  expect(await stored()).toEqual(['invoice issued']);
  await replaceOn(desk);
  await bothSettled();
  expect(await stored()).toEqual(['cancellation issued', 'invoice cancelled', 'invoice draft without number']);
  expect((await on(phone, replacementId(invoice.id))).items).toHaveLength((await on(phone, invoice.id)).items.length);
  expect(await desk.db.device.issues.count()).toBe(0);
});
