import { refuseUnlessAsShown } from '#data/core/as-shown.ts';
import { type CommandContext, authorise, newRecord, parseInput } from '#data/core/command-context.ts';
import type { CompanyDatabase } from '#data/core/company-database.ts';
import { editRecord } from '#data/core/edit-record.ts';
import { readStored } from '#data/core/stored.ts';
import { changeRecord, insertRecord, removeRecord } from '#data/core/write.ts';
import { AppError } from '#domain/errors.ts';
import { paymentRefusal } from '#domain/invoices/invoice-lifecycle.ts';
import type { Invoice } from '#domain/invoices/invoice.ts';
import { type Payment, type PaymentInput, paymentInputSchema } from '#domain/payments/payment.ts';

/** Records money received for an issued invoice (a refund is negative). Partial and too much are both allowed: they happen. */
export async function recordPayment(db: CompanyDatabase, input: PaymentInput, ctx: CommandContext): Promise<Payment> {
  const values = parseInput(paymentInputSchema, input);
  authorise(ctx, 'payments.create');
  await payableInvoice(db, values);
  return insertRecord(db, 'payments', { ...newRecord(ctx), ...values, is_separate: values.is_separate ?? false, created_by: ctx.userId });
}

/** Saves what was really changed in the form: `opened` is what the form showed when it opened. */
export async function editPayment(
  db: CompanyDatabase,
  edit: { id: string; input: PaymentInput; opened?: Partial<PaymentFields> },
  ctx: CommandContext,
): Promise<Payment> {
  const { is_separate = false, ...typed } = parseInput(paymentInputSchema, edit.input);
  const values = { ...typed, is_separate };
  authorise(ctx, 'payments.update');
  await payableInvoice(db, values);
  return editRecord(db, 'payments', edit.id, { opened: edit.opened ?? {}, values });
}

/** Says that a payment is other money than an equal one of the same days; nobody is asked again, on no device (SYNC-46). */
export async function keepPaymentAsSeparate(db: CompanyDatabase, seen: Payment, ctx: CommandContext): Promise<Payment> {
  authorise(ctx, 'payments.update');
  return changeRecord(db, 'payments', seen.id, (current) => {
    refuseUnlessAsShown('payments', seen, current);
    return { ...current, is_separate: true };
  });
}

/**
 * Deletes a payment as it was shown. The reason outlives it as an entry in the history of the invoice, written first, so that no crash
 * loses it.
 */
export async function deletePayment(db: CompanyDatabase, deletion: { seen: Payment; reason: string }, ctx: CommandContext): Promise<void> {
  authorise(ctx, 'payments.delete');
  const { id } = deletion.seen;
  const reason = deletion.reason.trim();
  if (reason === '') throw new AppError('invalid_input', { issues: [{ path: 'reason', message: 'required' }] });
  const payment = (await readStored(db, 'payments', [id])).get(id);
  if (!payment) throw new AppError('not_found', { collection: 'payments', id });
  refuseUnlessAsShown('payments', deletion.seen, payment);
  const invoice = (await readStored(db, 'invoices', [payment.invoice_id])).get(payment.invoice_id);
  await insertRecord(db, 'activity_log', {
    ...newRecord(ctx),
    actor_id: ctx.userId,
    origin: 'client',
    type: 'payment_deleted',
    entity_type: 'invoices',
    entity_id: payment.invoice_id,
    entity_label: invoice?.number ?? '',
    changes: { reason: [null, reason], amount: [payment.amount, null], currency: [payment.currency, null] },
  });
  await removeRecord(db, 'payments', id);
}

type PaymentFields = Omit<PaymentInput, 'is_separate'> & { is_separate: boolean };

async function payableInvoice(db: CompanyDatabase, { invoice_id: id, currency }: PaymentInput): Promise<Invoice> {
  const invoice = (await readStored(db, 'invoices', [id])).get(id);
  if (!invoice) throw new AppError('not_found', { collection: 'invoices', id });
  if (paymentRefusal(invoice)) throw new AppError('invalid_transition', { reason: 'not_issued' });
  if (invoice.currency !== currency) throw new AppError('invalid_input', { issues: [{ path: 'currency', message: 'invalidCurrency' }] });
  return invoice;
}
