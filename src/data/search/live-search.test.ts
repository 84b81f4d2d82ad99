import { firstValueFrom } from 'rxjs';
import { filter } from 'rxjs/operators';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { systemClock } from '#platform/clock/clock.ts';
import { newRecord } from '#data/core/command-context.ts';
import { createRecurringExpense } from '#data/recurring-expenses/recurring-expenses.commands.ts';
import { writeStored } from '#data/core/stored.ts';
import { changeRecord, insertRecord, removeRecord } from '#data/core/write.ts';
import type { RecordIn } from '#domain/registry.ts';
import { recurringFromExpense } from '#domain/recurring-expenses/recurring-expense-form.ts';
import { SEARCH_KINDS } from '#domain/search/search-index.ts';
import { type LocalCompany, localCompany } from '#tests/support/local-company.ts';
import { liveSearch, prepareSearch, type SearchHit, watchSearch } from './live-search.ts';

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
    iban: null,
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
    tax_lines: [],
    expense_date: '2026-01-30',
    status: 'pending',
    rejection_reason: '',
    is_separate: false,
    is_billable: false,
    is_reimbursable: false,
    paid_on: null,
    payment_method: '',
    decided_by: null,
    decided_at: null,
    recurring_expense_id: null,
    recurring_period: null,
    booked_on: null,
    exchange: null,
    booked_at: null,
    reverses_expense_id: null,
    reversal_reason: '',
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

test('a recurring expense is found by its vendor’s name and by its text', async () => {
  const vendor = await addVendor({ name: 'Hetzner' });
  const input = {
    ...recurringFromExpense(null, { currency: 'EUR', taxRate: 19, schedule: { auto_generate: true, lead_days: 0 }, today: '2026-01-30' }),
    vendor_id: vendor.id,
    description: 'Cloudserver',
    amount: 12,
    tax_amount: 0,
  };
  const { id } = await createRecurringExpense(company.db, { id: company.ctx.newId(), input }, company.ctx);
  expect([await found('cloudserver hetzner'), await found('hetzner')]).toEqual([[id], ['Hetzner', id]]);
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

test('a change that arrives while a page is on its way is not overwritten by that older page', async () => {
  const vendor = await addVendor({ name: 'Before' });
  const storage = company.db.collections.vendors.storageInstance;
  const query = storage.query.bind(storage);
  storage.query = async (prepared) => {
    const page = await query(prepared);
    storage.query = query;
    await changeRecord(company.db, 'vendors', vendor.id, (current) => ({ ...current, name: 'After' }));
    await new Promise((resolve) => setTimeout(resolve, 20));
    return page;
  };
  await liveSearch(company.db).built;
  expect([await found('before'), await found('after')]).toEqual([[], ['After']]);
});

test('every page of a long list is read', async () => {
  await Promise.all(Array.from({ length: 450 }, (_, n) => addVendor({ name: `Vendor ${n}` })));
  const live = liveSearch(company.db);
  await live.built;
  expect(live.index.size()).toBe(450);
});

test('what is read ahead lets go first who writes, until somebody searches', async () => {
  const { storageInstance: vendors } = company.db.collections.vendors;
  const { storageInstance: expenses } = company.db.collections.expenses;
  const [askVendors, askExpenses] = [vendors.query.bind(vendors), expenses.query.bind(expenses)];
  const [asked, written] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  let pages = 0;
  vendors.query = async (prepared) => {
    asked.resolve();
    await written.promise;
    return askVendors(prepared);
  };
  expenses.query = (prepared) => {
    pages += 1;
    return askExpenses(prepared);
  };
  const db = { ...company.db, clock: { ...systemClock, monotonicMs: () => 0 } }; // those who wrote have always just done so
  prepareSearch(db);
  await asked.promise;
  await addVendor({ name: 'Bahn' });
  written.resolve();
  await new Promise((resolve) => setTimeout(resolve, 200));
  expect(pages).toBe(0);
  liveSearch(db);
  await expect.poll(() => pages).toBe(1);
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
