import { randomUUID } from 'node:crypto';
import type { SupabaseClient } from '@supabase/supabase-js';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type AuthBackend, follow, PASSWORD, startAuthBackend } from './auth-harness.ts';

let backend: AuthBackend;
let admin: SupabaseClient['auth']['admin'];
beforeAll(async () => {
  backend = await startAuthBackend();
  admin = backend.browser({ key: backend.serviceRoleKey }).auth.admin;
});
afterAll(() => backend.stop());

const NOBODY = '00000000-0000-4000-8000-000000000000';
const created = async (confirm = true) => {
  const email = backend.address('managed');
  const { data, error } = await admin.createUser({ email, password: PASSWORD, email_confirm: confirm, app_metadata: { plan: 'test' } });
  if (error) throw error;
  return { email, id: data.user.id, user: data.user };
};
const signIn = (email: string, password = PASSWORD) => backend.browser().auth.signInWithPassword({ email, password });

describe('user administration', () => {
  it('is for the service role only', async () => {
    const { client } = await backend.person();
    expect((await client.auth.admin.listUsers()).error).toMatchObject({ status: 403, code: 'not_admin' });
    expect((await backend.browser().auth.admin.createUser({ email: backend.address() })).error?.code).toBe('not_admin');
    expect((await client.auth.admin.inviteUserByEmail(backend.address())).error?.code).toBe('not_admin');
    expect((await client.auth.admin.generateLink({ type: 'recovery', email: backend.address() })).error?.code).toBe('not_admin');
  });

  it('creates, reads, changes and deletes a user', async () => {
    const { email, id, user } = await created();
    expect(user).toMatchObject({ email, app_metadata: { plan: 'test', provider: 'email' } });
    expect((await signIn(email)).error).toBeNull();
    const next = backend.address('renamed');
    const { error } = await admin.updateUserById(id, { email: next, password: 'another good password', user_metadata: { name: 'Max' } });
    expect(error).toBeNull();
    expect((await admin.getUserById(id)).data.user).toMatchObject({ email: next, user_metadata: { name: 'Max', email: next } });
    expect((await signIn(next, 'another good password')).error).toBeNull();
    expect((await admin.deleteUser(id)).error).toBeNull();
    expect((await admin.getUserById(id)).error).toMatchObject({ status: 404, code: 'user_not_found' });
    expect((await signIn(next, 'another good password')).error?.code).toBe('invalid_credentials');
  });

  it('keeps who alone owns a company', async () => {
    const { email, id } = await created();
    const client = backend.browser();
    await client.auth.signInWithPassword({ email, password: PASSWORD });
    const company = randomUUID();
    expect((await client.rpc('create_company', { p_id: company, p_name: 'Alone' })).error).toBeNull();
    expect((await admin.deleteUser(id)).error).toMatchObject({ status: 409, code: 'conflict' });
    expect((await admin.getUserById(id)).data.user?.email).toBe(email);
    // A trial is gone at its owner's word, and then the account can go, too.
    expect((await client.rpc('delete_company', { p_company: company, p_name: 'Alone' })).error).toBeNull();
    expect((await client.from('companies').select('id')).data).toEqual([]);
    expect((await admin.deleteUser(id)).error).toBeNull();
  });

  it('refuses a taken address, a weak password, an unknown user and a soft deletion', async () => {
    const [one, two] = [await created(), await created()];
    expect((await admin.createUser({ email: one.email })).error?.code).toBe('email_exists');
    expect((await admin.updateUserById(two.id, { email: one.email })).error?.code).toBe('email_exists');
    expect((await admin.updateUserById(two.id, { password: 'Password2026!' })).error?.code).toBe('weak_password');
    expect((await admin.updateUserById(NOBODY, { password: PASSWORD })).error?.code).toBe('user_not_found');
    expect((await admin.deleteUser(two.id, true)).error?.code).toBe('validation_failed');
  });

  it('bans for a while and ends the sessions, and lifts a ban', async () => {
    const { email, id } = await created();
    const client = backend.browser();
    await client.auth.signInWithPassword({ email, password: PASSWORD });
    expect((await admin.updateUserById(id, { ban_duration: '1h30m' })).error).toBeNull();
    expect((await client.auth.refreshSession()).error).not.toBeNull();
    expect((await signIn(email)).error?.code).toBe('user_banned');
    await admin.updateUserById(id, { ban_duration: 'none' });
    expect((await signIn(email)).error).toBeNull();
    expect((await admin.updateUserById(id, { ban_duration: 'a while' })).error?.code).toBe('validation_failed');
  });

  it('lists users in pages', async () => {
    await Promise.all([created(), created(), created()]);
    const first = await admin.listUsers({ page: 1, perPage: 2 });
    const second = await admin.listUsers({ page: 2, perPage: 2 });
    expect(first.data.users).toHaveLength(2);
    expect(first.data).toMatchObject({ nextPage: 2, total: expect.any(Number) });
    const ids = [...first.data.users, ...second.data.users].map(({ id }) => id);
    expect(new Set(ids).size).toBe(ids.length);
  });

  it("takes away a person's second factor who lost the phone", async () => {
    const { client, session } = await backend.person();
    await client.auth.updateUser({ current_password: PASSWORD });
    const { data } = await client.auth.mfa.enroll({ factorType: 'totp' });
    const userId = session.user.id;
    expect((await admin.mfa.listFactors({ userId })).data?.factors).toMatchObject([{ id: data?.id, status: 'unverified' }]);
    expect((await admin.mfa.deleteFactor({ userId, id: data?.id ?? '' })).error).toBeNull();
    expect((await admin.mfa.listFactors({ userId })).data?.factors).toEqual([]);
    expect((await admin.mfa.deleteFactor({ userId, id: NOBODY })).error?.code).toBe('mfa_factor_not_found');
  });
});

describe('invitations and links', () => {
  it('an invited person follows the mail, sets a password and is in', async () => {
    const email = backend.address('invited');
    const { data, error } = await admin.inviteUserByEmail(email, {
      data: { locale: 'de' },
      redirectTo: `${backend.url}/company/accept-invite?token=abc`,
    });
    expect(error).toBeNull();
    expect(data.user?.invited_at).toBeTruthy();
    const mail = await backend.lastMail(email);
    expect(mail.subject).toBe('Einladung zu Kontor');
    const landed = await follow(mail.link ?? '');
    expect([landed.url.pathname, landed.query.get('token'), landed.fragment.get('type')]).toEqual([
      '/company/accept-invite',
      'abc',
      'invite',
    ]);
    const browser = backend.browser();
    const tokens = { access_token: landed.fragment.get('access_token') ?? '', refresh_token: landed.fragment.get('refresh_token') ?? '' };
    await browser.auth.setSession(tokens);
    expect((await browser.auth.updateUser({ password: PASSWORD })).error).toBeNull();
    expect((await signIn(email)).error).toBeNull();
    expect((await admin.inviteUserByEmail(email)).error?.code).toBe('email_exists');
  });

  it('may be repeated until they are accepted', async () => {
    const email = backend.address('invited');
    await admin.inviteUserByEmail(email);
    const first = await backend.lastMail(email);
    expect((await admin.inviteUserByEmail(email)).error).toBeNull();
    expect((await follow(first.link ?? '')).fragment.get('error_code')).toBe('otp_expired');
    expect((await follow((await backend.lastMail(email)).link ?? '')).fragment.has('access_token')).toBe(true);
  });

  it('a link is generated without a mail', async () => {
    const { email } = await created();
    const { data, error } = await admin.generateLink({
      type: 'recovery',
      email,
      options: { redirectTo: `${backend.url}/auth/set-new-password` },
    });
    expect(error).toBeNull();
    expect(data.properties).toMatchObject({ verification_type: 'recovery', redirect_to: `${backend.url}/auth/set-new-password` });
    expect(await backend.mail(email)).toEqual([]);
    const client = backend.browser();
    expect((await client.auth.verifyOtp({ token_hash: data.properties?.hashed_token ?? '', type: 'recovery' })).error).toBeNull();
    expect((await follow(data.properties?.action_link ?? '')).fragment.get('error_code')).toBe('otp_expired');
  });

  it('is refused for an unknown or a registered address, as its type demands', async () => {
    const { email } = await created();
    expect((await admin.generateLink({ type: 'recovery', email: backend.address() })).error?.code).toBe('user_not_found');
    expect((await admin.generateLink({ type: 'signup', email, password: PASSWORD })).error?.code).toBe('email_exists');
    expect((await admin.generateLink({ type: 'email_change_new', email, newEmail: email })).error?.code).toBe('email_exists');
  });

  it('changes an address through the generated links of both mailboxes', async () => {
    const { email } = await created();
    const next = backend.address('next');
    const { data } = await admin.generateLink({ type: 'email_change_new', email, newEmail: next });
    const { data: current } = await admin.generateLink({ type: 'email_change_current', email, newEmail: next });
    await follow(data.properties?.action_link ?? '');
    expect((await signIn(next)).error).not.toBeNull();
    await follow(current.properties?.action_link ?? '');
    expect((await signIn(next)).error).toBeNull();
  });
});
