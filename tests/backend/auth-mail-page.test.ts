import { mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { authMail } from '#local/mail/auth-mail.ts';
import { AUTH_MAIL_TEXTS, type AuthMailKind } from '#local/mail/auth-mail-texts.ts';
import { listMails } from '#local/mail/mailbox.ts';
import { createMailPage } from '#local/mail/mail-page.ts';
import { createMailer, mailFolder } from '#local/mail/mailer.ts';
import type { MailPageAccess } from '#local/settings.ts';

let dataDir: string;
beforeEach(() => {
  dataDir = mkdtempSync(join(tmpdir(), 'kontor-mail-'));
});
afterEach(() => rmSync(dataDir, { recursive: true, force: true }));

let clock = 0;
const now = () => new Date(Date.UTC(2026, 0, 1) + (clock += 1000));
const KEY = 'k'.repeat(32);
const PAGE = `/_mail/${KEY}`;
const open = (path: string, headers: Record<string, string> = {}, access: MailPageAccess = 'this-computer') =>
  createMailPage({ dataDir, key: KEY, access, catcher: null }).handle(
    new Request(`http://localhost:4173${path}`, {
      headers: { host: 'localhost:4173', 'x-kontor-client-address': '127.0.0.1', ...headers },
    }),
  );
const send = (subject: string, text = 'Text', to = 'ada@example.test') =>
  createMailer({ dataDir, now }).send({ to, subject, text, html: `<p>${text}</p>`, kind: 'signup' });

describe('the mail page', () => {
  it('lists mails newest first, each with a link to its own page', async () => {
    expect(await (await open(PAGE)).text()).toContain('No mail yet');
    await send('First');
    await send('Second');
    const html = await (await open(PAGE)).text();
    expect(html.indexOf('Second')).toBeLessThan(html.indexOf('First'));
    const path = /href="(\/_mail\/k+\/[^"]+)"/.exec(html)?.[1] ?? '';
    const mail = await (await open(path)).text();
    expect(mail).toContain('<h1>Second</h1>');
    expect(mail).toContain('ada@example.test');
  });

  it('makes web addresses clickable and shows everything else as plain text', async () => {
    await send(
      '<script>alert(1)</script>',
      'Go to:\nhttp://localhost:4173/x?a=1&b="2\n<img src=x onerror=alert(1)> javascript:alert(1)',
      '"<b>"@example.test',
    );
    const list = await (await open(PAGE)).text();
    const mail = await (await open(`${PAGE}/${(await listMails(dataDir))[0]?.id ?? ''}`)).text();
    expect(mail).toContain('<a href="http://localhost:4173/x?a=1&amp;b=">');
    for (const html of [list, mail]) {
      expect(html).not.toMatch(/<script|<img|<b>|href="javascript/i);
      expect(html).toContain('&lt;script&gt;');
    }
    expect((await open(PAGE)).headers.get('content-security-policy')).toContain("default-src 'none'");
  });

  it('is shown on the computer itself only, under its own name', async () => {
    expect((await open(PAGE, { 'x-kontor-client-address': '192.168.1.7' })).status).toBe(403);
    expect((await open(PAGE, { 'x-kontor-client-address': '' })).status).toBe(403);
    expect((await open(PAGE, { 'x-kontor-client-address': '127.evil' })).status).toBe(403);
    expect((await open(PAGE, { host: 'evil.example' })).status).toBe(403);
    expect((await open(PAGE, { 'x-kontor-client-address': '::ffff:127.0.0.1' })).status).toBe(200);
    expect((await open(PAGE, { 'x-kontor-client-address': '::1', host: '[::1]:4173' })).status).toBe(200);
  });

  it('opens for its key only', async () => {
    await send('Secret');
    for (const path of [
      '/_mail',
      '/_mail/',
      `/_mail/${KEY}x`,
      `/_mail/${KEY.slice(1)}`,
      `/_mail?key=${KEY}`,
      `/_mail/x/${KEY}`,
      '/_mail//',
    ])
      for (const access of ['this-computer', 'network'] as const) {
        const answer = await open(path, {}, access);
        expect([path, answer.status, (await answer.text()).includes('Secret')]).toEqual([path, 403, false]);
      }
    expect((await open(PAGE)).headers.get('referrer-policy')).toBe('no-referrer');
  });

  it('opens for other computers, and under other names, where it was switched on for them', async () => {
    const elsewhere = { host: 'books.example.com', 'x-kontor-client-address': '192.168.1.7' };
    expect((await open(PAGE, elsewhere, 'network')).status).toBe(200);
    expect((await open(PAGE, {}, 'nobody')).status).toBe(404);
  });

  it('knows no other files', async () => {
    writeFileSync(join(dataDir, 'keys.json'), '{}');
    await send('One');
    for (const path of ['/..%2fkeys', '/nothing', '/%00', '/']) expect((await open(PAGE + path)).status).toBe(path === '/' ? 200 : 404);
  });

  it('leaves out a file that is no mail', async () => {
    await send('One');
    writeFileSync(join(mailFolder(dataDir), '9999-broken.json'), '{"id":');
    writeFileSync(join(mailFolder(dataDir), '9999-foreign.json'), '{"id":"x"}');
    expect((await listMails(dataDir)).map(({ subject }) => subject)).toEqual(['One']);
  });
});

describe('the mailer', () => {
  it('writes one file per mail that only its owner can read', async () => {
    await Promise.all([send('One'), send('Two'), send('Three')]);
    const mails = await listMails(dataDir);
    expect(mails).toHaveLength(3);
    const file = join(mailFolder(dataDir), `${mails[0]?.id ?? ''}.json`);
    expect(statSync(file).mode & 0o777).toBe(0o600);
    expect(statSync(mailFolder(dataDir)).mode & 0o777).toBe(0o700);
  });
});

describe('the texts of the mails', () => {
  const kinds = Object.keys(AUTH_MAIL_TEXTS.en.kinds) as AuthMailKind[];
  const [notices, actions] = [true, false].map((isNotice) =>
    kinds.filter((kind) => (AUTH_MAIL_TEXTS.en.kinds[kind].action === '') === isNotice),
  );

  it.each(kinds)('%s exists in English and German', (kind) => {
    const [english, german] = ['en', 'de-DE'].map((locale) => authMail({ kind, to: 'ada@example.test', locale, code: '123456' }));
    expect(english?.text).toMatch(/^Hello,/);
    expect(german?.text).toMatch(/^Guten Tag,/);
    expect(german?.subject).not.toBe(english?.subject);
    for (const mail of [english, german]) {
      expect(mail?.text).toContain('123456');
      expect(mail?.text).not.toMatch(/[{}]|undefined/);
    }
  });

  it.each(actions ?? [])('%s carries its link as text and as HTML', (kind) => {
    const mail = authMail({ kind, to: 'ada@example.test', locale: 'en', link: 'http://localhost/x?a=1&b=2', code: '123456' });
    expect(mail.text).toContain('http://localhost/x?a=1&b=2');
    expect(mail.html).toContain('<a href="http://localhost/x?a=1&amp;b=2">');
  });

  it('are notices without a link only where there is nothing to click', () => {
    expect(notices).toEqual(['reauthentication', 'password_changed']);
  });

  it('are English for every language but German', () => {
    for (const locale of ['en', 'fr', undefined, 7, 'deutschlandfunk'])
      expect(authMail({ kind: 'signup', to: 'a@example.test', locale }).text).toMatch(/^Hello,/);
  });

  it('escape an address that looks like markup', () => {
    const mail = authMail({ kind: 'email_change', to: 'a@example.test', locale: 'en', address: '<i>@example.test' });
    expect(mail.html).toContain('&lt;i&gt;@example.test');
  });
});
