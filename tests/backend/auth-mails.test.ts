import type { SupabaseClient } from '@supabase/supabase-js';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createAuthService } from '#local/auth/auth-service.ts';
import { allowedRedirect } from '#local/auth/redirects.ts';
import { type AuthBackend, decodeToken, follow, PASSWORD, startAuthBackend } from './auth-harness.ts';

let backend: AuthBackend;
beforeAll(async () => {
  backend = await startAuthBackend();
});
afterAll(() => backend.stop());

const NEW_PASSWORD = 'another good password';
const bearer = (token: string | undefined) => ({ authorization: `Bearer ${token ?? ''}` });
const signsIn = async (email: string, password: string) =>
  (await backend.browser().auth.signInWithPassword({ email, password })).error === null;

describe('a forgotten password', () => {
  it('is replaced through the link of the mail, and every other device is signed out', async () => {
    const { email, client: oldDevice } = await backend.person();
    const browser = backend.browser();
    const redirectTo = `${backend.url}/auth/set-new-password?from=mail`;
    expect((await browser.auth.resetPasswordForEmail(email, { redirectTo })).error).toBeNull();
    const landed = await follow((await backend.lastMail(email)).link ?? '');
    expect(landed.url.pathname + landed.url.search).toBe('/auth/set-new-password?from=mail');
    expect(landed.fragment.get('type')).toBe('recovery');
    const session = { access_token: landed.fragment.get('access_token') ?? '', refresh_token: landed.fragment.get('refresh_token') ?? '' };
    await browser.auth.setSession(session);
    const { error } = await browser.auth.updateUser({ password: NEW_PASSWORD });
    expect(error).toBeNull();
    expect(await signsIn(email, PASSWORD)).toBe(false);
    expect(await signsIn(email, NEW_PASSWORD)).toBe(true);
    expect((await oldDevice.auth.refreshSession()).error).not.toBeNull();
    expect((await browser.auth.refreshSession()).error).toBeNull();
    expect(await backend.lastMail(email)).toMatchObject({ kind: 'password_changed' });
  });

  it('can be replaced with the six-digit code as well', async () => {
    const { email } = await backend.person();
    const browser = backend.browser();
    await browser.auth.resetPasswordForEmail(email);
    const { data, error } = await browser.auth.verifyOtp({ email, token: (await backend.lastMail(email)).code ?? '', type: 'recovery' });
    expect(error).toBeNull();
    expect(decodeToken(data.session?.access_token ?? '').claims['amr']).toEqual([{ method: 'otp', timestamp: expect.any(Number) }]);
  });

  it('is set without the old one once, by the session of the link alone, and within the hour', async () => {
    const { email, client: other } = await backend.person();
    const recovered = async () => {
      const browser = backend.browser();
      await browser.auth.resetPasswordForEmail(email);
      await browser.auth.verifyOtp({ email, token: (await backend.lastMail(email)).code ?? '', type: 'recovery' });
      return browser;
    };
    const change = async (browser: SupabaseClient, password: string) => (await browser.auth.updateUser({ password })).error?.code ?? null;
    const late = await recovered();
    expect(await change(other, NEW_PASSWORD)).toBe('current_password_required');
    backend.advance(3601);
    await late.auth.refreshSession();
    expect(await change(late, NEW_PASSWORD)).toBe('current_password_required');
    const browser = await recovered();
    const atOnce = await Promise.all(['one good password', 'two good passwords'].map((password) => change(browser, password)));
    expect(new Set(atOnce)).toEqual(new Set(['current_password_required', null]));
    expect(await change(browser, 'a third good password')).toBe('current_password_required');
  });

  it('is not set by a link that only signs in or confirms, unless there is none yet', async () => {
    const { email } = await backend.person();
    const byLink = backend.browser();
    await byLink.auth.signInWithOtp({ email });
    await byLink.auth.verifyOtp({ email, token: (await backend.lastMail(email)).code ?? '', type: 'email' });
    expect((await byLink.auth.updateUser({ password: NEW_PASSWORD })).error?.code).toBe('current_password_required');
    const fresh = backend.address();
    const newcomer = backend.browser();
    await newcomer.auth.signInWithOtp({ email: fresh });
    await newcomer.auth.verifyOtp({ email: fresh, token: (await backend.lastMail(fresh)).code ?? '', type: 'email' });
    expect((await newcomer.auth.updateUser({ password: NEW_PASSWORD })).error).toBeNull();
    expect((await newcomer.auth.updateUser({ password: 'a third good password' })).error?.code).toBe('current_password_required');
  });

  it('and an unknown address are answered alike, only that no mail is sent', async () => {
    const { email } = await backend.person();
    const unknown = backend.address();
    const answers = await Promise.all(
      [email, unknown].map(async (address) => {
        const response = await backend.post('/recover', { email: address });
        return [response.status, await response.text()];
      }),
    );
    expect(answers[0]).toEqual(answers[1]);
    expect(answers[0]).toEqual([200, '{}']);
    expect(await backend.lastMail(email)).toMatchObject({ kind: 'recovery' });
    expect(await backend.mail(unknown)).toEqual([]);
  });

  it('and an unknown address are answered after the same time', async () => {
    const even = await backend.variant({ evenAnswerMs: 150 });
    const { email } = await backend.person();
    for (const address of [email, backend.address()]) {
      const since = performance.now();
      await even.post('/recover', { email: address });
      expect(performance.now() - since).toBeGreaterThanOrEqual(145);
    }
  });
});

describe('links and codes', () => {
  const linkFor = async (email: string) => {
    await backend.browser().auth.resetPasswordForEmail(email);
    return backend.lastMail(email);
  };

  it('work once', async () => {
    const { email } = await backend.person();
    const { link = '', code = '' } = await linkFor(email);
    expect((await follow(link)).fragment.get('access_token')).toBeTruthy();
    const second = await follow(link);
    expect(second.status).toBe(303);
    expect(Object.fromEntries(second.fragment)).toEqual({
      error: 'access_denied',
      error_code: 'otp_expired',
      error_description: 'Email link is invalid or has expired',
    });
    const { error } = await backend.browser().auth.verifyOtp({ email, token: code, type: 'recovery' });
    expect(error).toMatchObject({ status: 403, code: 'otp_expired' });
  });

  it('work once even when two browsers open the link at the same moment', async () => {
    const { email } = await backend.person();
    const { link = '' } = await linkFor(email);
    const landed = await Promise.all([follow(link), follow(link), follow(link)]);
    expect(landed.filter(({ fragment }) => fragment.has('access_token'))).toHaveLength(1);
  });

  it('end after an hour', async () => {
    const { email } = await backend.person();
    const { link = '', code = '' } = await linkFor(email);
    backend.advance(3601);
    expect((await backend.browser().auth.verifyOtp({ email, token: code, type: 'recovery' })).error?.code).toBe('otp_expired');
    expect((await follow(link)).fragment.get('error_code')).toBe('otp_expired');
  });

  it('end when a newer one is asked for', async () => {
    const { email } = await backend.person();
    const first = await linkFor(email);
    const second = await linkFor(email);
    expect((await follow(first.link ?? '')).fragment.get('error_code')).toBe('otp_expired');
    expect((await follow(second.link ?? '')).fragment.has('access_token')).toBe(true);
  });

  it('belong to one purpose: a recovery link does not confirm a change of address', async () => {
    const { email } = await backend.person();
    const { link = '' } = await linkFor(email);
    expect((await follow(link.replace('type=recovery', 'type=email_change'))).fragment.get('error_code')).toBe('otp_expired');
  });

  it('allow five guesses at the code, after which only the link works', async () => {
    const { email } = await backend.person();
    const { link = '', code = '' } = await linkFor(email);
    const wrong = code === '000000' ? '000001' : '000000';
    for (let guess = 0; guess < 5; guess += 1)
      expect((await backend.browser().auth.verifyOtp({ email, token: wrong, type: 'recovery' })).error?.code).toBe('otp_expired');
    expect((await backend.browser().auth.verifyOtp({ email, token: code, type: 'recovery' })).error?.code).toBe('otp_expired');
    expect((await follow(link)).fragment.has('access_token')).toBe(true);
  });

  it("do not accept another person's code", async () => {
    const [mine, theirs] = [await backend.person(), await backend.person()];
    const { code = '' } = await linkFor(mine.email);
    await linkFor(theirs.email);
    expect((await backend.browser().auth.verifyOtp({ email: theirs.email, token: code, type: 'recovery' })).error?.code).toBe(
      'otp_expired',
    );
  });

  it('can be redeemed by the token itself (token_hash)', async () => {
    const { email } = await backend.person();
    const { link = '' } = await linkFor(email);
    const token = new URL(link).searchParams.get('token') ?? '';
    const { data, error } = await backend.browser().auth.verifyOtp({ token_hash: token, type: 'recovery' });
    expect(error).toBeNull();
    expect(data.user?.email).toBe(email);
  });

  it.each([
    [{ type: 'recovery' }, 400, 'validation_failed'],
    [{ type: 'made-up', email: 'x@example.test', token: '123456' }, 400, 'validation_failed'],
    [{ type: 'recovery', token: '123456' }, 400, 'validation_failed'],
    [{ type: 'sms', phone: '+49170', token: '123456' }, 400, 'phone_provider_disabled'],
    [{ type: 'recovery', email: 'nobody@example.test', token: '123456' }, 403, 'otp_expired'],
    [{ type: 'recovery', token_hash: 'nonsense' }, 403, 'otp_expired'],
  ])('refuse %j', async (body, status, code) => {
    const response = await backend.post('/verify', body);
    expect([response.status, await response.json()]).toEqual([status, expect.objectContaining({ error_code: code })]);
  });

  it('lead to the site when the link is broken, with the reason', async () => {
    const landed = await follow(`${backend.url}/auth/v1/verify?type=constructor&token=x`);
    expect([landed.status, landed.url.origin, landed.fragment.get('error_code')]).toEqual([303, backend.url, 'validation_failed']);
  });
});

describe('redirects', () => {
  it('lead to the site only', async () => {
    const { email } = await backend.person();
    for (const redirectTo of ['https://evil.example/steal', `${backend.url}.evil.example/`, '//evil.example', 'javascript:alert(1)']) {
      await backend.db.query('delete from auth.one_time_tokens');
      const fresh = await backend.variant({});
      await fresh.browser().auth.resetPasswordForEmail(email, { redirectTo });
      const { link = '' } = await backend.lastMail(email);
      expect((await follow(link)).url.origin).not.toContain('evil');
      // Nor by changing the mailed link.
      const bent = new URL(link);
      bent.searchParams.set('redirect_to', redirectTo);
      expect((await follow(bent.href)).url.hostname).toBe('127.0.0.1');
    }
  });

  it.each([
    ['/de/home?x=1', 'https://app.example/de/home?x=1'],
    ['https://app.example/deep#part', 'https://app.example/deep#part'],
    ['https://app.example:444/', 'https://app.example/'],
    ['http://app.example/', 'https://app.example/'],
    ['https://app.example@evil.example/', 'https://app.example/'],
    ['https://user:pass@app.example/', 'https://app.example/'],
    ['https://partner.example/x', 'https://partner.example/x'],
    ['data:text/html,x', 'https://app.example/'],
    ['http://[', 'https://app.example/'],
    [null, 'https://app.example/'],
  ])('take %s to %s', (wish, target) => {
    expect(allowedRedirect(wish, 'https://app.example/', ['https://partner.example'])).toBe(target);
  });

  it('know a loopback server under each of its names, on its own port only', () => {
    expect(allowedRedirect('http://localhost:4173/home', 'http://127.0.0.1:4173', [])).toBe('http://localhost:4173/home');
    expect(allowedRedirect('http://localhost:4174/home', 'http://127.0.0.1:4173', [])).toBe('http://127.0.0.1:4173');
    expect(allowedRedirect('http://localhost:4173/', 'http://app.example:4173', [])).toBe('http://app.example:4173');
  });
});

describe('a mailbox that can not be written', () => {
  const logged: unknown[] = [];
  const note = (...line: unknown[]) => void logged.push(line);
  const ask = async (path: string, body: unknown) => {
    const keys = { jwtSecret: backend.jwtSecret, anonKey: backend.anonKey, serviceRoleKey: backend.serviceRoleKey };
    const service = createAuthService({
      db: backend.db,
      keys,
      now: () => backend.now(),
      log: { info: note, warn: note, error: note },
      siteUrl: () => backend.url,
      config: { bcryptCost: 4, evenAnswerMs: 0 },
      mailer: {
        send: async ({ to }) => {
          throw Object.assign(new Error(`No space left for ${to}`), { code: 'ENOSPC' });
        },
      },
    });
    const request = new Request(`${backend.url}/auth/v1${path}`, { method: 'POST', body: JSON.stringify(body) });
    return (await service.handle(request, { role: 'anon', claims: { role: 'anon' } })).status;
  };

  it('fails a sign-up, which may be repeated, and is not told where that would tell who has an account', async () => {
    const { email } = await backend.person();
    const fresh = backend.address();
    expect(await ask('/signup', { email: fresh, password: PASSWORD })).toBe(500);
    expect(await ask('/signup', { email, password: PASSWORD })).toBe(500);
    expect([await ask('/recover', { email }), await ask('/recover', { email: backend.address() })]).toEqual([200, 200]);
    expect(JSON.stringify(logged)).toContain('ENOSPC');
    expect(JSON.stringify(logged)).not.toContain('@');
    expect((await backend.browser().auth.signUp({ email: fresh, password: PASSWORD })).error).toBeNull();
    expect(await backend.lastMail(fresh)).toMatchObject({ kind: 'signup' });
  });
});

describe('PKCE', () => {
  it('trades the code of the link for a session in the browser that asked', async () => {
    const { email } = await backend.person();
    const browser = backend.browser({ flow: 'pkce' });
    await browser.auth.resetPasswordForEmail(email, { redirectTo: `${backend.url}/auth/set-new-password` });
    const landed = await follow((await backend.lastMail(email)).link ?? '');
    expect(landed.fragment.has('access_token')).toBe(false);
    const { data, error } = await browser.auth.exchangeCodeForSession(landed.query.get('code') ?? '');
    expect(error).toBeNull();
    expect(data.session?.user.email).toBe(email);
    expect(decodeToken(data.session?.access_token ?? '').claims['amr']).toEqual([{ method: 'recovery', timestamp: expect.any(Number) }]);
  });

  it('confirms a sign-up the same way', async () => {
    const browser = backend.browser({ flow: 'pkce' });
    const email = backend.address();
    await browser.auth.signUp({ email, password: PASSWORD });
    const landed = await follow((await backend.lastMail(email)).link ?? '');
    const { data, error } = await browser.auth.exchangeCodeForSession(landed.query.get('code') ?? '');
    expect(error).toBeNull();
    expect(data.session?.user.email_confirmed_at).toBeTruthy();
  });

  it('confirms a sign-up whose mail was sent again', async () => {
    const browser = backend.browser({ flow: 'pkce' });
    const email = backend.address();
    await browser.auth.signUp({ email, password: PASSWORD });
    await browser.auth.resend({ email, type: 'signup' });
    const landed = await follow((await backend.lastMail(email)).link ?? '');
    expect((await browser.auth.exchangeCodeForSession(landed.query.get('code') ?? '')).error).toBeNull();
  });

  const codeFor = async (email: string) => {
    await backend.browser({ flow: 'pkce' }).auth.resetPasswordForEmail(email);
    return (await follow((await backend.lastMail(email)).link ?? '')).query.get('code') ?? '';
  };

  it('refuses a verifier that does not match, and the code is spent', async () => {
    const { email } = await backend.person();
    const code = await codeFor(email);
    const body = { auth_code: code, code_verifier: 'x'.repeat(56) };
    const mismatch = await backend.post('/token?grant_type=pkce', body);
    expect([mismatch.status, await mismatch.json()]).toEqual([400, expect.objectContaining({ error_code: 'bad_code_verifier' })]);
    const spent = await backend.post('/token?grant_type=pkce', body);
    expect([spent.status, await spent.json()]).toEqual([404, expect.objectContaining({ error_code: 'flow_state_not_found' })]);
  });

  it('refuses a code after five minutes', async () => {
    const { email } = await backend.person();
    const code = await codeFor(email);
    backend.advance(301);
    const late = await backend.post('/token?grant_type=pkce', { auth_code: code, code_verifier: 'x'.repeat(56) });
    expect([late.status, await late.json()]).toEqual([403, expect.objectContaining({ error_code: 'flow_state_expired' })]);
  });

  it('puts the refusal of a spent link where the client reads it', async () => {
    const { email } = await backend.person();
    await backend.browser({ flow: 'pkce' }).auth.resetPasswordForEmail(email);
    const { link = '' } = await backend.lastMail(email);
    await follow(link);
    const again = await follow(link);
    expect([again.query.get('error_code'), again.fragment.get('error_code')]).toEqual(['otp_expired', 'otp_expired']);
  });
});

describe('sign-in by mail', () => {
  it('signs a known person in by code', async () => {
    const { email } = await backend.person();
    const browser = backend.browser();
    expect((await browser.auth.signInWithOtp({ email })).error).toBeNull();
    const mail = await backend.lastMail(email);
    expect(mail.kind).toBe('magiclink');
    const { data, error } = await browser.auth.verifyOtp({ email, token: mail.code ?? '', type: 'email' });
    expect(error).toBeNull();
    expect(data.session?.user.email).toBe(email);
  });

  it('makes a new person of an unknown address, unless told not to', async () => {
    const [welcome, ignored] = [backend.address(), backend.address()];
    const browser = backend.browser();
    expect((await browser.auth.signInWithOtp({ email: welcome, options: { data: { name: 'Eva' } } })).error).toBeNull();
    const { data } = await browser.auth.verifyOtp({ email: welcome, token: (await backend.lastMail(welcome)).code ?? '', type: 'email' });
    expect(data.user).toMatchObject({ email: welcome, user_metadata: { name: 'Eva', email_verified: true } });
    expect((await browser.auth.signInWithOtp({ email: ignored, options: { shouldCreateUser: false } })).error).toBeNull();
    expect(await backend.mail(ignored)).toEqual([]);
  });

  it('does not confirm the password that a stranger signed the address up with', async () => {
    const [byCode, byRecovery] = [backend.address(), backend.address()];
    for (const email of [byCode, byRecovery]) await backend.browser().auth.signUp({ email, password: 'the password of a stranger' });
    await backend.browser().auth.signInWithOtp({ email: byCode });
    await follow((await backend.lastMail(byCode)).link ?? '');
    await backend.browser().auth.resetPasswordForEmail(byRecovery);
    await follow((await backend.lastMail(byRecovery)).link ?? '');
    expect(await signsIn(byCode, 'the password of a stranger')).toBe(false);
    expect(await signsIn(byRecovery, 'the password of a stranger')).toBe(false);
  });

  it('leaves no way in by password for a person who never set one', async () => {
    const email = backend.address();
    const browser = backend.browser();
    await browser.auth.signInWithOtp({ email });
    await browser.auth.verifyOtp({ email, token: (await backend.lastMail(email)).code ?? '', type: 'email' });
    expect(await signsIn(email, '')).toBe(false);
    expect(await signsIn(email, 'no such person')).toBe(false);
  });
});

describe('resend', () => {
  it('sends a fresh confirmation to an unconfirmed address, and nothing to others', async () => {
    const email = backend.address();
    await backend.browser().auth.signUp({ email, password: PASSWORD });
    const first = await backend.lastMail(email);
    expect((await backend.browser().auth.resend({ email, type: 'signup' })).error).toBeNull();
    const second = await backend.lastMail(email);
    expect(second.id).not.toBe(first.id);
    expect((await backend.browser().auth.verifyOtp({ email, token: second.code ?? '', type: 'signup' })).error).toBeNull();
    const before = (await backend.mail(email)).length;
    const answers = await Promise.all(
      [email, backend.address()].map(async (address) => {
        const response = await backend.post('/resend', { email: address, type: 'signup' });
        return [response.status, await response.text()];
      }),
    );
    expect(answers).toEqual([
      [200, '{}'],
      [200, '{}'],
    ]);
    expect(await backend.mail(email)).toHaveLength(before);
  });

  it('refuses other kinds', async () => {
    const response = await backend.post('/resend', { email: 'x@example.test', type: 'sms' });
    expect([response.status, await response.json()]).toEqual([400, expect.objectContaining({ error_code: 'validation_failed' })]);
  });
});

describe('changes of the account', () => {
  it('merges free data, drops nulls and keeps what the service itself states', async () => {
    const { client, email } = await backend.person();
    await client.auth.updateUser({ data: { name: 'Ada', theme: 'dark' } });
    const { data } = await client.auth.updateUser({ data: { theme: null, locale: 'de', email: 'fake@example.test', sub: 'fake' } });
    expect(data.user?.user_metadata).toEqual({
      email,
      email_verified: true,
      phone_verified: false,
      sub: data.user?.id,
      name: 'Ada',
      locale: 'de',
    });
    const { error } = await client.auth.updateUser({ data: { blob: 'x'.repeat(4096) } });
    expect(error?.code).toBe('validation_failed');
  });

  it('refuses the old password as the new one, and a weak one', async () => {
    const { client } = await backend.person();
    expect((await client.auth.updateUser({ password: PASSWORD, current_password: PASSWORD })).error).toMatchObject({
      status: 422,
      code: 'same_password',
    });
    for (const password of ['short', 'password', '1234567890', 'Password2026!'])
      expect([password, (await client.auth.updateUser({ password, current_password: PASSWORD })).error]).toMatchObject([
        password,
        { code: 'weak_password', reasons: expect.any(Array) },
      ]);
  });

  /** The change, asked for by a session; `confirm` opens the link in one of the two mailboxes. */
  const addressChange = async () => {
    const { client, email } = await backend.person();
    const next = backend.address('next');
    expect((await client.auth.updateUser({ email: next })).error).toBeNull();
    const confirm = async (mailbox: 'old' | 'new') => follow((await backend.lastMail(mailbox === 'old' ? email : next)).link ?? '');
    return { client, email, next, confirm };
  };

  it.each([
    ['old', 'new'],
    ['new', 'old'],
  ] as const)('confirms a new address from both mailboxes, the %s one first', async (first, second) => {
    const { client, email, next, confirm } = await addressChange();
    const { data } = await client.auth.getUser();
    expect(data.user).toMatchObject({ email, new_email: next });
    const half = await confirm(first);
    expect([half.query.has('message'), half.fragment.has('access_token')]).toEqual([true, false]);
    expect([await signsIn(email, PASSWORD), await signsIn(next, PASSWORD)]).toEqual([true, false]);
    expect((await confirm(second)).fragment.has('access_token')).toBe(true);
    expect([await signsIn(email, PASSWORD), await signsIn(next, PASSWORD)]).toEqual([false, true]);
    const { data: after } = await client.auth.getUser();
    expect(after.user).toMatchObject({ email: next, user_metadata: { email: next } });
    expect(after.user?.identities?.[0]?.identity_data).toMatchObject({ email: next });
    expect(after.user?.new_email).toBeUndefined();
  });

  it('does the same with the codes of the two mails', async () => {
    const { client, email, next } = await addressChange();
    const enter = async (address: string) =>
      client.auth.verifyOtp({ email: address, token: (await backend.lastMail(address)).code ?? '', type: 'email_change' });
    expect(await enter(next)).toMatchObject({ data: { user: null, session: null }, error: null });
    expect(await signsIn(email, PASSWORD)).toBe(true);
    expect((await enter(email)).data.user).toMatchObject({ email: next });
  });

  it('is not fooled by one mailbox that confirms twice, over a mail sent again or a wish made again', async () => {
    const { client, email, next, confirm } = await addressChange();
    await confirm('new');
    expect((await backend.browser().auth.resend({ email, type: 'email_change' })).error).toBeNull();
    expect((await confirm('new')).fragment.get('error_code')).toBe('otp_expired');
    await client.auth.updateUser({ email: next });
    expect((await confirm('new')).query.has('message')).toBe(true);
    const other = backend.address('other');
    await client.auth.updateUser({ email: other });
    await follow((await backend.lastMail(other)).link ?? '');
    expect([await signsIn(email, PASSWORD), await signsIn(next, PASSWORD), await signsIn(other, PASSWORD)]).toEqual([true, false, false]);
    await confirm('old');
    expect(await signsIn(other, PASSWORD)).toBe(true);
  });

  it('sends the mails again to who has not confirmed yet', async () => {
    const { email, next, confirm } = await addressChange();
    await confirm('old');
    const before = (await backend.mail(email)).length;
    expect((await backend.browser().auth.resend({ email, type: 'email_change' })).error).toBeNull();
    expect([(await backend.mail(email)).length, (await backend.mail(next)).length]).toEqual([before, 2]);
    await confirm('new');
    expect(await signsIn(next, PASSWORD)).toBe(true);
  });

  it('ends the links that lie in the old mailbox', async () => {
    const { email, confirm } = await addressChange();
    await confirm('old');
    await backend.browser().auth.resetPasswordForEmail(email);
    const { link = '' } = await backend.lastMail(email);
    await confirm('new');
    expect((await follow(link)).fragment.get('error_code')).toBe('otp_expired');
  });

  it('refuses an address that someone has, also when it was taken in the meantime', async () => {
    const { client, email } = await backend.person();
    const { email: taken } = await backend.person();
    expect((await client.auth.updateUser({ email: taken })).error).toMatchObject({ status: 422, code: 'email_exists' });
    const contested = backend.address();
    await client.auth.updateUser({ email: contested });
    const { link = '' } = await backend.lastMail(contested);
    await follow((await backend.lastMail(email)).link ?? '');
    await backend.browser().auth.signUp({ email: contested, password: PASSWORD });
    expect((await follow(link)).fragment.get('error_code')).toBe('otp_expired');
  });

  it('asks for the password so far before a session sets another', async () => {
    const { client } = await backend.person();
    const change = async (proof: { current_password?: string; nonce?: string } = {}) =>
      (await client.auth.updateUser({ password: NEW_PASSWORD, ...proof })).error;
    expect(await change()).toMatchObject({ status: 400, code: 'current_password_required' });
    expect(await change({ current_password: '' })).toMatchObject({ code: 'current_password_required' });
    expect(await change({ current_password: 'wrong' })).toMatchObject({ code: 'invalid_credentials' });
    expect(await change({ current_password: PASSWORD })).toBeNull();
  });

  it('takes a mailed code in its place, once', async () => {
    const { client, email } = await backend.person();
    const change = async (password: string, nonce: string) => (await client.auth.updateUser({ password, nonce })).error;
    expect(await change(NEW_PASSWORD, '000000')).toMatchObject({ status: 422, code: 'reauthentication_not_valid' });
    expect((await client.auth.reauthenticate()).error).toBeNull();
    const { code = '', link } = await backend.lastMail(email);
    expect(link).toBeUndefined();
    expect(await change(NEW_PASSWORD, code)).toBeNull();
    expect(await change('a third good password', code)).toMatchObject({ code: 'reauthentication_not_valid' });
  });

  it('lets the password so far be guessed a few times only', async () => {
    const { client } = await backend.person();
    let last: unknown;
    for (let guess = 0; guess < 11; guess += 1)
      last = (await client.auth.updateUser({ password: NEW_PASSWORD, current_password: `guess ${guess}` })).error;
    expect(last).toMatchObject({ status: 429 });
    expect((await client.auth.updateUser({ password: NEW_PASSWORD, current_password: PASSWORD })).error).toMatchObject({ status: 429 });
  });

  it('refuses to unlink the only identity', async () => {
    const { client, session } = await backend.person();
    const identity = (await client.auth.getUserIdentities()).data?.identities[0];
    expect((await client.auth.unlinkIdentity(identity!)).error).toMatchObject({ status: 422, code: 'single_identity_not_deletable' });
    const unknown = await backend.fetch(`/user/identities/${session.user.id}`, { method: 'DELETE', headers: bearer(session.access_token) });
    expect([unknown.status, await unknown.json()]).toEqual([422, expect.objectContaining({ error_code: 'identity_not_found' })]);
    expect((await client.auth.linkIdentity({ provider: 'google' })).error?.code).toBe('manual_linking_disabled');
  });

  it('refuses other providers', async () => {
    const response = await fetch(`${backend.url}/auth/v1/authorize?provider=google`);
    expect([response.status, await response.json()]).toEqual([400, expect.objectContaining({ error_code: 'validation_failed' })]);
  });
});
