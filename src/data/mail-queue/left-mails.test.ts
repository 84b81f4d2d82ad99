import { firstValueFrom } from 'rxjs';
import { filter as passing } from 'rxjs/operators';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import * as z from 'zod/mini';
import { newRecord } from '#data/core/command-context.ts';
import { insertRecord } from '#data/core/write.ts';
import { editInternalNotes, markSent } from '#data/invoices/invoices.commands.ts';
import { watchInvoice, watchInvoices } from '#data/invoices/invoices.queries.ts';
import { watchLocalBalances } from '#data/invoices/local-balances.ts';
import { type NewMail, queueMail } from '#data/mail/waiting-mails.ts';
import { companySettingsSchema } from '#domain/companies/company-settings.ts';
import { draftInvoice, emptyInvoiceInput } from '#domain/invoices/invoice-draft.ts';
import { EVERY_INVOICE } from '#domain/invoices/invoice-filter.ts';
import type { Invoice } from '#domain/invoices/invoice.ts';
import { PARTLY_REFUSED } from '#domain/mail/mail-reason.ts';
import { systemClock } from '#platform/clock/clock.ts';
import { fillDisk } from '#tests/support/full-disk.ts';
import { AUTHOR, changedElsewhere, type LocalCompany, localCompany, shown } from '#tests/support/local-company.ts';
import { mailRound } from './mail-round.ts';
import type { MailOutcome } from './send-waiting.ts';

let company: LocalCompany;
beforeEach(async () => {
  company = await localCompany();
});
afterEach(() => company.stop());

/** One that the server knows and that nobody was sent. */
async function issued(values: Partial<Invoice> = {}): Promise<Invoice> {
  const { db, ctx } = company;
  const draft = draftInvoice(
    newRecord(ctx),
    emptyInvoiceInput({ settings: z.parse(companySettingsSchema, {}) }, null, '2026-01-10'),
    AUTHOR,
  );
  const facts = { status: 'issued', number: 'INV-1', issue_date: '2026-01-10', gross_total: 119, payment_status: 'unpaid' } as const;
  const invoice = await insertRecord(db, 'invoices', { ...draft, ...facts, ...values });
  await db.device.outbox.clear();
  return invoice;
}
const mailOf = ({ id }: Invoice, more: Partial<NewMail> = {}): NewMail => ({
  invoice_id: id,
  number: 'INV-1',
  channel: 'mail',
  kind: 'invoice',
  to: ['a@b.example'],
  cc: [],
  subject: 'x',
  body: 'y',
  open: 119,
  level: null,
  reminder: null,
  attachments: [],
  ...more,
});
/** A round in which the server takes every mail, or says what else becomes of it; says how often news was asked for. */
async function round(whileSending: () => unknown = () => undefined, outcome: MailOutcome = { kind: 'sent' }): Promise<number> {
  let asked = 0;
  const send = async () => {
    await whileSending();
    return outcome;
  };
  const parts = { db: company.db, send, clock: systemClock, random: () => 0.5, isOnline: () => true, onLeft: () => void (asked += 1) };
  await mailRound(parts, () => false, false);
  return asked;
}
const reads = (invoice: Invoice, delivery: Invoice['delivery']) =>
  firstValueFrom(watchInvoice(company.db, invoice.id).pipe(passing((found) => found?.delivery === delivery)));
const listed = async (delivery: Invoice['delivery']) => {
  const filter = { ...EVERY_INVOICE, delivery };
  const found$ = watchInvoices(company.db, { filter, limit: 10, today: '2026-02-01' });
  const { rows } = await firstValueFrom(found$.pipe(passing(({ isSearching }) => !isSearching)));
  return rows.map(({ number }) => number);
};
const notes = () => company.db.device.meta.where(':id').startsWith('left-reminder:').count();

test('an invoice whose mail has left reads as sent at once, in its page and in every list, and the server is asked for its word', async () => {
  const invoice = await issued();
  await queueMail(company.db, mailOf(invoice), company.ctx);
  const seen: string[] = [];
  const watching = watchInvoice(company.db, invoice.id).subscribe((found) => {
    seen.push(found?.delivery ?? '');
  });
  expect(await round()).toBe(1);
  await vi.waitFor(() => expect(seen.at(-1)).toBe('sent'));
  watching.unsubscribe();
  await vi.waitFor(async () => expect([await listed('not_sent'), await listed('sent')]).toEqual([[], ['INV-1']]));
  expect(await round()).toBe(0);
  expect(await notes()).toBe(1); // kept as long as the invoice does not say it
  await changedElsewhere(company, 'invoices', invoice, { delivery: 'sent', sent_at: '2026-01-31T23:30:00Z' });
  await round();
  expect(await notes()).toBe(0);
});

test('what is edited here before the server’s word comes changes nothing of that', async () => {
  const invoice = await issued();
  await queueMail(company.db, mailOf(invoice), company.ctx);
  await round(() => editInternalNotes(company.db, { id: invoice.id, opened: '', notes: 'called' }, company.ctx));
  expect((await shown(company, 'invoices', invoice.id)).internal_notes).toBe('called');
  await reads(invoice, 'sent');
  await editInternalNotes(company.db, { id: invoice.id, opened: 'called', notes: 'called twice' }, company.ctx);
  await reads(invoice, 'sent');
});

test('the server’s word stands above it: also where it came first, and where somebody says that it was not sent', async () => {
  const invoice = await issued();
  await queueMail(company.db, mailOf(invoice), company.ctx);
  await round(() => changedElsewhere(company, 'invoices', invoice, { delivery: 'sent', sent_at: '2026-01-31T23:30:00Z' }));
  await markSent(company.db, { id: invoice.id, isSent: false }, company.ctx);
  expect((await reads(invoice, 'not_sent'))?.delivery).toBe('not_sent');
  await vi.waitFor(async () => expect(await listed('not_sent')).toEqual(['INV-1']));
});

test('what was paid of it stays as the server says, also for who may not see payments', async () => {
  const invoice = await issued({ paid_total: 50, payment_status: 'partially_paid' });
  await queueMail(company.db, mailOf(invoice), company.ctx);
  await round();
  const told$ = watchLocalBalances(company.db).pipe(passing((local) => local.get(invoice.id)?.delivery === 'sent'));
  const { paid_total: paid, payment_status: state } = (await firstValueFrom(told$)).get(invoice.id) ?? {};
  expect([paid, state]).toEqual([50, 'partially_paid']);
  await changedElsewhere(company, 'invoices', invoice, { delivery: 'sent' });
  await round();
  await vi.waitFor(async () => expect((await firstValueFrom(watchLocalBalances(company.db))).size).toBe(0));
});

test('an invoice whose mail has left for some of its recipients reads as sent too, and the mail stays for somebody to see for whom not', async () => {
  const invoice = await issued();
  const id = await queueMail(company.db, mailOf(invoice), company.ctx);
  expect(await round(undefined, { kind: 'stopped', reason: PARTLY_REFUSED, detail: 'a@b.example' })).toBe(1);
  expect((await reads(invoice, 'sent'))?.delivery).toBe('sent');
  expect(await company.db.device.mails.get(id)).toMatchObject({ state: 'stopped', reason: PARTLY_REFUSED, detail: 'a@b.example' });
  const another = await queueMail(company.db, mailOf(invoice), company.ctx);
  expect(await round(undefined, { kind: 'stopped', reason: 'mail_failed', detail: '' })).toBe(0);
  expect(await company.db.device.mails.get(another)).toMatchObject({ state: 'stopped' });
});

test('on a full disk the note of one mail that left holds up none of those behind it', async () => {
  const [first, second] = [await issued(), await issued({ number: 'INV-2' })];
  for (const invoice of [first, second]) await queueMail(company.db, mailOf(invoice), company.ctx);
  const makeRoom = await fillDisk(company.db.device);
  let handed = 0;
  await expect(round(() => (handed += 1))).rejects.toMatchObject({ code: 'storage_full' });
  expect([handed, await company.db.device.mails.count()]).toEqual([2, 2]);
  makeRoom();
  await round();
  expect(await company.db.device.mails.count()).toBe(0);
});

test('that a delivery note went out says nothing of its invoice', async () => {
  const invoice = await issued();
  const note = { delivery_date: '2026-02-03', reference: '', notes: '', shows_prices: false, items: [] };
  await queueMail(company.db, mailOf(invoice, { kind: 'delivery_note', open: null, delivery_note: { id: invoice.id, note } }), company.ctx);
  expect([await round(), await notes()]).toEqual([1, 0]);
  expect(await listed('not_sent')).toEqual(['INV-1']);
});
