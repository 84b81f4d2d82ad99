import type { Invoice } from '#domain/invoices/invoice.ts';
import { sumOfQuantities } from './quantities.ts';
import type { DeliveryItem, DeliveryNote, DeliveryNoteInput } from './delivery-note.ts';

/** Of each line of an invoice what no other note hands over yet, by its place; never below zero. */
export function leftToDeliver(
  { items }: Pick<Invoice, 'items'>,
  others: readonly Pick<DeliveryNote, 'items'>[],
): ReadonlyMap<string, number> {
  return new Map(
    items.map(({ id, quantity }) => {
      const handed = others.flatMap((note) => note.items.filter((item) => item.id === id).map((item) => item.quantity));
      const left = sumOfQuantities([quantity, ...handed.map((each) => 0 - each)]);
      return [id, quantity > 0 ? Math.max(0, left) : quantity];
    }),
  );
}

const itemOf = (
  { id, position, description, unit, unit_price, discount_percent }: Invoice['items'][number],
  quantity: number,
): DeliveryItem => ({
  id,
  position,
  description,
  unit,
  quantity,
  unit_price,
  discount_percent,
});

/** A new note: what is left of the invoice, on its day of supply. */
export function deliveryOf(
  invoice: Invoice,
  { others, today }: { readonly others: readonly Pick<DeliveryNote, 'items'>[]; readonly today: string },
): DeliveryNoteInput {
  const left = leftToDeliver(invoice, others);
  const rest = invoice.items.map((item) => itemOf(item, left.get(item.id) ?? item.quantity)).filter(({ quantity }) => quantity !== 0);
  return {
    delivery_date: invoice.service_to ?? invoice.service_from ?? today,
    reference: invoice.reference,
    notes: '',
    shows_prices: false,
    // What was handed over already is handed over again only when somebody says so.
    items: rest.length > 0 ? rest : invoice.items.map((item) => itemOf(item, item.quantity)),
  };
}
