import { liveQuery } from 'dexie';
import { from, type Observable } from 'rxjs';
import type { CompanyDatabase } from '#data/core/company-database.ts';
import { editRecord } from '#data/core/edit-record.ts';
import { readStored } from '#data/core/stored.ts';
import { uploadAgain } from '#data/receipts/receipt-store.ts';
import { type Beside, changeRecord, insertRecord, removeRecord, restoreRecord } from '#data/core/write.ts';
import { isStuck, type OutboxRow, outboxKey } from '#data/changes/outbox-row.ts';
import type { SyncIssue } from '#data/changes/issue.ts';
import { readyToIssue } from '#domain/invoices/invoice-lifecycle.ts';
import { asOwnInvoice, isOnTheWay, withoutLeasedNumber } from '#domain/invoices/leased-issue.ts';
import { isBooked } from '#domain/reports/expense-cells.ts';
import { type RecordIn, registry } from '#domain/registry.ts';
import { AppError } from '#domain/errors.ts';
import type { EntitySpec } from '#domain/shared/define-entity.ts';
import type { SyncedRecord } from '#domain/shared/record.ts';
import { issueOf } from '#data/changes/decide.ts';
import { differences, mergeRecords, pickFields } from '#data/changes/merge.ts';
import { carryOut, releaseHeld } from '#data/sync/sync-store.ts';
import { missingParents } from './missing-parents.ts';
import { onDevice } from '#data/device/storage-health.ts';

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

/** What could not be sent, as questions (SYNC-33): try again, edit, export or discard. */
export function unsentIssues(rows: readonly OutboxRow[]): SyncIssue[] {
  return rows
    .filter(isStuck)
    .map((row) => issueOf(row, 'not_sent', row.base, { now: row.changed_at }, { code: row.stuck?.reason ?? null }));
}

/** My version shall stand: what I had changed becomes a new edit on top of what is there now; what I had not touched stays as it is. */
export async function keepMine(db: CompanyDatabase, issue: SyncIssue): Promise<void> {
  const { mine, base, fields, collection, theirs } = issue;
  if (issue.kind === 'lost_there' && mine) await bringBack(db, issue, mine);
  else if (issue.kind === 'older_there' && mine && theirs) await writeOver(db, issue, mine, await lostFields(db, issue, mine, theirs));
  else if (mine === null) await removeIfThere(db, issue);
  else await writeOver(db, issue, mine, fields.length > 0 ? fields : differences(registry[collection], base, mine));
  await close(db, issue);
}

/** Uploads again what the server lost; where somebody else has done so already, only what I had changed on top of it is written. */
async function bringBack(db: CompanyDatabase, issue: SyncIssue, mine: SyncedRecord): Promise<void> {
  const { collection, base } = issue;
  if (collection === 'files') await uploadAgain(db, mine as RecordIn<'files'>); // bytes before their record
  await insertRecord(db, collection, mine as RecordIn<typeof collection>).catch(async (error: unknown) => {
    if (!(error instanceof AppError && error.code === 'conflict')) throw error;
    if (base) await writeOver(db, issue, mine, differences(registry[collection], base, mine));
  });
}

/**
 * Of a version that the server has lost, what it may have lost of it. What somebody changed there since, from what it is in mine, is no loss but newer
 * than mine; the history says from what (SYNC-37).
 */
async function lostFields(db: CompanyDatabase, { collection, doc_id: id, fields }: SyncIssue, mine: SyncedRecord, theirs: SyncedRecord) {
  if (!db.names.includes('activity_log')) return fields;
  const entries = await db.collections.activity_log.find({ selector: { entity_type: collection, entity_id: id } }).exec();
  const since = entries.filter(({ created_at }) => Date.parse(created_at) > Date.parse(mine.updated_at));
  since.sort((a, b) => Date.parse(b.created_at) - Date.parse(a.created_at));
  const before = since.flatMap(({ changes }) => Object.entries(changes).map(([field, [was]]) => [field, was] as const));
  const base = { ...theirs, ...Object.fromEntries(before) };
  const { merged, conflicts } = mergeRecords(registry[collection], { base, mine, theirs });
  return [...differences(registry[collection], theirs, merged), ...conflicts];
}

/** The server's version stands, as it already does on this device; the question is closed. */
export const keepTheirs = (db: CompanyDatabase, issue: SyncIssue): Promise<void> => close(db, issue);

/** A third version, typed by the person; fields left as the server had them are not written. */
export async function editIssue(db: CompanyDatabase, issue: SyncIssue, doc: SyncedRecord): Promise<void> {
  const { collection, doc_id: id, kind, mine, theirs } = issue;
  const fields = differences(registry[collection], kind === 'not_sent' ? mine : theirs, doc);
  type Kept = RecordIn<typeof collection>;
  if (kind === 'not_sent') return void (await changeRecord(db, collection, id, (current) => pickFields(current, doc, fields) as Kept));
  await writeOver(db, issue, doc, fields);
  await close(db, issue);
}

/** The own day of a refused booking whose month is closed; null where no other day would let it in. */
export function lateBookingDay({ kind, collection, mine, theirs, message }: SyncIssue): string | null {
  if (kind !== 'rejected' || message !== 'period_closed' || mine === null) return null;
  if (collection === 'payments') return theirs === null ? (mine as RecordIn<'payments'>).payment_date : null;
  if (collection !== 'expenses') return null;
  const [wanted, there] = [mine as RecordIn<'expenses'>, theirs as RecordIn<'expenses'> | null];
  return isBooked(wanted) && !(there && isBooked(there)) ? wanted.expense_date : null;
}

/** Sends a booking again that came late for its month, to count on another day. */
export async function bookLate(db: CompanyDatabase, issue: SyncIssue, bookedOn: string): Promise<void> {
  if (lateBookingDay(issue) === null || issue.mine === null) throw new AppError('invalid_transition');
  await editIssue(db, issue, { ...issue.mine, booked_on: bookedOn } as SyncedRecord);
}

/** Whether the server refused to issue a document that is in my version: as a draft it takes it, and there it is mended. */
export const isRefusedIssue = ({ kind, collection, mine, message }: SyncIssue): boolean =>
  kind === 'rejected' &&
  collection === 'invoices' &&
  message === 'cannot_issue' &&
  (mine as RecordIn<'invoices'> | null)?.status === 'ready_to_issue';

const AS_DRAFT = { status: 'draft', overruled_warnings: [] } as const;

/** Goes on with a document that was not issued, as a draft; without a customer who is gone, whom no server would take it with. */
export async function keepAsDraft(db: CompanyDatabase, issue: SyncIssue): Promise<void> {
  if (!isRefusedIssue(issue) || issue.mine === null) throw new AppError('invalid_transition');
  const gone = (await missingParents(db, issue)).filter(({ isOptional }) => isOptional);
  const without = Object.fromEntries(gone.map(({ field }) => [field, null]));
  await editIssue(db, issue, { ...issue.mine, ...without, ...AS_DRAFT } as SyncedRecord);
}

/**
 * Sends a refused record again with other records, or none, in the places of those that are gone. An invoice that was to be issued becomes a draft: to
 * whom it goes is looked at before it is issued.
 */
export async function replaceParents(
  db: CompanyDatabase,
  issue: SyncIssue,
  parents: Readonly<Record<string, string | null>>,
): Promise<void> {
  if (issue.kind !== 'rejected' || issue.mine === null) throw new AppError('invalid_transition');
  await editIssue(db, issue, { ...issue.mine, ...parents, ...(isRefusedIssue(issue) && AS_DRAFT) } as SyncedRecord);
}

/** The invoice that this device issued with a number of its own, where the server did not take it; null where a question is about something else. */
function notTaken({ kind, collection, mine, theirs }: SyncIssue): RecordIn<'invoices'> | null {
  if (collection !== 'invoices' || mine === null) return null;
  const invoice = mine as RecordIn<'invoices'>;
  const isRefused = kind === 'rejected' || kind === 'deleted_there' || isNumbered(theirs);
  return isRefused && isOnTheWay(invoice) ? invoice : null;
}
const isNumbered = (there: SyncedRecord | null): boolean => ((there as RecordIn<'invoices'> | null)?.number ?? null) !== null;

/** The number of such an invoice: it can be issued anew, with another one. Null where that is not so. */
export const refusedNumber = (issue: SyncIssue): string | null => notTaken(issue)?.number ?? null;

/** What the server refuses of an invoice whose day is still to come: it takes it once that day has come. */
export const AHEAD = 'issue_date_ahead';

/** Whether no server will take the number again; anything else can be put right, and then the invoice arrives as its customer has it. */
const isGone = ({ message, details }: SyncIssue): boolean =>
  message === 'number_used' || (message === 'lease_refused' && details !== AHEAD);

/** Whether such an invoice can still keep its number: what was handed over already must not get another one without need. */
export const keepsNumber = (issue: SyncIssue): boolean =>
  refusedNumber(issue) !== null && issuedElsewhere(issue) === null && !isGone(issue);

/** The number that somebody else issued the same draft with meanwhile: then mine can become nothing but an invoice of its own. */
export const issuedElsewhere = (issue: SyncIssue): string | null =>
  notTaken(issue) && isNumbered(issue.theirs) ? (issue.theirs as RecordIn<'invoices'>).number : null;

/** Whether the draft was issued elsewhere while I changed what is printed on it, or issued it too: mine can't stand in its place any more. */
export function isFrozenThere({ collection, mine, theirs, fields }: SyncIssue): boolean {
  if (collection !== 'invoices' || mine === null || !isNumbered(theirs)) return false;
  const { number, leased } = mine as RecordIn<'invoices'>;
  const { decision }: Pick<EntitySpec, 'decision'> = registry.invoices;
  const isPrinted = fields.some((field) => decision?.made.includes(field) || decision?.on.includes(field));
  return isPrinted && (number === null || isOnTheWay({ leased }));
}

/**
 * Has the server issue such an invoice with the next number and the date of that day; its former number is none of it any more. Where somebody else
 * issued the draft meanwhile, mine becomes an invoice of its own, and keeps its number unless it is the same.
 */
export async function issueAnew(db: CompanyDatabase, issue: SyncIssue, newId: () => string): Promise<void> {
  const invoice = notTaken(issue);
  if (!invoice) throw new AppError('invalid_transition');
  const anew = (version: RecordIn<'invoices'>) => readyToIssue(withoutLeasedNumber(version), invoice.overruled_warnings);
  const elsewhere = issuedElsewhere(issue);
  if (elsewhere === null) return editIssue(db, issue, anew(invoice));
  const own = asOwnInvoice(invoice, newId);
  await insertRecord(db, 'invoices', elsewhere === invoice.number ? anew(own) : own, answering(db, issue));
}

/** The question goes with what answers it, in one transaction: neither a second press nor a crash in between makes another one. */
function answering({ device: { issues } }: CompanyDatabase, issue: SyncIssue): Beside {
  const isOpen = async () => (await issues.get(issue.id)) !== undefined;
  return {
    table: issues,
    async read() {
      if (!(await isOpen())) throw new AppError('conflict', { collection: issue.collection, id: issue.doc_id });
    },
    async take() {
      if (!(await isOpen())) return false;
      await issues.delete(issue.id);
      return true;
    },
    async giveBack() {
      await issues.put(issue);
    },
  };
}

/** Sends a refused change again, for instance after the right was granted. */
export const retryIssue = (db: CompanyDatabase, issue: SyncIssue): Promise<void> => keepMine(db, issue);

/** Drops my version for good. Only ever a person's act. */
export const discardIssue = (db: CompanyDatabase, issue: SyncIssue): Promise<void> =>
  issue.kind === 'not_sent' ? discardUnsent(db, issue) : close(db, issue);

/** The document goes back to what the server last had. Should it have taken my version after all, the next pull brings it. */
function discardUnsent(db: CompanyDatabase, issue: SyncIssue): Promise<void> {
  return db.exclusive(async () => {
    const row = await onDevice(db.device.outbox.get(issue.key));
    if (!row || `${row.key}:${row.rev}` !== issue.id) return; // sent, or edited, since the person saw it
    await carryOut(db, { decided: [{ row, decision: { row: null, doc: row.base } }], patch: (state) => releaseHeld(state, [row]) });
  });
}

/** Both versions as a JSON text for a file. */
export function exportIssue(issue: SyncIssue): string {
  return JSON.stringify(issue, null, 2);
}

/**
 * Writes the named fields over the record, unless they have moved on since the person saw the question: then there is a new one (SYNC-26).
 * Where there is no record any more, the whole version becomes a new one.
 */
async function writeOver(db: CompanyDatabase, issue: SyncIssue, version: SyncedRecord, fields: readonly string[]): Promise<void> {
  const { collection, doc_id: id } = issue;
  type Kept = RecordIn<typeof collection>;
  const seen = (issue.theirs ?? issue.base) as Kept | null;
  const write = () =>
    seen
      ? editRecord(db, collection, id, { opened: seen, values: pickFields(seen, version, fields) as Kept })
      : changeRecord(db, collection, id, (current) => pickFields(current, version, fields) as Kept);
  try {
    await write();
  } catch (error) {
    if (!(error instanceof AppError && error.code === 'not_found')) throw error;
    const { dropped } = (await db.device.outbox.get(outboxKey(collection, id))) ?? {};
    if (!dropped) return void (await insertRecord(db, collection, version as Kept)); // gone on the server: my version is all there is
    await restoreRecord(db, collection, dropped as Kept); // deleted here meanwhile, and not heard of by the server yet
    await write();
  }
}

async function removeIfThere(db: CompanyDatabase, { collection, doc_id: id }: SyncIssue): Promise<void> {
  const unsynced = await db.device.outbox.get(outboxKey(collection, id));
  if (unsynced ? unsynced.mine : (await readStored(db, collection, [id])).has(id)) await removeRecord(db, collection, id);
}

async function close(db: CompanyDatabase, issue: SyncIssue): Promise<void> {
  await onDevice(db.device.issues.delete(issue.id));
}
