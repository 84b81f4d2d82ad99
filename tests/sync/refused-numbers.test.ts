import 'fake-indexeddb/auto';
import { expect, test } from 'vitest';
import { editInvoiceDraft, markReadyToIssue } from '#data/invoices/invoices.commands.ts';
import { keptLease } from '#data/leases/kept-leases.ts';
import { returnNumbers } from '#data/leases/number-leases.commands.ts';
import { settleLeases } from '#data/leases/settle-leases.ts';
import { isFrozenThere, issueAnew, issuedElsewhere, keepMine, keepsNumber, keepTheirs, refusedNumber } from '#data/sync-centre/issues.ts';
import { repairCompany } from '#data/sync/repair.ts';
import { type InvoiceInput, invoiceInputSchema } from '#domain/invoices/invoice.ts';
import { newId } from '#platform/ids/ids.ts';
import { inputFrom } from '#domain/shared/record.ts';
import { copyServer } from '#tests/support/older-server.ts';
import type { LabDevice } from './lab.ts';
import { leaseLab } from './lease-lab.ts';

const lab = leaseLab();
const { call, ctx, customerOn, device, draftOn, invoiceOn, issued, missing, onServer, take } = lab;

/** Two devices without a connection that have a customer, and two drafts that the server knows. */
async function apart() {
  const [a, b] = [await device(), await device()];
  const customer = await customerOn(a);
  const [one, two] = [(await draftOn(a, customer)).id, (await draftOn(a, customer)).id];
  await a.settled();
  await b.settled();
  const part = () => {
    a.isOffline = true;
    b.isOffline = true;
  };
  return { a, b, customer, one, two, part };
}
/** What a copied profile has of them. */
async function copyLease(from: LabDevice, to: LabDevice) {
  const lease = await keptLease(from.db);
  if (!lease) throw new Error('no lease');
  await to.db.device.leases.put({ ...lease });
}
async function land(...devices: LabDevice[]) {
  for (const on of devices) {
    on.isOffline = false;
    on.engine.poke('online');
    await on.settled();
  }
}
const asked = async ({ db }: LabDevice) => db.device.issues.toArray();
async function theQuestion(on: LabDevice) {
  const [issue, ...more] = await asked(on);
  if (!issue || more.length > 0) throw new Error(`${more.length + Number(!!issue)} questions`);
  return issue;
}
/** A person answers; afterwards nothing waits and nothing is asked. */
async function answers(on: LabDevice, answer: () => Promise<void>) {
  await answer();
  on.engine.poke('write');
  await on.settled();
  expect([await asked(on), await on.db.device.outbox.count()]).toEqual([[], 0]);
}
const numbers = async () => (await onServer()).map(({ number }) => String(number));
const edited = async (on: LabDevice, id: string, values: Partial<InvoiceInput>) =>
  editInvoiceDraft(on.db, { id, input: { ...inputFrom(invoiceInputSchema, await invoiceOn(on, id)), ...values } }, ctx);

test('[SYNC-81] a copied device: the second use of a number waits for a person, who has it issued with another one', async () => {
  const { a, b: copy, customer, part } = await apart();
  await take(a, 3);
  await copyLease(a, copy);
  part(); // else what the server completes of a draft comes in between
  const [first, second] = [await issued(a, customer), await issued(copy, customer)];
  expect(second.number).toBe(first.number);
  await land(a, copy);
  const issue = await theQuestion(copy);
  expect([issue.kind, issue.message, refusedNumber(issue), issuedElsewhere(issue), keepsNumber(issue)]).toEqual([
    'rejected',
    'number_used',
    first.number,
    null,
    false,
  ]);
  await answers(copy, () => issueAnew(copy.db, issue, newId));
  const all = await onServer();
  expect([all.length, new Set(await numbers()).size, all.some(({ id }) => id === second.id)]).toEqual([2, 2, true]);
  await settleLeases(copy.db, call);
  expect((await keptLease(copy.db))?.unused).toEqual([2, 3]);
});

test('[SYNC-81] the same with a draft that the server knows: it is issued with another number, and nothing is left to ask', async () => {
  const { a, b: copy, customer, one, two, part } = await apart();
  await take(a, 3);
  await copyLease(a, copy);
  part();
  const [first] = [await issued(a, customer, one), await issued(copy, customer, two)];
  await land(a, copy);
  const issue = await theQuestion(copy);
  expect([issue.kind, refusedNumber(issue)]).toEqual(['rejected', first.number]);
  await answers(copy, () => issueAnew(copy.db, issue, newId));
  expect(await numbers()).toEqual([first.number, expect.stringMatching(/0004$/)]);
});

test('[SYNC-81] a copied device that has the same invoice on its way sends it once more without any question', async () => {
  const { a, b: copy, customer, part } = await apart();
  await take(a, 3);
  part();
  const invoice = await issued(a, customer);
  const [row] = await a.db.device.outbox.toArray();
  if (!row) throw new Error('nothing to copy');
  await copy.db.device.outbox.put(row);
  await copyLease(a, copy);
  await repairCompany(copy.db);
  await land(a, copy);
  expect([await numbers(), await asked(copy)]).toEqual([[invoice.number], []]);
});

test('[SYNC-85] a copied device that issues the same draft with the same number and content has issued the same invoice: nobody is asked', async () => {
  const { a, b: copy, customer, one, part } = await apart();
  await take(a, 3);
  await copyLease(a, copy);
  part();
  const [first] = [await issued(a, customer, one), await issued(copy, customer, one)];
  await land(a, copy);
  expect([await numbers(), await asked(copy), await copy.db.device.outbox.count()]).toEqual([[first.number], [], 0]);
  expect((await invoiceOn(copy, one)).leased).toEqual({ lease_id: first.leased?.lease_id });
});

test('[SYNC-85] with another content it is asked about: mine becomes an invoice of its own with a new number, once, however often it is pressed', async () => {
  const { a, b: copy, customer, one, part } = await apart();
  await take(a, 3);
  await copyLease(a, copy);
  part();
  await edited(copy, one, { reference: 'changed on the copy' });
  const [first] = [await issued(a, customer, one), await issued(copy, customer, one)];
  await land(a, copy);
  const issue = await theQuestion(copy);
  expect([issue.kind, refusedNumber(issue), issuedElsewhere(issue)]).toEqual(['conflict', first.number, first.number]);
  await answers(copy, async () => {
    await issueAnew(copy.db, issue, newId);
    await expect(issueAnew(copy.db, issue, newId)).rejects.toMatchObject({ code: 'conflict' });
  });
  expect(await numbers()).toEqual([first.number, expect.stringMatching(/0004$/)]);
  const [, own] = await onServer();
  const kept = await invoiceOn(copy, String(own?.['id']));
  expect([kept.reference, kept.items.map(({ description }) => description)]).toEqual([
    'changed on the copy',
    first.items.map(({ description }) => description),
  ]);
});

test('[SYNC-85] a draft that two devices issued with numbers of their own: mine stays as a second invoice with the number that it went out with', async () => {
  const { a, b, customer, one, part } = await apart();
  await take(a, 2);
  await take(b, 2);
  part();
  const [first, second] = [await issued(a, customer, one), await issued(b, customer, one)];
  await land(a, b);
  const issue = await theQuestion(b);
  expect([issue.kind, refusedNumber(issue), issuedElsewhere(issue), isFrozenThere(issue)]).toEqual([
    'conflict',
    second.number,
    first.number,
    true,
  ]);
  await answers(b, () => issueAnew(b.db, issue, newId));
  expect(await numbers()).toEqual([first.number, second.number]);
  const [, own] = await onServer();
  expect((await invoiceOn(b, String(own?.['id']))).leased).toEqual({ lease_id: second.leased?.lease_id });
  for (const on of [a, b]) await returnNumbers(on.db, call);
  expect((await missing()).map(({ place, reason }) => `${Number(place)} ${String(reason)}`)).toEqual(['2 lease_unused']);
});

test('[SYNC-85] or the server’s is kept: then my number may be in a customer’s hands, and is missing with that reason', async () => {
  const { a, b, customer, one, part } = await apart();
  await take(a, 2);
  await take(b, 2);
  part();
  const [first] = [await issued(a, customer, one), await issued(b, customer, one)];
  await land(a, b);
  await expect(returnNumbers(b.db, call)).rejects.toMatchObject({ code: 'invalid_transition' });
  const issue = await theQuestion(b);
  await answers(b, () => keepTheirs(b.db, issue));
  for (const on of [b, a]) await returnNumbers(on.db, call);
  expect(await numbers()).toEqual([first.number]);
  expect((await missing()).map(({ place, reason }) => `${Number(place)} ${String(reason)}`)).toEqual(['2 lease_unused', '3 lease_lost']);
});

test('[SYNC-85] who only wished to issue what was issued meanwhile can’t have it twice', async () => {
  const { a, b, customer, one, part } = await apart();
  await take(a, 2);
  part();
  await issued(a, customer, one);
  await markReadyToIssue(b.db, { seen: await invoiceOn(b, one), overruled: [] }, ctx);
  await land(a, b);
  const issue = await theQuestion(b);
  expect([isFrozenThere(issue), refusedNumber(issue), issuedElsewhere(issue)]).toEqual([true, null, null]);
  await expect(issueAnew(b.db, issue, newId)).rejects.toMatchObject({ code: 'invalid_transition' });
  await answers(b, () => keepTheirs(b.db, issue));
});

test('[SYNC-81] a draft that somebody else changed while it was issued here: mine is taken with its number, or theirs stays a draft', async () => {
  const { a, b, customer, one, part } = await apart();
  await take(a, 2);
  part();
  const first = await issued(a, customer, one);
  b.isOffline = false;
  await edited(b, one, { reference: 'changed meanwhile' });
  await land(b, a);
  const issue = await theQuestion(a);
  expect([issue.kind, isFrozenThere(issue), refusedNumber(issue)]).toEqual(['conflict', false, null]);
  await answers(a, () => keepMine(a.db, issue));
  expect([await numbers(), (await invoiceOn(a, one)).reference]).toEqual([[first.number], '']);
});

test('[SYNC-81] a draft that somebody else deleted while it was issued here comes back with another number', async () => {
  const { a, b, customer, one, part } = await apart();
  await take(a, 2);
  part();
  await issued(a, customer, one);
  await lab.deleteOn(b, one);
  await land(b, a);
  const issue = await theQuestion(a);
  expect([issue.kind, refusedNumber(issue) === null]).toEqual(['deleted_there', false]);
  await answers(a, () => issueAnew(a.db, issue, newId));
  expect((await onServer()).map(({ id }) => id)).toEqual([one]);
});

test('[SYNC-81] or, where it may be in a customer’s hands already, with the number that it went out with', async () => {
  const { a, b, customer, one, part } = await apart();
  await take(a, 2);
  part();
  const first = await issued(a, customer, one);
  await lab.deleteOn(b, one);
  await land(b, a);
  const issue = await theQuestion(a);
  expect(keepsNumber(issue)).toBe(true);
  await answers(a, () => keepMine(a.db, issue));
  expect(await numbers()).toEqual([first.number]);
});

test('[SYNC-81] the numbers of a device were ended: its invoice waits with its number, and arrives with it once they are open again', async () => {
  const { a, customer, one, part } = await apart();
  await take(a, 2);
  part();
  const first = await issued(a, customer, one);
  const lease = first.leased?.lease_id;
  await call('end_number_lease', { p_company: lab.company(), p_lease: lease });
  await land(a);
  const issue = await theQuestion(a);
  expect([issue.message, keepsNumber(issue)]).toEqual(['lease_ended', true]);
  await call('reopen_number_lease', { p_company: lab.company(), p_lease: lease });
  await answers(a, () => keepMine(a.db, issue));
  expect(await numbers()).toEqual([first.number]);
});

test('[SYNC-81] an invoice whose customer was deleted before it arrived brings the customer back, to every device', async () => {
  const { a, b, part } = await apart();
  const customer = await customerOn(a);
  await a.settled();
  await b.settled();
  await take(a, 1);
  part();
  const first = await issued(a, customer);
  b.isOffline = false;
  await lab.deleteCustomerOn(b, customer);
  await land(b, a);
  await b.settled();
  expect([await numbers(), await asked(a)]).toEqual([[first.number], []]);
  for (const on of [a, b]) expect((await on.all('customers')).some(({ id }) => id === customer)).toBe(true);
});

test('[SYNC-82] a server that was set back gave the numbers to somebody else meanwhile: mine are refused, and issued with other numbers', async () => {
  const { a, b, customer, one, two, part } = await apart();
  const putBack = await copyServer(lab.server().db);
  await take(a, 3);
  a.isOffline = true;
  const mine = await issued(a, customer, one);
  await putBack();
  await take(b, 3);
  part();
  const other = await issued(b, customer, two);
  expect(other.number).toBe(mine.number);
  await land(b);
  await settleLeases(a.db, call);
  expect(await keptLease(a.db)).toBe(null);
  await land(a);
  const issue = await theQuestion(a);
  expect([issue.kind, issue.message, refusedNumber(issue)]).toEqual(['rejected', 'lease_unknown', mine.number]);
  await answers(a, () => issueAnew(a.db, issue, newId));
  expect(await numbers()).toEqual([other.number, expect.stringMatching(/0004$/)]);
  await returnNumbers(b.db, call);
  expect((await missing()).map(({ place, reason }) => `${Number(place)} ${String(reason)}`)).toEqual(['2 lease_unused', '3 lease_unused']);
});
