import { useMemo } from 'react';
import { useCompany } from '#data/core/company-context.ts';
import { useObservable } from '#data/core/use-observable.ts';
import type { BookingRules } from '#domain/bookings/booking.ts';
import { closePeriod, type Reopening, reopenPeriod } from './periods.commands.ts';
import { keptBookingRules, keptClosedFigures, watchPeriods } from './periods.queries.ts';

/** The months that were ever closed, the latest first. */
export function usePeriods() {
  const { db } = useCompany();
  return useObservable(() => watchPeriods(db), [db]);
}

/** The figures of the months that are closed, by month (`YYYY-MM`); undefined until they are known. */
export function useKeptFigures() {
  const { db } = useCompany();
  return useObservable(() => keptClosedFigures(db), [db]).value;
}

/** What decides whether a booking may be taken back; undefined until it is known. */
export function useBookingRules(): BookingRules | undefined {
  const { db, ctx } = useCompany();
  const { value } = useObservable(() => keptBookingRules(db), [db]);
  return value && { ...value, now: ctx.now() };
}

/** The commands of closing bound to the open company. */
export function usePeriodCommands() {
  const { db, ctx } = useCompany();
  return useMemo(
    () => ({
      closePeriod: (month: string) => closePeriod(db, month, ctx),
      reopenPeriod: (reopening: Reopening) => reopenPeriod(db, reopening, ctx),
    }),
    [db, ctx],
  );
}
