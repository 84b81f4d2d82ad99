import { map, type Observable, of } from 'rxjs';
import type { CompanyDatabase } from '#data/core/company-database.ts';
import { type GroupedOrder, orderByKey, orderByName, orderByState } from '#data/core/grouped-order.ts';
import type { PageSort } from '#data/core/pages.ts';
import { watchDirectory } from '#data/directory/directory.ts';
import type { InvoiceFilter, InvoiceSort } from '#domain/invoices/invoice-filter.ts';
import { claimState } from '#domain/invoices/invoice-state.ts';
import { listDate } from '#domain/invoices/list-date.ts';
import type { Invoice } from '#domain/invoices/invoice.ts';
import { numberKey } from '#domain/numbering/number-key.ts';
import { columnSortOf } from '#domain/shared/list-sort.ts';

/** `list_date` and other keys stand beside the record, because a nullable field can't be in an index; see the collection. */
const FIELDS = { date: 'list_date', amount: 'gross_total' } as const;
export const NEWEST_INVOICES = { field: 'list_date', direction: 'desc' } as unknown as PageSort<Invoice>;

/** The order by a field that has an index; null where groups make it. Of one customer, the customer is not sorted by. */
export function indexedInvoiceSort(filter: InvoiceFilter): PageSort<Invoice> | null {
  const { key, direction } = columnSortOf(filter.sort);
  if (key === 'date' || key === 'amount') return { field: FIELDS[key], direction } as PageSort<Invoice>;
  return key === 'customer' && filter.customerId !== null ? NEWEST_INVOICES : null;
}

/** The same, as an order of the list. */
export const indexedListSort = (filter: InvoiceFilter): InvoiceSort => {
  const { key } = columnSortOf(filter.sort);
  return key === 'date' || key === 'amount' ? filter.sort : 'newest';
};

export const isByAmount = ({ sort }: InvoiceFilter): boolean => columnSortOf(sort).key === 'amount';

/** From what nobody has seen yet to what is over. */
const STATES = ['draft', 'ready_to_issue', 'unpaid', 'partially_paid', 'paid', 'overpaid', 'refund_due', 'cancelled', 'other'] as const;
type State = (typeof STATES)[number];
const DOCUMENT_STATES: readonly State[] = ['draft', 'ready_to_issue', 'cancelled'];

/** `other`: what takes something back. Of a cancelled invoice money may have to go back. */
const stateOf = (invoice: Invoice): State => claimState(invoice) || (invoice.status === 'issued' ? 'other' : invoice.status);

function selectorOf(state: State): object {
  if (DOCUMENT_STATES.includes(state)) return { status: state, claim_key: '' };
  return state === 'other' ? { status: 'issued', claim_key: '' } : { claim_key: state };
}

/** The order by number, customer, due day or state; within a customer or state the newest first. */
export function watchInvoiceOrder(db: CompanyDatabase, sort: InvoiceSort): Observable<GroupedOrder<Invoice>> {
  const { key, direction } = columnSortOf(sort);
  const base = { collection: db.collections.invoices, day: 'list_date', dayOf: listDate };
  if (key === 'customer') {
    const by = { ...base, field: 'customer_key', keyOf: (invoice: Invoice) => invoice.customer_id ?? '' };
    const names$ = watchDirectory(db.collections.customers);
    return names$.pipe(map(({ entries }) => orderByName(by, { named: entries.map(({ record }) => record.id), direction })));
  }
  if (key === 'status') return of(orderByState(base, { states: STATES, direction, stateOf, selectorOf }));
  return of(
    key === 'number'
      ? orderByKey<Invoice>(base, { field: 'number_key', direction, keyOf: ({ number }) => numberKey(number) })
      : orderByKey<Invoice>(base, { field: 'due_key', direction, keyOf: (invoice) => invoice.due_date ?? '' }),
  );
}
