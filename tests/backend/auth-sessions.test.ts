import { createHmac } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type AuthBackend, decodeToken, PASSWORD, startAuthBackend } from './auth-harness.ts';

let backend: AuthBackend;
beforeAll(async () => {
  backend = await startAuthBackend();
});
afterAll(() => backend.stop());

const refresh = async (token: string) => {
  const response = await backend.post('/token?grant_type=refresh_token', { refresh_token: token });
  return { status: response.status, body: (await response.json()) as Record<string, unknown> };
};
const bearer = (token: string) => ({ headers: { authorization: `Bearer ${token}` } });
const signIn = async (email: string) => {
  const client = backend.browser();
  const { data, error } = await client.auth.signInWithPassword({ email, password: PASSWORD });
  if (error) throw error;
  return { client, session: data.session };
};

describe('sign-in with a password', () => {
  it('answers a token with exactly the claims of the contract', async () => {
    const { email } = await backend.person();
    const { session } = await signIn(email);
    const { header, claims } = decodeToken(session.access_token);
    expect(header).toEqual({ alg: 'HS256', typ: 'JWT' });
    const at = claims['iat'] as number;
    expect(claims).toEqual({
      iss: `${backend.url}/auth/v1`,
      sub: session.user.id,
      aud: 'authenticated',
      iat: at,
      exp: at + 3600,
      email,
      phone: '',
      app_metadata: { provider: 'email', providers: ['email'] },
      user_metadata: { email, email_verified: true, phone_verified: false, sub: session.user.id },
      role: 'authenticated',
      aal: 'aal1',
      amr: [{ method: 'password', timestamp: expect.any(Number) }],
      session_id: expect.stringMatching(/^[0-9a-f-]{36}$/),
      is_anonymous: false,
    });
    expect(Math.abs(at - backend.now().getTime() / 1000)).toBeLessThan(10);
    expect(session.expires_at).toBe(claims['exp']);
    const assurance = await (await signIn(email)).client.auth.mfa.getAuthenticatorAssuranceLevel();
    expect(assurance.data).toMatchObject({ currentLevel: 'aal1', nextLevel: 'aal1' });
  });

  it('gives a wrong password and an unknown address the same answer', async () => {
    const { email } = await backend.person();
    const answers = await Promise.all(
      [email, backend.address()].map(async (address) => {
        const response = await backend.post('/token?grant_type=password', { email: address, password: 'wrong password' });
        return { status: response.status, body: await response.text() };
      }),
    );
    expect(answers[0]).toEqual(answers[1]);
    expect(answers[0]).toEqual({ status: 400, body: '{"code":400,"error_code":"invalid_credentials","msg":"Invalid login credentials"}' });
  });

  it('compares a hash for an unknown address too, so that the clock tells nothing', async () => {
    const slow = await backend.variant({ bcryptCost: 10 });
    const { email } = await slow.person();
    const timed = async (address: string) => {
      // Of the processor: others may be at work beside us.
      const since = process.cpuUsage();
      await slow.post('/token?grant_type=password', { email: address, password: 'wrong password' });
      const { user, system } = process.cpuUsage(since);
      return user + system;
    };
    await timed(backend.address());
    const known = Math.min(await timed(email), await timed(email), await timed(email));
    const unknown = Math.min(await timed(backend.address()), await timed(backend.address()), await timed(backend.address()));
    expect(unknown).toBeGreaterThan(known * 0.3);
    expect(unknown).toBeLessThan(known * 3);
  });

  it.each([
    ['/token?grant_type=password', { email: 'x@example.test' }, 400, 'validation_failed'],
    ['/token?grant_type=password', { phone: '+49170', password: 'x' }, 400, 'phone_provider_disabled'],
    ['/token?grant_type=refresh_token', {}, 400, 'validation_failed'],
    ['/token?grant_type=refresh_token', { refresh_token: 'made-up' }, 400, 'refresh_token_not_found'],
    ['/token?grant_type=id_token', { provider: 'google', id_token: 'x' }, 400, 'provider_disabled'],
    ['/token?grant_type=web3', {}, 422, 'web3_provider_disabled'],
    ['/token?grant_type=constructor', {}, 400, 'invalid_credentials'],
    ['/token', {}, 400, 'invalid_credentials'],
    ['/sso', { domain: 'example.test' }, 404, 'saml_provider_disabled'],
    ['/nowhere', {}, 404, 'not_found'],
  ])('refuses %s with %j', async (path, body, status, code) => {
    const response = await backend.post(path, body);
    expect(response.status).toBe(status);
    expect(await response.json()).toMatchObject({ code: status, error_code: code, msg: expect.any(String) });
  });

  it('speaks the newer error format to clients that ask for it, and the older one to others', async () => {
    const versioned = await backend.post('/token?grant_type=password', {}, { 'x-supabase-api-version': '2024-01-01' });
    expect(versioned.headers.get('x-supabase-api-version')).toBe('2024-01-01');
    expect(await versioned.json()).toEqual({ code: 'validation_failed', message: 'missing email or password' });
    const older = await backend.post('/token?grant_type=password', {});
    expect(older.headers.get('x-supabase-api-version')).toBeNull();
    expect(await older.json()).toEqual({ code: 400, error_code: 'validation_failed', msg: 'missing email or password' });
  });

  it('refuses a body that is no JSON object, and one that is far too long', async () => {
    const broken = await backend.fetch('/signup', { method: 'POST', body: '{"email":' });
    expect([broken.status, ((await broken.json()) as { error_code: string }).error_code]).toEqual([400, 'bad_json']);
    expect((await backend.post('/signup', ['x'])).status).toBe(400);
    expect((await backend.post('/signup', { email: 'x'.repeat(70_000) })).status).toBe(413);
  });

  it('forbids caches to keep an answer', async () => {
    const response = await backend.fetch('/settings');
    expect(response.headers.get('cache-control')).toBe('no-store');
    expect(await response.json()).toMatchObject({
      external: { email: true, google: false },
      disable_signup: false,
      mailer_autoconfirm: false,
    });
    expect(await (await backend.fetch('/health')).json()).toMatchObject({ name: 'GoTrue' });
    expect(await (await backend.fetch('/.well-known/jwks.json')).json()).toEqual({ keys: [] });
  });
});

describe('the access token', () => {
  const forge = (token: string, header: object, secret: string | null) => {
    const input = `${Buffer.from(JSON.stringify(header)).toString('base64url')}.${token.split('.')[1]}`;
    return `${input}.${secret === null ? '' : createHmac('sha256', secret).update(input).digest('base64url')}`;
  };

  it('is refused with alg none, with another key and with another body', async () => {
    const { session } = await backend.person();
    const [header, payload, signature] = session.access_token.split('.');
    const admin = Buffer.from(JSON.stringify({ ...decodeToken(session.access_token).claims, role: 'service_role' })).toString('base64url');
    const forgeries = [
      forge(session.access_token, { alg: 'none', typ: 'JWT' }, null),
      forge(session.access_token, { alg: 'HS256', typ: 'JWT' }, 'another secret'),
      forge(session.access_token, { alg: 'HS512', typ: 'JWT' }, backend.jwtSecret),
      `${header}.${admin}.${signature}`,
      `${header}.${payload}.`,
      'nonsense',
    ];
    for (const token of forgeries) {
      const response = await backend.fetch('/user', bearer(token));
      expect(response.status).toBe(403);
      expect(await response.json()).toMatchObject({ error_code: 'bad_jwt' });
    }
    expect((await backend.fetch('/user', bearer(session.access_token))).status).toBe(200);
  });

  it('is refused after it expired, and the refresh token still works', async () => {
    const { client, session } = await backend.person();
    backend.advance(3700);
    const response = await backend.fetch('/user', bearer(session.access_token));
    expect([response.status, await response.json()]).toEqual([
      403,
      { code: 403, error_code: 'bad_jwt', msg: expect.stringMatching(/token is expired$/) },
    ]);
    const { data, error } = await client.auth.refreshSession();
    expect(error).toBeNull();
    expect((await backend.fetch('/user', bearer(data.session?.access_token ?? ''))).status).toBe(200);
  });

  it('is asked for where a person is needed', async () => {
    for (const [method, path] of [
      ['GET', '/user'],
      ['PUT', '/user'],
      ['POST', '/logout'],
      ['GET', '/reauthenticate'],
    ] as const) {
      const response = await backend.fetch(path, { method });
      expect([response.status, await response.json()]).toEqual([401, expect.objectContaining({ error_code: 'no_authorization' })]);
    }
  });

  it('dies with its session, long before it expires', async () => {
    const { session } = await backend.person();
    const { claims } = decodeToken(session.access_token);
    await backend.db.query('delete from auth.sessions where id = $1', [claims['session_id']]);
    const response = await backend.fetch('/user', bearer(session.access_token));
    expect([response.status, await response.json()]).toEqual([403, expect.objectContaining({ error_code: 'session_not_found' })]);
  });
});

describe('refresh tokens', () => {
  it('rotate: each refresh hands out a new one in the same session', async () => {
    const { client, session } = await backend.person();
    const { data, error } = await client.auth.refreshSession();
    expect(error).toBeNull();
    expect(data.session?.refresh_token).not.toBe(session.refresh_token);
    const [before, after] = [session, data.session].map((each) => decodeToken(each?.access_token ?? '').claims);
    expect(after?.['session_id']).toBe(before?.['session_id']);
    expect(after?.['amr']).toEqual(before?.['amr']);
  });

  it('[concurrency] two refreshes at once get the same successor', async () => {
    const { session } = await backend.person();
    const answers = await Promise.all([1, 2, 3].map(() => refresh(session.refresh_token)));
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200]);
    expect(new Set(answers.map(({ body }) => body['refresh_token'])).size).toBe(1);
  });

  it('may be used again within 10 seconds, for a lost answer', async () => {
    const { session } = await backend.person();
    const first = await refresh(session.refresh_token);
    backend.advance(9);
    const again = await refresh(session.refresh_token);
    expect(again.status).toBe(200);
    expect(again.body['refresh_token']).toBe(first.body['refresh_token']);
    expect((await refresh(String(again.body['refresh_token']))).status).toBe(200);
  });

  it('may be used again at any time while its successor was never used: the answer was lost in a tunnel', async () => {
    const { session } = await backend.person();
    const lost = await refresh(session.refresh_token);
    backend.advance(3600);
    const again = await refresh(session.refresh_token);
    expect(again).toMatchObject({ status: 200, body: { refresh_token: lost.body['refresh_token'] } });
  });

  it('used again after their successor was used end the whole session: whoever holds the newest is out too', async () => {
    const { session } = await backend.person();
    const used = await refresh(session.refresh_token);
    const thief = await refresh(String(used.body['refresh_token']));
    backend.advance(11);
    const owner = await refresh(session.refresh_token);
    expect(owner).toMatchObject({ status: 400, body: { error_code: 'refresh_token_already_used' } });
    expect((await refresh(String(thief.body['refresh_token']))).status).toBe(400);
    expect((await backend.fetch('/user', bearer(String(thief.body['access_token'])))).status).toBe(403);
  });

  it('of an earlier generation end the session as well', async () => {
    const { session } = await backend.person();
    const second = await refresh(session.refresh_token);
    const third = await refresh(String(second.body['refresh_token']));
    backend.advance(11);
    expect((await refresh(session.refresh_token)).body['error_code']).toBe('refresh_token_already_used');
    expect((await refresh(String(third.body['refresh_token']))).body['error_code']).toBe('refresh_token_not_found');
  });

  it('leave the other sessions of the person alone when one is ended for reuse', async () => {
    const { email, session } = await backend.person();
    const other = await signIn(email);
    const next = await refresh(session.refresh_token);
    await refresh(String(next.body['refresh_token']));
    backend.advance(11);
    expect((await refresh(session.refresh_token)).status).toBe(400);
    expect((await other.client.auth.refreshSession()).error).toBeNull();
  });

  it('are gone with their session', async () => {
    const { client } = await backend.person();
    await backend.db.query('delete from auth.sessions where user_id = $1', [(await client.auth.getUser()).data.user?.id]);
    const { error } = await client.auth.refreshSession();
    expect(error).toMatchObject({ code: 'refresh_token_not_found' });
  });

  it('are refused to a banned person', async () => {
    const { email, session } = await backend.person();
    await backend.db.query(`update auth.users set banned_until = now() + interval '10 days' where email = $1`, [email]);
    expect((await refresh(session.refresh_token)).body['error_code']).toBe('user_banned');
    const { error } = await backend.browser().auth.signInWithPassword({ email, password: PASSWORD });
    expect(error?.code).toBe('user_banned');
  });
});

describe('sign-out', () => {
  const threeDevices = async () => {
    const { email, client, session } = await backend.person();
    return [{ client, session }, await signIn(email), await signIn(email)] as const;
  };
  const alive = (devices: readonly { session: { refresh_token: string } }[]) =>
    Promise.all(devices.map(async ({ session }) => (await refresh(session.refresh_token)).status === 200));

  it.each([
    ['local', [false, true, true]],
    ['others', [true, false, false]],
    ['global', [false, false, false]],
  ] as const)('with scope %s ends the right sessions', async (scope, expected) => {
    const devices = await threeDevices();
    const { error } = await devices[0].client.auth.signOut({ scope });
    expect(error).toBeNull();
    expect(await alive(devices)).toEqual(expected);
  });

  it('without a scope ends all sessions, and an unknown scope is refused', async () => {
    const devices = await threeDevices();
    const refused = await backend.fetch('/logout?scope=everyone', { method: 'POST', ...bearer(devices[0].session.access_token) });
    expect([refused.status, await refused.json()]).toEqual([400, expect.objectContaining({ error_code: 'validation_failed' })]);
    const response = await backend.fetch('/logout', { method: 'POST', ...bearer(devices[0].session.access_token) });
    expect(response.status).toBe(204);
    expect(await alive(devices)).toEqual([false, false, false]);
  });

  it("never touches another person's sessions", async () => {
    const [mine, theirs] = [await backend.person(), await backend.person()];
    await mine.client.auth.signOut({ scope: 'global' });
    expect((await theirs.client.auth.refreshSession()).error).toBeNull();
  });
});
