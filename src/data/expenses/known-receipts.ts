import type { MangoQuery } from 'rxdb';
import { combineLatest, map, type Observable, of, switchMap } from 'rxjs';
import type { CompanyDatabase } from '#data/core/company-database.ts';
import type { Expense } from '#domain/expenses/expense.ts';
import type { StoredFile } from '#domain/files/file.ts';
import { watchExpense, watchReversalOf } from './expenses.queries.ts';

/** The expense that has a receipt of these very bytes already, by SHA-256. What was turned down or taken back may be captured again. */
export function watchKnownReceipts(
  db: CompanyDatabase,
  { sha256s, except }: { sha256s: readonly string[]; except: string | null },
): Observable<ReadonlyMap<string, Expense>> {
  if (sha256s.length === 0) return of(new Map());
  const found = sha256s.map((sha256) => watchHolder(db, sha256, except).pipe(map((expense) => [sha256, expense] as const)));
  return combineLatest(found).pipe(map((all) => new Map(all.flatMap(([sha256, expense]) => (expense ? [[sha256, expense]] : [])))));
}

function watchHolder(db: CompanyDatabase, sha256: string, except: string | null): Observable<Expense | null> {
  const query: MangoQuery<StoredFile> = { selector: { sha256 }, sort: [{ sha256: 'asc' }, { id: 'asc' }] };
  return db.collections.files.find(query).$.pipe(
    switchMap((files) => {
      const ids = [...new Set(files.flatMap(({ expense_id }) => expense_id ?? []))].filter((id) => id !== except);
      return ids.length === 0 ? of([]) : combineLatest(ids.map((id) => watchStanding(db, id)));
    }),
    map((expenses) => expenses.find((each) => each !== null) ?? null),
  );
}

/** The expense while it counts: neither turned down nor part of what was taken back. */
const watchStanding = (db: CompanyDatabase, id: string): Observable<Expense | null> =>
  combineLatest([watchExpense(db, id), watchReversalOf(db, id)]).pipe(
    map(([expense, reversal]) =>
      expense && expense.status !== 'rejected' && expense.reverses_expense_id === null && reversal === null ? expense : null,
    ),
  );
