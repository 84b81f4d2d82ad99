import { firstValueFrom } from 'rxjs';
import type { CompanyDatabase } from '#data/core/company-database.ts';
import { FIRST_ROWS } from '#data/core/use-growing-list.ts';
import { watchDirectory } from '#data/directory/directory.ts';
import { keptCategories } from '#data/expense-categories/expense-categories.queries.ts';
import { readListView } from '#data/list-view/list-view.ts';
import { keptMembers } from '#data/members/members.queries.ts';
import { keptBookingRules } from '#data/periods/periods.queries.ts';
import { filterFromParams } from '#domain/expenses/expense-filter.ts';
import { isReadAtOnce, watchExpenses } from './expenses.queries.ts';

type List = { /** Its path. */ readonly list: string; /** That of its address. */ readonly search: string };

/** Reads what the list of expenses begins with, so that it is at hand while the list is drawn. Rows that have to be looked for are not waited for. */
export function readFirstExpenses(db: CompanyDatabase, { list, search }: List): Promise<unknown> {
  const { vendors, customers } = db.collections;
  const filter = filterFromParams(new URLSearchParams(search));
  return Promise.all([
    readListView(db.device, list),
    isReadAtOnce(filter) && firstValueFrom(watchExpenses(db, { filter, limit: FIRST_ROWS })),
    firstValueFrom(watchDirectory(vendors)),
    firstValueFrom(watchDirectory(customers)),
    firstValueFrom(keptCategories(db)),
    firstValueFrom(keptMembers(db)),
    firstValueFrom(keptBookingRules(db)),
  ]);
}
