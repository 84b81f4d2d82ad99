import { randomUUID } from 'node:crypto';
import { createClient } from '@supabase/supabase-js';
import { Secret, TOTP } from 'otpauth';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { preparedAvatar, removeAvatar, uploadAvatar } from '#data/account-settings/avatar-upload.ts';
import { changeEmail, changePassword, confirmEmailCode, unconfirmedEmail } from '#data/account-settings/credentials.ts';
import { endSession, mySessions } from '#data/account-settings/my-sessions.ts';
import { saveNotice, saveProfile } from '#data/account-settings/profile.ts';
import { createRecoveryCodes, recoveryCodesLeft, spendRecoveryCode } from '#data/account-settings/recovery-codes.ts';
import { listFactors, removeFactor, startEnrolment } from '#data/account-settings/second-factors.ts';
import { signIn, verifySecondFactor } from '#data/session/auth-actions.ts';
import type { SessionService } from '#data/session/session-service.ts';
import { callFunction } from '#platform/supabase/call-function.ts';
import { type Backend, startBackend } from '#tests/support/backend.ts';
import { type Browser, openBrowser, type Tab } from '#tests/support/browser-tab.ts';

const PASSWORD = 'correct horse battery';
let backend: Backend;
let browsers: Browser[];
let aheadMs = 0;
beforeAll(async () => void (backend = await startBackend({ now: () => new Date(Date.now() + aheadMs), auth: { autoconfirm: true } })));
afterAll(() => backend?.stop());
beforeEach(() => void (browsers = []));
afterEach(async () => {
  for (const browser of browsers) await browser.close();
});

/** A device of its own, signed in as that person. */
async function device(email: string): Promise<Tab> {
  const browser = openBrowser(backend);
  browsers.push(browser);
  const tab = await browser.tab();
  await signIn(tab.session, { email, password: PASSWORD });
  return tab;
}

async function person(): Promise<{ email: string; tab: Tab }> {
  const email = `${randomUUID()}@kontor.example`;
  const browser = openBrowser(backend);
  browsers.push(browser);
  const tab = await browser.tab();
  const { error } = await tab.client.auth.signUp({ email, password: PASSWORD });
  if (error) throw error;
  return { email, tab };
}

/** An authenticator app; each code is good once, so every call waits for the next one. */
async function withApp({ session }: Tab, name = 'Phone', currentPassword = PASSWORD) {
  const { factorId, secret, uri } = await startEnrolment(session, { name, issuer: 'Kontor', currentPassword });
  const code = () => {
    aheadMs += 30_000;
    return new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp: Date.now() + aheadMs });
  };
  await verifySecondFactor(session, { factorId, code: code() });
  return { factorId, uri, code };
}
const userIdOf = (session: SessionService) => session.currentUserId() ?? '';
const statusOf = ({ session }: Tab) => session.getSnapshot().status;

test('several authenticator apps have names, and one of a name is enough', async () => {
  const { tab } = await person();
  const { uri } = await withApp(tab, 'Phone');
  expect(uri).toMatch(/^otpauth:\/\/totp\/Kontor:/);
  await withApp(tab, 'Tablet');
  expect((await listFactors(tab.session)).map(({ name }) => name)).toEqual(['Phone', 'Tablet']);
  await expect(startEnrolment(tab.session, { name: 'Tablet', issuer: 'Kontor' })).rejects.toMatchObject({
    data: { reason: 'mfa_factor_name_conflict' },
  });
});

test('an app is taken away only by a session that has shown a code', async () => {
  const { email, tab } = await person();
  const { factorId, code } = await withApp(tab);
  const other = await device(email);
  expect(statusOf(other)).toBe('pending_second_factor');
  await expect(removeFactor(other.session, factorId)).rejects.toMatchObject({ data: { reason: 'insufficient_aal' } });
  await expect(createRecoveryCodes(other.session)).rejects.toMatchObject({ data: { reason: 'insufficient_aal' } });
  await verifySecondFactor(other.session, { factorId, code: code() });
  await removeFactor(other.session, factorId);
  expect([await listFactors(other.session), statusOf(other)]).toEqual([[], 'signed_in']);
});

test('a wrong and a used code are refused, and too many tries with another reason', async () => {
  const { email, tab } = await person();
  const { factorId, code } = await withApp(tab);
  const { session } = await device(email);
  const used = code();
  await verifySecondFactor(session, { factorId, code: used });
  const again = (await device(email)).session;
  const reason = (text: string) => verifySecondFactor(again, { factorId, code: text }).catch((error: unknown) => error);
  expect(await reason(used)).toMatchObject({ data: { reason: 'mfa_verification_failed' } });
  let refusal: unknown;
  for (let tries = 0; tries < 20; tries += 1) refusal = await reason('000000');
  expect(refusal).toMatchObject({ code: 'rate_limited' });
  aheadMs += 600_000; // the next test is another person's
});

test('a recovery code lets the pending session in once, takes the app away, and is refused when guessed', async () => {
  const { email, tab } = await person();
  await withApp(tab);
  const codes = await createRecoveryCodes(tab.session);
  expect([codes.length, await recoveryCodesLeft(tab.session)]).toEqual([10, 10]);
  const lost = await device(email);
  await expect(spendRecoveryCode(lost.session, 'aaaaa-bbbbb-ccccc-ddddd')).rejects.toMatchObject({
    data: { reason: 'recovery_code_wrong' },
  });
  await spendRecoveryCode(lost.session, ` ${codes[4]?.toUpperCase().replaceAll('-', ' ')} `);
  expect(statusOf(lost)).toBe('signed_in');
  expect(await listFactors(lost.session)).toEqual([]);
  for (let tries = 0; tries < 5; tries += 1) await spendRecoveryCode(lost.session, codes[4] ?? '').catch(() => undefined);
  await expect(spendRecoveryCode(lost.session, codes[5] ?? '')).rejects.toMatchObject({ code: 'rate_limited' });
});

test('the sessions of a person are listed, this one first, and another one is ended for good', async () => {
  const { email, tab } = await person();
  const other = await device(email);
  const sessions = await mySessions(tab.session);
  expect(sessions.map(({ isCurrent }) => isCurrent)).toEqual([true, false]);
  const [, theirs] = sessions;
  await endSession(tab.session, theirs?.id ?? '');
  expect(await mySessions(tab.session)).toHaveLength(1);
  await other.client.auth.getUser(); // the look that `startSessionCheck` takes
  expect(other.session.getSnapshot()).toMatchObject({ status: 'signed_out', reason: 'expired' });
});

test.each(['others', 'global'] as const)('signing out "%s" ends the sessions it names', async (scope) => {
  const { email, tab } = await person();
  const other = await device(email);
  if (scope === 'others') await tab.session.signOutOthers();
  else await tab.session.signOut({ scope });
  await other.client.auth.getUser();
  expect([statusOf(tab), statusOf(other)]).toEqual([scope === 'others' ? 'signed_in' : 'signed_out', 'signed_out']);
});

test('the token of an ended session opens nothing any more, neither tables nor functions, files nor the live channel', async () => {
  const { email, tab } = await person();
  const other = await device(email);
  const company = randomUUID();
  await other.client.rpc('create_company', { p_id: company, p_name: 'Ours' });
  const name = `${userIdOf(other.session)}/${randomUUID()}.png`;
  const picture = new Blob([PNG], { type: 'image/png' });
  expect((await other.client.storage.from('avatars').upload(name, picture)).error).toBeNull();
  const token = (await other.client.auth.getSession()).data.session?.access_token ?? '';
  // A client that asks nobody whether its token is still good: whoever copied it.
  const thief = createClient(backend.url, backend.anonKey, { accessToken: async () => token });
  await thief.realtime.setAuth(token);
  const heard: unknown[] = [];
  await new Promise<void>((resolve) => {
    const channel = thief
      .channel('copy')
      .on('postgres_changes', { event: '*', schema: 'public', table: 'companies' }, (change) => heard.push(change));
    channel.subscribe((status) => status === 'SUBSCRIBED' && resolve());
  });
  const rename = (title: string) => tab.client.from('companies').update({ name: title }).eq('id', company);
  expect((await rename('Before')).error).toBeNull();
  await expect.poll(() => heard.length).toBeGreaterThan(0);

  await tab.session.signOutOthers();
  const asked = await Promise.all([
    thief.from('companies').select('id'),
    thief.from('vendors').insert({ company_id: company, name: 'Mine' }),
    thief.rpc('sync_pull', { p_company: company }),
    thief.rpc('recovery_codes_left'),
  ]);
  expect(asked.map(({ status, error }) => [status, error?.code])).toEqual(Array.from({ length: 4 }, () => [401, 'PT401']));
  expect((await callFunction(thief, 'invite-list')).status).toBe(401);
  expect((await thief.storage.from('avatars').download(name)).error).not.toBeNull();
  expect((await tab.client.storage.from('avatars').download(name)).error).toBeNull();
  const before = heard.length;
  await tab.client.realtime.setAuth();
  const watch = tab.client.channel('mine');
  const seen = new Promise<void>((resolve) => {
    watch.on('postgres_changes', { event: 'UPDATE', schema: 'public', table: 'companies' }, () => resolve());
  });
  await new Promise<void>((resolve) => void watch.subscribe((status) => status === 'SUBSCRIBED' && resolve()));
  await rename('After');
  await seen;
  expect(heard).toHaveLength(before);
  await thief.removeAllChannels();
  await tab.client.removeAllChannels();
});

test('a new password needs the one so far, and a code where there is an app', async () => {
  const { email, tab } = await person();
  const change = (password: string, proof: Parameters<typeof changePassword>[1]['proof']) =>
    changePassword(tab.session, { password, proof });
  await expect(change('another good password', { currentPassword: 'wrong' })).rejects.toMatchObject({
    data: { reason: 'current_password_wrong' },
  });
  await change('another good password', { currentPassword: PASSWORD });
  const currentPassword = 'another good password';
  const { factorId, code } = await withApp(tab, 'Phone', currentPassword);
  await expect(change('a third good password', { currentPassword, factorId, code: '000000' })).rejects.toMatchObject({
    data: { reason: 'mfa_verification_failed' },
  });
  await expect(change('a third good password', { currentPassword: 'wrong', factorId, code: code() })).rejects.toMatchObject({
    data: { reason: 'current_password_wrong' },
  });
  await change('a third good password', { currentPassword, factorId, code: code() });
  await expect(device(email)).rejects.toMatchObject({ data: { reason: 'invalid_credentials' } });
});

test('another mail address counts once the codes of both mails were entered', async () => {
  const { tab, email: current } = await person();
  const email = `${randomUUID()}@kontor.example`;
  await changeEmail(tab.session, { email, redirectTo: `${backend.url}/settings/security?email=changed` });
  expect(await unconfirmedEmail(tab.session)).toBe(email);
  const enter = async (mailbox: string) =>
    confirmEmailCode(tab.session, { waiting: email, current, code: (await backend.mail(mailbox))[0]?.code ?? '' });
  await expect(confirmEmailCode(tab.session, { waiting: email, current, code: '000000' })).rejects.toMatchObject({
    data: { reason: 'otp_expired' },
  });
  expect(await enter(current)).toBe(false);
  expect(await unconfirmedEmail(tab.session)).toBe(email);
  expect(await enter(email)).toBe(true);
  expect(tab.session.getSnapshot()).toMatchObject({ user: { email } });
  expect(await unconfirmedEmail(tab.session)).toBeNull();
});

const PNG = Uint8Array.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 0, 0, 0, 0]);
const asWebp = () => Promise.resolve(new Blob(['RIFF0000WEBPVP8 '], { type: 'image/webp' }));

test('name, notices and picture are kept with the account; the picture before is deleted', async () => {
  const { tab } = await person();
  const { session } = tab;
  await saveProfile(session, { display_name: 'Ann Berg' });
  await saveNotice(session, [], { notice: 'updates', isOn: false });
  const me = () => ({ id: userIdOf(session), avatarPath: pathOf(session) });
  await uploadAvatar(session, me(), new Blob([PNG]), asWebp);
  const first = pathOf(session);
  expect(first).toMatch(new RegExp(`^${userIdOf(session)}/[0-9a-f-]{36}\\.webp$`));
  await uploadAvatar(session, me(), new Blob([PNG]), asWebp);
  expect(session.getSnapshot()).toMatchObject({ user: { displayName: 'Ann Berg', mutedNotices: ['updates'] } });
  const stored = async () => (await tab.client.storage.from('avatars').list(userIdOf(session))).data?.map(({ name }) => name);
  expect(await stored()).toEqual([pathOf(session).split('/')[1]]);
  await removeAvatar(session, me());
  await saveNotice(session, ['updates'], { notice: 'updates', isOn: true });
  expect([pathOf(session), await stored()]).toEqual(['', []]);
  expect(session.getSnapshot()).toMatchObject({ user: { mutedNotices: [] } });
});

function pathOf(session: SessionService): string {
  const snapshot = session.getSnapshot();
  return 'user' in snapshot ? snapshot.user.avatarPath : '';
}

test('a picture is what its bytes are: a renamed SVG, a PDF and an empty file are refused before anything is drawn', async () => {
  const drawn: unknown[] = [];
  const crop = (picture: Blob) => {
    drawn.push(picture);
    return asWebp();
  };
  for (const content of ['<svg onload="alert(1)">', '%PDF-1.7', 'just text'])
    await expect(preparedAvatar(new File([content], 'me.png', { type: 'image/png' }), crop)).rejects.toMatchObject({
      code: 'file_type_refused',
    });
  await expect(preparedAvatar(new Blob([]), crop)).rejects.toMatchObject({ code: 'file_empty' });
  await expect(preparedAvatar(new Blob([PNG]), () => Promise.reject(new Error('cannot decode')))).rejects.toMatchObject({
    code: 'file_type_refused',
  });
  expect(drawn).toEqual([]);
  expect((await preparedAvatar(new Blob([PNG]), crop)).type).toBe('image/webp');
});
