import { foldText } from '#domain/shared/fold-text.ts';
import type { ExpenseCategory } from './expense-category.ts';

type Named = Pick<ExpenseCategory, 'id' | 'name' | 'created_at'>;

/** Categories of one name, as two devices make them that know nothing of each other: the earlier is to stay, the same on every device. */
export function sameNamed<C extends Named>(categories: readonly C[]): { readonly kept: C; readonly double: C }[] {
  const first = new Map<string, C>();
  const inOrder = categories.toSorted((a, b) => a.created_at.localeCompare(b.created_at) || a.id.localeCompare(b.id));
  return inOrder.flatMap((category) => {
    const name = foldText(category.name.trim());
    const kept = first.get(name);
    if (kept) return [{ kept, double: category }];
    first.set(name, category);
    return [];
  });
}
