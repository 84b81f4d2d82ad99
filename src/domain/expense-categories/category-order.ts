import type { ExpenseCategory } from './expense-category.ts';

export type Placed = Pick<ExpenseCategory, 'id' | 'sort_order'>;

/** Spec §3: categories are listed by `sort_order`; equal places fall back to the name, then the id, so that every device shows the same order. */
export function byPlace(
  a: Pick<ExpenseCategory, 'id' | 'sort_order' | 'name'>,
  b: Pick<ExpenseCategory, 'id' | 'sort_order' | 'name'>,
): number {
  return a.sort_order - b.sort_order || a.name.localeCompare(b.name) || (a.id < b.id ? -1 : 1);
}

/** The new places (1, 2, 3 …) for the order wanted, only where they differ. Ids not named keep their relative order behind the named ones. */
export function orderedPlaces(current: readonly (Placed & { name: string })[], wanted: readonly string[]): Placed[] {
  const named = new Set(wanted);
  const rest = current.filter((category) => !named.has(category.id)).toSorted(byPlace);
  const now = new Map(current.map((category) => [category.id, category.sort_order]));
  return [...wanted, ...rest.map((category) => category.id)]
    .map((id, index) => ({ id, sort_order: index + 1 }))
    .filter(({ id, sort_order }) => now.get(id) !== sort_order);
}
