import type { Expense } from '#domain/expenses/expense.ts';
import { NORDLICHT } from '#local/seed/demo-nordlicht.ts';
import { expenseOf } from '#tests/support/finance-records.ts';

/** A change as a device sends it: the whole record, as it has it. */
const changed = (doc: Expense, base_rev: string | null) => ({
  collection: 'expenses',
  id: doc.id,
  mutation_id: doc.rev,
  base_rev,
  op: 'upsert',
  doc,
});

export type Change = ReturnType<typeof changed>;

export function captured(i: number, rev: string) {
  const id = `01970000-0000-7000-8000-${i.toString(16).padStart(12, '0')}`;
  const values = {
    description: `Bench ${i} ${rev}`,
    amount: 12.5,
    tax_amount: 2,
    expense_date: '2026-06-15',
    payment_method: 'card' as const,
  };
  return changed(expenseOf({ id, company_id: NORDLICHT.id, rev, ...values }), null);
}

export const edited = (expense: Expense, rev: string) => changed({ ...expense, rev, description: `Bench edited ${rev}` }, expense.rev);
