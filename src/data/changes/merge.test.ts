import fc from 'fast-check';
import { expect, test } from 'vitest';
import { companies } from '#domain/companies/companies.entity.ts';
import type { EntitySpec } from '#domain/shared/define-entity.ts';
import { expenses } from '#domain/expenses/expenses.entity.ts';
import { registry } from '#domain/registry.ts';
import { vendors } from '#domain/vendors/vendors.entity.ts';
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

test('[SYNC-11] a field that my older app did not know is asked about only where the server has something in it', () => {
  const { tax_lines: _unknown, ...old } = { ...expense, tax_lines: undefined };
  const [base, mine] = [old, { ...old, amount: 20 }] as SyncedRecord[] as [SyncedRecord, SyncedRecord];
  const asked = (tax_lines: readonly object[]) =>
    mergeRecords(expenses, { base, mine, theirs: { ...base, amount: 30, tax_lines, booked_on: null } as SyncedRecord }).conflicts;
  expect(asked([])).toEqual(['amount']);
  expect(asked([{ rate: 19 }])).toEqual(['amount', 'tax_lines']);
});

test('[SYNC-21] status and reason travel together when only I changed them', () => {
  const mine = { ...expense, status: 'rejected' as const, rejection_reason: 'no receipt' };
  const { merged, conflicts } = mergeRecords(expenses, { base: expense, mine, theirs: { ...expense, number: 'EXP-1' } });
  expect(merged).toMatchObject({ status: 'rejected', rejection_reason: 'no receipt', number: 'EXP-1' });
  expect(conflicts).toEqual([]);
});

const APPROVED = { status: 'approved' as const, decided_by: 'u', decided_at: '2026-01-02T00:00:00Z' };

test('[SYNC-28] an approval of ten euros is not merged with a thousand that a colleague made of them', () => {
  const { merged, conflicts } = mergeRecords(expenses, {
    base: expense,
    mine: { ...expense, ...APPROVED },
    theirs: { ...expense, amount: 1000 },
  });
  expect(merged).toMatchObject({ status: 'pending', decided_by: null, amount: 1000 });
  expect(conflicts).toEqual(expect.arrayContaining(['status', 'amount']));
});

test('[SYNC-28] nor is an amount put under what a colleague approved meanwhile', () => {
  const { merged, conflicts } = mergeRecords(expenses, {
    base: expense,
    mine: { ...expense, amount: 1000 },
    theirs: { ...expense, ...APPROVED },
  });
  expect(merged).toMatchObject({ status: 'approved', amount: 10 });
  expect(conflicts).toEqual(expect.arrayContaining(['status', 'amount']));
});

test('[SYNC-28] as long as nobody decides, two people describe and sort the same expense without a question', () => {
  const { merged, conflicts } = mergeRecords(expenses, {
    base: expense,
    mine: { ...expense, description: 'Taxi to the fair' },
    theirs: { ...expense, amount: 1000 },
  });
  expect(merged).toMatchObject({ description: 'Taxi to the fair', amount: 1000 });
  expect(conflicts).toEqual([]);
});

test("[SYNC-28] where the next step is mine and the server only completed my last one, the server's completion is no question", () => {
  const sent = { ...expense, number: null as string | null };
  const { merged, conflicts } = mergeRecords(
    expenses,
    { base: sent, mine: { ...sent, ...APPROVED }, theirs: { ...sent, number: 'EXP-1', tax_amount: 1.6 } },
    'mine',
  );
  expect(merged).toMatchObject({ ...APPROVED, number: 'EXP-1', tax_amount: 1.6 });
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

const DECIDED = Object.values(registry as Readonly<Record<string, EntitySpec>>).flatMap((spec) =>
  spec.decision ? [{ ...spec, decision: spec.decision }] : [],
);
type Values = Record<string, string>;
const ofSide = (record: unknown, fields: readonly string[]) => fields.map((field) => (record as Values)[field]);

test('[SYNC-28] every entity in which people decide says on what: expenses, invoices, payments and both kinds of series', () => {
  expect(DECIDED.map(({ name }) => name)).toEqual(['invoices', 'payments', 'recurring_invoices', 'expenses', 'recurring_expenses']);
});

test.each(DECIDED)('[SYNC-28] $name: the fields of a decision are fields of the record, and no group lies half inside', (spec) => {
  const { schema, groups = [], decision } = spec;
  const bound = [...decision.made, ...decision.on];
  expect(bound.filter((field) => !(field in schema.shape))).toEqual([]);
  expect(bound).toHaveLength(new Set(bound).size);
  for (const group of groups) expect(new Set(group.map((field) => bound.includes(field))).size).toBe(1);
});

test.each(DECIDED)('[SYNC-28] $name: no decision ever ends on values its author had not seen', (spec) => {
  const { made, on } = spec.decision;
  const { beside = [] } = spec;
  const fields = [...made, ...on];
  const base = { ...vendor, ...Object.fromEntries(fields.map((field) => [field, 'base'])) } as unknown as SyncedRecord;
  const changes = fc.dictionary(fc.constantFrom(...fields), fc.constantFrom('a', 'b'), { noNullPrototype: true, maxKeys: 4 });
  fc.assert(
    fc.property(changes, changes, (here, there) => {
      const [mine, theirs] = [
        { ...base, ...here },
        { ...base, ...there },
      ];
      const { merged, conflicts } = mergeRecords(spec, { base, mine, theirs });
      if (!made.some((field) => field in here || field in there)) return;
      const [now, my, their] = [merged, mine, theirs].map((record) => ofSide(record, fields));
      expect([my, their]).toContainEqual(now);
      const lost = Object.keys(here).filter((field) => (merged as unknown as Values)[field] !== here[field]);
      // Where nothing but what goes along differs, both decided the same, and nobody is asked.
      const isSame = fields.every(
        (field) => (beside as readonly string[]).includes(field) || ofSide(mine, [field])[0] === ofSide(theirs, [field])[0],
      );
      expect(isSame ? conflicts : lost.filter((field) => !conflicts.includes(field))).toEqual([]);
    }),
    { numRuns: 500 },
  );
});
