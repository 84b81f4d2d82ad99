import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { SECURITY_HEADERS } from '#local/server/security-headers.ts';
import { createStaticFiles } from '#local/static.ts';

const dist = mkdtempSync(join(tmpdir(), 'kontor-headers-'));
writeFileSync(join(dist, 'index.html'), '<!doctype html>');
writeFileSync(join(dist, 'sw.js'), 'self');
writeFileSync(join(dist, 'evil.unknown'), '<script>');
afterAll(() => rmSync(dist, { recursive: true, force: true }));
const serve = createStaticFiles(dist);
const policy = new Map(
  (SECURITY_HEADERS['content-security-policy'] ?? '').split('; ').map((rule) => {
    const [name = '', ...sources] = rule.split(' ');
    return [name, sources];
  }),
);

describe('security headers', () => {
  test.each(['/', '/finance/expenses', '/sw.js', '/evil.unknown', '/assets/nothing.js', '/../x'])('go with %s', async (path) => {
    const { headers } = await serve(new Request(`http://localhost${path}`));
    expect(Object.fromEntries(headers)).toMatchObject(SECURITY_HEADERS);
  });

  test('go with a refused method and an unchanged file as well', async () => {
    const refused = await serve(new Request('http://localhost/', { method: 'POST' }));
    expect([refused.status, Object.fromEntries(refused.headers)]).toEqual([405, expect.objectContaining(SECURITY_HEADERS)]);
    const etag = (await serve(new Request('http://localhost/'))).headers.get('etag') ?? '';
    const unchanged = await serve(new Request('http://localhost/', { headers: { 'if-none-match': etag } }));
    expect([unchanged.status, Object.fromEntries(unchanged.headers)]).toEqual([304, expect.objectContaining(SECURITY_HEADERS)]);
  });

  test('a file of unknown kind is never shown as a page', async () => {
    expect((await serve(new Request('http://localhost/evil.unknown'))).headers.get('content-type')).toBe('application/octet-stream');
  });

  test('the policy starts from nothing and allows no inline code, no eval and no other host', () => {
    expect(policy.get('default-src')).toEqual(["'none'"]);
    expect([...policy.values()].flat().filter((source) => /unsafe|\*|https?:|wss?:|strict-dynamic|nonce/.test(source))).toEqual([]);
    expect(policy.get('script-src')).toEqual(["'self'"]);
    expect(policy.get('style-src')).toEqual(["'self'"]);
    expect(policy.get('worker-src')).toEqual(["'self'"]);
    expect(policy.get('connect-src')).toEqual(["'self'"]);
    expect([policy.get('frame-ancestors'), policy.get('base-uri')]).toEqual([["'none'"], ["'none'"]]);
    expect(policy.get('form-action')).toEqual(["'self'"]);
    expect(policy.get('require-trusted-types-for')).toEqual(["'script'"]);
  });

  test('the table for other hosts says what the server sends', () => {
    const text = readFileSync('supabase/HOSTING.md', 'utf8');
    const table = Object.fromEntries([...text.matchAll(/^\| `([\w-]+)` \| `(.+)` \|$/gm)].map(([, name = '', value]) => [name, value]));
    expect(table).toEqual(SECURITY_HEADERS);
  });

  test('the page of the app has no inline script, no inline style and no handler', () => {
    const page = readFileSync('index.html', 'utf8');
    expect(page).not.toMatch(/<script(?![^>]*\ssrc=)[^>]*>|<style|\son\w+=|style=|javascript:/i);
  });
});
