import { gunzipSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { createPackingFetch } from './packing-fetch.ts';

const PUSH = 'https://kontor.example/rest/v1/rpc/sync_push';
const large = JSON.stringify({ p_changes: Array.from({ length: 200 }, (_, n) => ({ id: n, description: 'A day at the fair' })) });

type Sent = { readonly isPacked: boolean; readonly bytes: number; readonly text: string; readonly authorization: string | null };

/** A server that answers requests, packed ones and others, with these statuses. */
function server({ packed, plain }: { packed: number; plain: number }) {
  const sent: Sent[] = [];
  const send = (async (input: string, init?: RequestInit) => {
    const request = new Request(input, init);
    const bytes = Buffer.from(await request.arrayBuffer());
    const isPacked = request.headers.get('content-encoding') === 'gzip';
    const text = (isPacked ? gunzipSync(bytes) : bytes).toString();
    sent.push({ isPacked, bytes: bytes.length, text, authorization: request.headers.get('authorization') });
    return new Response('{}', { status: isPacked ? packed : plain });
  }) as typeof fetch;
  const pushing = createPackingFetch(send);
  const push = async (body: string, to = PUSH) =>
    (await pushing(to, { method: 'POST', body, headers: { authorization: 'Bearer ann' } })).status;
  return { sent, push };
}

test('[SYNC-39] a large push goes packed, with all that goes along with it', async () => {
  const { sent, push } = server({ packed: 200, plain: 500 });
  expect(await push(large)).toBe(200);
  expect(sent).toMatchObject([{ isPacked: true, text: large, authorization: 'Bearer ann' }]);
  expect(sent[0]?.bytes).toBeLessThan(large.length / 5);
});

test('a small push, and whatever else is sent, goes as it is', async () => {
  const { sent, push } = server({ packed: 500, plain: 200 });
  expect([await push('{"p_changes":[]}'), await push(large, 'https://kontor.example/auth/v1/token')]).toEqual([200, 200]);
  expect(sent.map(({ isPacked }) => isPacked)).toEqual([false, false]);
});

test.each([400, 415])(
  '[SYNC-39] where a packed push is answered %i it goes once more as it is, and so do those that follow',
  async (status) => {
    const { sent, push } = server({ packed: status, plain: 200 });
    expect([await push(large), await push(large)]).toEqual([200, 200]);
    expect(sent.map(({ isPacked, text }) => [isPacked, text])).toEqual([
      [true, large],
      [false, large],
      [false, large],
    ]);
  },
);

test('a push that is refused either way says nothing against packing', async () => {
  const { sent, push } = server({ packed: 400, plain: 400 });
  expect([await push(large), await push(large)]).toEqual([400, 400]);
  expect(sent.map(({ isPacked }) => isPacked)).toEqual([true, false, true, false]);
});

test.each([401, 413, 500, 503])('a packed push that is answered %i is not sent again', async (status) => {
  const { sent, push } = server({ packed: status, plain: 200 });
  expect(await push(large)).toBe(status);
  expect(sent).toHaveLength(1);
});
