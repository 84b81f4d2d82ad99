import { defineEntity } from '#domain/shared/define-entity.ts';
import { deliveryNoteSchema } from './delivery-note.ts';

export const deliveryNotes = defineEntity({
  name: 'delivery_notes',
  schema: deliveryNoteSchema,
  shelf: 'master_data',
  resource: 'invoices',
  texts: 'deliveryNotes',
  references: { invoice_id: { to: 'invoices', protects: false }, customer_id: { to: 'customers', protects: true } },
  indexes: [],
  groups: [['delivery_date', 'delivered_on']],
  serverOwned: ['number', 'seller', 'buyer'],
});
