import { throwError } from 'rxjs';
import { useOpenCompany } from '#data/core/company-context.ts';
import { useObservable } from '#data/core/use-observable.ts';
import { AppError } from '#domain/errors.ts';
import { watchReceiptsOf } from './files.queries.ts';

/** Receipts of one expense; the error is `no_company` without an open company. */
export function useReceiptsOf(expenseId: string) {
  const db = useOpenCompany()?.db;
  return useObservable(() => (db ? watchReceiptsOf(db, expenseId) : throwError(() => new AppError('no_company'))), [db, expenseId]);
}
