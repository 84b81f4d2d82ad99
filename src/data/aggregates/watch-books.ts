import { asyncScheduler, combineLatest, type Observable, switchMap, throttleTime } from 'rxjs';
import { keptPer } from '#data/core/at-hand.ts';
import type { CompanyDatabase } from '#data/core/company-database.ts';
import { readOneAnew } from '#data/core/read-anew.ts';
import { sumsOf } from '#data/core/storage.ts';
import { toStorageError } from '#data/device/storage-health.ts';
import { readStored } from '#data/core/stored.ts';
import { watchLocalBalances } from '#data/invoices/local-balances.ts';
import { registry } from '#domain/registry.ts';
import type { Books } from '#domain/reports/books.ts';
import { sumsWithLocalBalances, type LocalBalance } from '#domain/reports/sums-with-local-balances.ts';
import { addCells, type OpenSums, type Sums } from '#domain/reports/cell.ts';

/** A first load writes several times a second; each look costs some milliseconds. */
const LOOK_EVERY_MS = 250;

type Kept = 'invoices' | 'payments' | 'expenses';
/** The sums of the company as this device knows it, unsynced work included; live, whichever tab or sync changes something. */
export const watchBooks: (db: CompanyDatabase) => Observable<Books> = keptPer((db: CompanyDatabase) =>
  combineLatest({ invoices: watchInvoiceSums(db), payments: watchSums(db, 'payments'), expenses: watchSums(db, 'expenses') }),
);

/** What was just saved is painted first, its sums follow; those of invoices come at once, as the local balances do that belong to them. */
function watchSums(db: CompanyDatabase, name: Kept): Observable<Sums> {
  const changed$ = (db.collections[name].$ as Observable<unknown>).pipe(
    throttleTime(LOOK_EVERY_MS, asyncScheduler, { leading: name === 'invoices', trailing: true }),
  );
  return readOneAnew(changed$, () => readSums(db, name));
}

async function readSums(db: CompanyDatabase, name: Kept): Promise<Sums> {
  try {
    return (await sumsOf(db.collections[name].internalStorageInstance)) ?? (await countedSums(db, name));
  } catch (error) {
    throw toStorageError(error);
  }
}

/** Storage in memory, as tests have it, keeps no sums. */
async function countedSums(db: CompanyDatabase, name: Kept): Promise<Sums> {
  const sums: OpenSums = new Map();
  for (const document of await db.collections[name].find().exec())
    addCells(sums, registry[name].tally?.(document.toMutableJSON() as never) ?? []);
  return sums;
}

/** What is owed follows the same balances as the lists of invoices do. */
function watchInvoiceSums(db: CompanyDatabase): Observable<Sums> {
  return combineLatest([watchSums(db, 'invoices'), watchLocalBalances(db)]).pipe(
    switchMap(async ([sums, local]) => {
      if (local.size === 0) return sums;
      const stored = await readStored(db, 'invoices', [...local.keys()]);
      const balances = [...local].flatMap(([id, invoice]): LocalBalance[] => {
        const known = stored.get(id);
        return known ? [{ stored: known, local: invoice }] : [];
      });
      return sumsWithLocalBalances(sums, balances);
    }),
  );
}
