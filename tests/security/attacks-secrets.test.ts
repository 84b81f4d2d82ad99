import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { Secret, TOTP } from 'otpauth';
import { type AuthBackend, PASSWORD, type Person, startAuthBackend } from '#tests/backend/auth-harness.ts';

let backend: AuthBackend;
let owner: Person;
let company: string;
beforeAll(async () => {
  backend = await startAuthBackend();
  owner = await backend.person('owner');
  company = randomUUID();
  const { error } = await owner.client.rpc('create_company', { p_id: company, p_name: 'Nordlicht' });
  if (error) throw error;
});
afterAll(() => backend?.stop());

const call = (person: Person, name: string, body: object): Promise<Response> =>
  fetch(`${backend.url}/functions/v1/${name}`, {
    method: 'POST',
    headers: { apikey: backend.anonKey, authorization: `Bearer ${person.session.access_token}`, 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
describe('an invitation', () => {
  const invited = async (more: object = { preset: 'viewer' }) => {
    const guest = await backend.person('guest');
    const response = await call(owner, 'invite-send', { company_id: company, email: guest.email, language: 'en', ...more });
    const { invite } = (await response.json()) as { invite: { id: string } };
    const token = new URL((await backend.lastMail(guest.email)).link ?? '').searchParams.get('token') ?? '';
    return { guest, id: invite.id, token };
  };
  const accept = async ({ client }: Person, args: object) => (await client.rpc('accept_invite', args)).error?.message ?? 'accepted';

  test('foreign, guessed, changed, empty and expired tokens are refused alike', async () => {
    const { guest, id, token } = await invited();
    const thief = await backend.person('thief');
    const answers = [
      await accept(thief, { p_token: token }),
      await accept(thief, { p_invite: id }),
      await accept(guest, { p_token: 'x'.repeat(43) }),
      await accept(guest, { p_token: `${token}=` }),
      await accept(guest, { p_token: token.toLowerCase() }),
      await accept(guest, { p_token: '' }),
      await accept(guest, { p_invite: randomUUID() }),
      await accept(guest, {}),
    ];
    await backend.db.query("update public.invites set expires_at = now() - interval '1 second' where id = $1", [id]);
    answers.push(await accept(guest, { p_token: token }), await accept(guest, { p_invite: id }));
    expect(new Set(answers)).toEqual(new Set(['invite_not_valid']));
  });

  test('used by one person, it lets nobody else in', async () => {
    const { guest, token } = await invited();
    expect(await accept(guest, { p_token: token })).toBe('accepted');
    expect(await accept(await backend.person('second'), { p_token: token })).toBe('invite_not_valid');
  });

  test('gives no more than its sender holds, nor to another company, nor ownership', async () => {
    const { guest, token } = await invited({ keys: ['users.invite', 'vendors.view'] });
    await accept(guest, { p_token: token });
    const asks = [{ is_admin: true }, { keys: ['expenses.approve'] }, { preset: 'owner' }, { preset: 'admin' }, { keys: ['all.view'] }];
    for (const more of asks) {
      const email = backend.address('friend');
      const { status } = await call(guest, 'invite-send', { company_id: company, email, language: 'en', ...more });
      expect([JSON.stringify(more), status]).toEqual([JSON.stringify(more), expect.toBeOneOf([400, 403, 422])]);
    }
    const elsewhere = await call(guest, 'invite-send', {
      company_id: randomUUID(),
      email: backend.address('friend'),
      language: 'en',
      preset: 'viewer',
    });
    expect(elsewhere.status).toBe(403);
  });

  test('shows its token nowhere to a client', async () => {
    const { token, id } = await invited();
    const { data } = await owner.client.from('invites').select('*').eq('id', id).single();
    expect(JSON.stringify(data)).not.toContain(token);
    expect(Object.keys(data ?? {})).not.toContain('token_hash');
  });
});

describe('a second factor', () => {
  const strong = async () => {
    const person = await backend.person('strong');
    await person.client.auth.updateUser({ current_password: PASSWORD });
    const { data } = await person.client.auth.mfa.enroll({ factorType: 'totp', friendlyName: 'Phone' });
    const factor = data!;
    const code = (ahead = 0) =>
      new TOTP({ secret: Secret.fromBase32(factor.totp.secret) }).generate({ timestamp: backend.now().getTime() + ahead });
    const first = code();
    const verified = await person.client.auth.mfa.challengeAndVerify({ factorId: factor.id, code: first });
    if (verified.error) throw verified.error;
    const weak = backend.browser();
    await weak.auth.signInWithPassword({ email: person.email, password: PASSWORD });
    return { person, weak, factorId: factor.id, first, code };
  };

  test('a session alone, which may be stolen, sets up no first one and locks nobody out', async () => {
    const person = await backend.person('robbed');
    const thief = person.client;
    const enrol = () => thief.auth.mfa.enroll({ factorType: 'totp', friendlyName: 'Thief' });
    expect((await enrol()).error).not.toBeNull();
    expect((await thief.auth.updateUser({ current_password: 'not it at all' })).error).not.toBeNull();
    expect((await thief.auth.updateUser({ data: { display_name: 'x' } })).error).toBeNull();
    expect((await enrol()).error).not.toBeNull();
    // Another session of the same person that shows the password opens nothing for this one.
    const own = backend.browser();
    await own.auth.signInWithPassword({ email: person.email, password: PASSWORD });
    expect((await own.auth.updateUser({ current_password: PASSWORD })).error).toBeNull();
    expect((await enrol()).error).not.toBeNull();
    expect((await own.auth.mfa.enroll({ factorType: 'totp', friendlyName: 'Phone' })).error).toBeNull();
  });

  test('a password alone reads nothing, changes no account and takes no factor away', async () => {
    const { weak, factorId } = await strong();
    expect((await weak.rpc('create_company', { p_id: randomUUID(), p_name: 'Mine' })).error).not.toBeNull();
    expect((await weak.auth.updateUser({ password: 'another password 1' })).error).not.toBeNull();
    expect((await weak.auth.updateUser({ email: backend.address('mine') })).error).not.toBeNull();
    expect((await weak.auth.mfa.unenroll({ factorId })).error).not.toBeNull();
    expect((await weak.rpc('create_recovery_codes')).error).not.toBeNull();
    expect((await weak.auth.mfa.enroll({ factorType: 'totp', friendlyName: 'Thief' })).error).not.toBeNull();
  });

  test('a code is good once, guesses run out, and a challenge of somebody else is refused', async () => {
    const { weak, factorId, first, person } = await strong();
    expect((await weak.auth.mfa.challengeAndVerify({ factorId, code: first })).error).not.toBeNull();
    const other = await strong();
    const { data } = await person.client.auth.mfa.challenge({ factorId });
    expect((await other.weak.auth.mfa.verify({ factorId, challengeId: data!.id, code: '000000' })).error).not.toBeNull();
    const statuses: number[] = [];
    for (let guess = 0; guess < 20; guess += 1)
      statuses.push((await weak.auth.mfa.challengeAndVerify({ factorId, code: String(guess).padStart(6, '0') })).error?.status ?? 200);
    expect(statuses).not.toContain(200);
    expect(statuses.at(-1)).toBe(429);
  });

  test('recovery codes are not guessed, not somebody else’s and not used twice', async () => {
    const { person, weak } = await strong();
    const { data: codes } = await person.client.rpc('create_recovery_codes');
    const other = await strong();
    expect((await other.weak.rpc('use_recovery_code', { p_code: (codes as string[])[0] })).data).not.toBe(true);
    const guesses: unknown[] = [];
    for (let guess = 0; guess < 7; guess += 1)
      guesses.push((await weak.rpc('use_recovery_code', { p_code: 'aaaaa-bbbbb-ccccc-ddddd' })).error?.message ?? 'wrong');
    expect(guesses.slice(-2)).toEqual(['too_many_attempts', 'too_many_attempts']);
    // Not even the right one, now that it was guessed at.
    expect((await weak.rpc('use_recovery_code', { p_code: (codes as string[])[1] })).error?.message).toBe('too_many_attempts');
    const readable = JSON.stringify((await backend.db.query('select * from private.recovery_codes')).rows);
    expect(readable).not.toContain((codes as string[])[2]);
  });
});
