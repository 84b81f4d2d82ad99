import 'fake-indexeddb/auto';
import { expect, test } from 'vitest';
import { insertRecord, removeRecord } from '#data/core/write.ts';
import { markReadyToIssue } from '#data/invoices/invoices.commands.ts';
import { keepAsDraft, replaceParents, retryIssue } from '#data/sync-centre/issues.ts';
import { missingParents } from '#data/sync-centre/missing-parents.ts';
import { newId } from '#platform/ids/ids.ts';
import { until } from '#tests/support/patience.ts';
import type { LabDevice } from './lab.ts';
import { leaseLab } from './lease-lab.ts';
import { expenseOf, vendorOf } from './records.ts';

const lab = leaseLab();
const { ctx, customerOn, device, draftOn, invoiceOn } = lab;
const KINDS = { only: ['companies', 'customers', 'vendors', 'invoices', 'expenses'] } as const;
const base = () => ({ id: newId(), company_id: lab.company(), at: '2026-01-01T00:00:00Z' });

/** Two devices that know the same; what the first writes offline names a record that the second deletes meanwhile. */
async function apart() {
  const [a, b] = [await device(KINDS), await device(KINDS)];
  const [gone, other] = [await customerOn(a), await customerOn(a)];
  const vendor = vendorOf(base(), 'Bahn');
  await insertRecord(a.db, 'vendors', vendor);
  await a.settled();
  await b.settled();
  a.isOffline = true;
  return { a, b, gone, other, vendor };
}
/** The device comes back, and asks as often as it takes until a person is asked. */
async function asked(on: LabDevice) {
  on.isOffline = false;
  const poke = setInterval(() => on.engine.poke('person'), 30);
  await until(async () => (await on.db.device.issues.count()) === 1).finally(() => clearInterval(poke));
  await on.settled(); // the refusal comes before the news of who is gone
  const [issue] = await on.db.device.issues.toArray();
  if (!issue) throw new Error('no question');
  return issue;
}
async function answered(on: LabDevice, answer: Promise<void>) {
  await answer;
  on.engine.poke('write');
  await on.settled();
  expect([await on.db.device.issues.count(), await on.db.device.outbox.count()]).toEqual([0, 0]);
}
const named = async (table: string, field: string) =>
  (await lab.server().db.query(`select ${field} as id from public.${table} where company_id = $1`, [lab.company()])).rows.map(
    ({ id }) => id,
  );

test('[SYNC-9] a draft whose customer was deleted before it arrived goes to another one, chosen where it is asked about', async () => {
  const { a, b, gone, other } = await apart();
  const draft = await draftOn(a, gone);
  await removeRecord(b.db, 'customers', gone);
  await b.settled();
  const issue = await asked(a);
  expect([issue.message, await missingParents(a.db, issue)]).toEqual([
    'missing_parent',
    [{ field: 'customer_id', to: 'customers', id: gone, isOptional: true }],
  ]);
  await answered(a, replaceParents(a.db, issue, { customer_id: other }));
  expect(await named('invoices', 'customer_id')).toEqual([other]);
  expect((await invoiceOn(a, draft.id)).items.map(({ description }) => description)).toEqual(
    draft.items.map(({ description }) => description),
  );
});

test('[SYNC-9] or the customer is made anew, and both arrive', async () => {
  const { a, b, gone } = await apart();
  await draftOn(a, gone);
  await removeRecord(b.db, 'customers', gone);
  await b.settled();
  const issue = await asked(a);
  const anew = await customerOn(a);
  await answered(a, replaceParents(a.db, issue, { customer_id: anew }));
  expect(await named('invoices', 'customer_id')).toEqual([anew]);
});

test('[SYNC-9] an invoice that was to be issued to who is gone goes on as a draft without a customer', async () => {
  const { a, b, gone } = await apart();
  const draft = await draftOn(a, gone);
  await markReadyToIssue(a.db, { seen: draft, overruled: [] }, ctx);
  await removeRecord(b.db, 'customers', gone);
  await b.settled();
  const issue = await asked(a);
  expect(issue.message).toBe('cannot_issue');
  await answered(a, keepAsDraft(a.db, issue));
  expect([await named('invoices', 'customer_id'), await named('invoices', 'status')]).toEqual([[null], ['draft']]);
});

test('[SYNC-9] an expense whose vendor was deleted goes as it is once that one is back', async () => {
  const { a, b, vendor } = await apart();
  await insertRecord(a.db, 'expenses', expenseOf(base(), 'Taxi', ctx.userId, vendor.id, 10));
  await removeRecord(b.db, 'vendors', vendor.id);
  await b.settled();
  const issue = await asked(a);
  expect((await missingParents(a.db, issue)).map(({ field }) => field)).toEqual(['vendor_id']);
  await insertRecord(b.db, 'vendors', vendor);
  await b.settled();
  await a.settled();
  expect(await missingParents(a.db, issue)).toEqual([]);
  await answered(a, retryIssue(a.db, issue));
  expect(await named('expenses', 'vendor_id')).toEqual([vendor.id]);
});
