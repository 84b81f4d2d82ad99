import { expect, test } from 'vitest';
import { loadConfig } from './config.ts';

const config = { supabaseUrl: 'http://localhost:4173', supabaseAnonKey: 'anon' };
function memoryStore() {
  const values = new Map<string, string>();
  return {
    get: (key: string) => values.get(key) ?? null,
    set: (key: string, value: string) => !!values.set(key, value),
    remove: (key: string) => void values.delete(key),
    keys: () => [...values.keys()],
    clear: () => values.clear(),
  };
}
const answers = (body: string) => (() => Promise.resolve(new Response(body))) as typeof fetch;
const offline = (() => Promise.reject(new TypeError('Failed to fetch'))) as typeof fetch;

test('offline, the last copy of config.json is used', async () => {
  const store = memoryStore();
  await loadConfig({ fetch: answers(JSON.stringify(config)), store });
  expect(await loadConfig({ fetch: offline, store })).toEqual(config);
});

test('without a copy the lack of a connection is said', async () => {
  await expect(loadConfig({ fetch: offline, store: memoryStore() })).rejects.toMatchObject({ code: 'offline' });
});

test('a page served in place of config.json is refused and does not replace the copy', async () => {
  const store = memoryStore();
  await expect(loadConfig({ fetch: answers('<!doctype html>'), store })).rejects.toMatchObject({ code: 'server_failed' });
  await loadConfig({ fetch: answers(JSON.stringify(config)), store });
  expect(await loadConfig({ fetch: answers('{}'), store })).toEqual(config);
});
