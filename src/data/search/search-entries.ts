import type { RecordIn } from '#domain/registry.ts';
import type { SearchEntry, SearchKind } from '#domain/search/search-index.ts';
import { amountToken } from '#domain/search/search-words.ts';

type EntryOf = { readonly [K in SearchKind]: (record: RecordIn<K>) => Omit<SearchEntry, 'kind' | 'id'> };

const joined = (...parts: (string | null | undefined)[]): string => parts.filter(Boolean).join(' ');
/** `+49 40 123-45` is also found as `494012345`. */
const digits = (phone: string): string => phone.replaceAll(/\D/g, '');

const ENTRY_OF: EntryOf = {
  customers: (it) => ({
    title: it.name,
    text: joined(
      joined(it.contact_name, it.email, it.phone, digits(it.phone), it.vat_id, it.buyer_reference, it.notes),
      joined(it.street, it.house_number, it.postal_code, it.city),
    ),
    partnerId: null,
    day: it.created_at,
  }),
  vendors: (it) => ({
    title: it.name,
    text: joined(
      joined(it.email, it.phone, digits(it.phone), it.vat_id, it.notes),
      joined(it.street, it.house_number, it.postal_code, it.city),
    ),
    partnerId: null,
    day: it.created_at,
  }),
  invoice_products: (it) => ({
    title: it.name,
    text: joined(it.description, amountToken(it.unit_price)),
    partnerId: null,
    day: it.created_at,
  }),
  invoices: (it) => ({
    title: it.number ?? '',
    text: joined(
      joined(it.buyer?.name, it.reference, it.internal_notes, amountToken(it.gross_total), amountToken(it.net_total)),
      ...it.items.map((item) => item.description),
    ),
    partnerId: it.customer_id,
    day: it.issue_date ?? it.created_at,
  }),
  expenses: (it) => ({
    title: it.number ?? '',
    text: joined(it.description, amountToken(it.amount)),
    partnerId: it.vendor_id,
    day: it.expense_date,
  }),
  recurring_invoices: (it) => ({
    title: it.name,
    text: joined(it.reference, it.internal_notes, ...it.items.map((item) => item.description)),
    partnerId: it.customer_id,
    day: it.created_at,
  }),
  recurring_expenses: (it) => ({
    title: '',
    text: joined(it.description, amountToken(it.amount)),
    partnerId: it.vendor_id,
    day: it.created_at,
  }),
};

/** What a record is found by. */
export const searchEntry = <K extends SearchKind>(kind: K, record: RecordIn<K>): SearchEntry => ({
  kind,
  id: record.id,
  ...(ENTRY_OF[kind] as (record: RecordIn<K>) => Omit<SearchEntry, 'kind' | 'id'>)(record),
});
