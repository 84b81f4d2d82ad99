import { beforeEach, expect, test, vi } from 'vitest';
import { receiveShared } from '#sw/share-target.ts';
import { memoryCaches } from '#tests/support/memory-caches.ts';
import { forgetSharedFiles, takeSharedFiles } from './share-inbox.ts';

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
  const files = await takeSharedFiles();
  expect(files.map(({ name, type, size }) => [name, type, size])).toEqual([
    ['Beleg Müller.jpg', 'image/jpeg', 5],
    ['r.pdf', 'application/pdf', 4],
  ]);
  expect(await takeSharedFiles()).toEqual([]);
});

test('files shared twice before the form opens are all there', async () => {
  await share('/share-target', photo);
  await share('/share-target', photo);
  expect(await takeSharedFiles()).toHaveLength(2);
});

test('anything but an image or a PDF is left out', async () => {
  await share('/share-target', new File(['<b>'], 'page.html', { type: 'text/html' }), new File(['x'], 'none'));
  expect(await takeSharedFiles()).toEqual([]);
});

test('after signing out nothing that was shared is left', async () => {
  await share('/share-target', photo);
  await forgetSharedFiles();
  expect(await takeSharedFiles()).toEqual([]);
});

test('a device without a cache has no shared files', async () => {
  vi.unstubAllGlobals();
  expect(await takeSharedFiles()).toEqual([]);
});
