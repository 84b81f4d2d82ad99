import { refuseUnlessAsShown } from '#data/core/as-shown.ts';
import type { CommandContext } from '#data/core/command-context.ts';
import type { CompanyDatabase } from '#data/core/company-database.ts';
import { readStored } from '#data/core/stored.ts';
import { outboxKey } from '#data/changes/outbox-row.ts';
import { refuse } from '#data/recurring/series-commands.ts';
import { AppError } from '#domain/errors.ts';
import type { RecurringInvoice } from '#domain/recurring-invoices/recurring-invoice.ts';
import { generationRefusal } from '#domain/recurring/series-steps.ts';
import type { FunctionAnswer } from '#platform/supabase/call-function.ts';
import { dated, requestInvoiceGeneration } from './recurring-invoices.commands.ts';

/** What `process-recurring-invoices` answers. */
export type Processed = { readonly invoice_id: string; readonly number: string | null; readonly already_generated: boolean };
export type Generated =
  | { readonly kind: 'generated'; readonly invoiceId: string; readonly number: string | null; readonly isNew: boolean }
  /** There is no way to the server: the wish is kept on this device. */
  | { readonly kind: 'requested' };

/** Asks the server to process one period of a recurring invoice; null without a way to it. */
export type ProcessCall = (request: {
  readonly recurring_invoice_id: string;
  readonly period: string;
  /** The server's version that was seen; it refuses another one. */
  readonly rev: string;
}) => Promise<FunctionAnswer<Processed> | null>;

/**
 * Generates the next period at once. Without an answer from the server, or while it does not know the newest edit, the wish is kept and sent
 * with the next sync: generating is unique per period, so an answer that was lost makes no second invoice.
 * AppError `conflict` when the series has changed since it was shown (SYNC-28), here or there; `server_failed` with the response's `text`
 * when the server refuses something else.
 */
export async function generateInvoiceNow(
  db: CompanyDatabase,
  { seen, call }: { readonly seen: RecurringInvoice; readonly call: ProcessCall },
  ctx: CommandContext,
): Promise<Generated> {
  const { id } = seen;
  const stored = (await readStored(db, 'recurring_invoices', [id])).get(id);
  if (!stored) throw new AppError('not_found', { collection: 'recurring_invoices', id });
  refuseUnlessAsShown('recurring_invoices', seen, stored);
  const item = dated(stored);
  refuse(generationRefusal(item, ctx.access, 'recurring_invoices.generate'));
  const isUnsynced = (await db.device.outbox.get(outboxKey('recurring_invoices', id))) !== undefined;
  const answer = isUnsynced ? null : await call({ recurring_invoice_id: id, period: item.next_generation, rev: stored.rev });
  if (answer === null || answer.status === 0) {
    await requestInvoiceGeneration(db, seen, ctx, item.next_generation);
    return { kind: 'requested' };
  }
  if (answer.error === 'series_changed') throw new AppError('conflict', { collection: 'recurring_invoices', id });
  if (answer.data === null) throw new AppError('server_failed', { text: textOf(answer.error) });
  const { invoice_id: invoiceId, number, already_generated } = answer.data;
  return { kind: 'generated', invoiceId, number, isNew: !already_generated };
}

const textOf = (error: unknown): string => (typeof error === 'string' ? error : JSON.stringify(error));
