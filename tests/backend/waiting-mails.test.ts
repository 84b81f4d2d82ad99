import { randomUUID } from 'node:crypto';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { mailRound } from '#data/mail-queue/mail-round.ts';
import { sendWaiting } from '#data/mail-queue/send-waiting.ts';
import { type NewMail, queueMail, sendMailAgain, takeBackMail } from '#data/mail/waiting-mails.ts';
import { DeviceDatabase } from '#data/device/device-database.ts';
import { handler } from '#functions/invoice-send/handler.ts';
import { systemClock } from '#platform/clock/clock.ts';
import type { SupabaseClient } from '#platform/supabase/client.ts';
import { type LocalCompany, localCompany } from '#tests/support/local-company.ts';
import { type AuthBackend, type Person, startAuthBackend } from './auth-harness.ts';
import { startMailServer, TEST_CERTIFICATE, type TestMailServer } from './mail-server.ts';

let backend: AuthBackend;
let owner: Person;
let company: string;
let server: TestMailServer;
let records: LocalCompany;
/** Two devices of one person; of their records the queue needs none, so they share them (RxDB's limit is per page). */
let devices: LocalCompany[] = [];

beforeAll(async () => {
  backend = await startAuthBackend();
  owner = await backend.person('sender');
  server = await startMailServer();
  company = randomUUID();
  await owner.client.rpc('create_company', { p_id: company, p_name: 'Küste GmbH' });
});
afterAll(async () => {
  await server.close();
  await backend.stop();
});
beforeEach(async () => {
  records = await localCompany();
  const other = new DeviceDatabase(randomUUID());
  await other.open();
  devices = [records, { ...records, db: { ...records.db, device: other } }];
});
afterEach(async () => {
  devices.at(-1)?.db.device.close();
  await records.stop();
});

const env = (port = server.port) => ({
  SUPABASE_URL: backend.url,
  SUPABASE_ANON_KEY: backend.anonKey,
  SUPABASE_SERVICE_ROLE_KEY: backend.serviceRoleKey,
  SMTP_URL: `smtp://books%40example.test:open%20sesame@localhost:${port}`,
  MAIL_FROM: 'kontor@example.test',
  SMTP_CA: TEST_CERTIFICATE,
});

/** The way to the server: the real function, the real database, a real mail server; an answer can get lost. */
function way({ isLost = false, port }: { isLost?: boolean; port?: number } = {}): SupabaseClient {
  const headers = { authorization: `Bearer ${owner.session.access_token}`, 'content-type': 'application/json' };
  return {
    rpc: (name: string, args: object) => owner.client.rpc(name, args),
    functions: {
      async invoke(_name: string, { body }: { body: object }) {
        const response = await handler(new Request('http://function/', { method: 'POST', headers, body: JSON.stringify(body) }), env(port));
        if (isLost) return { data: null, error: new Error('connection reset') };
        return response.ok ? { data: await response.json(), error: null, response } : { data: null, error: new Error('refused'), response };
      },
    },
  } as unknown as SupabaseClient;
}

const round = ({ db }: LocalCompany, client: SupabaseClient, isOnline = true) =>
  mailRound(
    {
      db,
      send: (mail) => sendWaiting(client, mail),
      clock: systemClock,
      random: () => 0.5,
      isOnline: () => isOnline,
      onLeft: () => undefined,
    },
    () => false,
    true,
  );
const left = async ({ db }: LocalCompany) =>
  (await db.device.mails.toArray()).map(({ state, reason, detail }) => [state, reason, detail].filter(Boolean).join(' '));

/** An overdue invoice over 119 euros. */
async function owed(): Promise<string> {
  const [customer, invoice] = [randomUUID(), randomUUID()];
  const { db } = backend;
  await db.query(`insert into public.customers (id, company_id, name) values ($1, $2, 'Buyer')`, [customer, company]);
  await db.query(
    `insert into public.invoices (id, company_id, customer_id, currency, language, due_days, created_by) values ($1, $2, $3, 'EUR', 'de', 14, $4)`,
    [invoice, company, customer, owner.session.user.id],
  );
  await db.query(
    `insert into public.invoice_items (company_id, invoice_id, position, description, quantity, unit_price, tax_rate) values ($1, $2, 1, 'Work', 1, 100, 19)`,
    [company, invoice],
  );
  await db.query("update public.invoices set status = 'issued' where id = $1", [invoice]);
  await db.query("update public.invoices set due_date = '2026-01-05' where id = $1", [invoice]);
  return invoice;
}
const pay = (invoice: string, amount: number) =>
  backend.db.query(
    "insert into public.payments (company_id, invoice_id, amount, payment_date, created_by) values ($1, $2, $3, '2026-11-01', $4)",
    [company, invoice, amount, owner.session.user.id],
  );
const PDF = new TextEncoder().encode('%PDF-1.7 and so on').buffer;
const mail = (invoice_id: string, more: Partial<NewMail> = {}): NewMail => ({
  invoice_id,
  number: 'INV',
  channel: 'mail',
  kind: 'invoice',
  to: [`${invoice_id}@example.test`],
  cc: ['copy@example.test'],
  subject: 'Rechnung',
  body: 'Anbei die Rechnung.',
  open: 119,
  level: null,
  reminder: null,
  attachments: [
    { role: 'document', name: 'Rechnung.pdf', bytes: PDF },
    { role: 'more', name: 'Zahlschein.pdf', bytes: PDF },
  ],
  ...more,
});
const reminder = (invoice_id: string, level: number, more: Partial<NewMail> = {}): NewMail =>
  mail(invoice_id, { kind: 'reminder', level, reminder: { open: 119, fee: 5, interest: 0, flat_fee: 0, due: '2026-12-01' }, ...more });
const received = (invoice: string) => server.received.filter(({ to }) => to.includes(`${invoice}@example.test`));
const queue = (device: LocalCompany | undefined, what: NewMail) => queueMail(device!.db, what, device!.ctx);
const history = async (invoice: string) =>
  (await owner.client.rpc('mails_of_invoice', { p_invoice: invoice })).data as Record<string, unknown>[];
const stateOf = async (invoice: string) =>
  (await backend.db.query('select delivery, reminder_level from public.invoices where id = $1', [invoice])).rows[0];

test('written without a network, a mail leaves later, once, with all its files, and is kept word for word', async () => {
  const invoice = await owed();
  const [device] = devices;
  const id = await queue(device, mail(invoice));
  await round(device!, way(), false);
  expect([received(invoice).length, await left(device!)]).toEqual([0, ['waiting']]);
  await round(device!, way());
  await round(device!, way());
  const [sent, ...more] = received(invoice);
  expect([more, await left(device!)]).toEqual([[], []]);
  expect(sent?.to).toEqual([`${invoice}@example.test`, 'copy@example.test']);
  expect(sent?.raw).toMatch(new RegExp(`^Message-ID: <${id}@example.test>`, 'm'));
  expect(sent?.raw).toContain('Zahlschein.pdf');
  expect(await history(invoice)).toMatchObject([
    {
      id,
      kind: 'invoice',
      recipients: [`${invoice}@example.test`],
      copies: ['copy@example.test'],
      subject: 'Rechnung',
      body: 'Anbei die Rechnung.',
      state: 'sent',
      user_id: owner.session.user.id,
      attachments: [
        { filename: 'Rechnung.pdf', size: 18, sha256: expect.stringMatching(/^[0-9a-f]{64}$/) },
        { filename: 'Zahlschein.pdf', size: 18 },
      ],
    },
  ]);
});

test('after a lost answer it is asked about again and has gone out once', async () => {
  const invoice = await owed();
  const [device] = devices;
  await queue(device, mail(invoice));
  await round(device!, way({ isLost: true }));
  expect([received(invoice).length, await left(device!)]).toEqual([1, ['waiting network']]);
  await pay(invoice, 119);
  await round(device!, way());
  expect([received(invoice).length, await left(device!)]).toEqual([1, []]);
});

test('what was paid, part paid or cancelled while it waited stays here, and the person is told', async () => {
  const [device] = devices;
  const outcomes: unknown[] = [];
  for (const meanwhile of [
    (invoice: string) => pay(invoice, 119),
    (invoice: string) => pay(invoice, 19),
    (invoice: string) => backend.db.query("update public.invoices set status = 'cancelled' where id = $1", [invoice]),
  ]) {
    const invoice = await owed();
    const id = await queue(device, reminder(invoice, 1));
    await meanwhile(invoice);
    await round(device!, way());
    outcomes.push([received(invoice).length, await left(device!), (await history(invoice)).length]);
    await takeBackMail(device!.db, id);
  }
  expect(outcomes).toEqual([
    [0, ['stopped invoice_paid 0'], 0],
    [0, ['stopped balance_changed 100'], 0],
    [0, ['stopped invoice_cancelled 0'], 0],
  ]);
});

test('a mail that was taken back never leaves', async () => {
  const invoice = await owed();
  const [device] = devices;
  await takeBackMail(device!.db, await queue(device, mail(invoice)));
  await round(device!, way());
  expect([received(invoice).length, await history(invoice)]).toEqual([0, []]);
});

test('two devices that remind of the same level at once send one reminder', async () => {
  const invoice = await owed();
  await Promise.all(devices.map((device) => queue(device, reminder(invoice, 1))));
  await Promise.all(devices.map((device) => round(device, way())));
  expect(received(invoice).length).toBe(1);
  expect((await Promise.all(devices.map(left))).flat()).toEqual(['stopped reminder_exists 119']);
  expect(await stateOf(invoice)).toEqual({ delivery: 'sent', reminder_level: 1 });
  const [device] = devices;
  await device!.db.device.mails.clear();
  await queue(device, reminder(invoice, 2));
  await round(device!, way());
  expect([received(invoice).length, await stateOf(invoice)]).toEqual([2, { delivery: 'sent', reminder_level: 2 }]);
});

test('a letter by post is noted once, and stands in the way of a mail of the same level', async () => {
  const invoice = await owed();
  const [one, other] = devices;
  const letter = reminder(invoice, 1, { channel: 'post', to: [], cc: [], attachments: [] });
  await queue(one, letter);
  await round(one!, way());
  await queue(other, reminder(invoice, 1));
  await round(other!, way());
  expect([received(invoice).length, await left(one!), await left(other!)]).toEqual([0, [], ['stopped reminder_exists 119']]);
  expect(await history(invoice)).toMatchObject([
    { channel: 'post', kind: 'reminder', level: 1, recipients: [], state: 'sent', reminder: { fee: 5 } },
  ]);
});

test('a reminder that the mail server refused is none: it can go out once that is mended', async () => {
  const invoice = await owed();
  const [device] = devices;
  await queue(device, reminder(invoice, 1, { to: ['nobody@example.test'], cc: [] }));
  await round(device!, way());
  expect([await left(device!), await stateOf(invoice)]).toEqual([
    ['stopped mail_recipient_refused 550 No such user'],
    { delivery: 'not_sent', reminder_level: 0 },
  ]);
  await device!.db.device.mails.clear();
  await queue(device, reminder(invoice, 1));
  await round(device!, way());
  expect([received(invoice).length, await stateOf(invoice)]).toEqual([1, { delivery: 'sent', reminder_level: 1 }]);
});

test('a mail that left for some of its recipients only has left, and a person hears who has not got it', async () => {
  const invoice = await owed();
  const [device, other] = devices;
  const buyer = `${invoice}@example.test`;
  await queue(device, reminder(invoice, 1, { to: ['Nobody@example.test'], cc: [buyer] }));
  await round(device!, way());
  // A copy is none for whom it was written to.
  expect([await left(device!), await stateOf(invoice)]).toEqual([
    ['stopped mail_recipient_refused nobody@example.test'],
    { delivery: 'not_sent', reminder_level: 0 },
  ]);
  await device!.db.device.mails.clear();
  server.received.length = 0;
  await queue(device, reminder(invoice, 1, { to: ['nobody@example.test', buyer], cc: [] }));
  await round(device!, way());
  expect([await left(device!), received(invoice).map(({ to }) => to), await stateOf(invoice)]).toEqual([
    ['stopped mail_partly_refused nobody@example.test'],
    [[buyer]],
    { delivery: 'sent', reminder_level: 1 },
  ]);
  await queue(other, reminder(invoice, 1));
  await round(other!, way());
  expect([received(invoice).length, await left(other!)]).toEqual([1, ['stopped reminder_exists 119']]);
});

test('the same where the answer got lost: asked again, the server says who was refused, once and for the history', async () => {
  const invoice = await owed();
  const [device] = devices;
  const buyer = `${invoice}@example.test`;
  await queue(device, mail(invoice, { to: ['Nobody@example.test', buyer], cc: [] }));
  await round(device!, way({ isLost: true }));
  await round(device!, way());
  expect([await left(device!), received(invoice).map(({ to }) => to)]).toEqual([
    ['stopped mail_partly_refused nobody@example.test'],
    [[buyer]],
  ]);
  expect(await history(invoice)).toMatchObject([{ state: 'sent', refused: ['nobody@example.test'] }]);
});

test('where it went out as a copy alone and the answer got lost, the same is said again and no second copy leaves, until a person sends it', async () => {
  const invoice = await owed();
  const [device] = devices;
  const buyer = `${invoice}@example.test`;
  const id = await queue(device, mail(invoice, { to: ['Nobody@example.test'], cc: [buyer] }));
  await round(device!, way({ isLost: true }));
  expect([await left(device!), received(invoice).length]).toEqual([[expect.stringMatching(/^waiting/)], 1]);
  await round(device!, way());
  expect([await left(device!), received(invoice).length, await stateOf(invoice)]).toEqual([
    ['stopped mail_recipient_refused nobody@example.test'],
    1,
    { delivery: 'not_sent', reminder_level: 0 },
  ]);
  await sendMailAgain(device!.db, id);
  await round(device!, way());
  expect([await left(device!), received(invoice).length]).toEqual([['stopped mail_recipient_refused nobody@example.test'], 2]);
});

test('what nobody heard the end of is not sent again by itself', async () => {
  const invoice = await owed();
  const [device] = devices;
  const id = await queue(device, mail(invoice));
  await backend.db.query(
    `insert into private.invoice_mails (company_id, mutation_id, invoice_id, user_id, recipients, subject, state, started_at)
     values ($1, $2, $3, $4, '{x}', 'x', 'sending', now() - interval '3 minutes')`,
    [company, id, invoice, owner.session.user.id],
  );
  await round(device!, way());
  expect([received(invoice).length, await left(device!)]).toEqual([0, ['stopped mail_unclear']]);
  await device!.db.device.mails.update(id, { state: 'waiting', is_again: true });
  await round(device!, way());
  expect([received(invoice).length, await left(device!)]).toEqual([1, []]);
});

test('a mail server that has all of a mail and does not answer may have taken it: it is not sent again by itself, one that refuses it is', async () => {
  const [quiet, refused] = [await owed(), await owed()];
  const [device] = devices;
  await queue(device, mail(quiet, { subject: 'Nobody answers' }));
  server.silentFor = 'Nobody answers';
  await round(device!, way());
  server.silentFor = null;
  expect([received(quiet).length, await left(device!)]).toEqual([1, ['stopped mail_unclear']]);
  const { rows } = await backend.db.query('select state from private.invoice_mails where invoice_id = $1', [quiet]);
  expect(rows).toEqual([{ state: 'sending' }]);

  const full = await startMailServer({
    onData: (stream, _session, done) =>
      stream.resume().on('end', () => done(Object.assign(new Error('Mailbox full'), { responseCode: 452 }))),
  });
  await queue(device, mail(refused));
  await round(device!, way({ port: full.port }));
  await full.close();
  expect((await left(device!)).at(-1)).toMatch(/^stopped mail_failed .*Mailbox full/);
});
