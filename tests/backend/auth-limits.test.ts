import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { AuthError } from '#local/auth/auth-error.ts';
import { createRateLimits } from '#local/auth/rate-limits.ts';
import { type AuthBackend, follow, PASSWORD, startAuthBackend } from './auth-harness.ts';

let backend: AuthBackend;
beforeAll(async () => {
  backend = await startAuthBackend();
});
afterAll(() => backend.stop());

const FEW = { max: 2, seconds: 60 };
const limited = { status: 429, code: 'over_request_rate_limit' };
const mailLimited = { status: 429, code: 'over_email_send_rate_limit' };

describe('rate limits of the auth service', () => {
  it('hold back guesses at a password, per address, and a right password inside the limit resets them', async () => {
    const server = await backend.variant({ limits: { signIn: FEW } });
    const { email } = await backend.person();
    const other = await backend.person();
    const attempt = (address: string, password: string) => server.browser().auth.signInWithPassword({ email: address, password });
    await attempt(email, 'wrong password');
    expect((await attempt(email, PASSWORD)).error).toBeNull();
    for (let time = 0; time < 2; time += 1)
      expect((await attempt(email, 'wrong password')).error).toMatchObject({ code: 'invalid_credentials' });
    expect((await attempt(email, PASSWORD)).error).toMatchObject(limited);
    expect((await attempt(email.toUpperCase(), PASSWORD)).error).toMatchObject(limited);
    expect((await attempt(other.email, PASSWORD)).error).toBeNull();
    backend.advance(61);
    expect((await attempt(email, PASSWORD)).error).toBeNull();
  });

  it('count guesses made at the same moment', async () => {
    const server = await backend.variant({ limits: { signIn: FEW } });
    const body = { email: backend.address(), password: 'wrong password' };
    const answers = await Promise.all([1, 2, 3, 4, 5].map(() => server.post('/token?grant_type=password', body)));
    expect(answers.filter(({ status }) => status === 400)).toHaveLength(2);
    expect(answers.filter(({ status }) => status === 429)).toHaveLength(3);
  });

  it('treat known and unknown addresses alike', async () => {
    const server = await backend.variant({ limits: { signIn: FEW, mail: FEW } });
    const { email } = await backend.person();
    const statuses = async (address: string) => {
      const answers = [];
      for (let time = 0; time < 3; time += 1) {
        answers.push((await server.post('/token?grant_type=password', { email: address, password: 'wrong password' })).status);
        answers.push((await server.post('/recover', { email: address })).status);
      }
      return answers;
    };
    expect(await statuses(email)).toEqual([400, 200, 400, 200, 429, 429]);
    expect(await statuses(backend.address())).toEqual([400, 200, 400, 200, 429, 429]);
  });

  it('hold back one client that tries many addresses', async () => {
    const server = await backend.variant({ limits: { signInPerClient: FEW } });
    const attempt = () => server.post('/token?grant_type=password', { email: backend.address(), password: 'wrong password' });
    await attempt();
    await attempt();
    const response = await attempt();
    expect(response.status).toBe(429);
    expect(Number(response.headers.get('retry-after'))).toBeGreaterThan(50);
    expect(await response.json()).toEqual({ code: 429, error_code: 'over_request_rate_limit', msg: 'Request rate limit reached' });
  });

  it('do not believe a client about its own address', async () => {
    const server = await backend.variant({ limits: { signInPerClient: FEW } });
    const attempt = (n: number) =>
      server.post(
        '/token?grant_type=password',
        { email: backend.address(), password: 'wrong password' },
        { 'x-kontor-client-address': `10.0.0.${n}`, 'x-forwarded-for': `10.0.0.${n}` },
      );
    await attempt(1);
    await attempt(2);
    expect((await attempt(3)).status).toBe(429);
  });

  it('count each person behind a trusted proxy, and believe nobody but the proxy', async () => {
    const server = await backend.variant({ limits: { signInPerClient: FEW } }, ['loopback', '10.0.0.0/8']);
    const attempt = async (forwarded: string) => {
      const body = { email: backend.address(), password: 'wrong password' };
      return (await server.post('/token?grant_type=password', body, { 'x-forwarded-for': forwarded })).status;
    };
    expect([await attempt('203.0.113.7'), await attempt('203.0.113.7'), await attempt('203.0.113.7')]).toEqual([400, 400, 429]);
    expect(await attempt('203.0.113.8')).toBe(400);
    // Two proxies in a row; what stands before the client's own address was written by the client.
    expect(await attempt('203.0.113.9, 203.0.113.7, 10.1.2.3')).toBe(429);
    expect(await attempt('nonsense, 203.0.113.7')).toBe(429);
  });

  it('hold back sign-ups of one client', async () => {
    const server = await backend.variant({ limits: { signUp: FEW } });
    const attempt = () => server.browser().auth.signUp({ email: backend.address(), password: PASSWORD });
    await attempt();
    await attempt();
    expect((await attempt()).error).toMatchObject(limited);
  });

  it('hold back mails to one address, whatever they are asked for with', async () => {
    const server = await backend.variant({ limits: { mail: FEW } });
    const { email } = await backend.person();
    const before = (await backend.mail(email)).length;
    expect((await server.browser().auth.resetPasswordForEmail(email)).error).toBeNull();
    expect((await server.browser().auth.signInWithOtp({ email })).error).toBeNull();
    expect((await server.browser().auth.resetPasswordForEmail(email)).error).toMatchObject(mailLimited);
    expect((await server.browser().auth.resend({ email, type: 'signup' })).error).toMatchObject(mailLimited);
    expect((await server.browser().auth.signUp({ email, password: PASSWORD })).error).toMatchObject(mailLimited);
    expect(await backend.mail(email)).toHaveLength(before + 2);
  });

  it('hold back guesses at codes, links and refresh tokens', async () => {
    const server = await backend.variant({ limits: { verify: FEW, refresh: FEW } });
    const body = { type: 'recovery', email: backend.address(), token: '123456' };
    const codes = [];
    const refreshes = [];
    const links = [];
    for (let time = 0; time < 3; time += 1) {
      codes.push((await server.post('/verify', body)).status);
      refreshes.push((await server.post('/token?grant_type=refresh_token', { refresh_token: 'guess' })).status);
      links.push((await follow(`${server.url}/auth/v1/verify?type=recovery&token=guess`)).fragment.get('error_code'));
    }
    expect(codes).toEqual([403, 403, 429]);
    expect(refreshes).toEqual([400, 400, 429]);
    expect(links).toEqual(['otp_expired', 'otp_expired', 'over_request_rate_limit']);
  });
});

describe('a sliding window', () => {
  it('frees a place when the oldest event leaves it, not all at once', () => {
    let seconds = 0;
    const limits = createRateLimits(() => new Date(seconds * 1000));
    const isTaken = () => {
      try {
        limits.take('key', { max: 2, seconds: 10 });
        return true;
      } catch (error) {
        return error instanceof AuthError ? error.extra.retryAfterSeconds : error;
      }
    };
    expect(isTaken()).toBe(true);
    seconds = 6;
    expect(isTaken()).toBe(true);
    expect(isTaken()).toBe(4);
    seconds = 10;
    expect([isTaken(), isTaken()]).toEqual([true, 6]);
  });
});
