import fc from 'fast-check';
import { expect, test } from 'vitest';
import { companies } from '#data/companies/companies.collection.ts';
import { expenses } from '#data/expenses/expenses.collection.ts';
import { vendors } from '#data/vendors/vendors.collection.ts';
import type { SyncedRecord } from '#domain/shared/record.ts';
import { expenseOf, vendorOf } from '#tests/sync/records.ts';
import { mergeRecords } from './merge.ts';

const ids = { id: 'i', company_id: 'c', at: '2026-01-01T00:00:00Z' };
const vendor = vendorOf(ids, 'Acme');
const expense = expenseOf(ids, 'Taxi', 'u', null, 10);
const rev = <T extends object>(record: T, name: string) => ({ ...record, rev: name });

test('[SYNC-11] what only one side changed is taken from that side', () => {
  const { merged, conflicts } = mergeRecords(vendors, {
    base: vendor,
    mine: { ...vendor, phone: '1' },
    theirs: rev({ ...vendor, notes: 'n' }, 'srv-1'),
  });
  expect(merged).toMatchObject({ phone: '1', notes: 'n', rev: 'srv-1' });
  expect(conflicts).toEqual([]);
});

test('[SYNC-11] where both changed, the server stands and the field is named', () => {
  const { merged, conflicts } = mergeRecords(vendors, {
    base: vendor,
    mine: { ...vendor, name: 'Mine' },
    theirs: { ...vendor, name: 'Theirs' },
  });
  expect(merged).toMatchObject({ name: 'Theirs' });
  expect(conflicts).toEqual(['name']);
});

test('[SYNC-11] both made the same change: nothing to ask', () => {
  const changed = { ...vendor, name: 'Same' };
  expect(mergeRecords(vendors, { base: vendor, mine: changed, theirs: changed }).conflicts).toEqual([]);
});

test('[SYNC-21] amount, currency and tax come from one side', () => {
  const { merged, conflicts } = mergeRecords(expenses, {
    base: expense,
    mine: { ...expense, amount: 20 },
    theirs: { ...expense, currency: 'USD' },
  });
  expect(merged).toMatchObject({ amount: 10, currency: 'USD' });
  expect(conflicts).toEqual(['amount', 'currency']);
});

test('[SYNC-21] status and reason travel together when only I changed them', () => {
  const mine = { ...expense, status: 'rejected' as const, rejection_reason: 'no receipt' };
  const { merged, conflicts } = mergeRecords(expenses, { base: expense, mine, theirs: { ...expense, description: 'Bus' } });
  expect(merged).toMatchObject({ status: 'rejected', rejection_reason: 'no receipt', description: 'Bus' });
  expect(conflicts).toEqual([]);
});

test('[SYNC-22] two people change different leaves of the settings', () => {
  const company = (bank: string, tax: string) => ({
    ...vendor,
    settings: { company_details: { bank: { iban: bank } }, tax: { vat_id: tax } },
  });
  const { merged, conflicts } = mergeRecords(companies, { base: company('', ''), mine: company('DE1', ''), theirs: company('', 'DE9') });
  expect(merged).toMatchObject({ settings: { company_details: { bank: { iban: 'DE1' } }, tax: { vat_id: 'DE9' } } });
  expect(conflicts).toEqual([]);
});

test('[SYNC-22] the same leaf changed twice is named by its path', () => {
  const company = (iban: string) => ({ ...vendor, settings: { company_details: { bank: { iban } } } });
  expect(mergeRecords(companies, { base: company(''), mine: company('DE1'), theirs: company('DE2') }).conflicts).toEqual([
    'settings.company_details.bank.iban',
  ]);
});

test('[SYNC-5] against my own earlier version as the server completed it, what I typed since stays mine', () => {
  const sent = { ...expense, number: null };
  const { merged, conflicts } = mergeRecords(
    expenses,
    { base: sent, mine: { ...sent, description: 'new' }, theirs: { ...sent, number: 'EXP-1', description: 'trimmed' } },
    'mine',
  );
  expect(merged).toMatchObject({ number: 'EXP-1', description: 'new' });
  expect(conflicts).toEqual([]);
});

const FIELDS = ['name', 'phone', 'notes', 'city', 'street', 'email'] as const;
const edits = fc.dictionary(fc.constantFrom(...FIELDS), fc.constantFrom('a', 'b', 'c'), { noNullPrototype: true });

test('[SYNC-11] laws: nothing of theirs is lost, nothing of mine vanishes without being named, and without my changes theirs comes back exactly', () => {
  fc.assert(
    fc.property(edits, edits, (here, there) => {
      const [mine, theirs] = [
        { ...vendor, ...here },
        { ...vendor, ...there },
      ];
      const { merged, conflicts } = mergeRecords(vendors, { base: vendor, mine, theirs });
      const at = (record: SyncedRecord, field: string) => (record as unknown as Record<string, unknown>)[field];
      const changedThere = FIELDS.filter((field) => at(theirs, field) !== at(vendor, field));
      expect(changedThere.filter((field) => at(merged, field) !== at(theirs, field))).toEqual([]);
      const vanished = FIELDS.filter((field) => at(mine, field) !== at(vendor, field) && at(merged, field) !== at(mine, field));
      expect(vanished.filter((field) => !conflicts.includes(field))).toEqual([]);
      expect(mergeRecords(vendors, { base: vendor, mine: vendor, theirs }).merged).toEqual(theirs);
      expect(mergeRecords(vendors, { base: vendor, mine, theirs: vendor }).merged).toEqual(mine);
    }),
  );
});
