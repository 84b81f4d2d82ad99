import { firstValueFrom } from 'rxjs';
import * as z from 'zod/mini';
import { type BookingRules, isClosedDay } from '#domain/bookings/booking.ts';
import { type Expense, type ExpenseInput, expenseInputSchema, expenseSchema } from '#domain/expenses/expense.ts';
import { withTaxTable } from '#domain/expenses/expense-form.ts';
import { taxFaultIssue, taxLinesFault } from '#domain/expenses/tax-lines.ts';
import {
  type ExpenseDecision,
  type ExpenseReversal,
  type ExpenseStep,
  type Refusal,
  type Standing,
  approved,
  expenseDeleteRefusal,
  expenseEditRefusal,
  paymentDateRefusal,
  reimbursed,
  rejected,
  reopened,
  reversalOf,
  reversalRefusal,
  stepRefusal,
} from '#domain/expenses/expense-lifecycle.ts';
import { paidOn } from '#domain/reports/expense-cells.ts';
import { notingRemovals } from '#data/receipts/object-removals.ts';
import { removeReceipts } from '#data/receipts/receipt-commands.ts';
import { receiptsOf } from '#data/files/files.queries.ts';
import { enteredExchange } from '#domain/exchange/document-exchange.ts';
import { AppError } from '#domain/errors.ts';
import { calendarDate } from '#domain/shared/fields.ts';
import { exchangeInBooks } from '#data/exchange/exchange-in-books.ts';
import { refuseUnlessAsShown } from '#data/core/as-shown.ts';
import { type CommandContext, authorise, newRecord, parseInput } from '#data/core/command-context.ts';
import type { CompanyDatabase } from '#data/core/company-database.ts';
import { editRecord, openedAgain } from '#data/core/edit-record.ts';
import { HELD_MS, removeHeld, type TakeBack } from '#data/core/held-delete.ts';
import { readStored } from '#data/core/stored.ts';
import { bookingRules } from '#data/periods/periods.queries.ts';
import { watchReversalOf } from './expenses.queries.ts';
import { changeRecord, insertRecord } from '#data/core/write.ts';

/**
 * Captures an expense. With `id` (the draft's) a second call for the same draft changes what the first one wrote,
 * so that neither a double click nor a crash between two steps makes a second expense.
 */
export async function createExpense(
  db: CompanyDatabase,
  capture: { id?: string; input: ExpenseInput; before?: Partial<ExpenseInput> } & Known,
  ctx: CommandContext,
): Promise<Expense> {
  const values = await taxedInput(db, capture, ctx);
  authorise(ctx, 'expenses.create');
  const { id, before, country } = capture;
  const opened = id === undefined ? null : await openedAgain(db, 'expenses', id, before);
  if (id !== undefined && opened) {
    return editExpense(db, { id, input: values, opened, ...(country === undefined ? {} : { country }) }, ctx);
  }
  return insertRecord(db, 'expenses', {
    ...newRecord(ctx),
    ...(id === undefined ? {} : { id }),
    ...values,
    is_separate: values.is_separate ?? false,
    exchange: enteredExchange(values),
    number: null,
    created_by: ctx.userId,
    status: 'pending',
    rejection_reason: '',
    decided_by: null,
    decided_at: null,
    recurring_expense_id: null,
    recurring_period: null,
    booked_on: null,
    booked_at: null,
    reverses_expense_id: null,
    reversal_reason: '',
  });
}

/** The country whose VAT a receipt bears unless it says otherwise; from memory, where the company is open. */
export async function ownCountry(db: CompanyDatabase, ctx: CommandContext): Promise<string> {
  const company = await firstValueFrom(db.collections.companies.findOne(ctx.companyId).$);
  return company?.settings.company_details.address.country ?? '';
}

/** What the caller has read already. */
type Known = { readonly country?: string };

/** What was typed with its tax table; AppError `invalid_input` with the place where the table can't be so. */
async function taxedInput(db: CompanyDatabase, { input, country }: { input: ExpenseInput } & Known, ctx: CommandContext) {
  const values = withTaxTable(parseInput(expenseInputSchema, input), country ?? (await ownCountry(db, ctx)));
  const fault = taxLinesFault(values.tax_lines, values);
  if (fault === null) return values;
  const { path, message } = taxFaultIssue(fault);
  throw new AppError('invalid_input', { issues: [{ path: path.join('.'), message }] });
}

/** Saves what was really changed in the form: `opened` is what the form showed when it opened. */
export async function editExpense(
  db: CompanyDatabase,
  edit: { id: string; input: ExpenseInput; opened?: Partial<ExpenseInput> } & Known,
  ctx: CommandContext,
): Promise<Expense> {
  const { is_separate, exchange, ...typed } = await taxedInput(db, edit, ctx);
  const values = {
    ...typed,
    ...(is_separate === undefined ? {} : { is_separate }),
    ...(exchange === undefined ? {} : { exchange: enteredExchange({ ...typed, exchange }) }),
  };
  const { is_separate: _said, tax_lines: before, exchange: rate, ...rest } = edit.opened ?? {};
  const opened = { ...rest, ...(before === undefined ? {} : { tax_lines: before }), ...(rate === undefined ? {} : { exchange: rate }) };
  return editRecord(db, 'expenses', edit.id, {
    opened,
    values,
    check: (current) => refuse(expenseEditRefusal(current, ctx.access)),
  });
}

/**
 * Deletes the expense. Its receipts stay as they are until the server has deleted them with it: another person's edit may bring the expense
 * back (SYNC-13), and so may the one who deleted it (SYNC-27, SYNC-83). Only what the server never hears of goes at once, and comes back from memory.
 */
export async function deleteExpense(db: CompanyDatabase, id: string, ctx: CommandContext, heldMs = HELD_MS): Promise<TakeBack> {
  const expense = (await readStored(db, 'expenses', [id])).get(id);
  if (!expense) throw new AppError('not_found', { collection: 'expenses', id });
  refuse(expenseDeleteRefusal(expense, ctx.access));
  const receipts = await receiptsOf(db, id);
  const { isUnsent, takeBack } = await removeHeld(db, 'expenses', id, { heldMs, beside: notingRemovals(db, receipts, id) });
  if (!isUnsent) return takeBack;
  const putBack = await removeReceipts(db, ctx, receipts);
  return async () => {
    await putBack.bytes();
    await takeBack();
    await putBack.records();
  };
}

/** The expense is the one that the person saw. */
type WithReason = { readonly seen: Expense; readonly reason: string };

/** This and the other decisions take the expense as it was shown: AppError `conflict` when it has changed since (SYNC-28). */
export async function approveExpense(db: CompanyDatabase, { seen, bookedOn = null }: Approval, ctx: CommandContext): Promise<Expense> {
  parseInput(bookedOnSchema, { booked_on: bookedOn });
  const company = await db.collections.companies.findOne(ctx.companyId).exec();
  const isPaidOnApproval = company?.settings.expense_defaults.mark_as_paid_on_approval ?? false;
  const exchange = await exchangeInBooks(db, seen, seen.expense_date);
  return decide(db, { seen, step: 'approve', bookedOn }, ctx, (current, decision) =>
    approved(current, decision, { isPaidOnApproval, bookedOn, exchange }),
  );
}
/** `bookedOn`: the day it is to count on where the month of its own is closed. */
type Approval = { readonly seen: Expense; readonly bookedOn?: string | null };
const bookedOnSchema = z.pick(expenseSchema, { booked_on: true });

export async function rejectExpense(db: CompanyDatabase, { seen, reason }: WithReason, ctx: CommandContext): Promise<Expense> {
  return decide(db, { seen, step: 'reject' }, ctx, (current, decision) => rejected(current, decision, reason));
}

export async function reimburseExpense(db: CompanyDatabase, seen: Expense, ctx: CommandContext): Promise<Expense> {
  return decide(db, { seen, step: 'reimburse' }, ctx, reimbursed);
}

export async function reopenExpense(db: CompanyDatabase, { seen, reason }: WithReason, ctx: CommandContext): Promise<Expense> {
  return decide(db, { seen, step: 'reopen' }, ctx, (current) => reopened(current, reason));
}

/**
 * Takes back a booking as it was shown by a booking of its own, on the day and for the reason given. Returns the reversal; what was really
 * bought is then captured anew. AppError `reversed` or `period_closed`.
 */
export async function reverseExpense(
  db: CompanyDatabase,
  { seen, ...reversal }: { readonly seen: Expense } & ExpenseReversal,
  ctx: CommandContext,
): Promise<Expense> {
  const { day } = parseInput(reversalSchema, { day: reversal.day });
  const current = (await readStored(db, 'expenses', [seen.id])).get(seen.id);
  if (!current) throw new AppError('not_found', { collection: 'expenses', id: seen.id });
  refuseUnlessShown(seen, current);
  const { rules, isReversed } = await standingOf(db, current.id, ctx);
  refuse(reversalRefusal(current, ctx.access, { isReversed }) ?? (isClosedDay(rules, day) ? 'period_closed' : null));
  const decision = { by: ctx.userId, at: ctx.now().toISOString(), today: ctx.today() };
  return insertRecord(db, 'expenses', { ...newRecord(ctx), ...reversalOf(current, { ...reversal, day }, decision) });
}
const reversalSchema = z.object({ day: calendarDate() });

/** Files an undecided expense, as it was shown, under another category; null: under none. */
export async function setExpenseCategory(
  db: CompanyDatabase,
  { seen, categoryId }: { readonly seen: Expense; readonly categoryId: string | null },
  ctx: CommandContext,
): Promise<Expense> {
  const { category_id } = parseInput(categorySchema, { category_id: categoryId });
  return changeRecord(db, 'expenses', seen.id, (current) => {
    refuseUnlessShown(seen, current);
    refuse(expenseEditRefusal(current, ctx.access));
    return { ...current, category_id };
  });
}
const categorySchema = z.pick(expenseSchema, { category_id: true });

/** Says that it is another expense than an equal one of the day; nobody is asked again, on no device (SYNC-49). */
export async function keepExpenseAsSeparate(db: CompanyDatabase, seen: Expense, ctx: CommandContext): Promise<Expense> {
  return changeRecord(db, 'expenses', seen.id, (current) => {
    refuseUnlessShown(seen, current);
    refuse(expenseEditRefusal(current, ctx.access));
    return { ...current, is_separate: true };
  });
}

/** Notes when it was paid; null: on the day of the expense. */
export async function notePaymentDate(
  db: CompanyDatabase,
  { seen, day }: { seen: Expense; day: string | null },
  ctx: CommandContext,
): Promise<Expense> {
  const { paid_on } = parseInput(paymentDateSchema, { paid_on: day });
  const rules = await bookingRules(db, ctx);
  if (isClosedDay(rules, paidOn({ ...seen, paid_on }))) refuse('period_closed');
  return changeRecord(db, 'expenses', seen.id, (current) => {
    refuseUnlessShown(seen, current);
    refuse(paymentDateRefusal(current, ctx.access, rules));
    return { ...current, paid_on };
  });
}
const paymentDateSchema = z.pick(expenseSchema, { paid_on: true });

async function decide(
  db: CompanyDatabase,
  { step, seen, bookedOn = null }: { step: ExpenseStep; seen: Expense; bookedOn?: string | null },
  ctx: CommandContext,
  next: (current: Expense, decision: ExpenseDecision, rules: BookingRules) => Expense,
): Promise<Expense> {
  const isSoleMember = (await db.collections.members.count().exec()) <= 1;
  const standing = await standingOf(db, seen.id, ctx);
  return changeRecord(db, 'expenses', seen.id, (current) => {
    refuseUnlessShown(seen, current);
    refuse(stepRefusal(step, current, { access: ctx.access, isSoleMember }, { ...standing, bookedOn }));
    return next(current, { by: ctx.userId, at: ctx.now().toISOString(), today: ctx.today() }, standing.rules);
  });
}

async function standingOf(db: CompanyDatabase, id: string, ctx: CommandContext): Promise<Standing> {
  const [rules, reversal] = await Promise.all([bookingRules(db, ctx), firstValueFrom(watchReversalOf(db, id))]);
  return { rules, isReversed: reversal !== null };
}

/** When it was decided is the server's to say, a moment after the person did: what is decided next is not on that. AppError `conflict`. */
function refuseUnlessShown(seen: Expense, current: Expense): void {
  const { decided_at, booked_at } = current;
  refuseUnlessAsShown('expenses', { ...seen, decided_at, booked_at }, current);
}

function refuse(refusal: Refusal): void {
  if (refusal === null) return;
  if (refusal === 'own_expense') throw new AppError('not_allowed', { reason: refusal });
  throw new AppError(refusal);
}
