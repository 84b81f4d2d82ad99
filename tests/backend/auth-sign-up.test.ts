import { randomUUID } from 'node:crypto';
import { createClient } from '@supabase/supabase-js';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startBackend } from '#tests/support/backend.ts';
import { type AuthBackend, decodeToken, follow, PASSWORD, startAuthBackend } from './auth-harness.ts';

let backend: AuthBackend;
beforeAll(async () => {
  backend = await startAuthBackend();
});
afterAll(() => backend.stop());

/** What differs between two answers by nature: ids and times. */
function shapeOf(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(shapeOf);
  if (typeof value === 'object' && value !== null) return Object.entries(value).map(([key, inner]) => [key, shapeOf(inner)]);
  if (typeof value !== 'string') return value;
  return value.replaceAll(/[0-9a-f]{8}-[0-9a-f-]{27}/g, '<id>').replaceAll(/\d{4}-\d\d-\d\dT[\d:.]+Z/g, '<time>');
}

const signUpRaw = async (email: string, data = { locale: 'de', name: 'Ümit', zip: '20095' }) => {
  const response = await backend.fetch('/signup', { method: 'POST', body: JSON.stringify({ email, password: PASSWORD, data }) });
  return { status: response.status, body: (await response.text()).replaceAll(email, '<email>') };
};

describe('sign-up', () => {
  it('waits for the address to be confirmed, then the link of the mail signs in', async () => {
    const email = backend.address();
    const client = backend.browser();
    const { data, error } = await client.auth.signUp({ email, password: PASSWORD, options: { data: { name: 'Ada' } } });
    expect(error).toBeNull();
    expect(data.session).toBeNull();
    expect(data.user).toMatchObject({ email, role: 'authenticated', user_metadata: { name: 'Ada', email_verified: false } });
    expect(data.user?.identities).toHaveLength(1);

    const early = await client.auth.signInWithPassword({ email, password: PASSWORD });
    expect(early.error).toMatchObject({ status: 400, code: 'email_not_confirmed' });

    const { link = '' } = await backend.lastMail(email);
    const landed = await follow(link);
    expect(landed.status).toBe(303);
    expect(landed.url.origin).toBe(backend.url);
    expect(landed.fragment.get('type')).toBe('signup');
    const tokens = { access_token: landed.fragment.get('access_token') ?? '', refresh_token: landed.fragment.get('refresh_token') ?? '' };
    const set = await client.auth.setSession(tokens);
    expect(set.error).toBeNull();
    expect(set.data.user).toMatchObject({ email, user_metadata: { email_verified: true } });
    expect(set.data.user?.email_confirmed_at).toBeTruthy();

    const again = await client.auth.signInWithPassword({ email, password: PASSWORD });
    expect(again.error).toBeNull();
    expect(again.data.session?.token_type).toBe('bearer');
  });

  it('accepts the six-digit code of the mail instead of the link', async () => {
    const { session } = await backend.person();
    expect(session.user.email_confirmed_at).toBeTruthy();
  });

  it('answers the same for a new, an unconfirmed and a registered address', async () => {
    const { email: registered } = await backend.person();
    const unconfirmed = backend.address();
    const fresh = await signUpRaw(unconfirmed);
    const answers = [await signUpRaw(unconfirmed), await signUpRaw(registered)];
    expect(fresh.status).toBe(200);
    for (const answer of answers) {
      expect(answer.status).toBe(200);
      expect(shapeOf(JSON.parse(answer.body))).toEqual(shapeOf(JSON.parse(fresh.body)));
      expect(answer.body).toHaveLength(fresh.body.length);
    }
  });

  it('tells the owner of a registered mailbox, and changes nothing about the account', async () => {
    const { email } = await backend.person();
    await backend.browser().auth.signUp({ email, password: 'an attacker chose this' });
    expect(await backend.lastMail(email)).toMatchObject({ kind: 'already_registered' });
    const { error } = await backend.browser().auth.signInWithPassword({ email, password: PASSWORD });
    expect(error).toBeNull();
  });

  it('confirms the password of the newest sign-up of an unconfirmed address', async () => {
    const email = backend.address();
    await backend.browser().auth.signUp({ email, password: 'the first password' });
    const first = await backend.lastMail(email);
    await backend.browser().auth.signUp({ email, password: 'the second password' });
    expect((await follow(first.link ?? '')).fragment.get('error_code')).toBe('otp_expired');
    await follow((await backend.lastMail(email)).link ?? '');
    expect((await backend.browser().auth.signInWithPassword({ email, password: 'the first password' })).error?.code).toBe(
      'invalid_credentials',
    );
    expect((await backend.browser().auth.signInWithPassword({ email, password: 'the second password' })).error).toBeNull();
  });

  it('treats addresses as equal whatever their case and surrounding blanks', async () => {
    const { email } = await backend.person('mixed');
    const { error } = await backend.browser().auth.signInWithPassword({ email: ` ${email.toUpperCase()} `, password: PASSWORD });
    expect(error).toBeNull();
  });

  it('makes one user of two sign-ups at the same moment', async () => {
    const email = backend.address();
    const both = await Promise.all([1, 2].map(() => backend.browser().auth.signUp({ email, password: PASSWORD })));
    expect(both.map(({ error }) => error)).toEqual([null, null]);
    const { rows } = await backend.db.query('select count(*)::int as n from auth.users where email = $1', [email]);
    expect(rows[0]?.['n']).toBe(1);
  });

  it.each([
    ['short', ['length']],
    ['password', ['length', 'pwned']],
    ['12345678', ['length', 'characters', 'pwned']],
    ['Password2026!', ['pwned']],
    ['aaaaaaaaaaaa', ['characters']],
    ['aaaa', ['length', 'characters']],
  ])('refuses the weak password %s with its reasons', async (password, reasons) => {
    const { error } = await backend.browser().auth.signUp({ email: backend.address(), password });
    expect(error).toMatchObject({ name: 'AuthWeakPasswordError', status: 422, code: 'weak_password', reasons });
    expect(error?.message).toMatch(/^Password (should|is known)/);
  });

  it.each([
    [{ email: 'no-at-sign', password: PASSWORD }, 400, 'validation_failed'],
    [{ email: 'a@b', password: PASSWORD }, 400, 'validation_failed'],
    [{ email: 'x@example.test' }, 400, 'validation_failed'],
    [{ email: 'x@example.test', password: `${'äöü'.repeat(13)}ß` }, 422, 'validation_failed'],
    [{ email: 'x@example.test', password: PASSWORD, data: { blob: 'x'.repeat(5000) } }, 400, 'validation_failed'],
    [{ email: 'x@example.test', password: 42 }, 400, 'validation_failed'],
    [{ phone: '+491701234567', password: PASSWORD }, 400, 'phone_provider_disabled'],
    [{}, 422, 'anonymous_provider_disabled'],
    [{ email: 'x@example.test', password: PASSWORD, code_challenge: 'short', code_challenge_method: 's256' }, 400, 'validation_failed'],
  ])('refuses %j', async (body, status, code) => {
    const response = await backend.fetch('/signup', { method: 'POST', body: JSON.stringify(body) });
    expect(response.status).toBe(status);
    expect(await response.json()).toMatchObject({ code: status, error_code: code });
  });

  it('keeps password and tokens out of the database in readable form', async () => {
    const { email, session } = await backend.person();
    const pending = backend.address();
    await backend.browser().auth.signUp({ email: pending, password: PASSWORD });
    const { link = '', code = '' } = await backend.lastMail(pending);
    const tables = ['users', 'sessions', 'refresh_tokens', 'one_time_tokens', 'identities', 'mfa_amr_claims'];
    const dumps = await Promise.all(tables.map((table) => backend.db.query(`select to_jsonb(t)::text as row from auth.${table} t`)));
    const stored = dumps.flatMap(({ rows }) => rows.map((row) => String(row['row']))).join('\n');
    expect(stored).toContain(email);
    for (const secret of [PASSWORD, session.refresh_token, new URL(link).searchParams.get('token') ?? '', `"${code}"`])
      expect(stored).not.toContain(secret);
  });
});

describe('sign-up with addresses confirmed at once', () => {
  it('answers a session, and says when the address is taken', async () => {
    const instant = await backend.variant({ autoconfirm: true });
    const email = backend.address();
    const { data, error } = await instant.browser().auth.signUp({ email, password: PASSWORD });
    expect(error).toBeNull();
    expect(decodeToken(data.session?.access_token ?? '').claims['email']).toBe(email);
    const again = await instant.browser().auth.signUp({ email, password: PASSWORD });
    expect(again.error).toMatchObject({ status: 422, code: 'user_already_exists' });
    expect(await backend.mail(email)).toEqual([]);
  });
});

describe('sign-up switched off', () => {
  it('is refused, and codes by mail make no users either', async () => {
    const closed = await backend.variant({ signUp: 'closed' });
    const email = backend.address();
    const { error } = await closed.browser().auth.signUp({ email, password: PASSWORD });
    expect(error).toMatchObject({ status: 422, code: 'signup_disabled' });
    expect((await closed.browser().auth.signInWithOtp({ email })).error).toBeNull();
    expect(await backend.mail(email)).toEqual([]);
  });
});

describe('sign-up for invited people only', () => {
  const invite = async (email: string, { until = '1 day', status = 'pending', by = '' } = {}) => {
    const { client, session } = await backend.person();
    const company = randomUUID();
    await client.rpc('create_company', { p_id: company, p_name: 'Inviting' });
    const inviter = by || session.user.id;
    await backend.db.query(
      'insert into public.invites (company_id, email, invited_by, status, expires_at) values ($1, $2, $3, $4, now() + $5::interval)',
      [company, email.toLowerCase(), inviter, status, until],
    );
  };

  it('takes whoever was invited, by password or by code, and nobody else', async () => {
    const server = await backend.variant({ signUp: 'invited' });
    const invited = backend.address();
    await invite(invited);
    expect((await server.browser().auth.signUp({ email: invited.toUpperCase(), password: PASSWORD })).error).toBeNull();
    expect(await backend.mail(invited)).toHaveLength(1);
    const byCode = backend.address();
    await invite(byCode);
    await server.browser().auth.signInWithOtp({ email: byCode });
    expect(await backend.mail(byCode)).toHaveLength(1);
    const [stranger, late, revoked, unbacked] = [1, 2, 3, 4].map(() => backend.address());
    await invite(late!, { until: '-1 second' });
    await invite(revoked!, { status: 'revoked' });
    await invite(unbacked!, { by: (await backend.person()).session.user.id });
    for (const email of [stranger!, late!, revoked!, unbacked!]) {
      const { error } = await server.browser().auth.signUp({ email, password: PASSWORD });
      expect(error).toMatchObject({ status: 422, code: 'signup_disabled' });
      expect((await server.browser().auth.signInWithOtp({ email })).error).toBeNull();
      expect(await backend.mail(email)).toEqual([]);
    }
  });

  it('does not tell who has an account, and counts how often somebody asks', async () => {
    const server = await backend.variant({ signUp: 'invited', limits: { signUp: { max: 2, seconds: 60 } } });
    const { email } = await backend.person();
    expect((await server.browser().auth.signUp({ email, password: PASSWORD })).error).toMatchObject({ code: 'signup_disabled' });
    await server.browser().auth.signUp({ email: backend.address(), password: PASSWORD });
    const { error } = await server.browser().auth.signUp({ email: backend.address(), password: PASSWORD });
    expect(error).toMatchObject({ status: 429 });
  });
});

describe('the first person of a server for invited people', () => {
  it('signs up, whatever strangers left unconfirmed, and is the last who needs no invitation', async () => {
    const own = await startBackend({ database: 'own', auth: { signUp: 'invited' } });
    try {
      const client = () => createClient(own.url, own.anonKey, { auth: { persistSession: false } });
      expect((await client().auth.signUp({ email: 'stranger@example.test', password: PASSWORD })).error).toBeNull();
      expect((await client().auth.signUp({ email: 'founder@example.test', password: PASSWORD })).error).toBeNull();
      const token = (await own.mail('founder@example.test'))[0]?.code ?? '';
      expect((await client().auth.verifyOtp({ email: 'founder@example.test', token, type: 'signup' })).error).toBeNull();
      const { error } = await client().auth.signUp({ email: 'late@example.test', password: PASSWORD });
      expect(error).toMatchObject({ code: 'signup_disabled' });
    } finally {
      await own.stop();
    }
  });
});
