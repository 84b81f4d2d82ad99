import { firstValueFrom, type Observable } from 'rxjs';
import { watchBooks } from '#data/aggregates/watch-books.ts';
import { keptFailedSeries, watchDueRecurring } from '#data/aggregates/watch-series.ts';
import { askAhead } from '#data/core/asked-ahead.ts';
import type { CommandContext } from '#data/core/command-context.ts';
import type { CompanyDatabase } from '#data/core/company-database.ts';
import type { Collection } from '#data/core/stored-form.ts';
import { askFirstRows } from '#data/core/use-growing-list.ts';
import { watchDirectory } from '#data/directory/directory.ts';
import { keptCategories } from '#data/expense-categories/expense-categories.queries.ts';
import {
  firstToApprove,
  isReadAtOnce,
  keptOpenTwins,
  keptReversalOf,
  recentExpenses,
  watchExpenses,
  watchNewestExpenses,
  watchToApprove,
} from '#data/expenses/expenses.queries.ts';
import { isInvoiceListReadAtOnce, watchInvoices, watchOverdue } from '#data/invoices/invoices.queries.ts';
import { watchBeginnings } from '#data/home/use-beginnings.ts';
import { readListView } from '#data/list-view/list-view.ts';
import { keptMembers } from '#data/members/members.queries.ts';
import { isPaymentListReadAtOnce, keptOpenDoubles, watchPayments } from '#data/payments/payments.queries.ts';
import { keptBookingRules, keptClosedFigures } from '#data/periods/periods.queries.ts';
import { keptMismatched } from '#data/receipts/mismatched.ts';
import { keptRecurringExpenses } from '#data/recurring-expenses/recurring-expenses.queries.ts';
import { keptRecurringInvoices } from '#data/recurring-invoices/recurring-invoices.queries.ts';
import { watchSavedFilters } from '#data/saved-filters/saved-filters.ts';
import { can } from '#domain/access/access.ts';
import { DIRECTORY_NAMES, type DirectoryName } from '#domain/directories.ts';
import { filterFromParams } from '#domain/expenses/expense-filter.ts';
import { invoiceFilterFromParams } from '#domain/invoices/invoice-filter.ts';
import { paymentFilterFromParams } from '#domain/payments/payment-filter.ts';
import { type CollectionName, entityOf } from '#domain/registry.ts';
import type { SyncedRecord } from '#domain/shared/record.ts';

export type PageStart = {
  readonly db: CompanyDatabase;
  /** That of the page's address. */
  readonly search: URLSearchParams;
  readonly ctx: Promise<CommandContext>;
};

const first = (...asked: Observable<unknown>[]) => Promise.all(asked.map((each) => firstValueFrom(each)));
const names = ({ collections }: CompanyDatabase, ...of: DirectoryName[]) =>
  first(
    ...of.map((name) => watchDirectory(collections[name] as unknown as Collection<SyncedRecord & { name: string; is_active: boolean }>)),
  );

const pathOf = (name: CollectionName) => entityOf(name).page?.path ?? '';
const savedFilters = (db: CompanyDatabase, name: CollectionName) => askAhead(db, watchSavedFilters, pathOf(name));

/** Lists, by what they are of. Rows that have to be looked for are not waited for. */
const LISTS = {
  async expenses({ db, search }) {
    const filter = filterFromParams(search);
    await Promise.all([
      isReadAtOnce(filter) && askFirstRows(db, watchExpenses, { filter }),
      savedFilters(db, 'expenses'),
      names(db, 'vendors', 'customers'),
      first(keptCategories(db), keptMembers(db), keptBookingRules(db)),
    ]);
  },
  async invoices({ db, search, ctx }) {
    const filter = invoiceFilterFromParams(search);
    await Promise.all([
      isInvoiceListReadAtOnce(filter) && ctx.then(({ today }) => askFirstRows(db, watchInvoices, { filter, today: today() })),
      savedFilters(db, 'invoices'),
      names(db, 'customers'),
    ]);
  },
  async payments({ db, search }) {
    const filter = paymentFilterFromParams(search);
    await Promise.all([
      isPaymentListReadAtOnce(filter) && askFirstRows(db, watchPayments, { filter }),
      savedFilters(db, 'payments'),
      names(db, 'customers'),
    ]);
  },
  recurring_expenses: ({ db }) => Promise.all([first(keptRecurringExpenses(db), keptCategories(db)), names(db, 'vendors')]),
  recurring_invoices: ({ db }) => Promise.all([first(keptRecurringInvoices(db)), names(db, 'customers')]),
  ...(Object.fromEntries(DIRECTORY_NAMES.map((name) => [name, ({ db }: PageStart) => names(db, name)])) as Record<DirectoryName, Reading>),
} satisfies Partial<Record<CollectionName, Reading>>;

type Reading = (start: PageStart) => Promise<unknown>;
export type ListRead = keyof typeof LISTS;

/** Reads what a list begins with, so that it is at hand while the list is drawn. */
export const readFirstOfList = (name: ListRead, start: PageStart): Promise<unknown> =>
  Promise.all([readListView(start.db.device, pathOf(name)), LISTS[name](start)]);

/** Reads what the dashboard begins with. */
export function readFirstOfDashboard({ db, ctx }: PageStart): Promise<unknown> {
  return Promise.all([
    first(watchBooks(db), keptClosedFigures(db), keptCategories(db), keptMembers(db)),
    first(keptFailedSeries(db), keptOpenDoubles(db), keptOpenTwins(db), keptMismatched(db)),
    ctx.then(({ today }) =>
      Promise.all([
        askAhead(db, watchDueRecurring, today()),
        askAhead(db, watchNewestExpenses, recentExpenses(today())),
        askAhead(db, watchOverdue, today()),
      ]),
    ),
    names(db, 'customers'), // of whom is overdue
    readToApprove(db, ctx),
  ]);
}

/** Reads what `/` begins with, and the page that it mostly leads to. */
export const readFirstOfHome = (start: PageStart): Promise<unknown> =>
  Promise.all([
    askAhead(start.db, watchBeginnings, null),
    start.ctx.then(({ access }) => can(access, 'dashboard.view') && readFirstOfDashboard(start)),
  ]);

/** What waits for a decision, and whether it may be decided on. */
async function readToApprove(db: CompanyDatabase, ctx: PageStart['ctx']): Promise<void> {
  const [{ access }, { size }] = await Promise.all([ctx, firstValueFrom(keptMembers(db)), first(keptBookingRules(db))]);
  const expenses = await askAhead(db, watchToApprove, firstToApprove(access, size === 1));
  await first(...expenses.map(({ id }) => keptReversalOf(db, id)));
}
