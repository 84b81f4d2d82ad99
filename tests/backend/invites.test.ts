import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { PRESETS } from '#domain/access/presets.ts';
import { inviteAnswerSchema, inviteListSchema } from '#domain/invites/invite.ts';
import { callFunction } from '#platform/supabase/call-function.ts';
import { type AuthBackend, type Person, startAuthBackend } from './auth-harness.ts';

let backend: AuthBackend;
let owner: Person;
let company: string;
beforeAll(async () => {
  backend = await startAuthBackend();
  owner = await backend.person('owner');
  company = await foundCompany(owner, 'Nordlicht <Web> & Söhne');
});
afterAll(() => backend.stop());

async function foundCompany({ client }: Person, name: string): Promise<string> {
  const id = randomUUID();
  const { error } = await client.rpc('create_company', { p_id: id, p_name: name });
  if (error) throw error;
  return id;
}
const invite = (by: Person, email: string, more: object = { preset: 'viewer', language: 'en' }) =>
  callFunction(by.client, 'invite-send', { company_id: company, email, ...more });
const tokenOf = async (email: string) =>
  new URL((await backend.lastMail(email.trim().toLowerCase())).link ?? '').searchParams.get('token') ?? '';
const accept = async ({ client }: Person, args: { p_token?: string; p_invite?: string }) => {
  const { data, error } = await client.rpc('accept_invite', args);
  return error?.message ?? (data as unknown);
};
const listed = async ({ client }: Person) => inviteListSchema.parse((await callFunction(client, 'invite-list')).data).invites;
const memberKeys = async (by: Person) =>
  ((await by.client.from('company_user_permissions').select('permission_key').eq('company_id', company)).data ?? []).map(
    ({ permission_key }) => String(permission_key),
  );

describe('an invitation', () => {
  test('arrives as a mail with a link, shows up for the invited person and makes them a member with the offered keys', async () => {
    const anna = await backend.person('anna');
    const sent = inviteAnswerSchema.parse(
      (await invite(owner, `  ${anna.email.toUpperCase()} `, { preset: 'accountant', language: 'de' })).data,
    );
    expect(sent.invite).toMatchObject({ email: anna.email, status: 'pending', is_admin: false, language: 'de' });
    const mail = await backend.lastMail(anna.email);
    expect(mail.link).toMatch(new RegExp(`^${backend.url}/de/auth/invitation\\?token=[\\w-]{43}$`));
    expect(mail.subject).toContain('Nordlicht <Web> & Söhne');
    expect(mail.html).toContain('Nordlicht &lt;Web&gt; &amp; Söhne');
    expect(mail.html).not.toContain('<Web>');
    expect(await listed(anna)).toMatchObject([
      { company_id: company, company_name: 'Nordlicht <Web> & Söhne', email: anna.email, is_admin: false },
    ]);
    expect(await accept(anna, { p_token: await tokenOf(anna.email) })).toBe(company);
    expect(await listed(anna)).toEqual([]);
    expect((await memberKeys(anna)).toSorted()).toEqual([...PRESETS.accountant.keys].toSorted());
  });

  test('accepted again after a lost answer, it answers the same and changes nothing', async () => {
    const ben = await backend.person('ben');
    await invite(owner, ben.email);
    const p_token = await tokenOf(ben.email);
    expect([await accept(ben, { p_token }), await accept(ben, { p_token })]).toEqual([company, company]);
  });

  test('sent again to the same address replaces the first: one invitation, and only the newest link works', async () => {
    const carla = await backend.person('carla');
    await invite(owner, carla.email);
    const first = await tokenOf(carla.email);
    const again = inviteAnswerSchema.parse((await invite(owner, carla.email, { keys: ['vendors.view'], language: 'en' })).data).invite;
    expect(await listed(carla)).toHaveLength(1);
    expect(await accept(carla, { p_token: first })).toBe('invite_not_valid');
    const resent = await callFunction(owner.client, 'invite-resend', { invite_id: again.id });
    expect(resent.status).toBe(200);
    expect(await accept(carla, { p_token: await tokenOf(carla.email) })).toBe(company);
    expect(await memberKeys(carla)).toEqual(['vendors.view']);
  });

  test('is for one address: foreign, guessed, revoked, declined and expired ones are refused alike', async () => {
    const [dora, eve] = [await backend.person('dora'), await backend.person('eve')];
    const refused: unknown[] = [];
    const { invite: open } = inviteAnswerSchema.parse((await invite(owner, dora.email)).data);
    const p_token = await tokenOf(dora.email);
    refused.push(
      await accept(eve, { p_token }),
      await accept(eve, { p_invite: open.id }),
      await accept(dora, { p_token: `${p_token}x` }),
      await accept(dora, {}),
    );
    await owner.client.rpc('revoke_invite', { p_invite: open.id });
    refused.push(await accept(dora, { p_token }));
    await invite(owner, dora.email);
    expect((await dora.client.rpc('decline_invite', { p_token: await tokenOf(dora.email) })).error).toBeNull();
    refused.push(await accept(dora, { p_token: await tokenOf(dora.email) }));
    const { invite: late } = inviteAnswerSchema.parse((await invite(owner, dora.email)).data);
    await backend.db.query("update public.invites set expires_at = now() - interval '1 second' where id = $1", [late.id]);
    refused.push(await accept(dora, { p_invite: late.id }));
    expect(new Set(refused)).toEqual(new Set(['invite_not_valid']));
    expect(refused).toHaveLength(7);
    expect(await listed(dora)).toEqual([]);
  });

  test('needs a confirmed address', async () => {
    const finn = await backend.person('finn');
    await invite(owner, finn.email);
    await backend.db.query('update auth.users set email_confirmed_at = null where email = $1', [finn.email]);
    expect([await accept(finn, { p_token: await tokenOf(finn.email) }), await listed(finn)]).toEqual(['invite_not_valid', []]);
  });

  test('is not sent to a member, by a stranger, with more than the inviter holds, or to nonsense', async () => {
    const [gerd, stranger] = [await backend.person('gerd'), await backend.person('stranger')];
    await invite(owner, gerd.email, { keys: ['users.invite'], language: 'en' });
    await accept(gerd, { p_token: await tokenOf(gerd.email) });
    const answer = async (by: Person, email: string, more?: object) => {
      const { status, error } = await invite(by, email, more);
      return [status, error];
    };
    expect(await answer(owner, gerd.email)).toEqual([422, 'already_member']);
    expect(await answer(stranger, 'x@example.test')).toEqual([403, 'not_allowed']);
    expect(await answer(gerd, 'x@example.test')).toEqual([422, 'key_not_held']);
    expect(await answer(gerd, 'x@example.test', { is_admin: true, language: 'en' })).toEqual([422, 'key_not_held']);
    expect(await answer(owner, 'nonsense')).toEqual([422, 'invalid_input']);
    expect(await answer(owner, 'x@example.test', { preset: 'owner', language: 'en' })).toEqual([422, 'invalid_input']);
    expect(await answer(gerd, 'x@example.test', { keys: ['users.view'], language: 'en' })).toEqual([200, null]);
  });

  test('loses its force with the rights of whoever sent it', async () => {
    const [hugo, ida] = [await backend.person('hugo'), await backend.person('ida')];
    await invite(owner, hugo.email, { preset: 'admin', language: 'en' });
    await accept(hugo, { p_token: await tokenOf(hugo.email) });
    await invite(hugo, ida.email, { preset: 'admin', language: 'en' });
    const { error } = await owner.client.rpc('remove_member', { p_company: company, p_user: hugo.session.user.id });
    expect(error).toBeNull();
    expect(await accept(ida, { p_token: await tokenOf(ida.email) })).toBe('invite_not_valid');
    expect(await accept(hugo, { p_token: await tokenOf(hugo.email) })).toBe('invite_not_valid');
  });

  test('that became a membership ends with it: the removed person’s live channel hears so', async () => {
    const jana = await backend.person('jana');
    await invite(owner, jana.email);
    await accept(jana, { p_token: await tokenOf(jana.email) });
    await jana.client.realtime.setAuth(jana.session.access_token);
    const heard = new Promise<string>((resolve, reject) => {
      const onDelete = { event: 'DELETE', schema: 'public', table: 'company_users', filter: `company_id=eq.${company}` } as const;
      jana.client
        .channel('shared-realtime')
        .on('postgres_changes', onDelete, ({ eventType }) => resolve(eventType))
        .subscribe((status, error) => {
          if (error) reject(error);
          if (status === 'SUBSCRIBED')
            owner.client.rpc('remove_member', { p_company: company, p_user: jana.session.user.id }).then(undefined, reject);
        });
    });
    expect(await heard).toBe('DELETE');
    expect((await jana.client.rpc('sync_pull', { p_company: company })).error?.message).toBe('not_a_member');
    await jana.client.removeAllChannels();
  });

  test('does not go to one address more than five times a day, whichever company sends it', async () => {
    const sent = [];
    for (let n = 0; n < 6; n += 1) sent.push((await invite(owner, 'flooded@example.test')).error);
    expect(sent).toEqual([null, null, null, null, null, 'too_many_mails']);
  });

  test('leaves its token nowhere but in the mail', async () => {
    const email = 'secret@example.test';
    const { data } = await invite(owner, email);
    const token = await tokenOf(email);
    const { rows } = await backend.db.query(
      'select i::text as invite, t::text as token from public.invites i join private.invite_tokens t on t.invite_id = i.id where i.email = $1',
      [email],
    );
    expect(JSON.stringify([rows, data])).not.toContain(token);
    expect((await owner.client.from('invites').select('*').eq('email', email)).data).toHaveLength(1);
  });
});
