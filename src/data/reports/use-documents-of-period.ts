import { EMPTY } from 'rxjs';
import { useCompany } from '#data/core/company-context.tsx';
import { useObservable } from '#data/core/use-observable.ts';
import { watchExpensesOf, watchInvoicesOf, watchOpenInvoices } from './documents-of-period.ts';

/** Null: nothing is read. */
type Days = { readonly from: string; readonly to: string } | null;

export function useExpensesOf(days: Days) {
  const { db } = useCompany();
  return useObservable(() => (days ? watchExpensesOf(db, days) : EMPTY), [db, days?.from, days?.to]).value;
}

export function useInvoicesOf(days: Days) {
  const { db } = useCompany();
  return useObservable(() => (days ? watchInvoicesOf(db, days) : EMPTY), [db, days?.from, days?.to]).value;
}

export function useOpenInvoices(isWanted: boolean) {
  const { db } = useCompany();
  return useObservable(() => (isWanted ? watchOpenInvoices(db) : EMPTY), [db, isWanted]).value;
}
