import { joined } from '#domain/search/search-text.ts';
import { defineEntity } from '#domain/shared/define-entity.ts';
import { recurringInvoiceSchema } from '#domain/recurring-invoices/recurring-invoice.ts';

/** `last_generated`, `next_generation` and `generation_error` are the server's: no device writes them into a record that exists. */
export const recurringInvoices = defineEntity({
  name: 'recurring_invoices',
  schema: recurringInvoiceSchema,
  resource: 'recurring_invoices',
  texts: 'recurring',
  page: { path: '/finance/recurring-invoices', isPerRecord: true },
  menu: { group: 'finance', place: 30, icon: 'repeat' },
  search: {
    place: 60,
    face: (it) => ({
      title: it.name,
      text: joined(it.reference, it.internal_notes, ...it.items.map((item) => item.description)),
      partnerId: it.customer_id,
      day: it.created_at,
    }),
  },
  references: { customer_id: { to: 'customers', protects: true } },
  indexes: [['created_at', 'id']],
  groups: [
    ['interval', 'start_date', 'end_date'],
    ['currency', 'tax_mode', 'items'],
    ['is_active', 'skip_before'],
  ],
  decision: {
    made: ['generate_requested', 'is_active', 'skip_before', 'auto_generate', 'generate_as'],
    on: [
      'customer_id',
      'items',
      'currency',
      'tax_mode',
      'due_days',
      'language',
      'reference',
      'notes',
      'payment_terms',
      'interval',
      'start_date',
      'end_date',
      'lead_days',
    ],
  },
});
