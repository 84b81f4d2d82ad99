import { firstValueFrom, filter as only, map, type Observable } from 'rxjs';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import type { CollectionName, RecordIn } from '#domain/registry.ts';
import { EVERY_EXPENSE, EXPENSE_SORTS, type ExpenseFilter, passesFilter } from '#domain/expenses/expense-filter.ts';
import { EXPENSE_STATUSES } from '#domain/expenses/expense.ts';
import { EVERY_INVOICE, INVOICE_SORTS, type InvoiceFilter, passesInvoiceFilter } from '#domain/invoices/invoice-filter.ts';
import { claimState } from '#domain/invoices/invoice-state.ts';
import { EVERY_PAYMENT, PAYMENT_SORTS, type PaymentFilter } from '#domain/payments/payment-filter.ts';
import { PAYMENT_METHODS } from '#domain/payments/payment.ts';
import type { SyncedRecord } from '#domain/shared/record.ts';
import { numberKey } from '#domain/numbering/number-key.ts';
import { columnSortOf } from '#domain/shared/list-sort.ts';
import { testId } from '#tests/support/builders.ts';
import { expenseOf, invoiceOf, paymentOf } from '#tests/support/finance-records.ts';
import { AUTHOR, COLLEAGUE, type LocalCompany, localCompany } from '#tests/support/local-company.ts';
import { vendorOf } from '#tests/sync/records.ts';
import type { Matches } from './core/matches.ts';
import type { ListTotal } from './core/watch-total.ts';
import { writeStored } from './core/stored.ts';
import { watchExpenses } from './expenses/expenses.queries.ts';
import { watchInvoices } from './invoices/invoices.queries.ts';
import { watchExpenseTotal, watchInvoiceTotal, watchPaymentTotal } from './list-totals/list-totals.ts';
import { watchPayments } from './payments/payments.queries.ts';

/** What every list of dated amounts shows, in every order, asked of indexes and then put together by hand. */
let company: LocalCompany;
const TODAY = '2026-02-01';
// Not in the order of their ids, and one with an umlaut; the last is not on this device.
const PARTNERS = [
  [11, 'Zander'],
  [12, 'Äpfel & Co'],
  [13, 'Mühle'],
  [14, ''],
] as const;
const NAMES = new Map<string, string>(PARTNERS.map(([n, name]) => [testId(n), name]));
const CATEGORIES = [
  [21, 'Travel'],
  [22, 'Books'],
] as const;

let seed = 7;
const below = (n: number): number => {
  seed = (seed * 1103515245 + 12345) % 2147483648;
  return Math.floor(seed / 65536) % n; // its last bits repeat soon
};
const oneOf = <T>(all: readonly T[]): T => all[below(all.length)] as T;
const day = () => `2026-01-${String(1 + below(9)).padStart(2, '0')}`;
const partner = () => (below(4) === 0 ? null : testId(oneOf(PARTNERS)[0]));

const expenses = Array.from({ length: 240 }, () =>
  expenseOf({
    vendor_id: partner(),
    category_id: below(3) === 0 ? null : testId(oneOf(CATEGORIES)[0]),
    status: oneOf(EXPENSE_STATUSES),
    amount: below(500) / 10 - 5,
    currency: oneOf(['EUR', 'EUR', 'CHF']),
    expense_date: day(),
    created_by: oneOf([AUTHOR, COLLEAGUE]),
  }),
);
const invoices = Array.from({ length: 240 }, (_, n) =>
  invoiceOf({
    customer_id: partner(),
    status: oneOf(['draft', 'ready_to_issue', 'issued', 'issued', 'cancelled'] as const),
    payment_status: oneOf(['unpaid', 'partially_paid', 'paid', 'overpaid'] as const),
    document_type: below(9) === 0 ? 'cancellation' : 'invoice',
    number: below(3) === 0 ? null : `INV-${n}`,
    due_date: below(4) === 0 ? null : day(),
    gross_total: below(50),
    issue_date: day(),
  }),
);
const payments = Array.from({ length: 620 }, () =>
  paymentOf({
    method: oneOf(PAYMENT_METHODS),
    amount: below(30),
    payment_date: day(),
    // Some are of an invoice that this device does not have.
    invoice_id: below(10) === 0 ? testId(99) : oneOf(invoices).id,
  }),
);

async function put<N extends CollectionName>(name: N, records: readonly RecordIn<N>[]): Promise<void> {
  await writeStored(company.db, name, new Map(records.map((record) => [record.id, record])));
}

beforeAll(async () => {
  company = await localCompany();
  const stamp = { company_id: company.db.companyId, at: '2026-01-01T00:00:00Z' };
  const named = PARTNERS.filter(([, name]) => name !== '');
  await put(
    'vendors',
    named.map(([n, name]) => vendorOf({ id: testId(n), ...stamp }, name)),
  );
  await put(
    'customers',
    named.map(([n, name]) => vendorOf({ id: testId(n), ...stamp }, name) as never),
  );
  await put(
    'expense_categories',
    CATEGORIES.map(([n, name], position) => ({
      id: testId(n),
      company_id: stamp.company_id,
      created_at: stamp.at,
      updated_at: stamp.at,
      rev: '1',
      name,
      description: '',
      color: 'blue',
      icon: 'tag',
      position,
      is_active: true,
      spread_months: null,
    })) as never,
  );
  await put('expenses', expenses);
  await put('invoices', invoices);
  await put('payments', payments);
});
afterAll(() => company.stop());

/** What the list says once it has looked everywhere, read in steps as somebody scrolls. */
async function listed<T extends { readonly id: string }>(
  watch: (limit: number) => Observable<Matches<T>>,
  total: number,
): Promise<string[]> {
  let ids: string[] = [];
  for (const limit of [37, 110, 500, 1000]) {
    const { rows, hasMore } = await firstValueFrom(watch(limit).pipe(only(({ isSearching }) => !isSearching)));
    const now = rows.map(({ id }) => id);
    expect(now.slice(0, ids.length)).toEqual(ids);
    expect(hasMore).toBe(total > limit);
    ids = now;
  }
  return ids;
}

/** A value of each record in the order's column; the rest is by day and id. */
function sorted<T extends SyncedRecord>(
  records: readonly T[],
  sort: string,
  valueOf: (record: T, key: string) => string | number,
  dayOf: (record: T) => string,
): string[] {
  const { key, direction } = columnSortOf(sort);
  const sign = direction === 'asc' ? 1 : -1;
  const isPlain = key === 'date' || key === 'amount' || key === 'number' || key === 'due';
  const compare = (a: string | number, b: string | number) => (a < b ? -1 : a > b ? 1 : 0);
  return records
    .toSorted((a, b) => {
      const [first, second] = [valueOf(a, key), valueOf(b, key)];
      if ((first === '') !== (second === '')) return first === '' ? 1 : -1;
      const byValue = sign * compare(first, second);
      if (byValue !== 0) return byValue;
      if (isPlain && first !== '') return sign * compare(a.id, b.id);
      return compare(dayOf(b), dayOf(a)) || compare(b.id, a.id);
    })
    .map(({ id }) => id);
}

/** Folded as people read it. */
const nameOf = (id: string | null) => ({ Zander: 'c', 'Äpfel & Co': 'a', Mühle: 'b' })[NAMES.get(id ?? '') ?? ''] ?? '';
/** Those whose name is unknown here stand after the named ones and before those without. */
const partnerOf = (id: string | null) => (id === null ? '' : nameOf(id));

test.each(EXPENSE_SORTS)('expenses are all there, in the order of %s, whatever narrows them', async (sort) => {
  const narrowings: Partial<ExpenseFilter>[] = [
    {},
    { status: 'pending' },
    { isMine: true },
    { from: '2026-01-04', to: '2026-01-07' },
    { vendorId: testId(12) },
    { amountFrom: 10, amountTo: 20 },
  ];
  for (const narrow of narrowings) {
    const filter = { ...EVERY_EXPENSE, ...narrow, sort };
    const meant = expenses.filter((expense) =>
      passesFilter(expense, filter, { userId: AUTHOR, finds: () => true, lacksReceipt: () => false }),
    );
    const isUnknown = (id: string) =>
      columnSortOf(sort).key === 'vendor' && meant.some((expense) => expense.id === id && expense.vendor_id === testId(14));
    const found = await listed((limit) => watchExpenses(company.db, { filter, limit }), meant.length);
    const wanted = sorted(
      meant,
      sort,
      (it, key) =>
        ({
          date: it.expense_date,
          amount: it.amount,
          vendor: partnerOf(it.vendor_id),
          category: it.category_id === testId(22) ? 'a' : it.category_id ? 'b' : '',
          status: EXPENSE_STATUSES.indexOf(it.status),
        })[key] ?? '',
      (it) => it.expense_date,
    );
    expect(
      found.filter((id) => !isUnknown(id)),
      JSON.stringify(narrow),
    ).toEqual(wanted.filter((id) => !isUnknown(id)));
    expect(found.filter(isUnknown).sort()).toEqual(wanted.filter(isUnknown).sort());
  }
});

test.each(INVOICE_SORTS)('invoices are all there, in the order of %s, whatever narrows them', async (sort) => {
  const states = ['draft', 'ready_to_issue', 'unpaid', 'partially_paid', 'paid', 'overpaid', 'refund_due', 'cancelled'];
  const narrowings: Partial<InvoiceFilter>[] = [
    {},
    { state: 'open' },
    { state: 'overdue' },
    { delivery: 'not_sent' },
    { from: '2026-01-04' },
    { customerId: testId(13) },
    { amountTo: 25 },
  ];
  for (const narrow of narrowings) {
    const filter = { ...EVERY_INVOICE, ...narrow, sort };
    const meant = invoices.filter((invoice) => passesInvoiceFilter(invoice, filter, { today: TODAY, finds: () => true }));
    const found = await listed((limit) => watchInvoices(company.db, { filter, limit, today: TODAY }), meant.length);
    const wanted = sorted(
      meant,
      sort,
      (it, key) => {
        const state = claimState(it) || (it.status === 'issued' ? 'other' : it.status);
        const number = it.number === null ? '' : Number(it.number.slice(4));
        return (
          {
            date: it.issue_date ?? '',
            amount: it.gross_total,
            customer: partnerOf(it.customer_id),
            number,
            due: it.due_date ?? '',
            status: state === 'other' ? 99 : states.indexOf(state),
          }[key] ?? ''
        );
      },
      (it) => it.issue_date ?? '',
    );
    const isUnknown = (id: string) =>
      columnSortOf(sort).key === 'customer' && meant.some((it) => it.id === id && it.customer_id === testId(14));
    expect(
      found.filter((id) => !isUnknown(id)),
      JSON.stringify(narrow),
    ).toEqual(wanted.filter((id) => !isUnknown(id)));
    expect(found.filter(isUnknown).sort()).toEqual(wanted.filter(isUnknown).sort());
  }
});

const paymentsOf = (filter: PaymentFilter, limit: number) =>
  watchPayments(company.db, { filter, limit }).pipe(map(({ rows, ...found }) => ({ ...found, rows: rows.map(({ payment }) => payment) })));

test.each(PAYMENT_SORTS)('payments are all there, in the order of %s, whatever narrows them', async (sort) => {
  const narrowings: Partial<PaymentFilter>[] = [
    {},
    { method: 'cash' },
    { currency: 'EUR' },
    { to: '2026-01-05' },
    { amountFrom: 3, amountTo: 12 },
  ];
  for (const narrow of narrowings) {
    const filter = { ...EVERY_PAYMENT, ...narrow, sort };
    const meant = payments.filter(
      (it) =>
        (!filter.method || it.method === filter.method) &&
        (!filter.to || it.payment_date <= filter.to) &&
        it.amount >= (filter.amountFrom ?? 0) &&
        it.amount <= (filter.amountTo ?? 99),
    );
    const found = await listed((limit) => paymentsOf(filter, limit), meant.length);
    const wanted = sorted(
      meant,
      sort,
      (it, key) => {
        const its = invoices.find(({ id }) => id === it.invoice_id);
        const customer = partnerOf(its?.customer_id ?? null);
        const method = PAYMENT_METHODS.indexOf(it.method);
        return { date: it.payment_date, amount: it.amount, method, invoice: numberKey(its?.number ?? null), customer }[key] ?? '';
      },
      (it) => it.payment_date,
    );
    expect(found, JSON.stringify(narrow)).toEqual(wanted);
  }
});

test.each(['invoice', '-invoice', 'customer', '-customer'] as const)(
  'the first of many payments by %s are found without looking at the invoice of each',
  async (sort) => {
    const asked = vi.spyOn(company.db.collections.invoices.storageInstance, 'findDocumentsById');
    try {
      const { rows } = await firstValueFrom(paymentsOf({ ...EVERY_PAYMENT, sort }, 37));
      expect(rows.length).toBe(37);
      expect(asked.mock.calls.reduce((sum, [ids]) => sum + ids.length, 0)).toBeLessThanOrEqual(37);
    } finally {
      asked.mockRestore();
    }
  },
);

const totalOf = async (total$: Observable<ListTotal>) => {
  const { count, sums } = await firstValueFrom(total$.pipe(only(({ isCounting }) => !isCounting)));
  return { count, sums: Object.fromEntries(sums) };
};
/** In cents; currencies that nothing is in are not named by who adds up, and are zero in sums that are kept. */
const summed = (amounts: readonly (readonly [string, number])[]) => {
  const sums: Record<string, bigint> = {};
  for (const [currency, amount] of amounts) sums[currency] = (sums[currency] ?? 0n) + BigInt(Math.round(amount * 100));
  return { count: amounts.length, sums };
};

test.each<Partial<ExpenseFilter>>([
  {},
  { status: 'approved' },
  { isMine: true },
  { isMine: true, status: 'pending', from: '2026-01-01', to: '2026-01-31' },
  { from: '2026-01-03' },
  { vendorId: testId(13) },
  { amountFrom: 3 },
])('what expenses come to is known for %o, from kept sums or by adding up', async (narrow) => {
  const filter = { ...EVERY_EXPENSE, ...narrow };
  const meant = expenses.filter((expense) =>
    passesFilter(expense, filter, { userId: AUTHOR, finds: () => true, lacksReceipt: () => false }),
  );
  expect(await totalOf(watchExpenseTotal(company.db, { filter }))).toEqual(summed(meant.map(({ currency, amount }) => [currency, amount])));
});

test.each<Partial<InvoiceFilter>>([
  {},
  { state: 'draft' },
  { state: 'open' },
  { state: 'cancelled' },
  { from: '2026-01-01', to: '2026-01-31' },
  { to: '2026-01-04' },
  { customerId: testId(11) },
])('what invoices come to is known for %o', async (narrow) => {
  const filter = { ...EVERY_INVOICE, ...narrow };
  const meant = invoices.filter((invoice) => passesInvoiceFilter(invoice, filter, { today: TODAY, finds: () => true }));
  expect(await totalOf(watchInvoiceTotal(company.db, { filter, today: TODAY }))).toEqual(
    summed(meant.map((it) => [it.currency, it.gross_total])),
  );
});

test.each<Partial<PaymentFilter>>([{}, { from: '2026-01-01' }, { method: 'cash' }, { to: '2026-01-05' }])(
  'what payments come to is known for %o',
  async (narrow) => {
    const filter = { ...EVERY_PAYMENT, ...narrow };
    const meant = payments.filter((it) => (!filter.method || it.method === filter.method) && (!filter.to || it.payment_date <= filter.to));
    expect(await totalOf(watchPaymentTotal(company.db, { filter }))).toEqual(
      summed(meant.map(({ currency, amount }) => [currency, amount])),
    );
  },
);
