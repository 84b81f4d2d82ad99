import { beforeEach, expect, test } from 'vitest';
import type { WaitingMail } from '#data/device/device-database.ts';
import { leaseCallOf } from '#data/leases/lease-call.ts';
import { sendWaiting } from '#data/mail-queue/send-waiting.ts';
import { UPLOADS_BUCKET } from '#data/receipts/upload-outcome.ts';
import { createSupabaseClient, type SupabaseClient } from '#platform/supabase/client.ts';
import { createOwnClient } from './own-client.ts';

let user: string;
let sent: string[];
beforeEach(() => void ([user, sent] = ['ann', []]));

/** The real library over a network that notes in whose name something is asked. */
const answering: typeof fetch = async (input, init) => {
  const { pathname } = new URL(input instanceof Request ? input.url : String(input));
  sent.push(`${new Headers(init?.headers).get('authorization')} ${pathname.split('/').slice(1, 3).join('/')}`);
  return Response.json({});
};
const auth = {
  getSession: () => Promise.resolve({ data: { session: { access_token: `token of ${user}`, user: { id: user } } }, error: null }),
};
const config = { supabaseUrl: 'http://kontor.test', supabaseAnonKey: 'anon' };
const jar = { getAll: () => [], setAll: () => undefined };
const ofAnn = createOwnClient('ann', {
  shared: () => Promise.resolve({ auth } as unknown as SupabaseClient),
  make: (accessToken) => createSupabaseClient(config, { cookies: jar, fetch: answering, accessToken }),
});

const mail = {
  id: 'm',
  invoice_id: 'i',
  channel: 'mail',
  kind: 'invoice',
  to: [],
  cc: [],
  open: null,
  level: null,
  reminder: null,
  attachments: [],
};
const ways: [string, (client: SupabaseClient) => Promise<unknown>][] = [
  ['functions', (client) => sendWaiting(client, mail as unknown as WaitingMail)],
  ['rest', (client) => sendWaiting(client, { ...mail, channel: 'post' } as unknown as WaitingMail)],
  ['rest', (client) => leaseCallOf(client)('return_numbers', {}).catch(() => undefined)],
  ['storage', (client) => client.storage.from(UPLOADS_BUCKET).upload('a/b.pdf', new Blob(['x']))],
  ['storage', (client) => client.storage.from(UPLOADS_BUCKET).download('a/b.pdf')],
];

test.each(ways)(
  '[SYNC-75] who signs in after the look and before the request sends nothing for who was there: %s',
  async (service, ask) => {
    const client = await ofAnn();
    await ask(client);
    expect(sent).toEqual([expect.stringMatching(`^Bearer token of ann ${service}/v1$`)]);
    user = 'ben';
    await ask(client);
    expect(sent).toHaveLength(1);
    await expect(ofAnn()).rejects.toMatchObject({ kind: 'other_user' });
  },
);
