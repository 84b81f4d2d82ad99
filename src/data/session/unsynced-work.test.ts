import { afterEach, beforeEach, expect, test } from 'vitest';
import { createEntry, setEntryActive } from '#data/directory/directory.commands.ts';
import { type LocalCompany, localCompany } from '#tests/support/local-company.ts';
import { losesMore, workOn } from './unsynced-work.ts';

let company: LocalCompany;
beforeEach(async () => void (company = await localCompany()));
afterEach(() => company.stop());

const address = { street: '', house_number: '', postal_code: '', city: '', country: 'DE' };
const named = (name: string) => ({ ...address, name, email: '', phone: '', vat_id: '', iban: null, notes: '', is_active: true });

test('[SYNC-71] as many things as were named are not the things that were named', async () => {
  const { db, ctx } = company;
  const { outbox, issues, drafts, mails, receipts } = db.device;
  const add = (name: string) => createEntry(db, 'vendors', named(name), ctx);
  const sent = await add('sent');
  const told = await workOn(db.device);
  expect(losesMore(told, told)).toBe(false);
  await outbox.clear();
  expect(losesMore(await workOn(db.device), told)).toBe(false);
  await add('written meanwhile');
  const now = await workOn(db.device);
  expect([now.changes, losesMore(now, told)]).toEqual([told.changes, true]);
  // So is a record that was sent, and edited anew.
  await outbox.clear();
  await setEntryActive(db, 'vendors', { id: sent.id, isActive: false }, ctx);
  expect(losesMore(await workOn(db.device), told)).toBe(true);
  await outbox.clear();
  for (const [table, row, next] of [
    [mails, { id: 'm1' }, { id: 'm2' }],
    [receipts, { id: 'r1' }, { id: 'r2' }],
    [issues, { id: 'vendors:v:1', key: 'vendors:v' }, { id: 'vendors:v:2', key: 'vendors:v' }],
    [drafts, { key: 'vendor:new', changed_at: '09:00' }, { key: 'vendor:new', changed_at: '09:01' }],
  ] as const) {
    await table.clear();
    await table.put({ ...row, company_id: db.companyId } as never);
    const before = await workOn(db.device);
    await table.clear();
    await table.put({ ...next, company_id: db.companyId } as never);
    expect([table.name, losesMore(await workOn(db.device), before)]).toEqual([table.name, true]);
  }
});
