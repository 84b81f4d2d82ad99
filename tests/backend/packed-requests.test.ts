import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createPackingFetch } from '#platform/supabase/packing-fetch.ts';
import { type Backend, startBackend } from '#tests/support/backend.ts';

const MB = 1024 * 1024;

let backend: Backend;
beforeAll(async () => {
  backend = await startBackend();
});
afterAll(() => backend?.stop());

type Sending = { encoding?: string; send?: typeof fetch };

function call(name: string, body: Uint8Array | string, { encoding, send = fetch }: Sending = {}): Promise<Response> {
  const headers = {
    apikey: backend.serviceRoleKey,
    'content-type': 'application/json',
    ...(encoding === undefined ? {} : { 'content-encoding': encoding }),
  };
  return send(`${backend.url}/rest/v1/${name}`, { method: 'POST', headers, body: body as BodyInit });
}
const keys = (body: Uint8Array | string, sending?: Sending): Promise<Response> => call('permissions', body, sending);
const isUp = async (): Promise<boolean> =>
  (await fetch(`${backend.url}/rest/v1/companies`, { headers: { apikey: backend.serviceRoleKey } })).status === 200;

describe('a packed request', () => {
  test.each(['gzip', 'GZIP', 'x-gzip'])('is read as what was packed (%s)', async (encoding) => {
    const text = JSON.stringify({ key: 'packed.ünïcode', nonsense: 1 });
    const [plain, packed] = [await keys(text), await keys(gzipSync(text), { encoding })];
    expect([packed.status, await packed.text()]).toEqual([plain.status, await plain.text()]);
    expect(plain.status).toBe(400);
    expect((await call('rpc/rotate_epoch', gzipSync('{"p_company":"00000000-0000-7000-8000-00000000dead"}'), { encoding })).status).toBe(
      204,
    );
  });

  test('as the app packs it, it is what the app would have sent', async () => {
    const changes = Array.from({ length: 200 }, (_, n) => ({ id: n, description: `Größe ${n}` }));
    const asked = JSON.stringify({ p_company: '00000000-0000-7000-8000-00000000dead', p_changes: changes });
    const answers = [];
    for (const send of [fetch, createPackingFetch(fetch)]) {
      const response = await call('rpc/sync_push', asked, { send });
      answers.push([response.status, await response.text()]);
    }
    expect(answers[0]).toEqual(answers[1]);
  });

  test('that holds more than a plain one may is refused, however little it is', async () => {
    const bomb = gzipSync(Buffer.alloc(64 * MB, ' '));
    expect(bomb.length).toBeLessThan(MB);
    const refused = await keys(bomb, { encoding: 'gzip' });
    expect([refused.status, await refused.json()]).toMatchObject([413, { code: '413' }]);
    expect((await keys(gzipSync(Buffer.alloc(8 * MB + 1, ' ')), { encoding: 'gzip' })).status).toBe(413);
    expect((await keys(gzipSync(Buffer.alloc(8 * MB, ' ')), { encoding: 'gzip' })).status).toBe(400);
    expect(await isUp()).toBe(true);
  });

  test('with what is nested too deeply is refused like a plain one', async () => {
    const deep = gzipSync(`{"p_changes":${'['.repeat(200_000)}${']'.repeat(200_000)}}`);
    expect((await call('rpc/sync_push', deep, { encoding: 'gzip' })).status).toBe(413);
    expect(await isUp()).toBe(true);
  });

  test('that is cut off, or none at all, is malformed', async () => {
    const whole = gzipSync(JSON.stringify({ key: 'x'.repeat(5000) }));
    expect((await keys(whole.subarray(0, -12), { encoding: 'gzip' })).status).toBe(400);
    expect((await keys('{"key":"plain"}', { encoding: 'gzip' })).status).toBe(400);
    expect(await isUp()).toBe(true);
  });

  test.each(['br', 'deflate', 'gzip, gzip'])('packed another way (%s) is told what can be read', async (encoding) => {
    const refused = await keys('{}', { encoding });
    expect([refused.status, refused.headers.get('accept-encoding')]).toEqual([415, 'gzip']);
  });
});
