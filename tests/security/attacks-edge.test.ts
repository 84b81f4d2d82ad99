import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { request } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createSite } from '#local/site.ts';
import { testId } from '#tests/support/builders.ts';
import { isRefused, OURS, type Stage, startStage } from './stage.ts';

const scratch = mkdtempSync(join(tmpdir(), 'kontor-edge-'));
const dist = join(scratch, 'dist');
let stage: Stage;
beforeAll(async () => {
  mkdirSync(join(dist, 'assets'), { recursive: true });
  writeFileSync(join(dist, 'index.html'), '<!doctype html><title>Kontor</title>');
  writeFileSync(join(scratch, 'keys.json'), 'the-secret-beside');
  stage = await startStage({ site: (keys) => createSite({ dist, keys }) });
  await stage.build.vendors({ company_id: OURS, name: 'Ours only' });
});
afterAll(async () => {
  await stage?.stop();
  rmSync(scratch, { recursive: true, force: true });
});

/** A request whose path and host are sent as written: `fetch` would tidy them. */
const bare = (path: string, headers: Record<string, string> = {}): Promise<{ status: number; text: string }> =>
  new Promise((resolve, reject) => {
    const { hostname, port } = new URL(stage.backend.url);
    request({ hostname, port, path, headers }, (answer) => {
      let text = '';
      answer.on('data', (chunk) => (text += String(chunk)));
      answer.on('end', () => resolve({ status: answer.statusCode ?? 0, text }));
    })
      .on('error', reject)
      .end();
  });

describe('size', () => {
  const alive = async (): Promise<void> => {
    expect((await stage.send('viewer', '/rest/v1/vendors')).status).toBe(200);
  };
  const nested = (levels: number): string => `${'['.repeat(levels)}${']'.repeat(levels)}`;
  const deepObject = `${'{"a":'.repeat(6400)}1${'}'.repeat(6400)}`;
  const BODIES: Record<string, () => unknown> = {
    'a list nested 6400 deep': () => `{"p_company":"${OURS}","p_changes":${nested(6400)}}`,
    'a list nested 200000 deep': () => `{"p_company":"${OURS}","p_changes":${nested(200_000)}}`,
    'a document nested 6400 deep': () =>
      `{"p_company":"${OURS}","p_changes":[{"collection":"vendors","id":"${OURS}","op":"upsert","mutation_id":"m","doc":${deepObject}}]}`,
    'depth behind a text that looks closed': () => `{"p_company":"${OURS}","x":"]]]]\\"","p_changes":${nested(6400)}}`,
    'more than 200 changes': () => ({ p_company: OURS, p_changes: Array.from({ length: 201 }, () => ({})) }),
    'no list': () => ({ p_company: OURS, p_changes: { length: 1e9 } }),
    'nine megabytes': () => ({ p_company: OURS, p_changes: ['x'.repeat(9 * 1024 * 1024)] }),
    'half a document': () => '{"p_company":',
  };
  test.each(Object.keys(BODIES))('%s is refused and harms nothing', async (name) => {
    const answer = await stage.send('owner', '/rest/v1/rpc/sync_push', { method: 'POST', body: BODIES[name]?.() });
    expect([answer.status, isRefused(answer)]).toEqual([answer.status, true]);
    await alive();
  });

  test('depth in an address or in the description of a file is refused and harms nothing', async () => {
    const deep = '['.repeat(6400);
    for (const path of [
      `/rest/v1/companies?settings=eq.${deep}`,
      `/rest/v1/companies?settings=eq.${encodeURIComponent('['.repeat(4000))}`,
      `/rest/v1/companies?settings=in.("${deep}")`,
      `/rest/v1/rpc/sync_pull?p_company=${OURS}&p_state=${deep}`,
    ])
      expect(isRefused(await bare(path, { apikey: stage.backend.anonKey, authorization: `Bearer ${await stage.token('owner')}` }))).toBe(
        true,
      );
    const metadata = Buffer.from(`{"a":${nested(4000)}}`).toString('base64');
    const upload = await stage.send('owner', `/storage/v1/object/uploads/${OURS}/${testId(1)}.png`, {
      method: 'POST',
      body: 'x',
      headers: { 'content-type': 'image/png', 'x-metadata': metadata },
    });
    expect(isRefused(upload)).toBe(true);
    await alive();
  });

  test('what people write is not taken for depth', async () => {
    const name = `${'['.repeat(150)} "quoted" \\ {`;
    expect((await stage.send('owner', '/rest/v1/vendors', { method: 'POST', body: { company_id: OURS, name } })).status).toBe(201);
  });

  test('a text beyond its column is refused, not cut', async () => {
    const answer = await stage.send('owner', '/rest/v1/vendors', { method: 'POST', body: { company_id: OURS, name: 'x'.repeat(100_000) } });
    expect(isRefused(answer)).toBe(true);
  });

  test('headers and addresses without end are refused', async () => {
    expect((await stage.send('viewer', '/rest/v1/vendors', { headers: { 'x-long': 'x'.repeat(40_000) } })).status).toBe(431);
    expect((await stage.send('viewer', `/rest/v1/vendors?name=eq.${'x'.repeat(40_000)}`)).status).toBe(431);
    await alive();
  });
});

describe('the files of the app', () => {
  test.each([
    '/../keys.json',
    '/..%2fkeys.json',
    '/%2e%2e/keys.json',
    '/assets/../../keys.json',
    '/assets/..%5c..%5ckeys.json',
    '//keys.json',
    '/%252e%252e/keys.json',
    '/.%00/../keys.json',
    '/assets/%c0%ae%c0%ae/keys.json',
    '/file:///etc/passwd',
    'http://elsewhere.example/../keys.json',
  ])('%s leads nowhere else', async (path) => {
    const { status, text } = await bare(path);
    expect(text).not.toMatch(/the-secret-beside|root:/);
    expect(status).toBeLessThan(500);
  });

  test('a host that is none is not repeated in the configuration', async () => {
    for (const host of ['evil.example/path', 'a"b', 'user@evil.example', '<script>', 'x:99999999'])
      expect((await bare('/config.json', { host })).text).not.toContain(host.slice(0, 6));
  });

  test('the configuration names the public key only', async () => {
    const { text } = await bare('/config.json');
    expect(text).not.toContain(stage.backend.serviceRoleKey);
    expect(text).not.toContain(stage.backend.jwtSecret);
    expect(JSON.parse(text)).toHaveProperty('supabaseAnonKey', stage.backend.anonKey);
  });

  test('another origin may ask the API with a token of its own, never with ours: nothing hangs on cookies', async () => {
    const answer = await stage.send('anonymous', '/rest/v1/vendors', {
      headers: { origin: 'https://evil.example', cookie: `sb-token=${await stage.token('owner')}` },
    });
    expect([answer.status, answer.headers.get('access-control-allow-credentials'), answer.headers.get('set-cookie')]).toEqual([
      401,
      null,
      null,
    ]);
    const page = await fetch(`${stage.backend.url}/`, { headers: { origin: 'https://evil.example' } });
    expect(page.headers.get('access-control-allow-origin')).toBeNull();
  });
});
