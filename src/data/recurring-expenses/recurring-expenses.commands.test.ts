import { firstValueFrom } from 'rxjs';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { changeRecord } from '#data/core/write.ts';
import { recurringFromExpense } from '#domain/recurring-expenses/recurring-expense-form.ts';
import type { RecurringExpense, RecurringExpenseInput } from '#domain/recurring-expenses/recurring-expense.ts';
import { AUTHOR, changedElsewhere, type LocalCompany, localCompany, shown } from '#tests/support/local-company.ts';
import { saveRecurringExpense } from './recurring-expense-drafts.ts';
import { requestExpenseGeneration, withdrawExpenseGeneration } from './recurring-expenses.commands.ts';
import { watchDueRecurringExpenses, watchRecurringExpenses } from './recurring-expenses.queries.ts';

let company: LocalCompany;
beforeEach(async () => {
  company = await localCompany();
});
afterEach(() => company.stop());

const SCHEDULE = { auto_generate: true, lead_days: 0 };
const formOf = (part: Partial<RecurringExpenseInput> = {}) => ({
  ...recurringFromExpense(null, { currency: 'EUR', taxRate: 19, schedule: SCHEDULE, today: '2026-02-01' }),
  amount: 119 as number | null,
  description: 'Office rent',
  ...part,
});
const save = (values: ReturnType<typeof formOf>, recordId = company.ctx.newId()) =>
  saveRecurringExpense(company.db, { kind: 'new', recordId, before: values, values }, company.ctx);
const add = (part: Partial<RecurringExpenseInput> = {}) => save(formOf(part));
const seen = (id: string) => shown(company, 'recurring_expenses', id);
const all = () => firstValueFrom(watchRecurringExpenses(company.db));

test('what is typed is completed by the tax in it; saving it twice makes one', async () => {
  const recordId = company.ctx.newId();
  await save(formOf(), recordId);
  await save(formOf(), recordId);
  expect(await all()).toMatchObject([{ amount: 119, tax_amount: 19, next_generation: '2026-02-01', created_by: AUTHOR, is_active: true }]);
});

test('[SYNC-26] a new one that is here already and was changed elsewhere is asked about, not overwritten', async () => {
  const typed = { kind: 'new', recordId: company.ctx.newId(), before: formOf({ description: '' }), values: formOf() } as const;
  const saved = await saveRecurringExpense(company.db, typed, company.ctx);
  await changedElsewhere(company, 'recurring_expenses', saved, { description: 'Warehouse rent' });
  expect(await saveRecurringExpense(company.db, typed, company.ctx)).toMatchObject({ description: 'Warehouse rent' });
  expect(await company.db.device.issues.toArray()).toMatchObject([{ kind: 'conflict', fields: ['description'] }]);
});

test('an amount is asked for, and an end after the start', async () => {
  const refused = (path: string) => ({ code: 'invalid_input', data: { issues: [expect.objectContaining({ path })] } });
  await expect(save({ ...formOf(), amount: null })).rejects.toMatchObject(refused('amount'));
  await expect(save(formOf({ end_date: '2026-01-31' }))).rejects.toMatchObject(refused('end_date'));
});

test('what comes within thirty days is upcoming', async () => {
  const due = await add({ start_date: '2026-02-01' });
  const soon = await add({ start_date: '2026-03-03' });
  await add({ start_date: '2026-03-04' });
  const found = await firstValueFrom(watchDueRecurringExpenses(company.db, '2026-02-01'));
  expect([found.due.map(({ id }) => id), found.upcoming.map(({ id }) => id)]).toEqual([[due.id], [soon.id]]);
});

test('the wish to generate is kept and can be taken back; it needs the right to change', async () => {
  const item = await add();
  expect((await requestExpenseGeneration(company.db, await seen(item.id), company.ctx)).generate_requested).toBe('2026-02-01');
  expect((await withdrawExpenseGeneration(company.db, await seen(item.id), company.ctx)).generate_requested).toBeNull();
  const viewer = company.as(AUTHOR, 'recurring_expenses.view');
  await expect(requestExpenseGeneration(company.db, await seen(item.id), viewer)).rejects.toMatchObject({ code: 'not_allowed' });
});

test('an interval that this version does not know takes no list away', async () => {
  const item = await add();
  await changeRecord(
    company.db,
    'recurring_expenses',
    item.id,
    (current) => ({ ...current, interval: 'hourly' }) as unknown as RecurringExpense,
  );
  expect(await all()).toMatchObject([{ interval: 'hourly' }]);
});
