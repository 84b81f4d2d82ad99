import { afterEach, beforeEach, expect, test } from 'vitest';
import { hasUnsyncedWork, NOTHING_UNSYNCED, workOn } from '#data/session/unsynced-work.ts';
import { type LocalCompany, localCompany } from '#tests/support/local-company.ts';
import type { VendorInput } from '#domain/vendors/vendor.ts';
import { categoryDrafts, completedDraft, type FormDraft, formDrafts } from './form-drafts.ts';

const vendorDrafts = formDrafts<VendorInput>('vendor', { collection: 'vendors' });

let company: LocalCompany;
beforeEach(async () => {
  company = await localCompany();
});
afterEach(() => company.stop());

const address = { street: '', house_number: '', postal_code: '', city: '', country: 'DE' };
const blank = { ...address, name: '', email: '', phone: '', vat_id: '', iban: null, notes: '', is_active: true };

test('what was typed into a form comes back with what the form showed before, and only into that form', async () => {
  const { db, ctx } = company;
  const draft = { before: blank, values: { ...blank, name: 'Café Größenwahn' } };
  await vendorDrafts.keep(db, { kind: 'new', recordId: ctx.newId() }, draft);
  expect(await categoryDrafts.claimNew(db, ctx)).toBeNull();
  expect((await vendorDrafts.claimNew(db, ctx))?.draft).toEqual(draft);
});

test('a draft that an earlier version kept is completed by what the form shows now', () => {
  const kept = { values: { name: 'Café' } } as unknown as FormDraft<typeof blank>;
  expect(completedDraft(kept, blank)).toEqual({ before: blank, values: { ...blank, name: 'Café' } });
});

test('the draft of an edit belongs to its record and is gone once discarded', async () => {
  const { db, ctx } = company;
  const [mine, other] = [ctx.newId(), ctx.newId()];
  await vendorDrafts.keep(db, { kind: 'edit', recordId: mine }, { before: blank, values: { ...blank, city: 'Wien' } });
  expect(await vendorDrafts.ofEdit(db, other)).toBeNull();
  expect((await vendorDrafts.ofEdit(db, mine))?.draft.values.city).toBe('Wien');
  await vendorDrafts.discard(db, { kind: 'edit', recordId: mine });
  expect(await vendorDrafts.ofEdit(db, mine)).toBeNull();
});

test('[SYNC-71] what was typed and kept is work that signing out would lose, until it is saved or discarded', async () => {
  const { db, ctx } = company;
  const place = { kind: 'new', recordId: ctx.newId() } as const;
  await vendorDrafts.keep(db, place, { before: blank, values: { ...blank, name: 'Half a vendor' } });
  const work = await workOn(db.device);
  expect([work, hasUnsyncedWork(work)]).toMatchObject([
    { ...NOTHING_UNSYNCED, drafts: 1, things: [expect.stringContaining(place.recordId)] },
    true,
  ]);
  expect(hasUnsyncedWork(await workOn(db.device, ctx.newId()))).toBe(false);
  await vendorDrafts.discard(db, place);
  expect(await workOn(db.device)).toEqual(NOTHING_UNSYNCED);
});
