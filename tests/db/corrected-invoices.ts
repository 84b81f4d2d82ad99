import fc from 'fast-check';
import { correctionLine, linesLeft, type Taken } from '#domain/invoices/correction-lines.ts';
import type { Invoice, InvoiceItem } from '#domain/invoices/invoice.ts';
import type { Query } from '#local/db/port.ts';
import { testId } from '#tests/support/builders.ts';
import { personaId } from '#tests/support/personas.ts';

/** A line of an invoice that is going to be corrected. */
export const anyLine = fc.record({
  quantity: fc.constantFrom(1, 2, 3, 7.5, 0.25, -1),
  unit_price: fc.constantFrom(0.335, 33.33, 80, 119.99, 1250, 0.0101),
  discount_percent: fc.constantFrom(0, 0, 10, 3.5),
  tax_rate: fc.constantFrom(19, 7, 19, 7, 0),
});
/** What is taken back of one. */
export const anyTaken: fc.Arbitrary<Taken> = fc.oneof(
  fc.record({ by: fc.constant('quantity' as const), quantity: fc.constantFrom(1, 2, 0.25) }),
  fc.record({ by: fc.constant('amount' as const), amount: fc.constantFrom(0.01, 1, 10, 5000) }),
  fc.record({ by: fc.constant('percent' as const), percent: fc.constantFrom(2, 3, 50, 100) }),
);
/** The lines that a correction takes something back of, by their places. */
export const anyCorrection = fc.array(fc.record({ place: fc.nat(3), taken: anyTaken }), { minLength: 1, maxLength: 3 });

export const taxed = (lines: readonly { readonly tax_rate: number }[]): Partial<InvoiceItem>[] =>
  lines.map((each) => ({ ...each, tax_category: each.tax_rate === 0 ? ('Z' as const) : ('S' as const) }));

/** Reads and writes the documents of a company as the platform. */
export function documentsOf(query: Query, company: string, firstId: number) {
  let counter = firstId;
  const newId = () => testId((counter += 1));
  const read = async (id: string): Promise<Invoice> => {
    const { rows } = await query('select to_jsonb(d) as row from private.invoice_documents d where d.id = $1', [id]);
    return rows[0]?.['row'] as Invoice;
  };
  const insert = (table: string, row: Record<string, unknown>) => {
    const names = Object.keys(row);
    return query(
      `insert into public.${table} (${names.join(', ')}) values (${names.map((_, n) => `$${n + 1}`).join(', ')})`,
      Object.values(row),
    );
  };
  const correctionsOf = async ({ corrections }: Invoice): Promise<Invoice[]> => {
    const found: Invoice[] = [];
    for (const { id } of corrections) found.push(await read(id));
    return found;
  };
  return {
    newId,
    read,
    correctionsOf,
    async put(head: Record<string, unknown>, items: readonly Partial<InvoiceItem>[]): Promise<string> {
      const id = newId();
      await insert('invoices', { id, company_id: company, created_by: personaId('owner'), ...head });
      for (const [place, item] of items.entries()) {
        const { quantity, unit_price, discount_percent, tax_rate, tax_category, origin_item_id = null } = item;
        const own = { id: item.id ?? newId(), company_id: company, invoice_id: id, position: place + 1, description: 'Line' };
        await insert('invoice_items', { ...own, quantity, unit_price, discount_percent, tax_rate, tax_category, origin_item_id });
      }
      return id;
    },
    issued: (id: string) => query("update public.invoices set status = 'ready_to_issue' where id = $1", [id]),
    /** The lines of a correction as the device would make them; what is nothing any more makes none. */
    async chosen(original: Invoice, wanted: readonly { readonly place: number; readonly taken: Taken }[]): Promise<InvoiceItem[]> {
      const left = linesLeft(original, await correctionsOf(original));
      return wanted.flatMap(({ place, taken }) => {
        const of = left[place];
        return (of && correctionLine(of, taken, { id: newId(), currency: original.currency })) ?? [];
      });
    },
  };
}
