import { install, type Clock as FakeClock } from '@sinonjs/fake-timers';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { createRetryingFetch } from './retrying-fetch.ts';

let time: FakeClock;
beforeEach(() => void (time = install({ toFake: ['setTimeout', 'clearTimeout', 'Date'] })));
afterEach(() => time.uninstall());

function server(...answers: (number | 'fails' | 'hangs')[]) {
  const asked: string[] = [];
  const send = ((_url: string, init?: RequestInit) => {
    const answer = answers[Math.min(asked.length, answers.length - 1)];
    asked.push(init?.method ?? 'GET');
    if (answer === 'fails') return Promise.reject(new TypeError('Failed to fetch'));
    if (answer === 'hangs')
      return new Promise((_resolve, reject) => init?.signal?.addEventListener('abort', () => reject(init.signal?.reason as Error)));
    return Promise.resolve(new Response('{}', { status: answer as number }));
  }) as typeof fetch;
  return { asked, request: createRetryingFetch({ fetch: send, isOnline: () => true }) };
}

async function settled(promise: Promise<Response>): Promise<string> {
  const outcome = promise.then(
    (response) => String(response.status),
    (error: Error) => error.name,
  );
  await time.runAllAsync();
  return outcome;
}

test.each([408, 409, 425, 429, 500, 502, 503, 504])('a GET answered %i is asked once more, and no oftener', async (status) => {
  const { asked, request } = server(status);
  expect([await settled(request('/x')), asked.length]).toEqual([String(status), 2]);
});

test.each(['POST', 'PUT', 'PATCH', 'DELETE'])('a %s is never repeated, neither on a status nor after a failed fetch', async (method) => {
  const refused = server(503);
  expect([await settled(refused.request('/x', { method })), refused.asked.length]).toEqual(['503', 1]);
  const failed = server('fails');
  expect([await settled(failed.request('/x', { method })), failed.asked.length]).toEqual(['TypeError', 1]);
});

test('other statuses are answers, not faults', async () => {
  for (const status of [200, 400, 401, 403, 404, 501]) {
    const { asked, request } = server(status);
    expect([await settled(request('/x')), asked.length]).toEqual([String(status), 1]);
  }
});

test('a failed fetch of a GET is tried again up to three times', async () => {
  const recovering = server('fails', 'fails', 200);
  expect([await settled(recovering.request('/x')), recovering.asked.length]).toEqual(['200', 3]);
  const dead = server('fails');
  expect([await settled(dead.request('/x')), dead.asked.length]).toEqual(['TypeError', 4]);
});

test('an aborted request is not repeated', async () => {
  const { asked, request } = server('hangs');
  const abort = new AbortController();
  const outcome = request('/x', { signal: abort.signal }).catch((error: Error) => error.name);
  abort.abort();
  expect([await outcome, asked.length]).toEqual(['AbortError', 1]);
});

test('a server that does not answer is given up after 10 s, an upload gets longer by its size', async () => {
  const { request } = server('hangs');
  let gaveUpAt = -1;
  void request('/x', { method: 'POST' }).catch(() => (gaveUpAt = Date.now()));
  await time.tickAsync(20_000);
  expect(gaveUpAt).toBe(10_000);
  let uploadGaveUpAt = -1;
  void request('/x', { method: 'POST', body: new Blob([new Uint8Array(1_000_000)]) }).catch(() => (uploadGaveUpAt = Date.now()));
  await time.tickAsync(100_000);
  expect(uploadGaveUpAt).toBe(20_000 + 10_000 + 50_000);
});

test('[SYNC-39] 120 changes get through at 4 kB a second: their time grows with their bytes', async () => {
  const { request } = server('hangs');
  const body = 'x'.repeat(120 * 1024);
  let gaveUpAt = -1;
  void request('/rpc/sync_push', { method: 'POST', body }).catch(() => (gaveUpAt = Date.now()));
  await time.tickAsync((1000 * body.length) / 4_000);
  expect(gaveUpAt).toBe(-1);
  await time.tickAsync(60_000);
  expect(gaveUpAt).toBe(10_000 + (1000 * body.length) / 3_000);
});

test('[SYNC-39] an answer that has begun gets a minute for the rest of it, and no more', async () => {
  const send = ((_url: string, init?: RequestInit) => {
    const rest = new Promise((_resolve, reject) => init?.signal?.addEventListener('abort', () => reject(init.signal?.reason as Error)));
    return Promise.resolve({ status: 200, statusText: '', headers: new Headers(), arrayBuffer: () => rest });
  }) as unknown as typeof fetch;
  let gaveUpAt = -1;
  void createRetryingFetch({ fetch: send })('/x').catch(() => (gaveUpAt = Date.now()));
  await time.tickAsync(59_999);
  expect(gaveUpAt).toBe(-1);
  await time.tickAsync(60_000);
  expect(gaveUpAt).toBe(60_000);
});

test('an answer cut off half-way counts as a failed fetch', async () => {
  let calls = 0;
  const send = (() => {
    calls += 1;
    const cut = new ReadableStream({ pull: (controller) => controller.error(new TypeError('terminated')) });
    return Promise.resolve(new Response(calls === 1 ? cut : '{"whole":true}'));
  }) as unknown as typeof fetch;
  const answer = createRetryingFetch({ fetch: send, isOnline: () => true })('/x').then((response) => response.json());
  await time.runAllAsync();
  expect(await answer).toEqual({ whole: true });
});

test('an answer without a body stays one, also where the browser gives it an empty stream', async () => {
  const send = (() =>
    Promise.resolve({
      status: 204,
      statusText: '',
      headers: new Headers(),
      body: new ReadableStream(),
      arrayBuffer: () => Promise.resolve(new ArrayBuffer(0)),
    })) as unknown as typeof fetch;
  const answer = await createRetryingFetch({ fetch: send, isOnline: () => true })('/x', { method: 'DELETE' });
  expect([answer.status, answer.body]).toEqual([204, null]);
});
