import { EMPTY } from 'rxjs';
import { useCompany } from '#data/core/company-context.ts';
import { type Observed, useObservable } from '#data/core/use-observable.ts';
import {
  watchDrafts,
  watchExpensesOf,
  watchExpensesWithBare,
  watchInvoicesOf,
  watchOpenInvoices,
  watchOutstandingOn,
} from './documents-of-period.ts';

/** Null: nothing is read. */
type Days = { readonly from: string; readonly to: string } | null;

/** Figures of other days than are asked for are none: undefined until these are read. What changes in them is shown when it is read. */
const asAsked = <T>({ value, isLoading }: Observed<T>): T | undefined => (isLoading ? undefined : value);

export function useExpensesOf(days: Days) {
  const { db } = useCompany();
  return asAsked(useObservable(() => (days ? watchExpensesOf(db, days) : EMPTY), [db, days?.from, days?.to]));
}

export function useInvoicesOf(days: Days) {
  const { db } = useCompany();
  return asAsked(useObservable(() => (days ? watchInvoicesOf(db, days) : EMPTY), [db, days?.from, days?.to]));
}

export function useDrafts() {
  const { db } = useCompany();
  return useObservable(() => watchDrafts(db), [db]).value;
}

/** With those of them that should show a receipt and show none. */
export function useExpensesWithBare(days: Days) {
  const { db } = useCompany();
  return asAsked(useObservable(() => (days ? watchExpensesWithBare(db, days) : EMPTY), [db, days?.from, days?.to]));
}

/** Invoices with what was owed on `day`; `today` includes all that is known. */
export function useStandingOn(day: string | null, today: string) {
  const { db } = useCompany();
  const watch = () => (day === null ? EMPTY : day < today ? watchOutstandingOn(db, day) : watchOpenInvoices(db));
  return asAsked(useObservable(watch, [db, day, today]));
}
