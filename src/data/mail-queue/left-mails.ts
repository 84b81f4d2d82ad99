import { liveQuery } from 'dexie';
import { from, type Observable } from 'rxjs';
import { outboxKey } from '#data/changes/outbox-row.ts';
import type { CompanyDatabase } from '#data/core/company-database.ts';
import { readStored } from '#data/core/stored.ts';
import type { WaitingMail } from '#data/device/device-database.ts';
import { onDevice } from '#data/device/storage-health.ts';
import type { Invoice } from '#domain/invoices/invoice.ts';

/** In `meta`, one per invoice: a mail of it has left this device while the invoice here may not say so yet. (Reminders were the first to be noted.) */
const keyOf = ({ companyId }: CompanyDatabase, invoiceId = '') => `left-reminder:${companyId}:${invoiceId}`;
export type LeftMail = {
  readonly invoice_id: string;
  /** Of the reminder; 0 where it was none. */ readonly level: number;
  /** The server's version of the invoice that this device knew then, unless it says already that one was sent: as long as it is the same, the server's word is not here. */
  readonly rev?: string;
};
const notesOf = async (db: CompanyDatabase) => (await db.device.meta.where(':id').startsWith(keyOf(db)).toArray()) as LeftMail[];

/** The server's version that this device knows: below edits that were not synced yet. */
const knownOf = async ({ device }: CompanyDatabase, invoice: Invoice): Promise<Invoice | null> => {
  const unsynced = await device.outbox.get(outboxKey('invoices', invoice.id));
  return unsynced ? (unsynced.base as Invoice | null) : invoice;
};

/**
 * Takes a mail that has left out of the queue, or leaves it there as somebody has to see it; in the same step it is noted at its invoice, which at no
 * moment reads as if none had left.
 */
export async function letGo(db: CompanyDatabase, { id, invoice_id, level, kind }: WaitingMail, seen?: Partial<WaitingMail>): Promise<void> {
  const { mails, meta } = db.device;
  // That its delivery note went out says nothing of an invoice.
  const invoice = kind === 'delivery_note' ? undefined : (await readStored(db, 'invoices', [invoice_id])).get(invoice_id);
  const known = invoice && (await knownOf(db, invoice));
  await db.device.transaction('rw', mails, meta, async () => {
    if (invoice) {
      const before = (await meta.get(keyOf(db, invoice_id))) as LeftMail | undefined;
      const rev = known?.delivery === 'not_sent' ? { rev: known.rev } : {};
      const note: LeftMail = { invoice_id, level: Math.max(level ?? 0, before?.level ?? 0), ...rev };
      await onDevice(meta.put(note, keyOf(db, invoice_id)));
    }
    await (seen ? mails.update(id, seen) : mails.delete(id));
  });
}

/** What has left, by invoice. A reminder's level counts as long as its invoice does not say so itself. */
export const watchLeftMails = (db: CompanyDatabase): Observable<ReadonlyMap<string, LeftMail>> =>
  from(liveQuery(async () => new Map((await notesOf(db)).map((note) => [note.invoice_id, note]))));

/** What has left of one invoice. */
export const watchLeftMail = (db: CompanyDatabase, invoiceId: string): Observable<LeftMail | undefined> =>
  from(liveQuery(async () => (await db.device.meta.get(keyOf(db, invoiceId))) as LeftMail | undefined));

/** The invoice as the server has it by now: sent, also before the next pull says so. When it left is the server's to say. */
export async function withLeftMail(db: CompanyDatabase, invoice: Invoice, note: LeftMail | undefined): Promise<Invoice> {
  if (invoice.delivery === 'sent' || note?.rev === undefined || (await knownOf(db, invoice))?.rev !== note.rev) return invoice;
  return { ...invoice, delivery: 'sent' };
}

/** Forgets the notes of invoices that say it themselves, or that are gone. */
export async function forgetLeftMails(db: CompanyDatabase): Promise<void> {
  const notes = await notesOf(db);
  // Each round asks, and mostly nothing has left: then nothing is read or written.
  if (notes.length === 0) return;
  const invoices = await readStored(
    db,
    'invoices',
    notes.map(({ invoice_id }) => invoice_id),
  );
  const seen: string[] = [];
  for (const note of notes) {
    const invoice = invoices.get(note.invoice_id);
    const isSeen = !invoice || (invoice.reminder_level >= note.level && (await withLeftMail(db, invoice, note)) === invoice);
    if (isSeen) seen.push(keyOf(db, note.invoice_id));
  }
  // Where there is no room not even for that, they are forgotten another time: mails still leave.
  await db.device.meta.bulkDelete(seen).catch(() => undefined);
}
