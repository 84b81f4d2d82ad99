import { liveQuery } from 'dexie';
import { from, map, type Observable } from 'rxjs';
import * as z from 'zod/mini';
import { parseInput } from '#data/core/command-context.ts';
import type { CompanyDatabase } from '#data/core/company-database.ts';
import { name } from '#domain/shared/fields.ts';
import { onDevice } from '#data/device/storage-health.ts';

/** A list as somebody narrowed and sorted it: the address says it all. */
const savedFilterSchema = z.object({
  name: name(60),
  /** The list's path, without the language. */ path: z.string().check(z.startsWith('/')),
  /** With its `?`. */ search: z.string().check(z.maxLength(2000)),
});
export type SavedFilter = z.infer<typeof savedFilterSchema>;

const keyOf = (db: CompanyDatabase) => `saved-filters:${db.companyId}`;

/** Those of one list, by name; on this device only. */
export function watchSavedFilters(db: CompanyDatabase, path: string): Observable<SavedFilter[]> {
  return from(liveQuery(() => db.device.meta.get(keyOf(db)))).pipe(
    map((stored) => filtersIn(stored).filter((saved) => saved.path === path)),
  );
}

/** Keeps a filter; one of the same name for the same list is replaced. */
export async function saveFilter(db: CompanyDatabase, input: SavedFilter): Promise<SavedFilter> {
  const filter = parseInput(savedFilterSchema, input);
  await change(db, (all) => [...all.filter((other) => !isSame(other, filter)), filter]);
  return filter;
}

export async function forgetFilter(db: CompanyDatabase, filter: SavedFilter): Promise<void> {
  await change(db, (all) => all.filter((other) => !isSame(other, filter)));
}

const isSame = (a: SavedFilter, b: SavedFilter) => a.path === b.path && a.name.toLowerCase() === b.name.toLowerCase();

function filtersIn(stored: unknown): SavedFilter[] {
  const result = z.safeParse(z.array(savedFilterSchema), stored ?? []);
  return result.success ? result.data.sort((a, b) => a.name.localeCompare(b.name)) : [];
}

/** Another tab may save at the same moment, so reading and writing are one transaction. */
async function change(db: CompanyDatabase, next: (all: SavedFilter[]) => SavedFilter[]): Promise<void> {
  const { meta } = db.device;
  await onDevice(db.device.transaction('rw', meta, async () => meta.put(next(filtersIn(await meta.get(keyOf(db)))), keyOf(db))));
}
