import { afterEach, beforeEach, expect, test } from 'vitest';
import { takeBackMail, fateOf, type NewMail, queueMail, sendMailAgain } from '#data/mail/waiting-mails.ts';
import type { WaitingMail } from '#data/device/device-database.ts';
import { workOn } from '#data/session/unsynced-work.ts';
import { systemClock } from '#platform/clock/clock.ts';
import { AUTHOR, type LocalCompany, localCompany } from '#tests/support/local-company.ts';
import { createMailQueue } from './mail-queue.ts';
import { fillDisk } from '#tests/support/full-disk.ts';
import { mailRound, TRIES_MAX } from './mail-round.ts';
import { type MailOutcome, outcomeOf } from './send-waiting.ts';

let company: LocalCompany;
beforeEach(async () => {
  company = await localCompany();
});
afterEach(() => company.stop());

const INVOICE = '00000000-0000-7000-8000-0000000000aa';
const written = (more: Partial<NewMail> = {}): NewMail => ({
  invoice_id: INVOICE,
  number: 'INV-1',
  channel: 'mail',
  kind: 'invoice',
  to: ['buyer@example.test'],
  cc: [],
  subject: 'Invoice',
  body: 'Here it is.',
  open: 119,
  level: null,
  reminder: null,
  attachments: [{ role: 'document', name: 'a.pdf', bytes: new TextEncoder().encode('%PDF-1.7').buffer }],
  ...more,
});
const queued = (more?: Partial<NewMail>) => queueMail(company.db, written(more), company.ctx);

/** One round in which the server answers so; says what was handed over. */
async function round(
  answer: (mail: WaitingMail) => MailOutcome | Promise<MailOutcome>,
  { isOnline = true, hurry = false, clock = systemClock } = {},
) {
  const handed: WaitingMail[] = [];
  const send = async (mail: WaitingMail) => {
    handed.push(mail);
    return answer(mail);
  };
  const parts = { db: company.db, send, clock, random: () => 0.5, isOnline: () => isOnline, onLeft: () => undefined };
  const waitMs = await mailRound(parts, () => false, hurry);
  return { handed: handed.map(({ id }) => id), waitMs };
}
const SENT: MailOutcome = { kind: 'sent' };
const LOST: MailOutcome = { kind: 'later', reason: 'network', counts: false };
const rowOf = (id: string) => company.db.device.mails.get(id);

test('without a network a mail waits, with its files; with one it leaves, once', async () => {
  const id = await queued();
  expect(await round(() => SENT, { isOnline: false })).toEqual({ handed: [], waitMs: null });
  expect((await rowOf(id))?.attachments[0]?.bytes.byteLength).toBe(8);
  expect((await round(() => SENT)).handed).toEqual([id]);
  expect((await round(() => SENT)).handed).toEqual([]);
});

test('after a lost answer the same mail is asked about again under the same id, a while later, or at once when a person hurries', async () => {
  const id = await queued();
  const first = await round(() => LOST);
  expect([first.handed, first.waitMs]).toEqual([[id], 1000]);
  expect((await round(() => SENT)).handed).toEqual([]);
  expect((await round(() => SENT, { hurry: true })).handed).toEqual([id]);
  expect(await rowOf(id)).toBeUndefined();
});

test('a mail that was put off by a clock far ahead leaves when the clock is right again, not years later', async () => {
  const id = await queued();
  const ahead = { ...systemClock, nowMs: () => systemClock.nowMs() + 10 * 365 * 86_400_000 };
  expect((await round(() => LOST, { clock: ahead })).waitMs).toBe(1000);
  expect(await round(() => SENT)).toEqual({ handed: [id], waitMs: null });
});

test('what this device still has to say of the invoice, or of its payments, goes first', async () => {
  const id = await queued();
  const { device, companyId } = company.db;
  const row = {
    company_id: companyId,
    op: 'upsert',
    rev: 'x',
    base: null,
    flight: null,
    queued_at: '',
    changed_at: '',
    attempts: 0,
    last_error: null,
  };
  const payment = { ...row, key: 'payments:p', collection: 'payments', id: 'p', mine: { invoice_id: INVOICE } };
  const held = async (next: object) => {
    await device.outbox.put(next as never);
    const { handed } = await round(() => LOST, { hurry: true });
    await device.outbox.clear();
    return handed.length === 0;
  };
  expect(await held({ ...row, key: `invoices:${INVOICE}`, collection: 'invoices', id: INVOICE, mine: {} })).toBe(true);
  expect(await held(payment)).toBe(true);
  expect(await held({ ...payment, mine: null, base: { invoice_id: INVOICE } })).toBe(true);
  expect(await held({ ...payment, mine: { invoice_id: 'another' } })).toBe(false);
  expect(await held({ ...row, key: 'vendors:v', collection: 'vendors', id: INVOICE, mine: {} })).toBe(false);
  expect(await rowOf(id)).toBeDefined();
});

test('a delivery note is synced before its mail leaves', async () => {
  const NOTE = '00000000-0000-7000-8000-0000000000ab';
  const note = { delivery_date: '2026-02-03', reference: '', notes: '', shows_prices: false, items: [] };
  const id = await queued({ invoice_id: '', kind: 'delivery_note', open: null, delivery_note: { id: NOTE, note } });
  const { device, companyId } = company.db;
  const key = `delivery_notes:${NOTE}`;
  const row = {
    key,
    company_id: companyId,
    collection: 'delivery_notes',
    id: NOTE,
    op: 'upsert',
    rev: 'x',
    base: null,
    mine: { id: NOTE },
  };
  await device.outbox.add(row as never);
  expect((await round(() => SENT)).handed).toEqual([]);
  await device.outbox.delete(key);
  expect((await round(() => SENT)).handed).toEqual([id]);
});

test('what the server stops stays here with the reason, is counted as what only this device has, and leaves by a person alone', async () => {
  const id = await queued();
  await round(() => ({ kind: 'stopped', reason: 'invoice_paid', detail: '0' }));
  expect(await rowOf(id)).toMatchObject({ state: 'stopped', reason: 'invoice_paid', detail: '0' });
  expect((await round(() => SENT, { hurry: true })).handed).toEqual([]);
  expect((await workOn(company.db.device)).changes).toBe(1);
  await takeBackMail(company.db, id);
  expect((await workOn(company.db.device)).changes).toBe(0);
});

test('what may have gone out already is sent again only by a person, who says so', async () => {
  const id = await queued();
  await round(() => ({ kind: 'stopped', reason: 'mail_unclear', detail: '' }));
  await sendMailAgain(company.db, id);
  const given: (boolean | undefined)[] = [];
  await round((mail) => {
    given.push(mail.is_again);
    return { kind: 'stopped', reason: 'mail_login_failed', detail: '' };
  });
  for (const reason of ['mail_recipient_refused', 'balance_changed']) {
    await sendMailAgain(company.db, id);
    await round((mail) => {
      given.push(mail.is_again);
      return { kind: 'stopped', reason, detail: '' };
    });
  }
  await sendMailAgain(company.db, id);
  await round((mail) => {
    given.push(mail.is_again);
    return SENT;
  });
  expect(given).toEqual([true, false, true, false]);
});

test('a mail that is taken back while it is handed over is not written again', async () => {
  const id = await queued();
  await round(async () => {
    await takeBackMail(company.db, id);
    return LOST;
  });
  expect(await rowOf(id)).toBeUndefined();
});

test('a mail server that does not answer is tried a few times, then a person hears of it; no network is waited for without end', async () => {
  const [id, other] = [await queued(), await queued()];
  for (let n = 0; n < TRIES_MAX + 2; n += 1)
    await round((mail) => (mail.id === id ? { kind: 'later', reason: 'mail_connection_failed', counts: true } : LOST), { hurry: true });
  expect([(await rowOf(id))?.state, (await rowOf(other))?.state]).toEqual(['stopped', 'waiting']);
});

test('days without a network count for nothing: the first time that a mail server does not answer, nobody is asked yet', async () => {
  const id = await queued();
  const busy: MailOutcome = { kind: 'later', reason: 'mail_connection_failed', counts: true };
  const tries = async (outcome: MailOutcome, times: number) => {
    for (let n = 0; n < times; n += 1) await round(() => outcome, { hurry: true });
    return (await rowOf(id))?.state;
  };
  expect(await tries(LOST, TRIES_MAX * 2)).toBe('waiting');
  expect(await tries({ kind: 'later', reason: 'in_progress', counts: false }, 2)).toBe('waiting');
  expect(await tries(busy, TRIES_MAX - 1)).toBe('waiting');
  expect(await tries(LOST, 1)).toBe('waiting');
  expect(await tries(busy, 1)).toBe('stopped');
  // Sent again by a person, it has all its tries again.
  await sendMailAgain(company.db, id);
  expect(await tries(busy, TRIES_MAX - 1)).toBe('waiting');
  expect(await tries(busy, 1)).toBe('stopped');
});

test('without an answer it is asked ever more rarely, whoever did not answer', async () => {
  await queued();
  const waits: (number | null)[] = [];
  for (let n = 0; n < 8; n += 1) waits.push((await round(() => LOST, { hurry: true })).waitMs);
  expect(waits).toEqual([1_000, 2_000, 5_000, 10_000, 30_000, 60_000, 60_000, 60_000]);
});

test('on a full disk a mail is refused in words a person understands, and what waits is as it was', async () => {
  const id = await queued();
  await company.db.device.mails.update(id, { state: 'stopped', reason: 'mail_login_failed' });
  await fillDisk(company.db.device);
  await expect(queued()).rejects.toMatchObject({ code: 'storage_full' });
  await expect(sendMailAgain(company.db, id)).rejects.toMatchObject({ code: 'storage_full' });
  await expect(takeBackMail(company.db, id)).rejects.toMatchObject({ code: 'storage_full' });
  expect(await rowOf(id)).toMatchObject({ state: 'stopped', reason: 'mail_login_failed' });
});

test('a full disk while a mail is handed over: it is asked about again under its id, and goes once there is room', async () => {
  const id = await queued();
  const makeRoom = await fillDisk(company.db.device);
  await expect(round(() => SENT)).rejects.toThrow('no room left');
  makeRoom();
  expect((await round(() => SENT)).handed).toEqual([id]);
  expect(await rowOf(id)).toBeUndefined();
});

test('a full disk keeps no mail from being handed over, whatever is still to be forgotten of reminders that have left', async () => {
  const { companyId, device } = company.db;
  await queued();
  await device.meta.put({ invoice_id: 'gone', level: 1 }, `left-reminder:${companyId}:gone`);
  const makeRoom = await fillDisk(device);
  let handed = 0;
  await expect(
    round(() => {
      handed += 1;
      return SENT;
    }),
  ).rejects.toThrow('no room left');
  expect(handed).toBe(1);
  makeRoom();
  await round(() => SENT);
  expect(await device.meta.get(`left-reminder:${companyId}:gone`)).toBeUndefined();
});

test('mails of another company on this device are left alone', async () => {
  const id = await queued();
  await company.db.device.mails.update(id, { company_id: 'another' });
  expect((await round(() => SENT)).handed).toEqual([]);
});

test('only what the server said with a key decides; anything else is a fault of the way', () => {
  expect(outcomeOf('invoice_paid', 422, '0')).toEqual({ kind: 'stopped', reason: 'invoice_paid', detail: '0' });
  expect(outcomeOf('not_allowed', 403, '')).toMatchObject({ kind: 'stopped' });
  expect(outcomeOf('mail_login_failed', 502, 'no')).toEqual({ kind: 'stopped', reason: 'mail_login_failed', detail: 'no' });
  expect(outcomeOf('mail_connection_failed', 502, '')).toMatchObject({ kind: 'later', counts: true });
  expect(outcomeOf('in_progress', 409, '')).toMatchObject({ kind: 'later', counts: false });
  for (const [error, status] of [
    ['<html>', 502],
    ['The database did not answer', 503],
    ['not_signed_in', 401],
    [{}, 0],
    ['too_many', 429],
    ['The function failed', 500],
  ] as const)
    expect(outcomeOf(error, status, '')).toEqual(LOST);
  expect(outcomeOf('Payload Too Large', 413, '')).toMatchObject({ kind: 'stopped' });
});

test('the queue sends what is written while it runs, and again what a person wants sent again', async () => {
  const answers: MailOutcome[] = [{ kind: 'stopped', reason: 'mail_login_failed', detail: '' }, SENT];
  const queue = createMailQueue({
    db: company.db,
    send: async () => answers.shift() ?? LOST,
    clock: systemClock,
    random: () => 0.5,
    isOnline: () => true,
    onLeft: () => undefined,
    log: { warn: () => undefined } as never,
  });
  queue.start();
  const id = await queued();
  expect(await fateOf(company.db, id, 10_000)).toEqual({ kind: 'stopped', reason: 'mail_login_failed', detail: '' });
  await sendMailAgain(company.db, id);
  expect(await fateOf(company.db, id, 10_000)).toEqual({ kind: 'left' });
  queue.stop();
});

test('nobody queues a mail who may not send any', async () => {
  await expect(queueMail(company.db, written(), company.as(AUTHOR, 'invoices.view'))).rejects.toMatchObject({ code: 'not_allowed' });
});
