import { combineLatest, map, type Observable, of } from 'rxjs';
import * as z from 'zod/mini';
import type { SyncIssue } from '#data/changes/issue.ts';
import type { CompanyDatabase } from '#data/core/company-database.ts';
import type { Collection } from '#data/core/stored-form.ts';
import { readStored } from '#data/core/stored.ts';
import { type CollectionName, COLLECTION_NAMES, entityOf } from '#domain/registry.ts';
import type { SyncedRecord } from '#domain/shared/record.ts';

/** A record that a refused one names and that is no longer on this device. */
export type MissingParent = {
  readonly field: string;
  readonly to: CollectionName;
  readonly id: string;
  /** Whether the record may go without it. */
  readonly isOptional: boolean;
};

/** What the server says of a record whose parent it does not have; of an invoice that is to be issued it says that first. */
const SAID: ReadonlySet<string | null> = new Set(['missing_parent', 'cannot_issue']);

/** What the refused version of a question names, as far as this device keeps such records. */
function namedBy({ names }: CompanyDatabase, { kind, message, collection, mine }: SyncIssue): MissingParent[] {
  if (kind !== 'rejected' || mine === null || !SAID.has(message)) return [];
  const { references = {}, schema } = entityOf(collection);
  const values = mine as unknown as Readonly<Record<string, unknown>>;
  return Object.entries(references).flatMap(([field, reference]) => {
    const to = COLLECTION_NAMES.find((name) => name === reference.to && names.includes(name));
    const [id, shape] = [values[field], schema.shape[field]];
    if (to === undefined || typeof id !== 'string' || !shape) return [];
    return [{ field, to, id, isOptional: z.safeParse(shape, null).success }];
  });
}

/** The parents that were deleted elsewhere before the record of this question arrived, or that the server did not take either. */
export async function missingParents(db: CompanyDatabase, issue: SyncIssue): Promise<MissingParent[]> {
  const named = namedBy(db, issue);
  const found = await Promise.all(named.map(({ to, id }) => readStored(db, to, [id])));
  return named.filter((_, at) => found[at]?.size === 0);
}

/** The same, live: one that comes back is missing no more. */
export function watchMissingParents(db: CompanyDatabase, issue: SyncIssue): Observable<MissingParent[]> {
  const named = namedBy(db, issue);
  if (named.length === 0) return of([]);
  const documents = named.map(({ to, id }) => (db.collections[to] as unknown as Collection<SyncedRecord>).findOne(id).$);
  return combineLatest(documents).pipe(map((found) => named.filter((_, at) => !found[at])));
}
