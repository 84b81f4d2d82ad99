import { firstValueFrom } from 'rxjs';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { newRecord } from '#data/core/command-context.ts';
import { watchExpense } from '#data/expenses/expenses.queries.ts';
import { createExpense } from '#data/expenses/expenses.commands.ts';
import { type LocalCompany, localCompany } from '#tests/support/local-company.ts';
import { changeRecord, removeRecord } from './write.ts';

let company: LocalCompany;
beforeEach(async () => {
  company = await localCompany();
});
afterEach(() => company.stop());

const spent = async () => {
  const input = {
    category_id: null,
    vendor_id: null,
    customer_id: null,
    description: 'Taxi',
    amount: 12,
    currency: 'EUR',
    tax_rate: 19,
    tax_amount: 1.92,
    tax_lines: [],
    expense_date: '2026-01-30',
    is_billable: false,
    is_reimbursable: false,
    paid_on: null,
    payment_method: '' as const,
  };
  return createExpense(company.db, { id: newRecord(company.ctx).id, input, country: 'DE' }, company.ctx);
};
/** What whoever asks now is told before anything else happens; undefined while it has to be read. */
const atOnce = (id: string) => {
  let said: string | null | undefined;
  watchExpense(company.db, id)
    .subscribe((expense) => (said = expense && expense.description))
    .unsubscribe();
  return said;
};

test('a record that is looked at is at hand for the next page, as it is now', async () => {
  const { id } = await spent();
  expect(atOnce(id)).toBeUndefined();
  const seen: (string | undefined)[] = [];
  const form = watchExpense(company.db, id).subscribe((expense) => seen.push(expense?.description));
  await expect.poll(() => seen).toEqual(['Taxi']);
  expect(atOnce(id)).toBe('Taxi');
  await changeRecord(company.db, 'expenses', id, (current) => ({ ...current, description: 'Train' }));
  await expect.poll(() => seen).toEqual(['Taxi', 'Train']);
  form.unsubscribe();
  expect(atOnce(id)).toBe('Train');
});

test('of a record that was removed it is said that it is gone, also where nobody looked at the moment', async () => {
  const { id } = await spent();
  await firstValueFrom(watchExpense(company.db, id));
  await removeRecord(company.db, 'expenses', id);
  await expect.poll(() => atOnce(id)).toBeNull();
});
