import { createEntry, deleteEntry, editEntry, setEntryActive } from '#data/directory/directory.commands.ts';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { AppError } from '#domain/errors.ts';
import type { Vendor, VendorInput } from '#domain/vendors/vendor.ts';
import { approveExpense, reopenExpense } from '#data/expenses/expenses.commands.ts';
import { changedElsewhere, COLLEAGUE, type LocalCompany, localCompany } from '#tests/support/local-company.ts';
import { expenseOf } from '#tests/sync/records.ts';
import { newRecord } from './command-context.ts';
import { insertRecord } from './write.ts';
import { applyToAll } from './bulk.ts';

let company: LocalCompany;
let vendors: Vendor[];
beforeEach(async () => {
  company = await localCompany();
  vendors = [];
  for (const name of ['Bahn', 'Hotel', 'Taxi']) vendors.push(await createEntry(company.db, 'vendors', { ...EMPTY, name }, company.ctx));
});
afterEach(() => company.stop());

const EMPTY: VendorInput = {
  name: '',
  email: '',
  phone: '',
  vat_id: '',
  iban: null,
  street: '',
  house_number: '',
  postal_code: '',
  city: '',
  country: '',
  notes: '',
  is_active: true,
};
const ids = () => vendors.map(({ id }) => id);
const now = async () => (await company.db.collections.vendors.find().exec()).map((vendor) => `${vendor.name} ${vendor.is_active}`).sort();
const onAll = (act: (id: string) => Promise<unknown>) => applyToAll(company.db, 'vendors', { shown: vendors, act: ({ id }) => act(id) });

test('records deleted together come back together', async () => {
  const outcome = await onAll((id) => deleteEntry(company.db, 'vendors', id, company.ctx));
  expect([outcome.done, await now()]).toEqual([ids(), []]);
  expect(await outcome.undo()).toEqual([]);
  expect(await now()).toEqual(['Bahn true', 'Hotel true', 'Taxi true']);
});

test('a refused record leaves the others alone, and undo does not touch it', async () => {
  const outcome = await onAll(async (id) => {
    if (id === ids()[1]) throw new AppError('in_use');
    await setEntryActive(company.db, 'vendors', { id, isActive: false }, company.ctx);
  });
  expect(outcome.refused).toMatchObject([{ id: ids()[1], error: { code: 'in_use' } }]);
  expect(await now()).toEqual(['Bahn false', 'Hotel true', 'Taxi false']);
  await outcome.undo();
  expect(await now()).toEqual(['Bahn true', 'Hotel true', 'Taxi true']);
});

test('[SYNC-28] of many expenses approved at once the one that was raised since it was selected is left alone', async () => {
  const { db, ctx } = company;
  const expense = (amount: number) => {
    const record = newRecord(ctx);
    return insertRecord(db, 'expenses', expenseOf({ ...record, at: record.created_at }, 'Taxi', COLLEAGUE, null, amount));
  };
  const shown = [await expense(10), await expense(20)];
  await changedElsewhere(company, 'expenses', shown[0]!, { amount: 1000 });
  const outcome = await applyToAll(db, 'expenses', { shown, act: (seen) => approveExpense(db, { seen: seen }, ctx) });
  expect(outcome).toMatchObject({ done: [shown[1]!.id], refused: [{ id: shown[0]!.id, error: { code: 'conflict' } }] });
  const made = [...outcome.made.values()];
  await changedElsewhere(company, 'expenses', made[0]!, { status: 'reimbursed' });
  const undone = await applyToAll(db, 'expenses', { shown: made, act: (seen) => reopenExpense(db, { seen, reason: 'undone' }, ctx) });
  expect(undone.refused).toMatchObject([{ error: { code: 'conflict' } }]);
});

test('what was done before the company was closed counts as done, and what came of it as not known', async () => {
  const { storageInstance } = company.db.collections.vendors;
  const read = storageInstance.findDocumentsById;
  const outcome = await onAll(async (id) => {
    await setEntryActive(company.db, 'vendors', { id, isActive: false }, company.ctx);
    if (id === ids()[2]) storageInstance.findDocumentsById = () => Promise.reject(new Error('closed'));
  });
  storageInstance.findDocumentsById = read;
  expect(outcome).toMatchObject({ done: ids(), refused: [], isKnown: false });
  expect(await onAll((id) => deleteEntry(company.db, 'vendors', id, company.ctx))).toMatchObject({ isKnown: true });
});

const closed = (id: string) => ({ id, error: { code: 'no_company' } });

test('what a command did not come to before the company was closed is neither done nor refused, nor is what it was cut off from', async () => {
  const tried: string[] = [];
  const outcome = await onAll(async (id) => {
    tried.push(id);
    if (id === ids()[0]) throw new AppError('in_use');
    await company.db.rx.close();
    throw new AppError('storage_failed');
  });
  expect(tried).toEqual(ids().slice(0, 2));
  expect(outcome).toMatchObject({ done: [], refused: [{ id: ids()[0] }], untried: ids().slice(1).map(closed) });
});

test('the one during which the company was closed counts as done where it got through', async () => {
  const outcome = await onAll(() => company.db.rx.close());
  expect(outcome).toMatchObject({ done: [ids()[0]], refused: [], untried: ids().slice(1).map(closed) });
});

test('what an undo does not come to before the company is closed could not be taken back', async () => {
  const outcome = await onAll((id) => setEntryActive(company.db, 'vendors', { id, isActive: false }, company.ctx));
  await company.db.rx.close();
  expect(await outcome.undo()).toMatchObject(ids().map(closed));
});

test('undo takes back what the command changed, not what somebody typed afterwards', async () => {
  const outcome = await onAll((id) => setEntryActive(company.db, 'vendors', { id, isActive: false }, company.ctx));
  const edit = { id: ids()[0] ?? '', input: { ...EMPTY, name: 'Deutsche Bahn', is_active: false } };
  await editEntry(company.db, 'vendors', { ...edit, opened: { ...EMPTY, name: 'Bahn', is_active: false } }, company.ctx);
  await outcome.undo();
  expect(await now()).toEqual(['Deutsche Bahn true', 'Hotel true', 'Taxi true']);
});

test('what is gone by then cannot be taken back, and that is said', async () => {
  const outcome = await onAll((id) => setEntryActive(company.db, 'vendors', { id, isActive: false }, company.ctx));
  await deleteEntry(company.db, 'vendors', ids()[2] ?? '', company.ctx);
  expect(await outcome.undo()).toMatchObject([{ id: ids()[2], error: { code: 'not_found' } }]);
  expect(await now()).toEqual(['Bahn true', 'Hotel true']);
});
