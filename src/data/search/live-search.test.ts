import { firstValueFrom } from 'rxjs';
import { filter } from 'rxjs/operators';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { newRecord } from '#data/core/command-context.ts';
import { writeStored } from '#data/core/stored.ts';
import { changeRecord, insertRecord, removeRecord } from '#data/core/write.ts';
import type { RecordIn } from '#data/registry.ts';
import { SEARCH_KINDS } from '#domain/search/search-index.ts';
import { type LocalCompany, localCompany } from '#tests/support/local-company.ts';
import { liveSearch, type SearchHit, watchSearch } from './live-search.ts';

let company: LocalCompany;
beforeEach(async () => {
  company = await localCompany();
});
afterEach(() => company.stop());

type Vendor = RecordIn<'vendors'>;
const address = { street: '', house_number: '', postal_code: '', city: '', country: 'DE' };
const addVendor = (part: Partial<Vendor>) =>
  insertRecord(company.db, 'vendors', {
    ...newRecord(company.ctx),
    ...address,
    name: 'Vendor',
    email: '',
    phone: '',
    vat_id: '',
    notes: '',
    is_active: true,
    ...part,
  });
const addExpense = (part: Partial<RecordIn<'expenses'>>) =>
  insertRecord(company.db, 'expenses', {
    ...newRecord(company.ctx),
    number: null,
    created_by: company.ctx.userId,
    category_id: null,
    vendor_id: null,
    customer_id: null,
    description: '',
    amount: 1,
    currency: 'EUR',
    tax_rate: null,
    tax_amount: 0,
    expense_date: '2026-01-30',
    status: 'pending',
    rejection_reason: '',
    is_billable: false,
    is_reimbursable: false,
    paid_on: null,
    payment_method: '',
    decided_by: null,
    decided_at: null,
    ...part,
  });
const nameOf = ({ record }: SearchHit) => ('name' in record ? record.name : record.id);
async function found(query: string): Promise<string[]> {
  const result$ = watchSearch(company.db, { query, kinds: SEARCH_KINDS, limit: 10 });
  const { groups } = await firstValueFrom(result$.pipe(filter(({ isReading }) => !isReading)));
  return groups.flatMap(({ hits }) => hits.map(nameOf));
}

test('what is on the device is found offline, folded, by name, place, phone and amount', async () => {
  const vendor = await addVendor({ name: 'Müller Büro', city: 'Köln', phone: '+49 221 123-45' });
  const expense = await addExpense({ description: 'Toner', amount: 1234.5, vendor_id: vendor.id });
  expect(await found('muller koln')).toEqual(['Müller Büro']);
  expect(await found('22112345')).toEqual(['Müller Büro']);
  expect(await found('1234,5')).toEqual([expense.id]);
  expect(await found('toner muller')).toEqual([expense.id]);
});

test('a record that is added, changed or removed after the index was read is found as it is now', async () => {
  await liveSearch(company.db).built;
  const vendor = await addVendor({ name: 'Bahn' });
  expect(await found('bahn')).toEqual(['Bahn']);
  await changeRecord(company.db, 'vendors', vendor.id, (current) => ({ ...current, name: 'Flug' }));
  expect([await found('bahn'), await found('flug')]).toEqual([[], ['Flug']]);
  await removeRecord(company.db, 'vendors', vendor.id);
  expect(await found('flug')).toEqual([]);
});

test('what sync brings is found, too', async () => {
  await liveSearch(company.db).built;
  const vendor = await addVendor({ name: 'Alt' });
  await writeStored(company.db, 'vendors', new Map([[vendor.id, { ...vendor, name: 'Vom Server', rev: 'srv-1' }]]));
  expect(await found('server')).toEqual(['Vom Server']);
});

test('a change that arrives while the index is being read is not overwritten by the older page', async () => {
  const names = Array.from({ length: 450 }, (_, n) => `Vendor ${n}`);
  const vendors = await Promise.all(names.map((name) => addVendor({ name })));
  const oldest = vendors.toSorted((a, b) => (a.id < b.id ? -1 : 1))[0] as Vendor;
  let changed: Promise<unknown> | undefined;
  const live = liveSearch(company.db, async () => {
    changed ??= changeRecord(company.db, 'vendors', oldest.id, (current) => ({ ...current, name: 'Renamed' }));
    await changed;
  });
  await live.built;
  expect(live.index.size()).toBe(450);
  expect(await found('renamed')).toEqual(['Renamed']);
});

test('a query lists hits that are still being written without any reload', async () => {
  const seen: string[][] = [];
  const watching = watchSearch(company.db, { query: 'bahn', kinds: SEARCH_KINDS, limit: 10 }).subscribe(({ groups }) =>
    seen.push(groups.flatMap(({ hits }) => hits.map(nameOf))),
  );
  await liveSearch(company.db).built;
  await addVendor({ name: 'Bahn' });
  await expect.poll(() => seen.at(-1)).toEqual(['Bahn']);
  watching.unsubscribe();
});
