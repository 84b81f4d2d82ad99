import { authorise, type CommandContext, newRecord } from '#data/core/command-context.ts';
import type { CompanyDatabase } from '#data/core/company-database.ts';
import { changeRecord, insertRecord } from '#data/core/write.ts';
import { addMonths, startOfMonth } from '#domain/dates/calendar.ts';
import { AppError } from '#domain/errors.ts';
import type { AccountingPeriod } from '#domain/periods/accounting-period.ts';

/** Closes a month (its first day) that is over: from now on nothing is booked in it, changed or taken back. AppError `invalid_transition` before its end. */
export async function closePeriod(db: CompanyDatabase, month: string, ctx: CommandContext): Promise<AccountingPeriod> {
  authorise(ctx, 'periods.close');
  if (month !== startOfMonth(month) || addMonths(month, 1) > ctx.today())
    throw new AppError('invalid_transition', { reason: 'period_not_over' });
  const decision = { is_closed: true, reason: '', decided_by: ctx.userId, decided_at: ctx.now().toISOString() };
  const [known] = await db.collections.periods.find({ selector: { month } }).exec();
  if (known) return changeRecord(db, 'periods', known.id, (current) => ({ ...current, ...decision }));
  return insertRecord(db, 'periods', { ...newRecord(ctx), month, ...decision });
}

export type Reopening = { readonly id: string; readonly reason: string };

/** Opens a closed month again. Only an owner does, and says why. */
export async function reopenPeriod(db: CompanyDatabase, { id, reason }: Reopening, ctx: CommandContext): Promise<AccountingPeriod> {
  if (!ctx.access.isOwner) throw new AppError('not_allowed', { key: 'is_owner' });
  const text = reason.trim();
  if (text === '') throw new AppError('invalid_input', { issues: [{ path: 'reason', message: 'required' }] });
  if (text.length > 1000) throw new AppError('invalid_input', { issues: [{ path: 'reason', message: 'tooLong' }] });
  const decided_at = ctx.now().toISOString();
  return changeRecord(db, 'periods', id, (current) => ({ ...current, is_closed: false, reason: text, decided_by: ctx.userId, decided_at }));
}
