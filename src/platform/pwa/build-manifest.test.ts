import { expect, test } from 'vitest';
import { latestBuildId } from './build-manifest.ts';

const answering = (body: string, init?: ResponseInit) => latestBuildId(async () => new Response(body, init));

test('the newest build is what the build manifest says', async () => {
  expect(await answering('{"buildId":"abc","builtAt":"2026-01-31T09:00:00Z"}')).toBe('abc');
});

test.each([
  ['<!doctype html>', {}],
  ['{"buildId":7}', {}],
  ['null', {}],
  ['{"buildId":"abc"}', { status: 503 }],
])('anything else is no answer: %s', async (body, init) => {
  expect(await answering(body, init)).toBeNull();
});

test('no network is no answer', async () => {
  expect(await latestBuildId(() => Promise.reject(new TypeError('Failed to fetch')))).toBeNull();
});
