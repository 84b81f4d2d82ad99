import { randomUUID } from 'node:crypto';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { handler } from '#functions/notifications-send/handler.ts';
import { generateKeys } from '#local/keys.ts';
import { callFunction } from '#platform/supabase/call-function.ts';
import { type AuthBackend, PASSWORD, type Person, startAuthBackend } from './auth-harness.ts';
import { TEST_CERTIFICATE } from './mail-server.ts';
import { claimsOf, type PushBrowser, startPushService } from './push-service.ts';

let backend: AuthBackend;
let service: Awaited<ReturnType<typeof startPushService>>;
let owner: Person;
let worker: Person;
const company = randomUUID();
const { pushKeys } = generateKeys(new Date());
const ask = async (sql: string, params: unknown[] = []) => (await backend.db.query(sql, params)).rows;

beforeAll(async () => {
  [backend, service] = await Promise.all([startAuthBackend(), startPushService()]);
  [owner, worker] = [await backend.person('owner'), await backend.person('worker')];
  await owner.client.rpc('create_company', { p_id: company, p_name: 'Küstenkontor' }).throwOnError();
  await ask('insert into public.company_users (company_id, user_id) values ($1, $2)', [company, worker.session.user.id]);
  await ask(
    'insert into public.company_user_permissions (company_id, user_id, permission_key) select $1, $2, k from unnest($3::text[]) k',
    [company, worker.session.user.id, ['expenses.create', 'expenses.update_own']],
  );
});
afterEach(async () => {
  await ask('delete from public.expenses where company_id = $1', [company]);
  await ask('delete from private.notifications');
  await ask('delete from private.push_subscriptions');
});
afterAll(async () => {
  await service.close();
  await backend.stop();
});

const subscribe = async ({ client }: Person, { endpoint, p256dh, auth }: PushBrowser, hides = false) => {
  const { error } = await client.rpc('save_push_subscription', {
    p_endpoint: endpoint,
    p_p256dh: p256dh,
    p_auth: auth,
    p_hides_details: hides,
  });
  return error?.message ?? 'saved';
};
const capture = async (amount = 24.5) => {
  const row = { company_id: company, description: 'Taxi', amount, currency: 'EUR', expense_date: '2026-01-30' };
  const { data } = await worker.client.from('expenses').insert(row).select('id').single().throwOnError();
  return String(data.id);
};
const call = async (more: Record<string, string> = {}) => {
  const env = {
    SUPABASE_URL: backend.url,
    SUPABASE_ANON_KEY: backend.anonKey,
    SUPABASE_SERVICE_ROLE_KEY: backend.serviceRoleKey,
    SITE_URL: 'https://app.example.com',
    VAPID_PUBLIC_KEY: pushKeys.publicKey,
    VAPID_PRIVATE_KEY: pushKeys.privateKey,
    PUSH_HOSTS: service.host,
    SMTP_CA: TEST_CERTIFICATE,
    ...more,
  };
  const headers = { authorization: `Bearer ${backend.serviceRoleKey}`, 'content-type': 'application/json' };
  const response = await handler(new Request('http://function/', { method: 'POST', headers, body: '{}' }), env);
  return (await response.json()) as { sent: number; later: number; failed: number };
};
/** Gathers, forgets the mails, lets the two minutes pass, and sends. */
const send = async (more: Record<string, string> = {}) => {
  await call(more);
  await ask("delete from private.notifications where channel = 'mail'");
  await ask("update private.notifications set due_at = now() where state = 'waiting'");
  return call(more);
};
const subscriptions = async () => (await ask('select endpoint from private.push_subscriptions')).map(({ endpoint }) => endpoint);

describe('a push message', () => {
  test('reaches every browser of the person, which alone can read it; where details are hidden it holds none', async () => {
    const [open, shy] = [service.browser(), service.browser()];
    const { data } = await owner.client.auth.getUser();
    const other = backend.browser();
    await other.auth.signInWithPassword({ email: data.user!.email!, password: PASSWORD });
    expect(await subscribe(owner, open)).toBe('saved');
    expect(await subscribe({ ...owner, client: other }, shy, true)).toBe('saved');
    await capture();
    await capture(10);
    expect(await send()).toMatchObject({ sent: 1, later: 0, failed: 0 });
    expect(open.read()).toEqual([
      {
        title: 'Küstenkontor',
        body: expect.stringMatching(/^2 expenses await your approval\n€34\.50/),
        lang: 'en',
        tag: `approvals ${company}`,
        path: `/company/select-current?company=${company}&next=%2Ffinance%2Fexpenses%3Fstatus%3Dpending`,
        badge: 2,
      },
    ]);
    expect(shy.read()).toMatchObject([{ title: 'Kontor', body: '2 expenses await your approval', badge: 2 }]);
    // An id may hold any two digits.
    expect(JSON.stringify(shy.read()).replaceAll(company, '')).not.toMatch(/34|worker|Küste/);
    const { headers, body } = service.received.at(-1)!;
    expect(headers).toMatchObject({ 'content-encoding': 'aes128gcm', ttl: '86400', topic: `a${company.replaceAll('-', '').slice(-31)}` });
    expect(claimsOf(headers['authorization'])).toMatchObject({ aud: `https://${service.host}`, sub: 'https://app.example.com' });
    expect(body.toString('latin1')).not.toContain('expense');
  });

  test('goes to no browser that says it is gone, and to none whose session ended or whose person left', async () => {
    for (const end of [
      (browser: PushBrowser) => Promise.resolve(service.answer(browser, 410)),
      (browser: PushBrowser) => Promise.resolve(service.answer(browser, 404)),
      () => ask('delete from auth.sessions where user_id = $1', [owner.session.user.id]),
    ]) {
      owner = { ...owner, client: backend.browser() };
      await owner.client.auth.signInWithPassword({ email: owner.email, password: PASSWORD });
      const browser = service.browser();
      await subscribe(owner, browser);
      await capture();
      await call();
      await end(browser);
      await ask("update private.notifications set due_at = now() where state = 'waiting'");
      await ask("delete from private.notifications where channel = 'mail'");
      expect(await call()).toMatchObject({ sent: 0, later: 0 });
      expect(await subscriptions()).toEqual([]);
      await ask('delete from private.notifications');
      await ask('delete from public.expenses where company_id = $1', [company]);
    }
    owner = { ...owner, client: backend.browser() };
    await owner.client.auth.signInWithPassword({ email: owner.email, password: PASSWORD });
  });

  test('waits while the push service is away or redirects, and for a deployment without keys', async () => {
    for (const [status, env] of [
      [503, {}],
      [429, {}],
      [302, {}],
      [201, { VAPID_PRIVATE_KEY: '' }],
    ] as const) {
      const browser = service.browser();
      service.answer(browser, status);
      await subscribe(owner, browser);
      await capture();
      const before = service.received.length;
      expect([status, await send(env)]).toEqual([status, { sent: 0, later: 1, failed: 0 }]);
      expect(service.received.length - before).toBe(status === 201 ? 0 : 1);
      await ask('delete from private.notifications');
      await ask('delete from public.expenses where company_id = $1', [company]);
    }
  });

  test('is never sent to an address that is no push service, whoever named it', async () => {
    const browser = service.browser();
    await subscribe(owner, browser);
    await capture();
    const before = service.received.length;
    expect(await send({ PUSH_HOSTS: '' })).toMatchObject({ sent: 0, later: 0, failed: 0 });
    expect([service.received.length - before, await subscriptions()]).toEqual([0, []]);
  });
});

describe('a subscription', () => {
  test('is one for each session, moves with the browser to whoever signs in there, and ten of a person are kept', async () => {
    const browser = service.browser();
    await subscribe(owner, service.browser());
    await subscribe(owner, browser);
    expect(await subscriptions()).toEqual([browser.endpoint]);
    await subscribe(worker, browser);
    expect(await ask('select user_id from private.push_subscriptions')).toEqual([{ user_id: worker.session.user.id }]);
    await ask(
      `insert into private.push_subscriptions (user_id, session_id, endpoint, p256dh, auth, created_at)
       select $1, gen_random_uuid(), 'https://fcm.googleapis.com/' || n, $2, $3, now() - interval '1 day' from generate_series(1, 12) n`,
      [worker.session.user.id, browser.p256dh, browser.auth],
    );
    await subscribe(worker, browser);
    expect((await subscriptions()).length).toBe(10);
    expect(await subscriptions()).toContain(browser.endpoint);
  });

  test('is known to its own session only, which can end it; what is no address or no key is refused', async () => {
    const browser = service.browser();
    await subscribe(owner, browser, true);
    const known = async ({ client }: Person) => (await client.rpc('push_subscription', { p_endpoint: browser.endpoint })).data;
    expect([await known(owner), await known(worker)]).toEqual([{ hides_details: true }, null]);
    await worker.client.rpc('remove_push_subscription').throwOnError();
    expect(await known(owner)).toEqual({ hides_details: true });
    await owner.client.rpc('remove_push_subscription').throwOnError();
    expect(await known(owner)).toBeNull();
    for (const wrong of [
      { endpoint: 'http://fcm.googleapis.com/x' },
      { endpoint: `https://x/${'y'.repeat(1000)}` },
      { p256dh: 'x' },
      { auth: '' },
    ])
      expect(await subscribe(owner, { ...browser, ...wrong })).toBe('invalid_input');
  });

  test('needs the key of the server, which whoever is signed in is told', async () => {
    expect(await callFunction(owner.client, 'push-key')).toMatchObject({ data: { key: expect.stringMatching(/^B[\w-]{86}$/) } });
    expect(await callFunction(backend.browser(), 'push-key')).toMatchObject({ status: 401 });
  });
});
