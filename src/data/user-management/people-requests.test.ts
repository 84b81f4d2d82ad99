import { describe, expect, test } from 'vitest';
import type { SupabaseClient } from '#platform/supabase/client.ts';
import { createPeopleRequests } from './people-requests.ts';

const INVITE = {
  company_id: '0190d0e0-0000-7000-8000-00000000000a',
  email: ' Ann@Kontor.example ',
  preset: 'viewer',
  language: 'de',
} as const;

/** The edge of the client alone: what a function or an RPC answered. */
function answering({ response, rpc, isOnline = true }: { response?: Response; rpc?: object; isOnline?: boolean }) {
  const asked: unknown[] = [];
  const client = {
    functions: {
      invoke: (name: string, { body }: { body: unknown }) => {
        asked.push([name, body]);
        return Promise.resolve({ data: null, error: new Error('no success'), response });
      },
    },
    rpc: (name: string, args: unknown) => {
      asked.push([name, args]);
      return Promise.resolve(rpc);
    },
  } as unknown as SupabaseClient;
  return { asked, requests: createPeopleRequests({ client: () => Promise.resolve(client), isOnline: () => isOnline }) };
}
const refused = (status: number, error: unknown) => new Response(JSON.stringify({ error }), { status });

describe('what the server refuses about people', () => {
  test.each([
    ['a function’s key is the reason', refused(422, 'already_member'), { code: 'invalid_input', data: { reason: 'already_member' } }],
    ['a mail that could not be sent too', refused(502, 'mail_failed'), { code: 'invalid_input', data: { reason: 'mail_failed' } }],
    ['a missing right is named as such', refused(403, 'not_allowed'), { code: 'not_allowed' }],
    ['so are too many requests', refused(429, 'Too many'), { code: 'rate_limited' }],
    ['a failure of the server is none of the person', refused(500, 'Function exited due to an error'), { code: 'server_failed' }],
    ['without an answer it is the connection', undefined, { code: 'offline' }],
  ])('%s', async (_, response, refusal) => {
    const { requests } = answering(response ? { response } : {});
    await expect(requests.sendInvite(INVITE)).rejects.toMatchObject(refusal);
  });

  test('an RPC says its key, too', async () => {
    const error = { code: 'P0001', message: 'last_owner', details: 'p_user' };
    const { requests } = answering({ rpc: { data: null, error, status: 400 } });
    await expect(requests.removeMember('c1', 'u1')).rejects.toMatchObject({ code: 'invalid_input', data: { reason: 'last_owner' } });
  });
});

test('an address is sent as accounts hold it', async () => {
  const { requests, asked } = answering({ response: refused(422, 'already_member') });
  await expect(requests.sendInvite(INVITE)).rejects.toThrow('invalid_input');
  expect(asked).toEqual([['invite-send', { ...INVITE, email: 'ann@kontor.example' }]]);
});

test('without a connection nothing is asked, and it is said at once', async () => {
  const { requests, asked } = answering({ isOnline: false });
  await expect(requests.leaveCompany('c1')).rejects.toMatchObject({ code: 'offline' });
  expect(asked).toEqual([]);
});
