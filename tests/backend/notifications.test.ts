import { createClient, type SupabaseClient } from '@supabase/supabase-js';
import { SignJWT } from 'jose';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { silentLog } from '#local/server/log.ts';
import { startNotificationsTimer } from '#local/notifications/notifications-timer.ts';
import { handler } from '#functions/notifications-send/handler.ts';
import { callFunction } from '#platform/supabase/call-function.ts';
import { type Backend, startBackend } from '#tests/support/backend.ts';
import { type Builders, buildersFor, testId } from '#tests/support/builders.ts';
import { until } from '#tests/support/patience.ts';
import { insertAccounts, insertMembers, type Member, personaId } from '#tests/support/personas.ts';
import { startMailServer, TEST_CERTIFICATE } from './mail-server.ts';

const NAME = 'notifications-send';
const company_id = testId(1);
let backend: Backend;
let build: Builders;
const ask = async (sql: string, params: unknown[] = []) => (await backend.db.query(sql, params)).rows;

beforeAll(async () => {
  backend = await startBackend({ database: 'own' });
  build = buildersFor(backend.db.query, 0x100);
  await insertAccounts(backend.db.query);
  await ask('update auth.users set email_confirmed_at = now()');
  await ask(`update auth.users set raw_user_meta_data = raw_user_meta_data || '{"locale": "de"}' where id = $1`, [personaId('accountant')]);
  await build.company({ id: company_id, name: 'Küstenkontor' });
});
beforeEach(() => insertMembers(backend.db.query, company_id));
afterEach(async () => {
  await ask('delete from public.company_users where company_id = $1', [company_id]);
  await ask('delete from public.expenses where company_id = $1', [company_id]);
  await ask('delete from private.notification_choices');
});
afterAll(() => backend.stop());

async function clientOf(persona: Member): Promise<SupabaseClient> {
  const token = await new SignJWT({ sub: personaId(persona), role: 'authenticated', aud: 'authenticated', aal: 'aal1' })
    .setProtectedHeader({ alg: 'HS256' })
    .setExpirationTime('1h')
    .sign(new TextEncoder().encode(backend.jwtSecret));
  return createClient(backend.url, backend.anonKey, { accessToken: async () => token });
}
const capture = async (by: Member, more: object = {}): Promise<string> => {
  const row = { company_id, description: 'Taxi', amount: 24.5, currency: 'EUR', expense_date: '2026-01-30', ...more };
  const { data, error } = await (await clientOf(by)).from('expenses').insert(row).select('id').single();
  if (error) throw error;
  return String(data.id);
};
const step = async (by: Member, id: string, values: object) => {
  const { error } = await (await clientOf(by)).from('expenses').update(values).eq('id', id);
  if (error) throw error;
};
const choose = async (by: Member, kind: string, isOn: boolean) =>
  (await clientOf(by)).rpc('save_notification_choice', { p_kind: kind, p_channel: 'mail', p_is_on: isOn });
const call = () => callFunction<Record<string, number>>(createClient(backend.url, backend.serviceRoleKey), NAME);
const due = () => ask("update private.notifications set due_at = now() where state = 'waiting'");
/** Gathers, lets the two minutes pass, and sends. */
const send = async () => {
  await call();
  await due();
  return (await call()).data;
};
const mailbox = async (who: Member) => (await backend.mail(`${who}@kontor.example`)).filter(({ kind }) => kind === 'notification');
/** What came to a person since. */
const news = async (who: Member, run: () => Promise<unknown>) => {
  const before = (await mailbox(who)).length;
  await run();
  const all = await mailbox(who);
  return all.slice(0, all.length - before);
};

describe('an expense that awaits approval', () => {
  test('is told to those who may approve it, together with others, in their language, and to nobody else', async () => {
    const seen: Record<string, string[]> = {};
    const approvers = ['owner', 'admin', 'accountant'] as const;
    const before = Object.fromEntries(await Promise.all(approvers.map(async (who) => [who, (await mailbox(who)).length] as const)));
    await capture('employee');
    await capture('employee', { amount: 10.5, description: 'Ticket' });
    await capture('employee', { amount: 30, currency: 'USD', description: 'Hosting' });
    expect(await send()).toEqual({ sent: 3, later: 0, failed: 0 });
    for (const who of approvers) seen[who] = (await mailbox(who)).map(({ subject }) => subject).slice(0, -before[who]! || undefined);
    expect(seen).toEqual({
      owner: ['3 expenses await your approval'],
      admin: ['3 expenses await your approval'],
      accountant: ['3 Ausgaben warten auf Ihre Genehmigung'],
    });
    const [mail] = await mailbox('owner');
    expect(mail!.text).toContain('In the books of Küstenkontor 3 expenses of €35.00 and US$30.00 in total await your approval.');
    expect(mail!.text).toContain('Captured by employee.');
    expect(mail!.link).toContain(`/company/select-current?company=${company_id}&next=%2Ffinance%2Fexpenses%3Fstatus%3Dpending`);
    expect((await mailbox('accountant'))[0]!.text).toMatch(/35,00\s€ und 30,00\s\$ auf Ihre Genehmigung/);
    expect([await mailbox('employee'), await mailbox('viewer')]).toEqual([[], []]);
  });

  test('is one mail in a quarter of an hour, whatever comes meanwhile', async () => {
    await capture('employee');
    expect((await news('owner', send)).length).toBe(1);
    await capture('employee', { description: 'Second' });
    await capture('employee', { description: 'Third' });
    expect((await news('owner', send)).length).toBe(0);
    await ask("update private.notifications set finished_at = now() - interval '16 minutes' where state = 'sent'");
    const [mail, ...more] = await news('owner', call);
    expect([mail!.subject, more.length]).toEqual(['2 expenses await your approval', 0]);
    expect(mail!.text).not.toContain('Taxi');
  });

  test('is not told any more once it was decided, deleted, or its reader lost the right or left, as it is when the mail leaves', async () => {
    for (const undo of [
      (id: string) => step('admin', id, { status: 'approved' }),
      (id: string) => ask('delete from public.expenses where id = $1', [id]),
      () =>
        ask("delete from public.company_user_permissions where user_id = $1 and permission_key = 'expenses.approve'", [
          personaId('accountant'),
        ]),
      () => ask('delete from public.company_users where company_id = $1 and user_id = $2', [company_id, personaId('accountant')]),
      () => choose('accountant', 'submitted', false),
    ]) {
      const id = await capture('employee');
      await call();
      await undo(id);
      await due();
      expect(await news('accountant', call)).toEqual([]);
    }
  });

  test('is not told to whoever wishes no mails of it, to an unconfirmed address, or to somebody who is shut out', async () => {
    await choose('owner', 'submitted', false);
    await ask('update auth.users set email_confirmed_at = null where id = $1', [personaId('admin')]);
    await ask("update auth.users set banned_until = now() + interval '1 day' where id = $1", [personaId('accountant')]);
    await capture('employee');
    expect(await send()).toEqual({ sent: 0, later: 0, failed: 0 });
    await ask('update auth.users set email_confirmed_at = now(), banned_until = null');
  });

  test('by its own author is told to colleagues only', async () => {
    await capture('accountant');
    expect((await news('accountant', send)).length).toBe(0);
    expect((await mailbox('owner'))[0]!.subject).toBe('An expense awaits your approval');
  });
});

describe('what becomes of an expense', () => {
  test('is told to its author: a rejection with its reason; the rest to whoever wishes it', async () => {
    const rejected = await capture('employee');
    const approved = await capture('employee');
    await step('accountant', rejected, { status: 'rejected', rejection_reason: 'No receipt\nsee https://evil.example' });
    await step('accountant', approved, { status: 'approved' });
    const [mail, ...more] = await news('employee', send);
    expect(more).toEqual([]);
    expect(mail!.subject).toBe('Your expense was rejected (EXP-2026-0001)'.replace('0001', mail!.subject.slice(-5, -1)));
    expect(mail!.text).toContain('rejected by accountant\nReason: No receipt see https');
    expect(mail!.link).toContain(`next=%2Ffinance%2Fexpenses%2F${rejected}`);

    await choose('employee', 'approved', true);
    await choose('employee', 'reimbursed', true);
    await ask("update private.notifications set finished_at = now() - interval '16 minutes' where state = 'sent'");
    const [a, b] = [await capture('employee'), await capture('employee')];
    await step('accountant', a, { status: 'approved' });
    await step('accountant', a, { status: 'reimbursed' });
    await step('accountant', b, { status: 'approved' });
    const [both] = await news('employee', send);
    expect(both!.subject).toBe('News about 2 of your expenses');
    expect(both!.text).toContain('reimbursed by accountant');
    expect(both!.text).toContain('approved by accountant');
  });

  test('is not told when it was undone at once, nor to whoever did it themselves', async () => {
    const id = await capture('employee');
    await step('accountant', id, { status: 'rejected', rejection_reason: 'Oh' });
    await step('accountant', id, { status: 'pending', rejection_reason: '' });
    const own = await capture('owner');
    await step('owner', own, { status: 'rejected', rejection_reason: 'Mine' });
    expect(await news('employee', send)).toEqual([]);
    expect((await mailbox('owner')).filter(({ subject }) => subject.includes('rejected'))).toEqual([]);
  });
});

describe('sending', () => {
  const env = (more: Record<string, string>) => ({
    SUPABASE_URL: backend.url,
    SUPABASE_ANON_KEY: backend.anonKey,
    SUPABASE_SERVICE_ROLE_KEY: backend.serviceRoleKey,
    SITE_URL: 'https://app.example.com',
    ...more,
  });
  const run = async (more: Record<string, string>) => {
    const headers = { authorization: `Bearer ${backend.serviceRoleKey}`, 'content-type': 'application/json' };
    return (await handler(new Request('http://function/', { method: 'POST', headers, body: '{}' }), env(more))).json();
  };
  const only = async (who: Member) => {
    for (const other of ['owner', 'admin', 'accountant'] as const) if (other !== who) await choose(other, 'submitted', false);
  };

  test('tries again later, with longer and longer pauses, and gives up so that the person can see it', async () => {
    await only('owner');
    await capture('employee');
    await run({});
    const pauses: unknown[] = [];
    for (let attempt = 1; attempt <= 8; attempt += 1) {
      await due();
      const answer = await run({});
      expect([attempt, answer]).toEqual([attempt, attempt < 8 ? { sent: 0, later: 1, failed: 0 } : { sent: 0, later: 0, failed: 1 }]);
      pauses.push(
        (
          await ask("select round(extract(epoch from due_at - now()) / 60)::int as m from private.notifications where state = 'waiting'")
        )[0]?.['m'],
      );
    }
    expect(pauses).toEqual([1, 5, 15, 60, 180, 360, 720, undefined]);
    const { data } = await (await clientOf('owner')).rpc('notification_settings');
    expect(data.failures).toMatchObject([{ company: 'Küstenkontor', channel: 'mail', reason: 'mail_not_configured' }]);
    const { data: others } = await (await clientOf('admin')).rpc('notification_settings');
    expect(others.failures).toEqual([]);
  });

  test('hands a message to one sender only; what it left unfinished comes again under the same name', async () => {
    await only('owner');
    const server = await startMailServer();
    const smtp = {
      SMTP_URL: `smtp://books%40example.test:open%20sesame@localhost:${server.port}`,
      MAIL_FROM: 'kontor@example.test',
      SMTP_CA: TEST_CERTIFICATE,
    };
    await capture('employee');
    await run(smtp);
    await due();
    const [one, two] = await Promise.all([run(smtp), run(smtp)]);
    expect([one.sent + two.sent, server.received.length]).toEqual([1, 1]);
    // As if the sender had died before it could say that it is done.
    await ask(
      "update private.notifications set state = 'sending', finished_at = null, claimed_at = now() - interval '9 minutes' where state = 'sent'",
    );
    expect(await run(smtp)).toEqual({ sent: 0, later: 0, failed: 0 });
    await ask("update private.notifications set claimed_at = now() - interval '11 minutes' where state = 'sending'");
    expect(await run(smtp)).toEqual({ sent: 1, later: 0, failed: 0 });
    const names = server.received.map(({ raw }) => /^Message-ID: (.*)$/im.exec(raw)?.[1]);
    expect([names.length, new Set(names).size]).toEqual([2, 1]);
    await server.close();
  });

  test('is refused to people, and done by the embedded server’s own timer', async () => {
    expect(await callFunction(await clientOf('owner'), NAME)).toMatchObject({ error: 'not_allowed', status: 403 });
    await only('owner');
    await capture('employee');
    const timer = startNotificationsTimer({
      db: backend.db,
      address: backend.url,
      serviceKey: backend.serviceRoleKey,
      log: silentLog,
      everyMs: 5,
    });
    const before = (await mailbox('owner')).length;
    await until(async () => {
      await due();
      return (await mailbox('owner')).length > before;
    });
    await timer.stop();
  });
});
