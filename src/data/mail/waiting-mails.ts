import { liveQuery } from 'dexie';
import { from, type Observable } from 'rxjs';
import { authorise, type CommandContext } from '#data/core/command-context.ts';
import type { CompanyDatabase } from '#data/core/company-database.ts';
import type { MailAttachment, WaitingMail } from '#data/device/device-database.ts';
import { onDevice } from '#data/device/storage-health.ts';

/** A mail that has not left, without the bytes of its files. */
export type MailInQueue = Omit<WaitingMail, 'attachments'> & { readonly files: readonly string[] };

/** What a person writes; the queue knows the rest. */
export type NewMail = Omit<
  WaitingMail,
  'id' | 'company_id' | 'queued_at' | 'attempts' | 'refusals' | 'next_try_at' | 'state' | 'reason' | 'detail' | 'is_again'
>;

const facts = ({ attachments, ...mail }: WaitingMail): MailInQueue => ({ ...mail, files: attachments.map(({ name }) => name) });

async function inQueue({ device, companyId }: CompanyDatabase, invoiceId: string | undefined): Promise<MailInQueue[]> {
  const rows = await (
    invoiceId === undefined ? device.mails.where({ company_id: companyId }) : device.mails.where({ invoice_id: invoiceId })
  ).toArray();
  return rows.map(facts).sort((a, b) => (a.queued_at < b.queued_at ? -1 : 1));
}

/** The mails of this company, or of one invoice, that wait on this device, the oldest first. */
export const watchWaitingMails = (db: CompanyDatabase, invoiceId?: string): Observable<MailInQueue[]> =>
  from(liveQuery(() => inQueue(db, invoiceId)));

/** Puts a mail where it leaves from: at once with a connection, else when there is one. Returns its id. */
export async function queueMail(db: CompanyDatabase, mail: NewMail, ctx: CommandContext): Promise<string> {
  authorise(ctx, 'invoices.send');
  const row: WaitingMail = {
    ...mail,
    id: ctx.newId(),
    company_id: db.companyId,
    queued_at: db.clock.now().toISOString(),
    attempts: 0,
    next_try_at: null,
    state: 'waiting',
    reason: null,
    detail: '',
  };
  await onDevice(db.device.mails.add(row));
  return row.id;
}

/** Takes back a mail that has not left. One that was just being handed over may have left all the same; the history says so. */
export async function takeBackMail({ device }: CompanyDatabase, id: string): Promise<void> {
  await onDevice(device.mails.delete(id));
}

/** What a person alone sends once more: it may go out twice, at least to who gets a copy. */
const MAY_DOUBLE: ReadonlySet<string | null> = new Set(['mail_unclear', 'mail_recipient_refused']);

/** Sends what stopped once more: after a person mended the cause, or knows that it may go out twice. */
export async function sendMailAgain({ device }: CompanyDatabase, id: string): Promise<void> {
  const mail = await device.mails.get(id);
  if (mail?.state !== 'stopped') return;
  const fresh = { state: 'waiting', reason: null, detail: '', next_try_at: null } as const;
  await onDevice(device.mails.update(id, { ...fresh, is_again: MAY_DOUBLE.has(mail.reason) }));
}

export type QueuedFate =
  | { readonly kind: 'left' | 'waiting' }
  | { readonly kind: 'stopped'; readonly reason: string; readonly detail: string };

/** What became of a mail that was just queued: `waiting` where that is not known within the time. */
export function fateOf({ device, clock }: CompanyDatabase, id: string, patienceMs: number): Promise<QueuedFate> {
  return new Promise((resolve) => {
    const settle = (fate: QueuedFate) => {
      clock.clearTimeout(timer);
      watching.unsubscribe();
      resolve(fate);
    };
    const timer = clock.setTimeout(() => settle({ kind: 'waiting' }), patienceMs);
    const watching = liveQuery(() => device.mails.get(id)).subscribe((row) => {
      if (!row) settle({ kind: 'left' });
      else if (row.state === 'stopped') settle({ kind: 'stopped', reason: row.reason ?? 'mail_failed', detail: row.detail });
    });
  });
}

/** A file for a waiting mail, as bytes that every browser keeps. */
export const attachmentOf = async (role: MailAttachment['role'], file: File): Promise<MailAttachment> => ({
  role,
  name: file.name,
  bytes: await file.arrayBuffer(),
});
