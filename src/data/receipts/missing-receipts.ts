import { filter, merge, type Observable } from 'rxjs';
import type { CompanyDatabase } from '#data/core/company-database.ts';
import { type PageSort, readPage } from '#data/core/pages.ts';
import { expectsReceipt } from '#domain/expenses/missing-receipt.ts';
import type { Expense } from '#domain/expenses/expense.ts';

/** More bookings than these nobody takes back. */
const REVERSALS_MOST = 100_000;

/** The expenses that another booking takes back. */
async function readReversed({ collections: { expenses } }: CompanyDatabase): Promise<ReadonlySet<string | null>> {
  const reversals = await readPage(expenses, {
    selector: { reversal_key: { $gt: '' } } as never,
    sort: { field: 'reversal_key', direction: 'asc' } as unknown as PageSort<Expense>,
    limit: REVERSALS_MOST,
  });
  return new Set(reversals.map(({ reverses_expense_id: id }) => id));
}

/**
 * Which expenses should show a receipt and show none; `lookUp` finds out about some, `lacks` says it of those. What was taken back is read once, however
 * many are asked about: whoever watches asks anew after {@link changesMissingReceipts}.
 */
export function missingReceipts(db: CompanyDatabase) {
  const { files } = db.collections;
  const lacking = new Set<string>();
  const hasFile = async (id: string) =>
    (await readPage(files, { selector: { expense_key: id } as object, sort: { field: 'id', direction: 'asc' }, limit: 1 })).length > 0;
  let reversed: Promise<ReadonlySet<string | null>> | undefined;
  return {
    async lookUp(chunk: readonly Expense[]): Promise<void> {
      const taken = await (reversed ??= readReversed(db));
      await Promise.all(
        chunk.map(async (expense) => {
          const isExpected = expectsReceipt(expense) && !taken.has(expense.id);
          if (isExpected && !(await hasFile(expense.id))) lacking.add(expense.id);
          else lacking.delete(expense.id);
        }),
      );
    },
    lacks: ({ id }: Expense): boolean => lacking.has(id),
  };
}

/** A receipt came or went, or an expense was taken back: what was found out before may not hold. */
export const changesMissingReceipts = ({ collections: { expenses, files } }: CompanyDatabase): Observable<unknown> =>
  merge(files.$ as Observable<unknown>, expenses.$.pipe(filter(({ documentData }) => documentData.reverses_expense_id !== null)));
