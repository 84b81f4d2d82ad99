import type { RealtimePostgresChangesPayload, SupabaseClient } from '@supabase/supabase-js';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Persona } from '#tests/support/personas.ts';
import { personaId } from '#tests/support/personas.ts';
import { OURS, type Stage, startStage, THEIRS } from './stage.ts';

let stage: Stage;
const clients: SupabaseClient[] = [];
beforeAll(async () => {
  stage = await startStage();
});
afterAll(async () => {
  await Promise.all(clients.map((client) => client.removeAllChannels()));
  await stage?.stop();
});

type Heard = RealtimePostgresChangesPayload<Record<string, unknown>>[];
async function listen(persona: Persona, table: string, filter?: string): Promise<Heard> {
  const client = await stage.as(persona);
  await client.realtime.setAuth(await stage.token(persona));
  clients.push(client);
  const heard: Heard = [];
  let isReady = false;
  client
    .channel(`spy:${crypto.randomUUID()}`)
    .on('postgres_changes', { event: '*', schema: 'public', table, ...(filter ? { filter } : {}) }, (payload) => void heard.push(payload))
    .on('system', {}, () => void (isReady = true))
    .subscribe();
  await expect.poll(() => isReady).toBe(true);
  return heard;
}
/** Changes arrive in order: once the owner has heard the later one, a spy that has not heard the earlier one never will. */
const afterOwnersNews = async (heard: Heard, name: string): Promise<void> => {
  await stage.build.vendors({ company_id: OURS, name });
  await expect.poll(() => heard.some(({ new: row }) => 'name' in row && row['name'] === name)).toBe(true);
};

test('a stranger hears nothing of ours: with our company as filter, with another or with none; who is removed hears nothing more', async () => {
  const owner = await listen('owner', 'vendors', `company_id=eq.${OURS}`);
  const spies = [
    await listen('stranger', 'vendors', `company_id=eq.${OURS}`),
    await listen('stranger', 'vendors', `company_id=neq.${THEIRS}`),
    await listen('stranger', 'vendors'),
    await listen('stranger', 'company_users', `company_id=eq.${OURS}`),
  ];
  const colleague = await listen('viewer', 'vendors', `company_id=eq.${OURS}`);
  await stage.build.vendors({ company_id: OURS, name: 'Before' });
  await afterOwnersNews(owner, 'News');
  await expect.poll(() => colleague.length).toBe(2);
  await stage.backend.db.query('delete from public.company_users where company_id = $1 and user_id = $2', [OURS, personaId('viewer')]);
  await afterOwnersNews(owner, 'After the removal');
  expect(colleague).toHaveLength(2);
  const [ours, others, all, members = []] = spies;
  expect([ours, others, all]).toEqual([[], [], []]);
  // Of a deletion the platform tells everybody its id (no row is left to check rights on), and nothing else.
  expect(members.map((heard) => [heard.eventType, heard.new, Object.keys(heard.old)])).toEqual([['DELETE', {}, ['id']]]);
});

test('nobody learns by asking what a deleted row held', async () => {
  const { build, backend } = stage;
  const vendor = await build.vendors({ company_id: OURS, name: 'Secret supplier' });
  const invoice = await build.invoices({ company_id: OURS });
  const item = await build.invoice_items({ company_id: OURS, invoice_id: invoice.id, description: 'Secret work' });
  const account = await build.bank_accounts({ company_id: OURS });
  const spies = [
    await listen('stranger', 'vendors', 'name=eq.Secret supplier'),
    await listen('stranger', 'vendors', 'name=neq.x'),
    await listen('stranger', 'vendors', 'created_at=gt.2000-01-01'),
    await listen('stranger', 'invoice_items', 'description=eq.Secret work'),
    await listen('stranger', 'invoice_items', `invoice_id=eq.${invoice.id}`),
    await listen('stranger', 'bank_accounts', 'iban=neq.x'),
    await listen('stranger', 'company_users', `user_id=eq.${personaId('accountant')}`),
    await listen('stranger', 'company_user_permissions', `user_id=eq.${personaId('accountant')}`),
    await listen('stranger', 'company_user_permissions', 'permission_key=eq.invoices.view'),
  ];
  const hearing = [
    await listen('owner', 'vendors', `company_id=eq.${OURS}`),
    await listen('owner', 'invoice_items', `company_id=eq.${OURS}`),
    await listen('owner', 'bank_accounts', `company_id=eq.${OURS}`),
    await listen('owner', 'company_users', `company_id=eq.${OURS}`),
    await listen('owner', 'company_user_permissions', `company_id=eq.${OURS}`),
  ];
  await backend.db.query('delete from public.vendors where id = $1', [vendor.id]);
  await backend.db.query('delete from public.invoice_items where id = $1', [item.id]);
  await backend.db.query('delete from public.bank_accounts where id = $1', [account.id]);
  await backend.db.query('delete from public.company_users where company_id = $1 and user_id = $2', [OURS, personaId('accountant')]);
  for (const heard of hearing) {
    await expect.poll(() => heard.filter(({ eventType }) => eventType === 'DELETE').length, { timeout: 20_000 }).toBeGreaterThan(0);
    const deletions = heard.filter(({ eventType }) => eventType === 'DELETE');
    expect(new Set(deletions.flatMap(({ old }) => Object.keys(old)))).toEqual(new Set(['id']));
  }
  expect(spies).toEqual(spies.map(() => []));
});

test.each([
  ['auth', 'users'],
  ['private', 'change_log'],
  ['storage', 'objects'],
])('%s.%s is not listened to', async (schema, table) => {
  const client = await stage.as('owner');
  await client.realtime.setAuth(await stage.token('owner'));
  clients.push(client);
  const said: { status: string }[] = [];
  client
    .channel(`spy:${crypto.randomUUID()}`)
    .on('postgres_changes', { event: '*', schema, table }, () => undefined)
    .on('system', {}, (payload: { status: string }) => void said.push(payload))
    .subscribe((status) => {
      if (status === 'CHANNEL_ERROR') said.push({ status: 'error' });
    });
  await expect.poll(() => said.length).toBeGreaterThan(0);
  expect(said[0]?.status).toBe('error');
});

test.each(['1.0.0', '2.0.0'] as const)('nobody broadcasts into a topic, by socket (protocol %s) or without one', async (vsn) => {
  const topic = `company:${OURS}`;
  const member = await stage.as('owner');
  await member.realtime.setAuth(await stage.token('owner'));
  clients.push(member);
  const heard: unknown[] = [];
  let isJoined = false;
  const listening = member.channel(topic).on('broadcast', { event: '*' }, (message) => void heard.push(message));
  listening.subscribe((status) => void (isJoined ||= status === 'SUBSCRIBED'));
  await expect.poll(() => isJoined, { timeout: 60_000 }).toBe(true);

  const { url, anonKey, serviceRoleKey } = stage.backend;
  const message = { topic, event: 'sync', payload: { go: 'https://evil.example' } };
  for (const key of [anonKey, await stage.token('stranger'), await stage.token('owner'), serviceRoleKey]) {
    const headers = { apikey: anonKey, authorization: `Bearer ${key}`, 'content-type': 'application/json' };
    for (const [path, body] of [
      ['', { messages: [message] }],
      [`/${topic}/events/sync`, message.payload],
    ] as const) {
      const answer = await fetch(`${url}/realtime/v1/api/broadcast${path}`, { method: 'POST', headers, body: JSON.stringify(body) });
      expect([path, answer.status]).toEqual([path, 403]);
    }
  }

  const socket = new WebSocket(`${url.replace('http', 'ws')}/realtime/v1/websocket?apikey=${anonKey}&vsn=${vsn}`);
  const answers: string[] = [];
  socket.addEventListener('message', ({ data }) => void answers.push(String(data)));
  await new Promise((resolve) => socket.addEventListener('open', resolve));
  const say = (ref: string, event: string, payload: object) =>
    socket.send(
      JSON.stringify(
        vsn === '2.0.0'
          ? ['1', ref, `realtime:${topic}`, event, payload]
          : { join_ref: '1', ref, topic: `realtime:${topic}`, event, payload },
      ),
    );
  say('1', 'phx_join', { config: { broadcast: { self: true, ack: true } } });
  say('2', 'broadcast', { type: 'broadcast', ...message });
  await expect.poll(() => answers.length, { timeout: 60_000 }).toBe(2);
  expect(answers[1]).toContain('broadcast is not supported by this server');
  socket.close();
  // The member's own news come after whatever was sent before.
  const news = await listen('owner', 'vendors');
  await afterOwnersNews(news, `Later ${vsn}`);
  expect(heard).toEqual([]);
});
