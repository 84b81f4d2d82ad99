import type { RecurringInvoice } from './recurring-invoice.ts';

/** What a recurring invoice is called: its own name, else what it is for, else who gets it. */
export function recurringInvoiceTitle(
  item: Pick<RecurringInvoice, 'name' | 'items'>,
  customerName: string | undefined,
): string | undefined {
  if (item.name !== '') return item.name;
  const first = item.items.toSorted((a, b) => a.position - b.position)[0]?.description.split('\n')[0];
  return first || customerName;
}
