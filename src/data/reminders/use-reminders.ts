import { of } from 'rxjs';
import { useCompany } from '#data/core/company-context.ts';
import { useObservable } from '#data/core/use-observable.ts';
import { can } from '#domain/access/access.ts';
import { type Reminders, watchReminders } from './reminders.queries.ts';

const NONE: Reminders = { due: [], held: [], queued: [] };

/** Which reminders are due today; undefined until it was read, none for who sees no invoices. */
export function useReminders(): Reminders | undefined {
  const { db, ctx, company } = useCompany();
  const { settings } = company;
  const today = ctx.today();
  const isAsked = can(ctx.access, 'invoices.view');
  return useObservable<Reminders>(() => (isAsked ? watchReminders(db, { settings, today }) : of(NONE)), [db, isAsked, settings, today])
    .value;
}
