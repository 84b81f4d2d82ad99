import type * as z from 'zod/mini';
import { refuseUnlessAsShown } from '#data/core/as-shown.ts';
import { type CommandContext, authorise, newRecord, parseInput } from '#data/core/command-context.ts';
import type { CompanyDatabase } from '#data/core/company-database.ts';
import { editRecord, openedAgain } from '#data/core/edit-record.ts';
import { removeHeld, type TakeBack } from '#data/core/held-delete.ts';
import { changeRecord, insertRecord } from '#data/core/write.ts';
import type { PermissionKey } from '#domain/access/access.ts';
import { AppError } from '#domain/errors.ts';
import type { Recurrence } from '#domain/recurring/recurrence.ts';
import { type GenerationRefusal, generationRefusal, resumed, withNextDate } from '#domain/recurring/series-steps.ts';
import type { RecurringExpense } from '#domain/recurring-expenses/recurring-expense.ts';
import type { RecurringInvoice } from '#domain/recurring-invoices/recurring-invoice.ts';

type Series = { recurring_invoices: RecurringInvoice; recurring_expenses: RecurringExpense };
type Kind<N extends keyof Series, S extends z.ZodMiniType> = {
  readonly name: N;
  readonly inputSchema: S;
  readonly ruleOf: (item: Series[N]) => Recurrence;
  /** What a form shows otherwise than it is stored. */
  readonly asShown?: (current: Series[N]) => Partial<Series[N]>;
  /** The right to have a period generated. */
  readonly generateKey: PermissionKey;
};
type Save<I> = {
  /** A second call for the same id changes what the first one wrote. */ readonly id: string;
  readonly input: I;
};

/** What one does with what documents are generated from, whichever kind: invoices and expenses follow the same rules. */
export function seriesCommands<N extends keyof Series, S extends z.ZodMiniType<Partial<Series[N]> & { start_date: string }>>(
  kind: Kind<N, S>,
) {
  type Item = Series[N];
  type Input = z.output<S>;
  const { name, inputSchema, generateKey } = kind;
  const dated = (item: Item): Item => withNextDate(item, kind.ruleOf(item));
  /** A decision about the series as it was shown: AppError `conflict` when it has changed since (SYNC-28). */
  const decide = (db: CompanyDatabase, seen: Item, next: (current: Item) => Item) => {
    const decided = (current: Item): Item => {
      refuseUnlessAsShown<keyof Series>(name, seen, current);
      return next(current);
    };
    return changeRecord(db, name, seen.id, decided as never) as unknown as Promise<Item>;
  };

  /** Saves what was really changed in the form: `opened` is what the form showed when it opened. The next date stays the server's. */
  async function edit(
    db: CompanyDatabase,
    { id, input, opened = {} }: Save<Input> & { readonly opened?: Partial<Input> },
    ctx: CommandContext,
  ): Promise<Item> {
    const values = parseInput(inputSchema, input);
    authorise(ctx, `${name}.update`);
    return editRecord(db, name, id, { opened, values, asShown: kind.asShown } as never) as unknown as Promise<Item>;
  }

  return {
    dated,
    edit,
    async create(
      db: CompanyDatabase,
      { id, input, before }: Save<Input> & { readonly before?: Partial<Input> },
      ctx: CommandContext,
    ): Promise<Item> {
      const values = parseInput(inputSchema, input);
      authorise(ctx, `${name}.create`);
      const opened = await openedAgain<Input>(db, name, id, before);
      if (opened) return edit(db, { id, input: values, opened }, ctx);
      const start = { is_active: true, next_generation: values.start_date, last_generated: null, generate_requested: null };
      const item = { ...newRecord(ctx), id, ...values, ...start, generation_error: '', created_by: ctx.userId };
      return insertRecord(db, name, dated(item as unknown as Item) as never) as unknown as Promise<Item>;
    },
    async pause(db: CompanyDatabase, seen: Item, ctx: CommandContext): Promise<Item> {
      authorise(ctx, `${name}.update`);
      return decide(db, seen, (current) => ({ ...current, is_active: false, generate_requested: null }));
    },
    /** Active again; the periods of the pause are left out unless they are to be made up for. */
    async resume(
      db: CompanyDatabase,
      { seen, isMadeUp }: { readonly seen: Item; readonly isMadeUp: boolean },
      ctx: CommandContext,
    ): Promise<Item> {
      authorise(ctx, `${name}.update`);
      return decide(db, seen, (current) => {
        const { next_generation } = current; // stays the server's
        return { ...resumed(dated(current), { today: ctx.today(), isMadeUp }), next_generation };
      });
    },
    /** What was generated from it stays. It can be taken back for a while, as it was (SYNC-83). */
    async remove(db: CompanyDatabase, id: string, ctx: CommandContext): Promise<TakeBack> {
      authorise(ctx, `${name}.delete`);
      return (await removeHeld(db, name, id)).takeBack;
    },
    /**
     * Keeps the wish to generate the next period now; it rides to the server with the next sync. If `period` was meant and is not the next
     * one any more, it has been generated meanwhile: the one after it was not asked for.
     */
    request(db: CompanyDatabase, seen: Item, ctx: CommandContext, period?: string): Promise<Item> {
      return decide(db, seen, (current) => {
        const item = dated(current);
        if (period !== undefined && period !== item.next_generation) return current;
        refuse(generationRefusal(item, ctx.access, generateKey));
        return { ...current, generate_requested: item.next_generation };
      });
    },
    /** Takes the wish back as long as the server has not fulfilled it. */
    async withdraw(db: CompanyDatabase, seen: Item, ctx: CommandContext): Promise<Item> {
      authorise(ctx, generateKey);
      return decide(db, seen, (current) => ({ ...current, generate_requested: null }));
    },
  };
}

/** Throws the refusal as an AppError. */
export function refuse(refusal: GenerationRefusal): void {
  if (refusal === null) return;
  if (refusal === 'not_allowed') throw new AppError('not_allowed');
  throw new AppError('invalid_transition', { reason: refusal });
}
