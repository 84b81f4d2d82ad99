import { firstValueFrom } from 'rxjs';
import * as z from 'zod/mini';
import { bookingRules } from '#data/periods/periods.queries.ts';
import { refuseUnlessAsShown } from '#data/core/as-shown.ts';
import { type CommandContext, authorise, newRecord, parseInput } from '#data/core/command-context.ts';
import type { CompanyDatabase } from '#data/core/company-database.ts';
import { editRecord } from '#data/core/edit-record.ts';
import { readStored } from '#data/core/stored.ts';
import { changeRecord, insertRecord } from '#data/core/write.ts';
import { writeTogether } from '#data/core/write-together.ts';
import type { ActivityEntry } from '#domain/activity/activity-entry.ts';
import { bookingDay, type BookingRefusal, type BookingRules } from '#domain/bookings/booking.ts';
import { exchangeInBooks } from '#data/exchange/exchange-in-books.ts';
import { type Exchange, paymentExchange } from '#domain/exchange/document-exchange.ts';
import { AppError } from '#domain/errors.ts';
import { paymentRefusal } from '#domain/invoices/invoice-lifecycle.ts';
import type { Invoice } from '#domain/invoices/invoice.ts';
import {
  closedDayOf,
  paymentChangeRefusal,
  paymentReversalRefusal,
  type PaymentStanding,
  reversalOfPayment,
} from '#domain/payments/payment-bookings.ts';
import { taxShares } from '#domain/payments/tax-shares.ts';
import { type Payment, type PaymentInput, paymentInputSchema, paymentSchema } from '#domain/payments/payment.ts';
import { watchPaymentsOf } from './payments.queries.ts';

/** Records money received for an issued invoice (a refund is negative). Partial and too much are both allowed: they happen. */
export async function recordPayment(db: CompanyDatabase, input: PaymentInput, ctx: CommandContext): Promise<Payment> {
  const values = parseInput(paymentInputSchema, input);
  authorise(ctx, 'payments.create');
  const invoice = await payableInvoice(db, values);
  refuse(closedRefusal(await bookingRules(db, ctx), invoice, bookingDay(values.payment_date, values.booked_on)));
  return insertRecord(db, 'payments', {
    ...newRecord(ctx),
    ...values,
    is_separate: values.is_separate ?? false,
    booked_on: values.booked_on ?? null,
    created_by: ctx.userId,
    reverses_payment_id: null,
    reversal_reason: '',
    ...(await amountsOf(db, invoice, values)),
  });
}

/** Saves what was really changed in the form: `opened` is what the form showed when it opened. */
export async function editPayment(
  db: CompanyDatabase,
  edit: { id: string; input: PaymentInput; opened?: Partial<PaymentFields> },
  ctx: CommandContext,
): Promise<Payment> {
  const { is_separate = false, booked_on = null, exchange: entered, ...typed } = parseInput(paymentInputSchema, edit.input);
  const values = { ...typed, is_separate, booked_on };
  authorise(ctx, 'payments.update');
  const invoice = await payableInvoice(db, values);
  const standing = await standingOf(db, values.invoice_id, ctx);
  const check = (current: Payment) =>
    refuse(paymentChangeRefusal(current, standing) ?? closedRefusal(standing.rules, invoice, bookingDay(values.payment_date, booked_on)));
  const amounts = await amountsOf(db, invoice, { ...values, exchange: entered, id: edit.id });
  return editRecord(db, 'payments', edit.id, { opened: edit.opened ?? {}, values: { ...values, ...amounts }, check });
}

/** Says that a payment is other money than an equal one of the same days; nobody is asked again, on no device (SYNC-46). */
export async function keepPaymentAsSeparate(db: CompanyDatabase, seen: Payment, ctx: CommandContext): Promise<Payment> {
  authorise(ctx, 'payments.update');
  return changeRecord(db, 'payments', seen.id, (current) => {
    refuseUnlessAsShown('payments', seen, current);
    return { ...current, is_separate: true };
  });
}

/** Deletes a payment as it was shown. The reason outlives it as an entry in the history of the invoice, written as one act with it. */
export async function deletePayment(db: CompanyDatabase, deletion: { seen: Payment; reason: string }, ctx: CommandContext): Promise<void> {
  authorise(ctx, 'payments.delete');
  const { id, invoice_id, amount, currency } = deletion.seen;
  const reason = deletion.reason.trim();
  if (reason === '') throw new AppError('invalid_input', { issues: [{ path: 'reason', message: 'required' }] });
  const standing = await standingOf(db, invoice_id, ctx);
  const invoice = (await readStored(db, 'invoices', [invoice_id])).get(invoice_id);
  const entry: ActivityEntry = {
    ...newRecord(ctx),
    actor_id: ctx.userId,
    origin: 'client',
    type: 'payment_deleted',
    entity_type: 'invoices',
    entity_id: invoice_id,
    entity_label: invoice?.number ?? '',
    changes: { reason: [null, reason], amount: [amount, null], currency: [currency, null] },
  };
  const remove = (current: Payment | null) => {
    if (!current) throw new AppError('not_found', { collection: 'payments', id });
    refuseUnlessAsShown('payments', deletion.seen, current);
    refuse(paymentChangeRefusal(current, standing));
    return null;
  };
  await writeTogether(db, [
    { name: 'activity_log', id: entry.id, decide: () => entry },
    { name: 'payments', id, decide: (current) => remove(current as Payment | null) },
  ]);
}

/**
 * Takes back a payment as it was shown by one of its own, on the day and for the reason given: what was booked is neither changed nor deleted.
 * AppError `reversed` or `period_closed`.
 */
export async function reversePayment(
  db: CompanyDatabase,
  { seen, day, reason }: { readonly seen: Payment; readonly day: string; readonly reason: string },
  ctx: CommandContext,
): Promise<Payment> {
  authorise(ctx, 'payments.create');
  authorise(ctx, 'payments.update');
  const { payment_date, reversal_reason } = parseInput(reversalSchema, { payment_date: day, reversal_reason: reason });
  if (reversal_reason === '') throw new AppError('invalid_input', { issues: [{ path: 'reason', message: 'required' }] });
  const current = (await readStored(db, 'payments', [seen.id])).get(seen.id);
  if (!current) throw new AppError('not_found', { collection: 'payments', id: seen.id });
  refuseUnlessAsShown('payments', seen, current);
  const { rules, siblings } = await standingOf(db, current.invoice_id, ctx);
  const invoice = (await readStored(db, 'invoices', [current.invoice_id])).get(current.invoice_id);
  refuse(paymentReversalRefusal(current, siblings) ?? closedRefusal(rules, invoice ?? current, payment_date));
  return insertRecord(db, 'payments', {
    ...newRecord(ctx),
    payment_date,
    booked_on: null,
    reversal_reason,
    created_by: ctx.userId,
    ...(invoice
      ? await amountsOf(db, invoice, { ...current, amount: -current.amount, id: '' })
      : { tax_point: current.tax_point, tax_shares: [] }),
    ...reversalOfPayment(current),
  });
}
const reversalSchema = z.pick(paymentSchema, { payment_date: true, reversal_reason: true });

type Paid = Pick<Payment, 'amount' | 'currency' | 'payment_date'> & {
  readonly exchange?: Exchange | null | undefined;
  readonly id?: string;
};

/**
 * When and how much of the invoice's VAT a payment brings, as far as this device knows its other payments; and what it is worth in the books by the
 * rate that was entered, else by the last one known here. The server has the last word.
 */
async function amountsOf(db: CompanyDatabase, invoice: Invoice, { id, ...payment }: Paid) {
  const others = (await firstValueFrom(watchPaymentsOf(db, invoice.id))).filter((other) => other.id !== id);
  const own = await exchangeInBooks(db, payment, payment.payment_date);
  const exchange = paymentExchange(own, payment, { document: invoice.exchange, others });
  return { tax_point: invoice.tax_point, tax_shares: taxShares(invoice, payment.amount, others), exchange };
}

async function standingOf(db: CompanyDatabase, invoiceId: string, ctx: CommandContext): Promise<PaymentStanding> {
  const [rules, siblings] = await Promise.all([bookingRules(db, ctx), firstValueFrom(watchPaymentsOf(db, invoiceId))]);
  return { rules, siblings };
}

const closedRefusal = (rules: BookingRules, { tax_point }: Pick<Invoice, 'tax_point'>, day: string): BookingRefusal | null =>
  closedDayOf(rules, day, tax_point) === null ? null : 'period_closed';

function refuse(refusal: BookingRefusal | null): void {
  if (refusal !== null) throw new AppError(refusal);
}

type PaymentFields = Omit<PaymentInput, 'is_separate' | 'booked_on' | 'exchange'> & Pick<Payment, 'is_separate' | 'booked_on' | 'exchange'>;

async function payableInvoice(db: CompanyDatabase, { invoice_id: id, currency }: PaymentInput): Promise<Invoice> {
  const invoice = (await readStored(db, 'invoices', [id])).get(id);
  if (!invoice) throw new AppError('not_found', { collection: 'invoices', id });
  if (paymentRefusal(invoice)) throw new AppError('invalid_transition', { reason: 'not_issued' });
  if (invoice.currency !== currency) throw new AppError('invalid_input', { issues: [{ path: 'currency', message: 'invalidCurrency' }] });
  return invoice;
}
