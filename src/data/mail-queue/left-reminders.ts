import { liveQuery } from 'dexie';
import { from, type Observable } from 'rxjs';
import type { CompanyDatabase } from '#data/core/company-database.ts';
import { readStored } from '#data/core/stored.ts';
import type { WaitingMail } from '#data/device/device-database.ts';
import { onDevice } from '#data/device/storage-health.ts';

/** In `meta`, one per invoice: the level of a reminder that has left this device while the invoice here may not say so yet. */
const prefix = ({ companyId }: Pick<CompanyDatabase, 'companyId'>) => `left-reminder:${companyId}:`;
type Left = { readonly invoice_id: string; readonly level: number };

/** Takes a mail that has left out of the queue; of a reminder a note stays, in the same step, so that it is at no moment proposed again. */
export async function letGo({ device, companyId }: CompanyDatabase, { id, invoice_id, level }: WaitingMail): Promise<void> {
  await onDevice(
    device.transaction('rw', device.mails, device.meta, async () => {
      if (level !== null) await device.meta.put({ invoice_id, level } satisfies Left, `${prefix({ companyId })}${invoice_id}`);
      await device.mails.delete(id);
    }),
  );
}

/** Levels of which reminders have left, by invoice. One counts as long as its invoice does not say so itself. */
export const watchLeftReminders = (db: CompanyDatabase): Observable<ReadonlyMap<string, number>> =>
  from(
    liveQuery(async () => {
      const notes = (await db.device.meta.where(':id').startsWith(prefix(db)).toArray()) as Left[];
      return new Map(notes.map(({ invoice_id, level }) => [invoice_id, level]));
    }),
  );

/** Forgets the notes of invoices that say it themselves, or that are gone. */
export async function forgetLeftReminders(db: CompanyDatabase): Promise<void> {
  const { meta } = db.device;
  const notes = (await meta.where(':id').startsWith(prefix(db)).toArray()) as Left[];
  const invoices = await readStored(
    db,
    'invoices',
    notes.map(({ invoice_id }) => invoice_id),
  );
  const seen = notes.filter(({ invoice_id, level }) => (invoices.get(invoice_id)?.reminder_level ?? level) >= level);
  await meta.bulkDelete(seen.map(({ invoice_id }) => `${prefix(db)}${invoice_id}`));
}
