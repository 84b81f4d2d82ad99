import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { handler as inviteSend } from '#functions/invite-send/handler.ts';
import { handler as mailTest } from '#functions/mail-test/handler.ts';
import { handler as save } from '#functions/mail-settings-save/handler.ts';
import { MAIL_SETTINGS_DEFAULTS } from '#domain/mail/mail-settings.ts';
import { callFunction } from '#platform/supabase/call-function.ts';
import { type AuthBackend, type Person, startAuthBackend } from './auth-harness.ts';
import { startMailServer, TEST_CERTIFICATE, type TestMailServer } from './mail-server.ts';

const SECRET = 'a secret of the functions, long enough';
let backend: AuthBackend;
let owner: Person;
let company: string;
let server: TestMailServer;
beforeAll(async () => {
  backend = await startAuthBackend();
  owner = await backend.person('owner');
  company = await foundCompany(owner);
  server = await startMailServer();
});
afterAll(async () => {
  await server.close();
  await backend.stop();
});

async function foundCompany({ client }: Person): Promise<string> {
  const id = randomUUID();
  const { error } = await client.rpc('create_company', { p_id: id, p_name: 'Küstenkontor "K" GmbH' });
  if (error) throw error;
  return id;
}
const env = (more: Record<string, string> = {}) => ({
  SUPABASE_URL: backend.url,
  SUPABASE_ANON_KEY: backend.anonKey,
  SUPABASE_SERVICE_ROLE_KEY: backend.serviceRoleKey,
  SITE_URL: 'https://app.example.com',
  MAIL_SECRET: SECRET,
  SMTP_CA: TEST_CERTIFICATE,
  SMTP_ALLOW_PRIVATE_HOSTS: 'true',
  ...more,
});
type Handler = (request: Request, env: Record<string, string>) => Promise<Response>;
async function ask(handler: Handler, body: object, { by = owner, more = {} }: { by?: Person; more?: Record<string, string> } = {}) {
  const headers = { authorization: `Bearer ${by.session.access_token}`, 'content-type': 'application/json' };
  const response = await handler(new Request('http://function/', { method: 'POST', headers, body: JSON.stringify(body) }), env(more));
  return {
    status: response.status,
    ...((await response.json()) as { error?: string; detail?: string; settings?: Record<string, unknown> }),
  };
}
const settingsOf = (more: object = {}) => ({
  ...MAIL_SETTINGS_DEFAULTS,
  company_id: company,
  sender_name: 'Küste',
  sender_email: 'books@example.test',
  reply_to: 'answers@example.test',
  smtp_host: 'localhost',
  smtp_port: server.port,
  smtp_user: 'books@example.test',
  smtp_secure: false,
  smtp_password: 'open sesame',
  ...more,
});
const trial = async (settings: object, more: Record<string, string> = {}) => {
  const saved = await ask(save, settingsOf(settings), { more });
  if (saved.status !== 200) return saved.error;
  const { status, error } = await ask(mailTest, { company_id: company, to: 'reader@example.test', language: 'de' }, { more });
  return status === 200 ? 'sent' : error;
};

describe('the mail server of a company', () => {
  test('gets the mail over STARTTLS, signed in, with both texts, sender and answer address', async () => {
    expect(await trial({})).toBe('sent');
    const mail = server.received.at(-1)!;
    expect(mail).toMatchObject({ from: 'books@example.test', to: ['reader@example.test'], user: 'books@example.test', isEncrypted: true });
    expect(mail.raw).toMatch(/^From: =\?UTF-8\?.+ <books@example\.test>/m);
    expect(mail.raw).toContain('Reply-To: answers@example.test');
    expect(mail.raw).toMatch(/Content-Type: text\/plain[\s\S]+Content-Type: text\/html/);
  });

  test('that cannot be used is named by what is wrong with it', async () => {
    const [plain, expired, tls] = [
      await startMailServer({ disabledCommands: ['STARTTLS'] }),
      await startMailServer({ key: undefined, cert: undefined } as object),
      await startMailServer({ secure: true }),
    ];
    const outcomes = {
      'wrong password': await trial({ smtp_password: 'wrong' }),
      'no encryption': await trial({ smtp_port: plain.port }),
      'unknown certificate': await trial({}, { SMTP_CA: '' }),
      'expired certificate': await trial({ smtp_port: expired.port }),
      'TLS from the start': await trial({ smtp_port: tls.port, smtp_secure: true }),
      'TLS from the start, expected later': await trial({ smtp_port: server.port, smtp_secure: true }),
      'nobody listens': await trial({ smtp_port: 1 }),
      'no such host': await trial({ smtp_host: 'nowhere.invalid' }),
      'password never given': await trial({ smtp_password: '' }),
      'no sender': await trial({ sender_email: '', smtp_user: '' }),
    };
    await Promise.all([plain, expired, tls].map((one) => one.close()));
    expect(outcomes).toEqual({
      'wrong password': 'mail_login_failed',
      'no encryption': 'mail_tls_failed',
      'unknown certificate': 'mail_tls_failed',
      'expired certificate': 'mail_tls_failed',
      'TLS from the start': 'sent',
      'TLS from the start, expected later': 'mail_tls_failed',
      'nobody listens': 'mail_connection_failed',
      'no such host': 'mail_host_not_found',
      'password never given': 'mail_not_configured',
      'no sender': 'mail_not_configured',
    });
  });

  test('that refuses a recipient says so', async () => {
    await ask(save, settingsOf());
    const answer = await ask(mailTest, { company_id: company, to: 'nobody@example.test', language: 'en' });
    expect(answer).toMatchObject({ status: 502, error: 'mail_recipient_refused' });
  });

  test('is not in the own network, unless whoever runs the platform allows it', async () => {
    const more = { SMTP_ALLOW_PRIVATE_HOSTS: '' };
    expect(await trial({ smtp_host: '127.0.0.1', smtp_port: 465 }, more)).toBe('mail_host_private');
    expect(await trial({ smtp_host: 'localhost', smtp_port: 587 }, more)).toBe('mail_host_private');
    // A name that was fine when it was saved and leads inside when it is used.
    await ask(save, settingsOf({ smtp_host: 'localhost' }));
    await backend.db.query("update public.company_mail_settings set smtp_host = '127.0.0.1', smtp_port = 465 where company_id = $1", [
      company,
    ]);
    expect(await ask(mailTest, { company_id: company, to: 'reader@example.test', language: 'en' }, { more })).toMatchObject({
      error: 'mail_host_private',
    });
  });
});

describe('the password', () => {
  test('stays while other things change, and is forgotten when the server or the user does', async () => {
    await ask(save, settingsOf());
    const { smtp_password: _, ...kept } = settingsOf({ sender_name: 'Other' });
    expect((await ask(save, kept)).settings).toMatchObject({ sender_name: 'Other', has_password: true });
    for (const change of [
      { smtp_host: 'evil.example.com' },
      { smtp_user: 'other@example.test' },
      { smtp_port: 2525 },
      { smtp_secure: true },
    ]) {
      await ask(save, settingsOf());
      expect((await ask(save, { ...kept, ...change })).settings).toMatchObject({ has_password: false });
    }
    expect((await backend.db.query('select 1 from private.company_mail_secrets where company_id = $1', [company])).rows).toEqual([]);
  });

  test('is encrypted, bound to its company, and readable by nobody with a session', async () => {
    await ask(save, settingsOf());
    const { rows } = await backend.db.query('select smtp_password from private.company_mail_secrets where company_id = $1', [company]);
    const sealed = String(rows[0]?.['smtp_password']);
    expect(sealed).not.toContain('sesame');
    const answers = [
      await owner.client.from('company_mail_settings').select('*'),
      await owner.client.rpc('mail_transport', { p_company: company }),
      await owner.client.from('company_mail_secrets').select('*'),
    ];
    expect(JSON.stringify(answers)).not.toContain(sealed);
    expect(answers.map(({ status }) => status)).toEqual([200, 403, 404]);
    const other = await foundCompany(owner);
    await ask(save, { ...settingsOf(), company_id: other });
    await backend.db.query('update private.company_mail_secrets set smtp_password = $1 where company_id = $2', [sealed, other]);
    expect(await ask(mailTest, { company_id: other, to: 'reader@example.test', language: 'en' })).toMatchObject({
      error: 'mail_password_unreadable',
    });
  });

  test('is not taken where the functions have no key for it', async () => {
    expect(await ask(save, settingsOf(), { more: { MAIL_SECRET: 'short' } })).toMatchObject({ status: 500, error: 'mail_secret_missing' });
  });
});

describe('mail settings', () => {
  test('are for who holds their key', async () => {
    const stranger = await backend.person('stranger');
    expect(await ask(save, settingsOf(), { by: stranger })).toMatchObject({ status: 403, error: 'not_allowed' });
    expect(await ask(mailTest, { company_id: company, to: 'a@b.example', language: 'en' }, { by: stranger })).toMatchObject({
      status: 403,
    });
    expect((await stranger.client.from('company_mail_settings').select('*')).data).toEqual([]);
  });

  test('refuse what would break a header, and texts with unknown placeholders', async () => {
    expect(await ask(save, settingsOf({ reply_to: 'a@b.example\r\nBcc: c@d.example' }))).toMatchObject({ status: 422 });
    expect(await ask(save, settingsOf({ smtp_host: 'a b' }))).toMatchObject({ status: 422, detail: 'smtp_host' });
    const templates = { en: { invoice: { subject: 'Invoice {numbr}', body: '' } } };
    expect(await ask(save, settingsOf({ templates }))).toMatchObject({ status: 422 });
  });
});

describe('without a server of its own', () => {
  test('a company sends by the platform, under the platform’s address', async () => {
    const other = await foundCompany(owner);
    const more = { SMTP_URL: `smtp://books%40example.test:open%20sesame@localhost:${server.port}`, MAIL_FROM: 'kontor@example.test' };
    const answer = await ask(inviteSend, { company_id: other, email: 'new@example.test', preset: 'viewer', language: 'en' }, { more });
    expect(answer.status).toBe(200);
    expect(server.received.at(-1)).toMatchObject({ from: 'kontor@example.test', to: ['new@example.test'] });
    expect(server.received.at(-1)?.raw.replaceAll('=\r\n', '')).toContain('https://app.example.com/auth/invitation?token=3D');
  });

  test('and without any, it is said that mail is not set up', async () => {
    const other = await foundCompany(owner);
    expect(await ask(mailTest, { company_id: other, to: 'reader@example.test', language: 'en' })).toMatchObject({
      status: 422,
      error: 'mail_not_configured',
    });
  });
});

describe('an invoice', () => {
  const PDF = Buffer.from('%PDF-1.7 test').toString('base64');
  const issued = async () => {
    const [customer, invoice] = [randomUUID(), randomUUID()];
    const { db } = backend;
    await db.query(`insert into public.customers (id, company_id, name) values ($1, $2, 'Buyer')`, [customer, company]);
    await db.query(
      `insert into public.invoices (id, company_id, customer_id, currency, language, due_days, created_by) values ($1, $2, $3, 'EUR', 'de', 14, $4)`,
      [invoice, company, customer, owner.session.user.id],
    );
    await db.query("update public.invoices set status = 'issued' where id = $1", [invoice]);
    return invoice;
  };
  const letter = (invoice_id: string, more: object = {}) => ({
    invoice_id,
    mutation_id: randomUUID(),
    to: ['buyer@example.test'],
    cc: 'copy@example.test',
    subject: 'Rechnung',
    body: 'Guten Tag,\n\nanbei <die> Rechnung.',
    pdf_base64: PDF,
    filename: 'INV/2026:1.pdf',
    ...more,
  });
  const send = (body: object, by = owner) => callFunction(by.client, 'invoice-send', body);

  test('goes out once as PDF, is marked sent by who sent it, and stays so when the answer was lost', async () => {
    await backend.db.query('delete from public.company_mail_settings where company_id = $1', [company]);
    const invoice = await issued();
    const body = letter(invoice);
    expect([(await send(body)).data, (await send(body)).data]).toEqual([
      { sent: true, already: false },
      { sent: true, already: true },
    ]);
    const mails = await backend.mail('buyer@example.test');
    expect(mails).toMatchObject([
      { cc: 'copy@example.test', subject: 'Rechnung', attachments: [{ filename: 'INV-2026-1.pdf', size: 13 }] },
    ]);
    expect(mails[0]?.html).toContain('anbei &lt;die&gt; Rechnung.');
    const { rows } = await backend.db.query(
      `select i.delivery, i.sent_at is not null as has_time, (select a.actor_id from public.activity_log a where a.entity_id = i.id and a.type = 'sent') as actor from public.invoices i where i.id = $1`,
      [invoice],
    );
    expect(rows).toEqual([{ delivery: 'sent', has_time: true, actor: owner.session.user.id }]);
  });

  test('that could not be sent stays unsent and can be tried again with the same id', async () => {
    const invoice = await issued();
    const body = letter(invoice);
    await backend.db.query(
      "insert into public.company_mail_settings (company_id, sender_email, smtp_host) values ($1, 'a@b.example', '10.0.0.1')",
      [company],
    );
    expect(await send(body)).toMatchObject({ status: 422, error: 'mail_host_private' });
    expect((await backend.db.query('select delivery from public.invoices where id = $1', [invoice])).rows).toEqual([
      { delivery: 'not_sent' },
    ]);
    await backend.db.query('delete from public.company_mail_settings where company_id = $1', [company]);
    expect((await send(body)).data).toEqual({ sent: true, already: false });
  });

  test('is not sent by strangers, as a draft, as another file, or while the same mail is on its way', async () => {
    const invoice = await issued();
    const stranger = await backend.person('nosy');
    expect(await send(letter(invoice), stranger)).toMatchObject({ status: 403, error: 'not_allowed' });
    expect(await send(letter(invoice, { pdf_base64: Buffer.from('<svg></svg>').toString('base64') }))).toMatchObject({
      status: 422,
      error: 'invalid_input',
    });
    const draft = randomUUID();
    await backend.db.query(
      `insert into public.invoices (id, company_id, customer_id, currency, language, created_by) select $1, company_id, customer_id, 'EUR', 'de', created_by from public.invoices where id = $2`,
      [draft, invoice],
    );
    expect(await send(letter(draft))).toMatchObject({ status: 422, error: 'invoice_not_issued' });
    const body = letter(invoice);
    await owner.client.rpc('begin_invoice_mail', {
      p_invoice: invoice,
      p_mail: { mutation_id: body.mutation_id, to: ['a@b.example'], subject: '' },
    });
    expect(await send(body)).toMatchObject({ status: 409, error: 'in_progress' });
  });
});
