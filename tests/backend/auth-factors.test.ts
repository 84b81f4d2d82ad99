import { Secret, TOTP } from 'otpauth';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createSecrets } from '#local/auth/secrets.ts';
import { type AuthBackend, decodeToken, PASSWORD, type Person, startAuthBackend } from './auth-harness.ts';

let backend: AuthBackend;
beforeAll(async () => {
  backend = await startAuthBackend();
});
afterAll(() => backend.stop());

const codeOf = (secret: string, secondsAhead = 0) =>
  new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp: backend.now().getTime() + secondsAhead * 1000 });
const wrongCodeOf = (secret: string) => {
  const near = [-60, -30, 0, 30, 60].map((seconds) => codeOf(secret, seconds));
  return ['000000', '111111', '222222', '333333', '444444', '555555'].find((code) => !near.includes(code)) ?? '';
};

/** A first factor is set up by who shows the password again. */
async function enrol({ client }: Person, friendlyName = 'Phone') {
  await client.auth.updateUser({ current_password: PASSWORD });
  const { data, error } = await client.auth.mfa.enroll({ factorType: 'totp', friendlyName });
  if (error) throw error;
  return data;
}

/** A person with a verified second factor, in a session at aal2. */
async function strongPerson() {
  const person = await backend.person();
  const factor = await enrol(person);
  const { data, error } = await person.client.auth.mfa.challengeAndVerify({ factorId: factor.id, code: codeOf(factor.totp.secret) });
  if (error) throw error;
  // The code of this step is spent.
  backend.advance(60);
  return { ...person, factorId: factor.id, secret: factor.totp.secret, tokens: data };
}

describe('enrolling a second factor', () => {
  it('gives a secret, a link and a QR code, and the code of the app lifts the session to aal2', async () => {
    const person = await backend.person();
    const factor = await enrol(person);
    expect(factor).toMatchObject({ type: 'totp', friendly_name: 'Phone' });
    expect(decodeURIComponent(factor.totp.uri).startsWith(`otpauth://totp/Kontor:${person.email}?`)).toBe(true);
    expect(factor.totp.qr_code).toMatch(/^data:image\/svg\+xml;utf-8,<svg/);
    const assurance = () => person.client.auth.mfa.getAuthenticatorAssuranceLevel();
    expect((await assurance()).data).toMatchObject({ currentLevel: 'aal1', nextLevel: 'aal1' });

    const { data, error } = await person.client.auth.mfa.challengeAndVerify({ factorId: factor.id, code: codeOf(factor.totp.secret) });
    expect(error).toBeNull();
    const { claims } = decodeToken(data?.access_token ?? '');
    expect(claims).toMatchObject({ aal: 'aal2', session_id: decodeToken(person.session.access_token).claims['session_id'] });
    expect((claims['amr'] as { method: string }[]).map(({ method }) => method).toSorted()).toEqual(['otp', 'totp']);
    expect((await assurance()).data).toMatchObject({ currentLevel: 'aal2', nextLevel: 'aal2' });
    expect((await person.client.auth.mfa.listFactors()).data?.totp).toMatchObject([{ id: factor.id, status: 'verified' }]);
  });

  it('wants the password again for the first one, good once and for five minutes', async () => {
    const { client } = await backend.person();
    const again = async () => (await client.auth.mfa.enroll({ factorType: 'totp', friendlyName: 'Phone' })).error?.code;
    const show = () => client.auth.updateUser({ current_password: PASSWORD });
    expect(await again()).toBe('reauthentication_needed');
    expect((await client.auth.updateUser({ current_password: 'something else' })).error?.code).toBe('invalid_credentials');
    expect(await again()).toBe('reauthentication_needed');
    await show();
    expect(await again()).toBeUndefined();
    expect(await again()).toBe('reauthentication_needed');
    await show();
    backend.advance(301);
    expect(await again()).toBe('reauthentication_needed');
  });

  it('takes a mailed code, or a session that has just come from a recovery link, in its place', async () => {
    const { client, email } = await backend.person();
    await client.auth.reauthenticate();
    const nonce = (await backend.lastMail(email)).code ?? '';
    expect((await client.auth.updateUser({ nonce })).error).toBeNull();
    expect((await client.auth.mfa.enroll({ factorType: 'totp', friendlyName: 'Phone' })).error).toBeNull();

    const forgetful = await backend.person();
    const elsewhere = backend.browser();
    await elsewhere.auth.resetPasswordForEmail(forgetful.email);
    await elsewhere.auth.verifyOtp({
      email: forgetful.email,
      token: (await backend.lastMail(forgetful.email)).code ?? '',
      type: 'recovery',
    });
    expect((await elsewhere.auth.mfa.enroll({ factorType: 'totp', friendlyName: 'Phone' })).error).toBeNull();
  });

  it('ends the sessions that have not shown it', async () => {
    const person = await backend.person();
    const other = backend.browser();
    await other.auth.signInWithPassword({ email: person.email, password: PASSWORD });
    const factor = await enrol(person);
    await person.client.auth.mfa.challengeAndVerify({ factorId: factor.id, code: codeOf(factor.totp.secret) });
    expect((await other.auth.refreshSession()).error).not.toBeNull();
    expect((await person.client.auth.refreshSession()).error).toBeNull();
  });

  it('does not throw out a tab that refreshes with the token from before', async () => {
    const person = await backend.person();
    const factor = await enrol(person);
    const { data } = await person.client.auth.mfa.challengeAndVerify({ factorId: factor.id, code: codeOf(factor.totp.secret) });
    const response = await backend.post('/token?grant_type=refresh_token', { refresh_token: person.session.refresh_token });
    expect(await response.json()).toMatchObject({ refresh_token: data?.refresh_token });
  });

  it('stores the secret encrypted', async () => {
    const { factorId, secret } = await strongPerson();
    const { rows } = await backend.db.query('select to_jsonb(f)::text as row from auth.mfa_factors f where id = $1', [factorId]);
    expect(String(rows[0]?.['row'])).not.toContain(secret);
  });

  it('can be begun again, in another tab or after it was left half-way, and none of those begun lately is lost', async () => {
    const person = await backend.person();
    const [first, second] = [await enrol(person), await enrol(person)];
    const begun = (factorId: string) => person.client.auth.mfa.challenge({ factorId }).then(({ error }) => error?.code);
    expect([await begun(first.id), await begun(second.id)]).toEqual([undefined, undefined]);
    for (const _ of [3, 4, 5, 6]) await enrol(person);
    expect([await begun(first.id), await begun(second.id)]).toEqual(['mfa_factor_not_found', undefined]);
    const verified = await person.client.auth.mfa.challengeAndVerify({ factorId: second.id, code: codeOf(second.totp.secret) });
    expect(verified.error).toBeNull();
    // What was begun beside it is no way in.
    const { data } = await person.client.auth.mfa.listFactors();
    expect(data?.all.map(({ id }) => id)).toEqual([second.id]);
  });

  it('is forgotten an hour after it was begun', async () => {
    const person = await backend.person();
    const first = await enrol(person);
    backend.advance(3601);
    await person.client.auth.refreshSession();
    await enrol(person);
    expect((await person.client.auth.mfa.challenge({ factorId: first.id })).error?.code).toBe('mfa_factor_not_found');
  });

  it('refuses a second one of the same name, and other kinds', async () => {
    const { client, session } = await strongPerson();
    expect((await client.auth.mfa.enroll({ factorType: 'totp', friendlyName: 'Phone' })).error?.code).toBe('mfa_factor_name_conflict');
    const { data } = await client.auth.getSession();
    for (const [kind, code] of [
      ['phone', 'mfa_phone_enroll_not_enabled'],
      ['webauthn', 'mfa_webauthn_enroll_not_enabled'],
      ['x', 'validation_failed'],
    ]) {
      const headers = { authorization: `Bearer ${data.session?.access_token ?? session.access_token}` };
      const response = await backend.post('/factors', { factor_type: kind }, headers);
      expect(await response.json()).toMatchObject({ error_code: code });
    }
  });
});

describe('a code of the second factor', () => {
  it('is accepted from the step before and after, not from further away', async () => {
    const { client, factorId, secret } = await strongPerson();
    const { error: far } = await client.auth.mfa.challengeAndVerify({ factorId, code: codeOf(secret, -90) });
    expect(far).toMatchObject({ status: 422, code: 'mfa_verification_failed' });
    expect((await client.auth.mfa.challengeAndVerify({ factorId, code: codeOf(secret, -30) })).error).toBeNull();
    expect((await client.auth.mfa.challengeAndVerify({ factorId, code: codeOf(secret, 30) })).error).toBeNull();
  });

  it('is good once, even for a new challenge', async () => {
    const { client, factorId, secret } = await strongPerson();
    const code = codeOf(secret);
    expect((await client.auth.mfa.challengeAndVerify({ factorId, code })).error).toBeNull();
    expect((await client.auth.mfa.challengeAndVerify({ factorId, code })).error?.code).toBe('mfa_verification_failed');
    expect((await client.auth.mfa.challengeAndVerify({ factorId, code: codeOf(secret, -30) })).error?.code).toBe('mfa_verification_failed');
  });

  it('is good once for two requests at the same moment', async () => {
    const { client, factorId, secret } = await strongPerson();
    const challenges = await Promise.all([1, 2].map(async () => (await client.auth.mfa.challenge({ factorId })).data?.id ?? ''));
    const token = (await client.auth.getSession()).data.session?.access_token ?? '';
    const answers = await Promise.all(
      challenges.map((challenge_id) =>
        backend.post(`/factors/${factorId}/verify`, { challenge_id, code: codeOf(secret) }, { authorization: `Bearer ${token}` }),
      ),
    );
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    expect(answers.filter(({ status }) => status === 422)).toHaveLength(1);
  });

  it('needs an open challenge of the same factor, at most five minutes old', async () => {
    const { client, factorId, secret } = await strongPerson();
    const challengeId = (await client.auth.mfa.challenge({ factorId })).data?.id ?? '';
    backend.advance(301);
    expect((await client.auth.mfa.verify({ factorId, challengeId, code: codeOf(secret) })).error?.code).toBe('mfa_challenge_expired');
    const other = await strongPerson();
    const foreign = (await other.client.auth.mfa.challenge({ factorId: other.factorId })).data?.id ?? '';
    expect((await client.auth.mfa.verify({ factorId, challengeId: foreign, code: codeOf(secret) })).error?.code).toBe(
      'mfa_factor_not_found',
    );
    expect((await other.client.auth.mfa.challenge({ factorId })).error?.code).toBe('mfa_factor_not_found');
  });

  it('may be guessed five times per challenge', async () => {
    const { client, factorId, secret } = await strongPerson();
    const challengeId = (await client.auth.mfa.challenge({ factorId })).data?.id ?? '';
    for (let guess = 0; guess < 5; guess += 1)
      expect((await client.auth.mfa.verify({ factorId, challengeId, code: wrongCodeOf(secret) })).error?.code).toBe(
        'mfa_verification_failed',
      );
    expect((await client.auth.mfa.verify({ factorId, challengeId, code: codeOf(secret) })).error?.code).toBe('mfa_challenge_expired');
  });

  it('may be guessed a limited number of times over all challenges', async () => {
    const strict = await backend.variant({ limits: { secondFactor: { max: 3, seconds: 300 } } });
    const { email, factorId, secret } = await strongPerson();
    const client = strict.browser();
    await client.auth.signInWithPassword({ email, password: PASSWORD });
    for (let guess = 0; guess < 3; guess += 1) await client.auth.mfa.challengeAndVerify({ factorId, code: wrongCodeOf(secret) });
    const { error } = await client.auth.mfa.challengeAndVerify({ factorId, code: codeOf(secret) });
    expect(error).toMatchObject({ status: 429, code: 'over_request_rate_limit' });
  });
});

describe('a session that has not shown the second factor', () => {
  const weakSession = async () => {
    const person = await strongPerson();
    const client = backend.browser();
    await client.auth.signInWithPassword({ email: person.email, password: PASSWORD });
    return { ...person, client };
  };

  it('says so, and may not change password, address, name or factors, nor end other sessions', async () => {
    const { client, factorId, session: strong } = await weakSession();
    expect((await client.auth.mfa.getAuthenticatorAssuranceLevel()).data).toMatchObject({ currentLevel: 'aal1', nextLevel: 'aal2' });
    const refusals = [
      await client.auth.updateUser({ password: 'another good password' }),
      await client.auth.updateUser({ email: backend.address() }),
      await client.auth.mfa.enroll({ factorType: 'totp', friendlyName: 'Mine now' }),
      await client.auth.mfa.unenroll({ factorId }),
      await client.auth.updateUser({ data: { display_name: 'Thief' } }),
      await client.auth.reauthenticate(),
    ];
    for (const { error } of refusals) expect(error).toMatchObject({ status: 401, code: 'insufficient_aal' });
    const asked = async (token: string, path: string, method = 'POST') =>
      (await backend.fetch(path, { method, headers: { authorization: `Bearer ${token}` } })).status;
    const weak = (await client.auth.getSession()).data.session?.access_token ?? '';
    for (const scope of ['?scope=others', '?scope=global', '']) expect([scope, await asked(weak, `/logout${scope}`)]).toEqual([scope, 401]);
    expect([await asked(strong.access_token, '/user', 'GET'), await asked(weak, '/logout?scope=local')]).toEqual([200, 204]);
  });

  it('that came from a recovery link is no stronger', async () => {
    const { email } = await strongPerson();
    const browser = backend.browser();
    await browser.auth.resetPasswordForEmail(email);
    await browser.auth.verifyOtp({ email, token: (await backend.lastMail(email)).code ?? '', type: 'recovery' });
    expect((await browser.auth.updateUser({ password: 'another good password' })).error?.code).toBe('insufficient_aal');
  });

  it('is lifted by a code and stays lifted over refreshes', async () => {
    const { client, factorId, secret } = await weakSession();
    expect((await client.auth.mfa.challengeAndVerify({ factorId, code: codeOf(secret) })).error).toBeNull();
    const { data } = await client.auth.refreshSession();
    expect(decodeToken(data.session?.access_token ?? '').claims['aal']).toBe('aal2');
    const change = { password: 'another good password', current_password: PASSWORD };
    expect((await client.auth.updateUser(change)).error).toBeNull();
  });
});

describe('removing the second factor', () => {
  it('lowers the sessions again', async () => {
    const { client, factorId } = await strongPerson();
    expect((await client.auth.mfa.unenroll({ factorId })).error).toBeNull();
    const { data } = await client.auth.refreshSession();
    expect(decodeToken(data.session?.access_token ?? '').claims['aal']).toBe('aal1');
    expect((await client.auth.mfa.listFactors()).data?.all).toEqual([]);
  });

  it("is not possible for another person's factor", async () => {
    const [mine, theirs] = [await strongPerson(), await strongPerson()];
    expect((await mine.client.auth.mfa.unenroll({ factorId: theirs.factorId })).error?.code).toBe('mfa_factor_not_found');
  });
});

describe('the encryption of secrets', () => {
  it('opens with the same platform secret only, and notices a changed text', () => {
    const sealed = createSecrets('one').encrypt('JBSWY3DP');
    expect(createSecrets('one').decrypt(sealed)).toBe('JBSWY3DP');
    expect(createSecrets('one').encrypt('JBSWY3DP')).not.toBe(sealed);
    expect(() => createSecrets('two').decrypt(sealed)).toThrow(/unable to authenticate/);
    const bytes = Buffer.from(sealed, 'base64');
    bytes[bytes.length - 1] = (bytes.at(-1) ?? 0) ^ 1;
    expect(() => createSecrets('one').decrypt(bytes.toString('base64'))).toThrow(/unable to authenticate/);
  });
});
