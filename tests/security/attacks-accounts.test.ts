import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type AuthBackend, follow, PASSWORD, type Person, startAuthBackend } from '#tests/backend/auth-harness.ts';

let backend: AuthBackend;
let owner: Person;
let company: string;
beforeAll(async () => {
  backend = await startAuthBackend();
  owner = await backend.person('owner');
  company = randomUUID();
  const { error } = await owner.client.rpc('create_company', { p_id: company, p_name: '<img src=x onerror=alert(1)>' });
  if (error) throw error;
});
afterAll(() => backend?.stop());

const call = (person: Person, name: string, body: object): Promise<Response> =>
  fetch(`${backend.url}/functions/v1/${name}`, {
    method: 'POST',
    headers: { apikey: backend.anonKey, authorization: `Bearer ${person.session.access_token}`, 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
/** What can be told from an answer, without what differs between any two. */
const told = async (response: Response): Promise<string> =>
  `${response.status} ${(await response.text()).replaceAll(/[\w.+-]+@[\w.-]+|[\da-f]{8}-[\da-f-]{27}|\d{4}-\d\d-\d\dT[\d:.]+Z?/g, '…')}`;

describe('whether an address has an account is not told', () => {
  test.each([
    ['sign-in', '/token?grant_type=password', { password: 'wrong wrong wrong' }],
    ['the code of a mail', '/verify', { type: 'recovery', token: '123456' }],
    ['a forgotten password', '/recover', {}],
    ['sign-up', '/signup', { password: PASSWORD }],
    ['a second confirmation', '/resend', { type: 'signup' }],
  ] as const)('by %s', async (_, path, body) => {
    const known = await told(await backend.post(path, { email: owner.email, ...body }));
    const unknown = await told(await backend.post(path, { email: backend.address('nobody'), ...body }));
    expect(known).toBe(unknown);
  });

  test('by an invitation: one to a registered and one to an unknown address are answered alike', async () => {
    const known = await backend.person('registered');
    const answers: string[] = [];
    for (const email of [known.email, backend.address('unregistered')])
      answers.push(await told(await call(owner, 'invite-send', { company_id: company, email, preset: 'viewer', language: 'en' })));
    expect(answers[0]).toBe(answers[1]);
  });

  test('by the clock: known and unknown take the same work', async () => {
    const even = await backend.variant({ evenAnswerMs: 150 });
    for (const email of [owner.email, backend.address('nobody')]) {
      const started = performance.now();
      await even.post('/recover', { email });
      expect(performance.now() - started).toBeGreaterThan(140);
    }
  });
});

describe('a link in a mail', () => {
  test.each([
    'https://evil.example',
    '//evil.example',
    'javascript:alert(1)',
    'https://evil.example\\@',
    'http://user:pw@localhost',
    '/\\evil.example',
    'data:text/html,x',
  ])('does not lead to %s', async (redirectTo) => {
    const email = backend.address('redirected');
    await backend.fetch(`/signup?redirect_to=${encodeURIComponent(redirectTo)}`, {
      method: 'POST',
      body: JSON.stringify({ email, password: PASSWORD }),
    });
    const { url } = await follow((await backend.lastMail(email)).link ?? '');
    expect(url.host).toBe(new URL(backend.url).host);
    expect(url.protocol).toBe('http:');
  });

  test('for a new password works once, not after another was asked for, and not for somebody else', async () => {
    const person = await backend.person('forgetful');
    const ask = async (): Promise<string> => {
      await backend.browser().auth.resetPasswordForEmail(person.email);
      return (await backend.lastMail(person.email)).link ?? '';
    };
    const [first, second] = [await ask(), await ask()];
    expect((await follow(first)).fragment.get('error_code')).toBe('otp_expired');
    expect((await follow(second)).fragment.get('access_token')).toBeTruthy();
    expect((await follow(second)).fragment.get('error_code')).toBe('otp_expired');
    const stolen = new URL(await ask());
    const code = (await backend.lastMail(person.email)).code ?? '';
    const other = await backend.browser().auth.verifyOtp({ email: owner.email, token: code, type: 'recovery' });
    expect(other.error).not.toBeNull();
    stolen.searchParams.set('type', 'email_change');
    expect((await follow(stolen.href)).fragment.get('access_token')).toBeNull();
  });

  test('a name full of markup arrives as text', async () => {
    const email = backend.address('<b>guest');
    const plain = backend.address('guest');
    expect((await call(owner, 'invite-send', { company_id: company, email, preset: 'viewer', language: 'en' })).status).toBeLessThan(500);
    await call(owner, 'invite-send', { company_id: company, email: plain, preset: 'viewer', language: 'en' });
    const mail = await backend.lastMail(plain);
    expect(mail.html).not.toContain('<img');
    expect(mail.html).toContain('&lt;img');
    expect(mail.subject).not.toMatch(/[\r\n]/);
  });
});

describe('an account', () => {
  test('what a person may write about themselves gives no role, no factor and no other identity', async () => {
    const person = await backend.person('ambitious');
    const headers = { authorization: `Bearer ${person.session.access_token}` };
    const body = {
      app_metadata: { role: 'service_role' },
      role: 'service_role',
      aal: 'aal2',
      id: owner.session.user.id,
      is_super_admin: true,
      email_confirmed_at: '2000-01-01',
      data: { is_owner: true },
    };
    await backend.fetch('/user', { method: 'PUT', headers, body: JSON.stringify(body) });
    const { rows } = await backend.db.query('select role, raw_app_meta_data from auth.users where email = $1', [person.email]);
    expect(rows).toEqual([{ role: 'authenticated', raw_app_meta_data: { provider: 'email', providers: ['email'] } }]);
  });

  test('the administration is closed to a person, whatever their token claims', async () => {
    const headers = { authorization: `Bearer ${owner.session.access_token}` };
    const about = `/admin/users/${owner.session.user.id}`;
    for (const [method, path] of [
      ['GET', '/admin/users'],
      ['POST', '/admin/users'],
      ['PUT', about],
      ['DELETE', about],
      ['POST', '/admin/generate_link'],
      ['POST', '/invite'],
    ] as const) {
      const { status } = await backend.fetch(path, { method, headers, ...(method === 'GET' ? {} : { body: '{}' }) });
      expect([method, path, status]).toEqual([method, path, expect.toBeOneOf([401, 403])]);
    }
  });

  test('a session that was signed out is of no use for account and functions', async () => {
    const person = await backend.person('leaver');
    await person.client.auth.signOut();
    const headers = { authorization: `Bearer ${person.session.access_token}` };
    expect((await backend.fetch('/user', { headers })).status).toBe(403);
    expect((await backend.post('/token?grant_type=refresh_token', { refresh_token: person.session.refresh_token })).status).toBe(400);
  });

  test('guesses at a password, at mails and at sign-up run into a limit that names when to come back', async () => {
    const narrow = await backend.variant({
      limits: { signIn: { max: 3, seconds: 300 }, mail: { max: 2, seconds: 900 }, signUp: { max: 2, seconds: 3600 } },
    });
    const last = async (path: string, body: () => object): Promise<Response> => {
      for (let guess = 0; guess < 4; guess += 1) await narrow.post(path, body());
      return narrow.post(path, body());
    };
    const victim = await backend.person('victim');
    for (const response of [
      await last('/token?grant_type=password', () => ({ email: victim.email, password: 'guess guess guess' })),
      await last('/recover', () => ({ email: victim.email })),
      await last('/signup', () => ({ email: backend.address('bulk'), password: PASSWORD })),
    ])
      expect([response.status, Number(response.headers.get('retry-after')) > 0]).toEqual([429, true]);
  });

  test('sign-in takes a name and a password, not a document', async () => {
    for (const body of [
      { email: { $gt: '' }, password: { $gt: '' } },
      { email: [owner.email], password: [PASSWORD] },
      { email: `${owner.email}' or '1'='1`, password: "' or 1=1 --" },
    ])
      expect((await backend.post('/token?grant_type=password', body)).status).toBe(400);
  });

  test('another person’s session is not ended and not seen', async () => {
    const mine = await backend.person('mine');
    const { data } = await owner.client.rpc('my_sessions');
    const theirs = (data as { id: string }[])[0]!.id;
    await mine.client.rpc('end_session', { p_session: theirs });
    expect(JSON.stringify((await mine.client.rpc('my_sessions')).data)).not.toContain(theirs);
    expect((await owner.client.auth.getUser()).error).toBeNull();
  });
});
