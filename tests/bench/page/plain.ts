import { createRxDatabase, type RxCollection, type RxDatabase } from 'rxdb';
import { storedSchema } from '#data/core/stored-form.ts';
import { companyStorage } from '#data/core/storage.ts';
import { registry } from '#domain/registry.ts';
import type { Expense } from '#domain/expenses/expense.ts';

/** The database of the page of React and RxDB alone. */
export const PLAIN = 'bench-plain';

export type Plain = { readonly rx: RxDatabase; readonly expenses: RxCollection<Expense> };

/** RxDB on the product's storage, with one collection and nothing of the product around it. */
export async function openPlain(name: string): Promise<Plain> {
  const rx = await createRxDatabase({ name, storage: companyStorage(), multiInstance: true });
  const { expenses } = await rx.addCollections({ expenses: { schema: storedSchema(registry.expenses) } });
  if (!expenses) throw new Error('no collection');
  return { rx, expenses };
}
