import { liveQuery } from 'dexie';
import { from, type Observable } from 'rxjs';
import type { CompanyDatabase } from '#data/core/company-database.ts';
import { readStored } from '#data/core/stored.ts';
import { changeRecord, insertRecord, removeRecord } from '#data/core/write.ts';
import { outboxKey } from '#data/device/outbox-row.ts';
import type { SyncIssue } from '#data/device/issue.ts';
import { type RecordIn, registry } from '#data/registry.ts';
import { AppError } from '#domain/errors.ts';
import type { SyncedRecord } from '#domain/shared/record.ts';
import { differences, pickFields } from './merge.ts';

/** The open questions of the company, newest first. */
export function watchIssues(db: CompanyDatabase): Observable<SyncIssue[]> {
  const newestFirst = (a: SyncIssue, b: SyncIssue) => (a.created_at < b.created_at ? 1 : -1);
  return from(
    liveQuery(() =>
      db.device.issues
        .where({ company_id: db.companyId })
        .toArray()
        .then((all) => all.sort(newestFirst)),
    ),
  );
}

/** My version shall stand: what I had changed becomes a new edit on top of what is there now; what I had not touched stays as it is. */
export async function keepMine(db: CompanyDatabase, issue: SyncIssue): Promise<void> {
  const { mine, base, fields, collection } = issue;
  if (mine === null) await removeIfThere(db, issue);
  else await writeOver(db, issue, mine, fields.length > 0 ? fields : differences(registry[collection], base, mine));
  await close(db, issue);
}

/** The server's version stands, as it already does on this device; the question is closed. */
export const keepTheirs = (db: CompanyDatabase, issue: SyncIssue): Promise<void> => close(db, issue);

/** A third version, typed by the person; fields left as the server had them are not written. */
export async function editIssue(db: CompanyDatabase, issue: SyncIssue, doc: SyncedRecord): Promise<void> {
  await writeOver(db, issue, doc, differences(registry[issue.collection], issue.theirs, doc));
  await close(db, issue);
}

/** Sends a refused change again, for instance after the right was granted. */
export const retryIssue = (db: CompanyDatabase, issue: SyncIssue): Promise<void> => keepMine(db, issue);

/** Drops my version for good. Only ever a person's act. */
export const discardIssue = (db: CompanyDatabase, issue: SyncIssue): Promise<void> => close(db, issue);

/** Both versions as a JSON text for a file. */
export function exportIssue(issue: SyncIssue): string {
  return JSON.stringify(issue, null, 2);
}

/** Writes the named fields over the record; where there is none any more, the whole version becomes a new record. */
async function writeOver(
  db: CompanyDatabase,
  { collection, doc_id: id }: SyncIssue,
  version: SyncedRecord,
  fields: readonly string[],
): Promise<void> {
  type Kept = RecordIn<typeof collection>;
  try {
    await changeRecord(db, collection, id, (current) => pickFields(current, version, fields) as Kept);
  } catch (error) {
    if (!(error instanceof AppError && error.code === 'not_found')) throw error;
    // Deleted here meanwhile: it comes back as it was deleted, with my fields; gone on the server: my version is all there is.
    const { dropped } = (await db.device.outbox.get(outboxKey(collection, id))) ?? {};
    await insertRecord(db, collection, (dropped ? pickFields(dropped, version, fields) : version) as Kept);
  }
}

async function removeIfThere(db: CompanyDatabase, { collection, doc_id: id }: SyncIssue): Promise<void> {
  const unsynced = await db.device.outbox.get(outboxKey(collection, id));
  if (unsynced ? unsynced.mine : (await readStored(db, collection, [id])).has(id)) await removeRecord(db, collection, id);
}

async function close(db: CompanyDatabase, issue: SyncIssue): Promise<void> {
  await db.device.issues.delete(issue.id);
}
