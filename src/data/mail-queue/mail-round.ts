import type { CompanyDatabase } from '#data/core/company-database.ts';
import type { WaitingMail } from '#data/device/device-database.ts';
import { backOffMs, msUntil } from '#data/device/queue-rounds.ts';
import { PARTLY_REFUSED } from '#domain/mail/mail-reason.ts';
import type { Payment } from '#domain/payments/payment.ts';
import type { Clock } from '#platform/clock/clock.ts';
import { forgetLeftMails, letGo } from './left-mails.ts';
import type { MailOutcome } from './send-waiting.ts';

/** After this many a person hears of it. */
export const TRIES_MAX = 5;

export type MailRoundParts = {
  readonly db: CompanyDatabase;
  readonly send: (mail: WaitingMail) => Promise<MailOutcome>;
  readonly clock: Clock;
  /** In [0, 1): jitter. */
  readonly random: () => number;
  readonly isOnline: () => boolean;
  /** A mail has left: the server has news of its document. */
  readonly onLeft: () => void;
};

/** Sends all that is due, one after the other; returns how long to wait for the next, null when none waits for a time. */
export async function mailRound(parts: MailRoundParts, isOver: () => boolean, hurry: boolean): Promise<number | null> {
  const { db, clock } = parts;
  let waitMs: number | null = null;
  const failures: unknown[] = [];
  // What fails is this device's writing, and not of every mail: those behind it must not wait for room, and it is asked about in the next round.
  const failed = (error: unknown) => {
    failures.push(error);
    return null;
  };
  await forgetLeftMails(db);
  for (const id of await db.device.mails.where({ company_id: db.companyId }).primaryKeys()) {
    if (isOver() || !parts.isOnline()) return null; // the change to online wakes us
    const mail = await db.device.mails.get(id);
    if (!mail || mail.state !== 'waiting' || (await isHeld(db, mail))) continue;
    const inMs = hurry ? 0 : msUntil(mail.next_try_at, clock.nowMs());
    const nextMs = inMs > 0 ? inMs : await sendOne(parts, mail, isOver).catch(failed);
    if (nextMs !== null) waitMs = Math.min(waitMs ?? Infinity, nextMs);
  }
  if (failures.length > 0) throw failures[0];
  return waitMs;
}

/**
 * What this device still has to say of the document goes first, its payments and its cancellation above all: the server decides by what it
 * knows. The outbox changing wakes the queue.
 */
async function isHeld({ device, companyId }: CompanyDatabase, { invoice_id, delivery_note }: WaitingMail): Promise<boolean> {
  const rows = await device.outbox.where({ company_id: companyId }).toArray();
  return rows.some(
    ({ collection, id, base, mine }) =>
      (collection === 'delivery_notes' && id === delivery_note?.id) ||
      (collection === 'invoices' && id === invoice_id) ||
      (collection === 'payments' && [base, mine].some((each) => (each as Payment | null)?.invoice_id === invoice_id)),
  );
}

/** Milliseconds until it is tried again; null when it has left or stopped. Taken back meanwhile: nothing is written. */
async function sendOne(
  { db, send, clock, random, onLeft }: MailRoundParts,
  mail: WaitingMail,
  isOver: () => boolean,
): Promise<number | null> {
  const { mails } = db.device;
  const outcome = await send(mail).catch((): MailOutcome => ({ kind: 'later', reason: 'network', counts: false }));
  if (isOver()) return null;
  if (outcome.kind === 'sent') {
    await letGo(db, mail);
    onLeft();
    return null;
  }
  const attempts = mail.attempts + 1;
  // Only answers count towards asking a person: a train without a network says nothing of a mail server.
  const refusals = (mail.refusals ?? 0) + (outcome.kind === 'later' && outcome.counts ? 1 : 0);
  if (outcome.kind === 'stopped' || refusals >= TRIES_MAX) {
    const detail = outcome.kind === 'stopped' ? outcome.detail : '';
    const stopped = { state: 'stopped', reason: outcome.reason, detail, attempts: 0, refusals: 0, is_again: false } as const;
    if (outcome.reason === PARTLY_REFUSED) {
      await letGo(db, mail, stopped);
      onLeft();
    } else await mails.update(mail.id, stopped);
    return null;
  }
  const inMs = backOffMs(attempts, random());
  const next_try_at = new Date(clock.nowMs() + inMs).toISOString();
  await mails.update(mail.id, { attempts, refusals, reason: outcome.reason, next_try_at });
  return inMs;
}
