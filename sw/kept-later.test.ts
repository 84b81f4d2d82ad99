import { beforeEach, expect, test, vi } from 'vitest';
import { memoryCaches } from '#tests/support/memory-caches.ts';
import { isKeptLater, keepLater, keptLater } from './kept-later.ts';
import { previousAsset } from './previous-build.ts';

const OLD = 'https://kontor.example/assets/inter-1.ttf';
const SAME = 'https://kontor.example/assets/serif-1.ttf';
const NEW = 'https://kontor.example/assets/inter-2.ttf';
const kept = async (url: string) => (await keptLater(new Request(url)))?.text();
const served = vi.fn<(url: string) => Promise<Response>>(async (url: string) => new Response(url));

beforeEach(() => {
  vi.stubGlobal('caches', memoryCaches());
  served.mockClear();
});

test('what is on the device is not fetched again, and what a new build does not name is there for a tab that still runs the old one', async () => {
  await keepLater([OLD, SAME], served);
  await keepLater([NEW, SAME], served);
  expect(served.mock.calls.flat()).toEqual([OLD, SAME, NEW]);
  expect(await Promise.all([OLD, SAME, NEW].map(kept))).toEqual([undefined, SAME, NEW]);
  const former = await Promise.all([OLD, SAME].map((url) => previousAsset(new Request(url))));
  expect([await former[0]?.text(), former[1]]).toEqual([OLD, undefined]);
});

test('a file that could not be had leaves the old ones where they are and is fetched the next time', async () => {
  await keepLater([OLD], served);
  await keepLater([NEW, SAME], async (url) => (url === NEW ? new Response('', { status: 502 }) : served(url)));
  await keepLater([NEW, SAME], () => Promise.reject(new TypeError('no network')));
  expect(await Promise.all([OLD, SAME, NEW].map(kept))).toEqual([OLD, SAME, undefined]);
  await keepLater([NEW, SAME], served);
  expect(await Promise.all([OLD, SAME, NEW].map(kept))).toEqual([undefined, SAME, NEW]);
});

test('asked for twice at once, each file is fetched once', async () => {
  await Promise.all([keepLater([OLD, SAME], served), keepLater([OLD, SAME], served)]);
  expect(served.mock.calls.flat()).toEqual([OLD, SAME]);
});

test('fonts and what reads the pages of a PDF are kept later, the app itself at once', () => {
  const files = [
    '/assets/inter-1.ttf',
    '/assets/pdf-text.worker-Q1f.js',
    '/assets/pdf.worker-Sz.js',
    '/assets/received.worker-Bt.js',
    '/index.html',
  ];
  expect(files.filter(isKeptLater)).toEqual(files.slice(0, 2));
});
