import { amountToken, joined, monthToken } from '#domain/search/search-text.ts';
import { defineEntity } from '#domain/shared/define-entity.ts';
import { claimState } from '#domain/invoices/invoice-state.ts';
import { invoiceSchema } from '#domain/invoices/invoice.ts';
import { listDate } from '#domain/invoices/list-date.ts';
import { numberKey } from '#domain/numbering/number-key.ts';
import { invoiceCells } from '#domain/reports/invoice-cells.ts';

/** What the document says, together with its state: nobody issues lines that somebody else changed meanwhile. */
const DOCUMENT = [
  'status',
  'number',
  'document_type',
  'cancels_id',
  'cancelled_by_id',
  'customer_id',
  'issue_date',
  'due_date',
  'due_days',
  'service_from',
  'service_to',
  'currency',
  'tax_mode',
  'items',
  'net_total',
  'tax_total',
  'gross_total',
  'tax_breakdown',
  'overruled_warnings',
  'leased',
  'tax_point',
  'exchange',
  'seller',
  'buyer',
];
/** Texts that stand on it too, which several people may write at a time until it is issued. */
const PRINTED = ['language', 'reference', 'notes', 'payment_terms'];
/** Nobody cancels what was paid meanwhile. */
const MONEY = ['paid_total', 'payment_status'];
/** What apps before 0.10.0 do not know merges alone. */
const CORRECTED = ['corrections', 'corrects_id', 'reason'];

/**
 * Nullable fields can't be in an index: `list_date` is the day of issue, of a draft the day it was made; `claim_key` says how far
 * a claim is paid; it and `customer_key` are '' where there is none.
 */
export const invoices = defineEntity({
  name: 'invoices',
  schema: invoiceSchema,
  resource: 'invoices',
  texts: 'invoices',
  page: { path: '/finance/invoices', isPerRecord: true },
  menu: { group: 'finance', place: 20, icon: 'invoice' },
  search: {
    place: 20,
    face: (it) => ({
      title: it.number ?? '',
      text: joined(
        joined(
          it.buyer?.name,
          it.reference,
          it.reason,
          it.internal_notes,
          amountToken(it.gross_total),
          amountToken(it.net_total),
          monthToken(listDate(it)),
        ),
        ...it.items.map((item) => item.description),
      ),
      partnerId: it.customer_id,
      day: listDate(it),
    }),
  },
  references: {
    customer_id: { to: 'customers', protects: true },
    cancels_id: { to: 'invoices', protects: true },
    corrects_id: { to: 'invoices', protects: true },
    recurring_invoice_id: { to: 'recurring_invoices', protects: false },
  },
  indexes: [
    ['list_date', 'id'],
    ['status', 'list_date', 'id'],
    ['claim_key', 'list_date', 'id'],
    ['customer_key', 'list_date', 'id'],
    ['recurring_key', 'id'],
    ['gross_total', 'id'],
    ['number_key', 'id'],
    ['due_key', 'id'],
  ],
  derived: {
    list_date: { maxLength: 10, from: listDate },
    claim_key: { maxLength: 20, from: claimState },
    customer_key: { maxLength: 36, from: (invoice) => invoice.customer_id ?? '' },
    number_key: { maxLength: 200, from: ({ number }) => numberKey(number) },
    due_key: { maxLength: 10, from: (invoice) => invoice.due_date ?? '' },
    recurring_key: { maxLength: 36, from: (invoice) => invoice.recurring_invoice_id ?? '' },
  },
  tally: invoiceCells,
  serverOwned: ['reminder_level', 'reminded_on'],
  beside: ['leased'],
  groups: [[...DOCUMENT], ['delivery', 'sent_at'], [...MONEY]],
  decision: {
    made: ['status', 'overruled_warnings', 'leased'],
    on: [...DOCUMENT.filter((field) => !['status', 'overruled_warnings', 'leased'].includes(field)), ...PRINTED, ...MONEY, ...CORRECTED],
  },
});
