import { beforeEach, expect, test, vi } from 'vitest';
import { memoryCaches } from '#tests/support/memory-caches.ts';
import { keepPreviousAssets, previousAsset } from './previous-build.ts';

const at = (path: string) => `https://kontor.example${path}`;
const kept = async (path: string) => (await previousAsset(new Request(at(path))))?.text();

async function precached(...paths: string[]) {
  await caches.delete('precache');
  const cache = await caches.open('precache');
  for (const path of paths) await cache.put(at(path), new Response(path));
}

beforeEach(() => vi.stubGlobal('caches', memoryCaches()));

test('hashed files that the new build no longer has are kept for one release', async () => {
  await precached('/assets/a-1.js', '/assets/shared-1.js', '/index.html?__WB_REVISION__=1');
  await keepPreviousAssets('precache', new Set([at('/assets/a-2.js'), at('/assets/shared-1.js')]));
  expect(await kept('/assets/a-1.js')).toBe('/assets/a-1.js');
  expect(await kept('/assets/shared-1.js')).toBeUndefined();
  expect(await kept('/index.html?__WB_REVISION__=1')).toBeUndefined();

  await precached('/assets/a-2.js');
  await keepPreviousAssets('precache', new Set([at('/assets/a-3.js')]));
  expect(await kept('/assets/a-2.js')).toBe('/assets/a-2.js');
  expect(await kept('/assets/a-1.js')).toBeUndefined();
});

test('a worker that starts again without a new build forgets nothing', async () => {
  await precached('/assets/a-1.js');
  await keepPreviousAssets('precache', new Set([at('/assets/a-2.js')]));
  await precached('/assets/a-2.js');
  await keepPreviousAssets('precache', new Set([at('/assets/a-2.js')]));
  expect(await kept('/assets/a-1.js')).toBe('/assets/a-1.js');
});
