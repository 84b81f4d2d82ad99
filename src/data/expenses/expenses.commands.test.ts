import { addReceipt } from '#data/receipts/add-receipt.ts';
import { NO_ORIGINAL, UNREAD } from '#domain/files/file.ts';
import { filter, firstValueFrom } from 'rxjs';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { writeStored } from '#data/core/stored.ts';
import { insertRecord } from '#data/core/write.ts';
import { newRecord } from '#data/core/command-context.ts';
import { EVERY_EXPENSE, type ExpenseFilter } from '#domain/expenses/expense-filter.ts';
import type { ExpenseInput } from '#domain/expenses/expense.ts';
import { companySettingsSchema } from '#domain/companies/company-settings.ts';
import * as z from 'zod/mini';
import { goesWithExpense, isRemovalNoted } from '#data/receipts/object-removals.ts';
import {
  AUTHOR,
  changedElsewhere,
  COLLEAGUE,
  justBefore,
  type LocalCompany,
  localCompany,
  shown,
  takesOff,
} from '#tests/support/local-company.ts';
import {
  approveExpense,
  createExpense,
  deleteExpense,
  editExpense,
  keepExpenseAsSeparate,
  notePaymentDate,
  reimburseExpense,
  rejectExpense,
  reopenExpense,
  setExpenseCategory,
} from './expenses.commands.ts';
import { findTwin, watchExpenses, watchOpenTwins, watchTwinOf } from './expenses.queries.ts';

let company: LocalCompany;
beforeEach(async () => {
  company = await localCompany();
  for (const user_id of [AUTHOR, COLLEAGUE]) {
    const member = { user_id, is_owner: false, is_admin: false, display_name: '', email: '', keys: [] };
    await insertRecord(company.db, 'members', { ...newRecord(company.ctx), ...member });
  }
});
afterEach(() => company.stop());

const train: ExpenseInput = {
  category_id: null,
  vendor_id: null,
  customer_id: null,
  description: 'Zug nach Köln',
  amount: 49.9,
  currency: 'EUR',
  tax_rate: 7,
  tax_amount: 3.26,
  expense_date: '2026-01-30',
  is_billable: false,
  is_reimbursable: true,
  paid_on: null,
  payment_method: 'card',
};
const capture = (change: Partial<ExpenseInput> = {}, ctx = company.ctx) =>
  createExpense(company.db, { input: { ...train, ...change } }, ctx);
const seen = (id: string) => shown(company, 'expenses', id);
const boss = () => company.as(COLLEAGUE, 'expenses.approve', 'expenses.reimburse');

describe('capturing', () => {
  test('a new expense is pending, has no number yet and names who captured it', async () => {
    expect(await capture()).toMatchObject({ status: 'pending', number: null, created_by: AUTHOR, amount: 49.9 });
  });

  test('saving the same draft twice makes one expense', async () => {
    const id = company.ctx.newId();
    await createExpense(company.db, { id, input: train }, company.ctx);
    const second = await createExpense(company.db, { id, input: { ...train, amount: 51 } }, company.ctx);
    expect(second).toMatchObject({ id, amount: 51 });
    expect(await company.db.collections.expenses.count().exec()).toBe(1);
  });

  test('an amount that is no number is refused with its field', async () => {
    await expect(capture({ amount: Number.NaN })).rejects.toMatchObject({ code: 'invalid_input', data: { issues: [{ path: 'amount' }] } });
  });

  test('without the right nothing is captured', async () => {
    await expect(capture({}, company.as(AUTHOR, 'expenses.view'))).rejects.toMatchObject({ code: 'not_allowed' });
  });
});

describe('deciding', () => {
  test('approving needs another person', async () => {
    const { id } = await capture();
    await expect(approveExpense(company.db, { seen: await seen(id) }, company.ctx)).rejects.toMatchObject({
      code: 'not_allowed',
      data: { reason: 'own_expense' },
    });
    expect(await approveExpense(company.db, { seen: await seen(id) }, boss())).toMatchObject({ status: 'approved', decided_by: COLLEAGUE });
  });

  test('where approval pays, a reimbursable expense is reimbursed at once', async () => {
    const { companyId } = company.ctx;
    const settings = z.parse(companySettingsSchema, {});
    await insertRecord(company.db, 'companies', {
      ...newRecord(company.ctx),
      id: companyId,
      name: 'Nordlicht',
      logo_path: null,
      settings,
      bank_accounts: [],
    });
    const { id } = await capture();
    expect(await approveExpense(company.db, { seen: await seen(id) }, boss())).toMatchObject({
      status: 'reimbursed',
      paid_on: '2026-02-01',
    });
  });

  test('[SYNC-28] nobody approves, pays, rejects or reopens another amount than the one they saw', async () => {
    const before = await capture();
    const { db } = company;
    const { id } = before;
    await editExpense(db, { id, input: { ...train, amount: 499 } }, company.ctx);
    const raised = { code: 'conflict' };
    await expect(approveExpense(db, { seen: before }, boss())).rejects.toMatchObject(raised);
    await expect(rejectExpense(db, { seen: before, reason: 'no receipt' }, boss())).rejects.toMatchObject(raised);
    const approved = await approveExpense(db, { seen: await seen(id) }, boss());
    await expect(reimburseExpense(db, before, boss())).rejects.toMatchObject(raised);
    await expect(reopenExpense(db, { seen: before, reason: 'too much' }, boss())).rejects.toMatchObject(raised);
    await expect(notePaymentDate(db, { seen: before, day: '2026-02-03' }, boss())).rejects.toMatchObject(raised);
    expect(await reimburseExpense(db, approved, boss())).toMatchObject({ status: 'reimbursed', amount: 499 });
  });

  test('what was just approved can be selected and reimbursed while the server says when it was; who decided counts', async () => {
    const { db } = company;
    const approved = await approveExpense(db, { seen: await capture() }, boss());
    const stamp = '2026-02-03T10:00:01.500Z';
    await changedElsewhere(company, 'expenses', approved, { decided_at: stamp, booked_at: stamp });
    expect(await reimburseExpense(db, approved, boss())).toMatchObject({ status: 'reimbursed', booked_at: stamp });

    const other = await approveExpense(db, { seen: await capture() }, boss());
    await changedElsewhere(company, 'expenses', other, { decided_by: AUTHOR });
    await expect(reimburseExpense(db, other, boss())).rejects.toMatchObject({ code: 'conflict' });
  });

  test('a rejection carries its reason, the author hands in again, and it can be approved', async () => {
    const { id } = await capture();
    await expect(rejectExpense(company.db, { seen: await seen(id), reason: ' ' }, boss())).rejects.toMatchObject({ code: 'invalid_input' });
    expect(await rejectExpense(company.db, { seen: await seen(id), reason: 'Beleg fehlt' }, boss())).toMatchObject({
      status: 'rejected',
      rejection_reason: 'Beleg fehlt',
    });
    const author = company.as(AUTHOR, 'expenses.update_own');
    expect(await reopenExpense(company.db, { seen: await seen(id), reason: 'Beleg ist da' }, author)).toMatchObject({
      status: 'pending',
      decided_by: null,
    });
    expect(await approveExpense(company.db, { seen: await seen(id) }, boss())).toMatchObject({ status: 'approved', rejection_reason: '' });
    expect(await reimburseExpense(company.db, await seen(id), boss())).toMatchObject({ status: 'reimbursed', paid_on: '2026-02-01' });
  });

  test('a step from the wrong status is refused and changes nothing', async () => {
    const { id } = await capture();
    await expect(reimburseExpense(company.db, await seen(id), boss())).rejects.toMatchObject({ code: 'invalid_transition' });
    expect((await company.db.collections.expenses.findOne(id).exec())?.status).toBe('pending');
  });

  test('when the company paid is noted after the approval, by who may change expenses', async () => {
    const { id } = await capture();
    await editExpense(company.db, { id, input: { ...train, is_reimbursable: false } }, company.as(AUTHOR, 'expenses.update_own'));
    await expect(notePaymentDate(company.db, { seen: await seen(id), day: '2026-02-03' }, boss())).rejects.toMatchObject({
      code: 'invalid_transition',
    });
    await approveExpense(company.db, { seen: await seen(id) }, boss());
    expect(await notePaymentDate(company.db, { seen: await seen(id), day: '2026-02-03' }, boss())).toMatchObject({
      status: 'approved',
      paid_on: '2026-02-03',
    });
    const author = company.as(AUTHOR, 'expenses.update_own');
    await expect(notePaymentDate(company.db, { seen: await seen(id), day: null }, author)).rejects.toMatchObject({ code: 'not_allowed' });
    await expect(notePaymentDate(company.db, { seen: await seen(id), day: '2026-02-31' }, boss())).rejects.toMatchObject({
      code: 'invalid_input',
    });
  });

  test('what was decided is not edited', async () => {
    const { id } = await capture();
    await approveExpense(company.db, { seen: await seen(id) }, boss());
    const author = company.as(AUTHOR, 'expenses.update_own');
    await expect(editExpense(company.db, { id, input: { ...train, amount: 500 } }, author)).rejects.toMatchObject({
      code: 'invalid_transition',
    });
  });
});

test('[SYNC-26] a form that stood open writes only what was changed in it, whatever arrived meanwhile', async () => {
  const expense = await capture();
  await changedElsewhere(company, 'expenses', expense, { amount: 60, tax_amount: 3.93, is_billable: true });
  const input = { ...train, description: 'Zug nach Bonn', amount: 55, tax_amount: 3.6 };
  expect(await editExpense(company.db, { id: expense.id, opened: train, input }, company.ctx)).toMatchObject({
    description: 'Zug nach Bonn',
    amount: 60,
    tax_amount: 3.93,
    is_billable: true,
  });
  expect(await company.db.device.issues.toArray()).toMatchObject([
    { collection: 'expenses', fields: ['amount', 'tax_amount', 'tax_lines'] },
  ]);
});

test('[SYNC-26] what was approved under an open form is not edited', async () => {
  const expense = await capture();
  await changedElsewhere(company, 'expenses', expense, { status: 'approved', decided_by: COLLEAGUE });
  const author = company.as(AUTHOR, 'expenses.update_own');
  const edit = editExpense(company.db, { id: expense.id, opened: train, input: { ...train, amount: 500 } }, author);
  await expect(edit).rejects.toMatchObject({ code: 'invalid_transition' });
  expect(await company.db.device.outbox.count()).toBe(0);
});

test('deleting an expense deletes the records of its receipts', async () => {
  const { id } = await capture();
  const other = await capture();
  for (const expense_id of [id, other.id]) {
    const record = newRecord(company.ctx);
    const stored = {
      path: `${record.company_id}/${record.id}.jpg`,
      name: 'a.jpg',
      mime_type: 'image/jpeg',
      size: 3,
      sha256: 'a'.repeat(64),
      confidential: false,
      ...NO_ORIGINAL,
      ...UNREAD,
    } as const;
    await insertRecord(company.db, 'files', { ...record, ...stored, expense_id, created_by: AUTHOR });
  }
  await deleteExpense(company.db, id, company.ctx);
  expect((await company.db.collections.files.find().exec()).map((file) => file.expense_id)).toEqual([other.id]);
});

test('[SYNC-83] an expense that the server never had comes back with its receipts and their bytes', async () => {
  const { db, ctx } = company;
  const { id } = await capture();
  const shrink = async () => null as never;
  const pdf = new File(['%PDF-1.4 a receipt'], 'taxi.pdf', { type: 'application/pdf' });
  const { file } = await addReceipt(db, ctx, { expenseId: id, file: pdf }, shrink);
  const [kept] = await db.device.receipts.toArray();
  const takeBack = await deleteExpense(db, id, ctx);
  const unsent = async () =>
    (await db.device.outbox.toArray())
      .map(({ key, op }) => `${op} ${key}`)
      .filter((each) => /expenses|files/.test(each))
      .toSorted();
  expect([await db.device.receipts.count(), await db.collections.files.find().exec(), await unsent()]).toEqual([0, [], []]);
  await takeBack();
  expect((await db.collections.files.find().exec()).map((each) => [each.id, each.expense_id])).toEqual([[file.id, id]]);
  expect(await db.device.receipts.toArray()).toEqual([kept]);
  expect(await unsent()).toEqual([`upsert expenses:${id}`, `upsert files:${file.id}`]);
  expect(await db.device.meta.where(':id').startsWith('remove-object:').count()).toBe(0);
});

test('[SYNC-83] an expense that is being sent by the time it goes keeps its receipts, and later it can no longer be taken back', async () => {
  const { db, ctx } = company;
  const { id } = await capture();
  const pdf = new File(['%PDF-1.4 a receipt'], 'taxi.pdf', { type: 'application/pdf' });
  const { file } = await addReceipt(db, ctx, { expenseId: id, file: pdf }, async () => null as never);
  const takeBack = await deleteExpense(
    justBefore(db, () => takesOff(company, 'expenses', id)),
    id,
    ctx,
  );
  expect([await db.device.receipts.count(), await db.collections.files.count().exec()]).toEqual([1, 1]);
  expect(await isRemovalNoted(db, file.path)).toBe(true);
  await db.device.outbox.delete(`expenses:${id}`); // the server has heard of it
  await expect(takeBack()).rejects.toMatchObject({ code: 'too_late' });
});

test('[SYNC-83] an expense of which the sending failed by the time it goes comes back all the same', async () => {
  const { db, ctx } = company;
  const { id } = await capture();
  await takesOff(company, 'expenses', id);
  const takeBack = await deleteExpense(
    justBefore(db, () => db.device.outbox.update(`expenses:${id}`, { flight: null })),
    id,
    ctx,
  );
  expect(await db.device.outbox.get(`expenses:${id}`)).toBeUndefined();
  await takeBack();
  expect((await shown(company, 'expenses', id)).id).toBe(id);
});

test('[SYNC-65] the objects of a deleted expense are noted with its deletion, whoever looks before, and not of one that could not be deleted', async () => {
  const { db, ctx } = company;
  const { id } = await capture();
  const pdf = new File(['%PDF-1.4 a receipt'], 'taxi.pdf', { type: 'application/pdf' });
  const { file } = await addReceipt(db, ctx, { expenseId: id, file: pdf }, async () => null as never);
  await changedElsewhere(company, 'expenses', await shown(company, 'expenses', id), {}); // the server has it
  await keepExpenseAsSeparate(db, await shown(company, 'expenses', id), ctx); // and not yet this
  const { storageInstance } = db.collections.expenses;
  const write = storageInstance.bulkWrite;
  storageInstance.bulkWrite = () => Promise.reject(new Error('no room left'));
  await expect(deleteExpense(db, id, ctx)).rejects.toMatchObject({ code: 'storage_failed' });
  expect(await isRemovalNoted(db, file.path)).toBe(false);
  storageInstance.bulkWrite = write;
  const seen: boolean[] = [];
  await deleteExpense(
    justBefore(db, async () => seen.push(await isRemovalNoted(db, file.path))),
    id,
    ctx,
  );
  expect([seen, await isRemovalNoted(db, file.path), await goesWithExpense(db, file.path)]).toEqual([[false], true, true]);
});

test('[SYNC-83] where the disk is full an expense that the server never had does not come back without the bytes of its receipts', async () => {
  const { db, ctx } = company;
  const { id } = await capture();
  const pdf = new File(['%PDF-1.4 a receipt'], 'taxi.pdf', { type: 'application/pdf' });
  const { file } = await addReceipt(db, ctx, { expenseId: id, file: pdf }, async () => null as never);
  await db.device.receipts.update(file.id, { attempts: 1 }); // something of it may have arrived
  const takeBack = await deleteExpense(db, id, ctx);
  const full = () => {
    throw new DOMException('no room left', 'QuotaExceededError');
  };
  db.device.receipts.hook('creating', full);
  await expect(takeBack()).rejects.toMatchObject({ code: 'storage_full' });
  expect([await db.collections.expenses.findOne(id).exec(), await db.collections.files.findOne(file.id).exec()]).toEqual([null, null]);
  db.device.receipts.hook('creating').unsubscribe(full);
  const order: string[] = [];
  db.device.receipts.hook('creating', (key) => void order.push(`bytes ${String(key)}`));
  db.device.outbox.hook('creating', (key) => void order.push(String(key)));
  await takeBack();
  expect(order).toEqual([`bytes ${file.id}`, `expenses:${id}`, `files:${file.id}`]);
  expect(await db.device.meta.where(':id').startsWith('remove-object:').count()).toBe(0);
});

test('[SYNC-49] that it is another one is said by who may edit it, of what they saw, and travels with the expense', async () => {
  const { db, ctx } = company;
  const first = await capture();
  const second = await capture();
  const asked = async () => (await firstValueFrom(watchOpenTwins(db))).map(({ expense }) => expense.id);
  expect(await asked()).toEqual([second.id]);
  const lunch = await capture({ amount: 12 });
  const twinOf = async (expense: typeof second) => (await firstValueFrom(watchTwinOf(db, expense)))?.id ?? null;
  expect([await twinOf(first), await twinOf(second), await twinOf(lunch)]).toEqual([null, first.id, null]);
  await expect(keepExpenseAsSeparate(db, second, company.as(COLLEAGUE, 'expenses.approve'))).rejects.toMatchObject({ code: 'not_allowed' });
  await expect(keepExpenseAsSeparate(db, { ...second, amount: 5 }, ctx)).rejects.toMatchObject({ code: 'conflict' });
  await keepExpenseAsSeparate(db, second, ctx);
  expect([await asked(), await firstValueFrom(watchTwinOf(db, second))]).toEqual([[], null]);
  expect(await db.device.outbox.get(`expenses:${second.id}`)).toMatchObject({ mine: { is_separate: true } });
});

test('[SYNC-49] who was asked at the entry and saved it anyway is not asked again', async () => {
  await capture();
  const { id } = await capture({ is_separate: true });
  await editExpense(company.db, { id, input: { ...train, description: 'The way back' } }, company.ctx);
  expect(await firstValueFrom(watchOpenTwins(company.db))).toEqual([]);
});

describe('listing', () => {
  const list = async (change: Partial<ExpenseFilter>, limit = 10) => {
    const page = await firstValueFrom(
      watchExpenses(company.db, { filter: { ...EVERY_EXPENSE, ...change }, limit }).pipe(filter((rows) => !rows.isSearching)),
    );
    return { what: page.rows.map((expense) => expense.description), hasMore: page.hasMore };
  };
  beforeEach(async () => {
    await capture({ description: 'old', expense_date: '2026-01-01', amount: 30 });
    await capture({ description: 'new', expense_date: '2026-01-31', amount: 10, vendor_id: AUTHOR });
    await capture({ description: 'mid', expense_date: '2026-01-15', amount: 20 }, { ...company.ctx, userId: COLLEAGUE });
  });

  test('newest first, with a sign that there is more', async () => {
    expect(await list({})).toEqual({ what: ['new', 'mid', 'old'], hasMore: false });
    expect(await list({}, 2)).toEqual({ what: ['new', 'mid'], hasMore: true });
  });

  test('by amount, in a date range, only mine, by vendor, by text', async () => {
    expect((await list({ sort: 'highest' })).what).toEqual(['old', 'mid', 'new']);
    expect((await list({ from: '2026-01-15', to: '2026-01-31' })).what).toEqual(['new', 'mid']);
    expect((await list({ isMine: true })).what).toEqual(['new', 'old']);
    expect((await list({ vendorId: AUTHOR })).what).toEqual(['new']);
    expect((await list({ text: 'MID' })).what).toEqual(['mid']);
  });

  test('a search reads on until it has found enough, over many pages', async () => {
    const rows = Array.from({ length: 1200 }, (_, n) => ({
      ...newRecord(company.ctx),
      ...train,
      tax_rate: 7,
      number: null,
      created_by: AUTHOR,
      status: 'pending' as const,
      rejection_reason: '',
      decided_by: null,
      decided_at: null,
      recurring_expense_id: null,
      recurring_period: null,
      is_separate: false,
      description: `bulk ${n}`,
      expense_date: '2026-01-20',
      rev: `r-${n}`,
    }));
    await writeStored(company.db, 'expenses', new Map(rows.map((row) => [row.id, row])));
    expect(await list({ text: 'old' })).toEqual({ what: ['old'], hasMore: false });
    expect((await list({ text: 'bulk' }, 5)).hasMore).toBe(true);
  });

  test('the same vendor, amount and day looks like the same receipt', async () => {
    expect(
      await findTwin(company.db, { id: null, vendor_id: AUTHOR, amount: 10, currency: 'EUR', expense_date: '2026-01-31' }),
    ).toMatchObject({ description: 'new' });
    expect(
      await findTwin(company.db, { id: null, vendor_id: AUTHOR, amount: 10.01, currency: 'EUR', expense_date: '2026-01-31' }),
    ).toBeNull();
    expect(await findTwin(company.db, { id: null, vendor_id: null, amount: 10, currency: 'EUR', expense_date: '2026-01-31' })).toBeNull();
  });
});

describe('filing in the list', () => {
  const CATEGORY = '0190d0e0-0000-7000-8000-0000000000c1';

  test('an undecided expense gets another category, and nothing else of it changes', async () => {
    const expense = await seen((await capture()).id);
    const filed = await setExpenseCategory(company.db, { seen: expense, categoryId: CATEGORY }, company.ctx);
    expect({ ...filed, rev: expense.rev, updated_at: expense.updated_at }).toEqual({ ...expense, category_id: CATEGORY });
    expect(await setExpenseCategory(company.db, { seen: filed, categoryId: null }, company.ctx)).toMatchObject({ category_id: null });
  });

  test('what was decided, what is somebody else’s, and what changed meanwhile stays as it is', async () => {
    const expense = await seen((await capture()).id);
    const file = (of: typeof expense, ctx = company.ctx) => setExpenseCategory(company.db, { seen: of, categoryId: CATEGORY }, ctx);
    await expect(file(expense, company.as(COLLEAGUE, 'expenses.view', 'expenses.update_own'))).rejects.toMatchObject({
      code: 'not_allowed',
    });
    await expect(file({ ...expense, amount: 1 })).rejects.toMatchObject({ code: 'conflict' });
    await approveExpense(company.db, { seen: expense }, boss());
    await expect(file(await seen(expense.id))).rejects.toMatchObject({ code: 'invalid_transition' });
    expect((await seen(expense.id)).category_id).toBeNull();
  });
});
