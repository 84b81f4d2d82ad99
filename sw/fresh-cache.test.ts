import { beforeEach, expect, test, vi } from 'vitest';
import { memoryCaches } from '#tests/support/memory-caches.ts';
import { createFreshCache, LOCALE_LIFETIME_MS, PATIENCE_MS } from './fresh-cache.ts';

let nowMs: number;
let network: () => Promise<Response>;
let asked: number;
let answer: (path: string) => Promise<string>;
const offline = async () => {
  throw new TypeError('Failed to fetch');
};
const says = (text: string) => async () => new Response(text);

beforeEach(() => {
  nowMs = 1_000_000;
  asked = 0;
  const cached = createFreshCache({
    cacheName: 'locales',
    lifetimeMs: LOCALE_LIFETIME_MS,
    caches: memoryCaches(),
    nowMs: () => nowMs,
    fetch: () => {
      asked += 1;
      return network();
    },
    lastResort: async ({ url }) => (url.includes('/precached') ? new Response('precached') : undefined),
  });
  answer = async (path) => (await cached(new Request(`https://kontor.example${path}`))).text();
});

test('texts are asked for once in 24 hours', async () => {
  network = says('one');
  expect(await answer('/de.json?v=1')).toBe('one');
  network = says('two');
  nowMs += LOCALE_LIFETIME_MS - 1;
  expect(await answer('/de.json?v=1')).toBe('one');
  expect(asked).toBe(1);
  nowMs += 1;
  expect(await answer('/de.json?v=1')).toBe('two');
});

test('a new build gets its own texts at once', async () => {
  network = says('one');
  await answer('/de.json?v=1');
  network = says('two');
  expect(await answer('/de.json?v=2')).toBe('two');
});

test('without a network old texts, those of another build, or the precached ones are used', async () => {
  network = says('one');
  await answer('/de.json?v=1');
  network = offline;
  nowMs += 40 * LOCALE_LIFETIME_MS;
  expect(await answer('/de.json?v=1')).toBe('one');
  expect(await answer('/de.json?v=2')).toBe('one');
  expect(await answer('/precached.json?v=2')).toBe('precached');
  await expect(answer('/en.json?v=1')).rejects.toThrow('Failed to fetch');
});

test('a broken server counts as no network, and its answer is not kept', async () => {
  network = says('one');
  await answer('/de.json?v=1');
  nowMs += LOCALE_LIFETIME_MS;
  network = async () => new Response('oops', { status: 503 });
  expect(await answer('/de.json?v=1')).toBe('one');
  await expect(answer('/en.json?v=1')).rejects.toThrow('503');
});

test('a clock that was set back does not make texts fresh for ever', async () => {
  network = says('one');
  await answer('/de.json?v=1');
  nowMs -= 10;
  network = says('two');
  expect(await answer('/de.json?v=1')).toBe('two');
});

test('a network that hangs loses against what is there, and is waited for when nothing is', async () => {
  vi.useFakeTimers();
  try {
    network = says('one');
    await answer('/de.json?v=1');
    nowMs += LOCALE_LIFETIME_MS;
    network = () => new Promise((resolve) => setTimeout(() => resolve(new Response('late')), 10_000));
    const slow = answer('/de.json?v=1');
    const nothing = answer('/en.json?v=1');
    await vi.advanceTimersByTimeAsync(PATIENCE_MS);
    expect(await slow).toBe('one');
    await vi.advanceTimersByTimeAsync(7000);
    expect(await nothing).toBe('late');
  } finally {
    vi.useRealTimers();
  }
});
