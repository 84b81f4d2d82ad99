import { beforeEach, expect, test, vi } from 'vitest';
import { receiveShared } from '#sw/share-target.ts';
import { memoryCaches } from '#tests/support/memory-caches.ts';
import { forgetSharedFiles, type InboxEntry, putSharedFiles, takeSharedFiles } from './share-inbox.ts';

/** Takes all there is, as a form does. */
async function takeAll(): Promise<File[]> {
  const files: File[] = [];
  await takeSharedFiles(async ({ file }) => files.push(file) > 0);
  return files;
}

beforeEach(() => vi.stubGlobal('caches', memoryCaches()));

function share(path: string, ...files: File[]) {
  const body = new FormData();
  for (const file of files) body.append('receipts', file);
  body.append('title', 'from the camera');
  return receiveShared(new Request(`https://kontor.example${path}`, { method: 'POST', body }));
}
const photo = new File(['photo'], 'Beleg Müller.jpg', { type: 'image/jpeg' });
const paper = new File(['%PDF'], 'r.pdf', { type: 'application/pdf' });

test('shared photos and PDFs wait for the form with their names, and are handed out once', async () => {
  await share('/share-target', photo, paper);
  const files = await takeAll();
  expect(files.map(({ name, type, size }) => [name, type, size])).toEqual([
    ['Beleg Müller.jpg', 'image/jpeg', 5],
    ['r.pdf', 'application/pdf', 4],
  ]);
  expect(await takeAll()).toEqual([]);
});

test('files shared twice before the form opens are all there', async () => {
  await share('/share-target', photo);
  await share('/share-target', photo);
  expect(await takeAll()).toHaveLength(2);
});

test('what says that it is neither an image nor a PDF is left out', async () => {
  await share('/share-target', new File(['<b>'], 'page.html', { type: 'text/html' }), new File(['x'], 'a.txt', { type: 'text/plain' }));
  expect(await takeAll()).toEqual([]);
});

test('after signing out nothing that was shared is left', async () => {
  await share('/share-target', photo);
  await forgetSharedFiles();
  expect(await takeAll()).toEqual([]);
});

test('a device without a cache has no shared files', async () => {
  vi.unstubAllGlobals();
  expect(await takeAll()).toEqual([]);
});

test('a file that could not be taken, or whose taker died, is there again under the same id', async () => {
  await share('/share-target', photo);
  const seen: InboxEntry[] = [];
  expect(await takeSharedFiles(async (entry) => seen.push(entry) === 0)).toBe(0);
  await expect(takeSharedFiles(() => Promise.reject(new Error('killed')))).rejects.toThrow('killed');
  expect(await takeSharedFiles(async (entry) => seen.push(entry) > 0)).toBe(1);
  expect(seen[0]?.id).toMatch(/^[0-9a-f-]{36}$/);
  expect(seen[1]?.id).toBe(seen[0]?.id);
});

test('what could not be kept, and what is no receipt, is counted in the address of the form', async () => {
  const answer = await share('/share-target', photo, new File(['<b>'], 'page.html', { type: 'text/html' }));
  expect(answer.headers.get('location')).toMatch(/create\?shared=1&of=2$/);
  const open = caches.open.bind(caches);
  caches.open = async (name) =>
    Object.assign(await open(name), { put: () => Promise.reject(new DOMException('full', 'QuotaExceededError')) });
  expect((await share('/de/share-target', photo)).headers.get('location')).toMatch(/\/de\/.*shared=0&of=1$/);
});

test('a photo taken inside the app waits for the form like one that was shared, and a full disk is counted', async () => {
  expect(await putSharedFiles([photo])).toBe(1);
  expect((await takeAll()).map(({ name }) => name)).toEqual(['Beleg Müller.jpg']);
  const open = caches.open.bind(caches);
  caches.open = async (name) =>
    Object.assign(await open(name), { put: () => Promise.reject(new DOMException('full', 'QuotaExceededError')) });
  expect(await putSharedFiles([photo, paper])).toBe(0);
});
