import { refuseUnlessAsShown } from '#data/core/as-shown.ts';
import { type CommandContext, authorise } from '#data/core/command-context.ts';
import type { CompanyDatabase } from '#data/core/company-database.ts';
import { changeRecord } from '#data/core/write.ts';
import type { Exchange } from '#domain/exchange/document-exchange.ts';
import { AppError } from '#domain/errors.ts';
import type { Expense } from '#domain/expenses/expense.ts';
import type { Invoice } from '#domain/invoices/invoice.ts';
import type { Payment } from '#domain/payments/payment.ts';

/** A booked document, as it was shown. */
export type Converted =
  | { readonly collection: 'invoices'; readonly record: Invoice }
  | { readonly collection: 'expenses'; readonly record: Expense }
  | { readonly collection: 'payments'; readonly record: Payment };

/** What was taken back, and what takes it back, come to nothing by any rate. */
export function isStanding({ collection, record }: Converted): boolean {
  if (collection === 'invoices') return record.status === 'issued' && record.document_type === 'invoice';
  return collection === 'expenses' ? !record.reverses_expense_id : !record.reverses_payment_id;
}

/** Supplies the rate of what was booked without one, once. AppError `conflict` when it has changed since. */
export async function supplyRate(
  db: CompanyDatabase,
  { converted: { collection, record: seen }, exchange }: { readonly converted: Converted; readonly exchange: Exchange },
  ctx: CommandContext,
): Promise<void> {
  authorise(ctx, `${collection}.update`);
  const missing = <T extends Invoice | Expense | Payment>(current: T): T => {
    refuseUnlessAsShown(collection, seen, current);
    if (current.exchange) throw new AppError('conflict');
    return current;
  };
  if (collection === 'payments')
    await changeRecord(db, collection, seen.id, (current) => ({ ...missing(current), exchange: { ...exchange, document_amount: null } }));
  else if (collection === 'expenses') await changeRecord(db, collection, seen.id, (current) => ({ ...missing(current), exchange }));
  else await changeRecord(db, collection, seen.id, (current) => ({ ...missing(current), exchange }));
}
