import { liveQuery } from 'dexie';
import { from, type Observable } from 'rxjs';
import type { CompanyDatabase } from '#data/core/company-database.ts';
import { readStored } from '#data/core/stored.ts';
import type { WaitingMail } from '#data/device/device-database.ts';
import { onDevice } from '#data/device/storage-health.ts';

/** In `meta`, one per invoice: the level of a reminder that has left this device while the invoice here may not say so yet. */
const keyOf = ({ companyId }: CompanyDatabase, invoiceId = '') => `left-reminder:${companyId}:${invoiceId}`;
type Left = { readonly invoice_id: string; readonly level: number };
const notesOf = async (db: CompanyDatabase) => (await db.device.meta.where(':id').startsWith(keyOf(db)).toArray()) as Left[];

/**
 * Takes a mail that has left out of the queue, or leaves it there as somebody has to see it; of a reminder a note stays, in the same step, so that it is at no
 * moment proposed again.
 */
export async function letGo(db: CompanyDatabase, { id, invoice_id, level }: WaitingMail, seen?: Partial<WaitingMail>): Promise<void> {
  const { mails, meta } = db.device;
  await db.device.transaction('rw', mails, meta, async () => {
    if (level !== null) await onDevice(meta.put({ invoice_id, level } satisfies Left, keyOf(db, invoice_id)));
    await (seen ? mails.update(id, seen) : mails.delete(id));
  });
}

/** Levels of which reminders have left, by invoice. One counts as long as its invoice does not say so itself. */
export const watchLeftReminders = (db: CompanyDatabase): Observable<ReadonlyMap<string, number>> =>
  from(liveQuery(async () => new Map((await notesOf(db)).map(({ invoice_id, level }) => [invoice_id, level]))));

/** Forgets the notes of invoices that say it themselves, or that are gone. */
export async function forgetLeftReminders(db: CompanyDatabase): Promise<void> {
  const notes = await notesOf(db);
  // Each round asks, and mostly nothing has left: then nothing is read or written.
  if (notes.length === 0) return;
  const invoices = await readStored(
    db,
    'invoices',
    notes.map(({ invoice_id }) => invoice_id),
  );
  const seen = notes.filter(({ invoice_id, level }) => (invoices.get(invoice_id)?.reminder_level ?? level) >= level);
  // Where there is no room not even for that, they are forgotten another time: mails still leave.
  await db.device.meta.bulkDelete(seen.map(({ invoice_id }) => keyOf(db, invoice_id))).catch(() => undefined);
}
