import { watchDirectory } from '#data/directory/directory.ts';
import type { FilledMangoQuery, RxDocumentData, RxJsonSchema } from 'rxdb';
import { firstValueFrom, type Observable } from 'rxjs';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { EVERY_ACTIVITY } from '#domain/activity/activity-filter.ts';
import { EVERY_EXPENSE, EXPENSE_SORTS } from '#domain/expenses/expense-filter.ts';
import { EXPENSE_STATUSES } from '#domain/expenses/expense.ts';
import { EVERY_INVOICE, INVOICE_SORTS, INVOICE_STATES } from '#domain/invoices/invoice-filter.ts';
import { EVERY_PAYMENT, PAYMENT_SORTS } from '#domain/payments/payment-filter.ts';
import type { SyncedRecord } from '#domain/shared/record.ts';
import { type LocalCompany, localCompany } from '#tests/support/local-company.ts';
import { deviceActivity } from './activity/activity-source.ts';
import { watchHistoryOf } from './activity/activity.queries.ts';
import { planOf } from './core/fast-query.ts';
import { watchCategories } from './expense-categories/expense-categories.queries.ts';
import { findTwin, watchExpenses, watchRecentExpensesOf, watchReversalOf } from './expenses/expenses.queries.ts';
import { watchKnownReceipts } from './expenses/known-receipts.ts';
import { watchMismatched } from './receipts/mismatched.ts';
import { receiptsOf } from './files/files.queries.ts';
import { watchInvoices } from './invoices/invoices.queries.ts';
import { watchMembers } from './members/members.queries.ts';
import { watchAwaitingInvoices, watchPayments, watchPaymentsOf } from './payments/payments.queries.ts';
import { watchGeneratedExpenses, watchRecurringExpenses } from './recurring-expenses/recurring-expenses.queries.ts';
import { watchGeneratedInvoices, watchRecurringInvoices } from './recurring-invoices/recurring-invoices.queries.ts';
import { type CollectionName, registry } from '#domain/registry.ts';
import { watchExpensesOf, watchInvoicesOf, watchOpenInvoices } from './reports/documents-of-period.ts';
import { watchSearch } from './search/live-search.ts';

/**
 * An index costs each write and each device's disk; one that no query uses costs them for nothing. So every query the app asks is asked here,
 * in every order and with every filter a list offers, and the planner that reads from the disk says which index it would take.
 */
const used = new Set<string>();
let company: LocalCompany;

const LOWEST = Number.MIN_SAFE_INTEGER;
const HIGHEST = String.fromCharCode(65535);

type Storage = {
  readonly schema: RxJsonSchema<RxDocumentData<SyncedRecord>>;
  query: (prepared: { readonly query: FilledMangoQuery<SyncedRecord> }) => unknown;
};

function listen(name: CollectionName, storage: Storage): void {
  const answer = storage.query.bind(storage);
  storage.query = (prepared) => {
    const { schema } = storage;
    const { plan } = planOf(schema, prepared.query);
    const isNarrowed = plan.startKeys[1] !== LOWEST || plan.endKeys[1] !== HIGHEST;
    // Who asks for no order gets that of an index, `_deleted` in front: all rows are read whichever it is.
    const isSorted = plan.sortSatisfiedByIndex && !('_deleted' in (prepared.query.sort[0] ?? {}));
    if (isNarrowed || isSorted) used.add(`${name}: ${plan.index.join()}`);
    // A page whose sort the best index does not have is read in the order of the sort, where thousands match (`planFor`).
    if (!plan.sortSatisfiedByIndex && prepared.query.limit !== undefined)
      used.add(`${name}: ${['_deleted', ...prepared.query.sort.flatMap((part) => Object.keys(part))].join()}`);
    return answer(prepared);
  };
}

const RANGES = [{}, { from: '2026-01-01' }, { from: '2026-01-01', to: '2026-02-01' }];
const SOME_ID = '0190d0e0-0000-7000-8000-000000000001';

/** The three lists with everything their controls can be set to. */
function* lists({ db }: LocalCompany): Generator<Observable<unknown>> {
  const today = '2026-02-01';
  for (const range of RANGES) {
    for (const sort of INVOICE_SORTS)
      for (const narrow of [{}, { customerId: SOME_ID }, { delivery: 'sent' as const }, { text: 'x' }, { amountFrom: 5 }])
        for (const state of [null, ...INVOICE_STATES])
          yield watchInvoices(db, { filter: { ...EVERY_INVOICE, ...range, sort, ...narrow, state }, limit: 50, today });
    for (const sort of EXPENSE_SORTS)
      for (const narrow of [{}, { isMine: true }, { categoryId: SOME_ID }, { vendorId: SOME_ID }, { text: 'x' }, { amountTo: 5 }])
        for (const status of [null, ...EXPENSE_STATUSES])
          yield watchExpenses(db, { filter: { ...EVERY_EXPENSE, ...range, sort, ...narrow, status }, limit: 50 });
    for (const sort of PAYMENT_SORTS)
      for (const narrow of [{}, { method: 'cash' as const }, { text: 'x' }])
        yield watchPayments(db, { filter: { ...EVERY_PAYMENT, ...range, sort, ...narrow }, limit: 50 });
  }
}

/** Everything else that reads more than one record by its id. */
function* others({ db }: LocalCompany): Generator<Observable<unknown> | Promise<unknown>> {
  const days = { from: '2026-01-01', to: '2026-12-31' };
  yield* [watchExpensesOf(db, days), watchInvoicesOf(db, days), watchOpenInvoices(db)];
  yield* [
    watchDirectory(db.collections.vendors),
    watchDirectory(db.collections.customers),
    watchDirectory(db.collections.invoice_products),
    watchCategories(db),
    watchMembers(db),
  ];
  yield* [watchRecurringInvoices(db), watchRecurringExpenses(db), watchAwaitingInvoices(db, { today: '2026-02-01' })];
  yield watchReversalOf(db, SOME_ID);
  yield* [watchGeneratedInvoices(db, SOME_ID, 5), watchGeneratedExpenses(db, SOME_ID, 5), watchPaymentsOf(db, SOME_ID)];
  yield* [watchRecentExpensesOf(db, { vendorId: SOME_ID }), watchHistoryOf(db, { type: 'invoices', id: SOME_ID })];
  yield* [watchSearch(db, { query: 'x', kinds: ['invoices'], limit: 5 }), receiptsOf(db, SOME_ID), watchMismatched(db)];
  yield watchKnownReceipts(db, { sha256s: ['0'], except: null });
  yield findTwin(db, { id: null, vendor_id: null, amount: 1, currency: 'EUR', expense_date: '2026-01-01' });
  yield deviceActivity(db).read({ filter: EVERY_ACTIVITY, offset: 0, limit: 50, now: new Date(0) });
  for (const name of ['vendor_id', 'customer_id', 'category_id'])
    yield db.collections.expenses.findOne({ selector: { [name]: SOME_ID } }).exec();
  yield db.collections.members.findOne({ selector: { user_id: db.userId } }).exec(); // opening a company (`use-company-opening.ts`)
}

beforeAll(async () => {
  company = await localCompany();
  for (const name of company.db.names) listen(name, company.db.collections[name].storageInstance as unknown as Storage);
  for (const asked of [...lists(company), ...others(company)]) await ('subscribe' in asked ? firstValueFrom(asked) : asked);
}, 120_000);
afterAll(() => company.stop());

const indexes = Object.values(registry).flatMap(({ name, indexes: own }) =>
  own.map((fields) => `${name}: ${['_deleted', ...fields].join()}`),
);

test('every index of a collection is the one that some query is answered by', () => {
  expect(indexes.length).toBeGreaterThan(10);
  expect(indexes.filter((index) => !used.has(index))).toEqual([]);
});

test('a list in the order of its days or amounts is answered by an index, whatever narrows it', () => {
  const orders = ['expenses: _deleted,booking_day,id', 'expenses: _deleted,amount,id', 'payments: _deleted,amount,id'];
  expect(orders.filter((order) => !used.has(order))).toEqual([]);
});
