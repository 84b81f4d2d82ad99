import type { CompanyDatabase } from '#data/core/company-database.ts';
import { type PageSort, readPage } from '#data/core/pages.ts';
import { expectsReceipt } from '#domain/expenses/missing-receipt.ts';
import type { Expense } from '#domain/expenses/expense.ts';

/** More bookings than these nobody takes back. */
const REVERSALS_MOST = 100_000;

/** Which expenses should show a receipt and show none; `lookUp` finds out about some, `lacks` says it of those. */
export function missingReceipts({ collections: { expenses, files } }: CompanyDatabase) {
  const lacking = new Set<string>();
  const hasFile = async (id: string) =>
    (await readPage(files, { selector: { expense_key: id } as object, sort: { field: 'id', direction: 'asc' }, limit: 1 })).length > 0;
  return {
    async lookUp(chunk: readonly Expense[]): Promise<void> {
      const reversals = await readPage(expenses, {
        selector: { reversal_key: { $gt: '' } } as never,
        sort: { field: 'reversal_key', direction: 'asc' } as unknown as PageSort<Expense>,
        limit: REVERSALS_MOST,
      });
      const reversed = new Set(reversals.map(({ reverses_expense_id: id }) => id));
      await Promise.all(
        chunk.map(async (expense) => {
          const isExpected = expectsReceipt(expense) && !reversed.has(expense.id);
          if (isExpected && !(await hasFile(expense.id))) lacking.add(expense.id);
          else lacking.delete(expense.id);
        }),
      );
    },
    lacks: ({ id }: Expense): boolean => lacking.has(id),
  };
}
