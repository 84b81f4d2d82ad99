import { Secret, TOTP } from 'otpauth';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { postgresBin } from '#tests/support/postgres-server.ts';
import { type AuthBackend, follow, PASSWORD, startAuthBackend } from './auth-harness.ts';

/** PGlite has one connection: only a server can show what requests at the same moment do to each other. */
describe.skipIf(postgresBin() === null && process.env['REQUIRE_POSTGRES'] !== '1')(
  'the auth service on PostgreSQL, with requests at the same moment',
  () => {
    let backend: AuthBackend;
    beforeAll(async () => {
      backend = await startAuthBackend('postgres');
    });
    afterAll(() => backend.stop());

    const AT_ONCE = [1, 2, 3, 4, 5, 6];
    const refresh = async (token: string) => {
      const response = await backend.post('/token?grant_type=refresh_token', { refresh_token: token });
      return { status: response.status, body: (await response.json()) as Record<string, unknown> };
    };

    it('goes through sign-up, sign-in, recovery and sign-out', async () => {
      const { email, client } = await backend.person();
      await client.auth.resetPasswordForEmail(email);
      await client.auth.verifyOtp({ email, token: (await backend.lastMail(email)).code ?? '', type: 'recovery' });
      expect((await client.auth.updateUser({ password: 'another good password', data: { name: 'Ümit' } })).error).toBeNull();
      expect((await client.auth.signOut()).error).toBeNull();
      const { data, error } = await client.auth.signInWithPassword({ email, password: 'another good password' });
      expect(error).toBeNull();
      expect(data.user).toMatchObject({ email, user_metadata: { name: 'Ümit' }, email_confirmed_at: expect.stringMatching(/Z$/) });
    });

    it('hands one successor to all refreshes of one token', async () => {
      const { session } = await backend.person();
      const answers = await Promise.all(AT_ONCE.map(() => refresh(session.refresh_token)));
      expect(answers.map(({ status }) => status)).toEqual(AT_ONCE.map(() => 200));
      expect(new Set(answers.map(({ body }) => body['refresh_token'])).size).toBe(1);
      const { rows } = await backend.db.query('select count(*)::int as n from auth.refresh_tokens where user_id = $1 and not revoked', [
        session.user.id,
      ]);
      expect(rows[0]?.['n']).toBe(1);
    });

    it('ends a session once when a stale token is used by several', async () => {
      const { session } = await backend.person();
      const next = await refresh(session.refresh_token);
      await refresh(String(next.body['refresh_token']));
      backend.advance(11);
      const answers = await Promise.all(AT_ONCE.map(() => refresh(session.refresh_token)));
      expect(answers.every(({ status }) => status === 400)).toBe(true);
      expect(answers.filter(({ body }) => body['error_code'] === 'refresh_token_already_used')).toHaveLength(1);
    });

    it('redeems a link once', async () => {
      const { email } = await backend.person();
      await backend.browser().auth.resetPasswordForEmail(email);
      const { link = '' } = await backend.lastMail(email);
      const landed = await Promise.all(AT_ONCE.map(() => follow(link)));
      expect(landed.filter(({ fragment }) => fragment.has('access_token'))).toHaveLength(1);
    });

    it('makes one user of many sign-ups with one address', async () => {
      const email = backend.address();
      const answers = await Promise.all(AT_ONCE.map(() => backend.browser().auth.signUp({ email, password: PASSWORD })));
      const codes = await Promise.all([1, 2].map(() => backend.browser().auth.signInWithOtp({ email: `fresh-${email}` })));
      expect([...answers, ...codes].map(({ error }) => error)).toEqual([...AT_ONCE, 1, 2].map(() => null));
      const { rows } = await backend.db.query('select count(*)::int as n from auth.users where email = any($1::text[])', [
        [email, `fresh-${email}`],
      ]);
      expect(rows[0]?.['n']).toBe(2);
    });

    it('counts every guess at a code', async () => {
      const { email } = await backend.person();
      await backend.browser().auth.resetPasswordForEmail(email);
      const { code = '' } = await backend.lastMail(email);
      const wrong = code === '000000' ? '000001' : '000000';
      const guess = (token: string) => backend.post('/verify', { type: 'recovery', email, token });
      await Promise.all([1, 2, 3, 4, 5].map(() => guess(wrong)));
      expect((await guess(code)).status).toBe(403);
    });

    it('takes the code of a second factor once', async () => {
      const { client } = await backend.person();
      await client.auth.updateUser({ current_password: PASSWORD });
      const { data: factor } = await client.auth.mfa.enroll({ factorType: 'totp' });
      const factorId = factor?.id ?? '';
      const code = new TOTP({ secret: Secret.fromBase32(factor?.totp.secret ?? '') }).generate({ timestamp: backend.now().getTime() });
      const challenges = await Promise.all([1, 2, 3].map(async () => (await client.auth.mfa.challenge({ factorId })).data?.id ?? ''));
      const token = (await client.auth.getSession()).data.session?.access_token ?? '';
      const answers = await Promise.all(
        challenges.map((challenge_id) =>
          backend.post(`/factors/${factorId}/verify`, { challenge_id, code }, { authorization: `Bearer ${token}` }),
        ),
      );
      expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
      expect(answers.filter(({ status }) => status === 422)).toHaveLength(2);
    });
  },
);
