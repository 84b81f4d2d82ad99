import { existsSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { LANGUAGES } from '#platform/i18n/languages.ts';
import { decide } from '#sw/strategy.ts';
import { SHARE_FIELD } from '#sw/messages.ts';
import { appManifest } from './app-manifest.ts';

const origin = 'https://kontor.example';

test.each(LANGUAGES)('the installed app in %s shares to an address that the service worker answers', (language) => {
  const { share_target: target } = appManifest(language);
  const facts = { method: target.method, url: new URL(target.action, origin), origin, isNavigation: true, isPrecached: false };
  expect(decide(facts)).toBe('share');
  expect(target.params.files.map(({ name }) => name)).toEqual([SHARE_FIELD]);
});

test('all languages install the same app', () => {
  expect(new Set(LANGUAGES.map((language) => appManifest(language).id)).size).toBe(1);
});

test.each(LANGUAGES)('every icon that the manifest in %s names is there', (language) => {
  for (const { src } of appManifest(language).icons) expect([src, existsSync(`public${src}`)]).toEqual([src, true]);
});

test.each(LANGUAGES)('receipts of which the app is one reader among others open its form in %s', (language) => {
  const [handler, tables] = appManifest(language).file_handlers;
  expect(handler?.action).toBe(appManifest(language).shortcuts[0]?.url);
  expect(Object.keys(handler?.accept ?? {})).toEqual(['application/pdf', 'application/xml', 'text/xml']);
  expect(tables).toMatchObject({ action: expect.stringMatching(/\/import$/), accept: { 'text/csv': ['.csv'] } });
});

test.each(LANGUAGES)('the pictures that the manifest in %s names are there, as large as it says', (language) => {
  for (const { src, sizes } of appManifest(language).screenshots) {
    const bytes = readFileSync(`public${src}`);
    // A JPEG's frame header: marker, length, precision, height, width.
    const at = [0xc0, 0xc2].map((kind) => bytes.indexOf(Buffer.from([0xff, kind]))).find((found) => found > 0) ?? 0;
    expect([src, `${bytes.readUInt16BE(at + 7)}x${bytes.readUInt16BE(at + 5)}`]).toEqual([src, sizes]);
  }
});

test('shortcuts open pages in the language of the app', () => {
  expect(appManifest('de').shortcuts.every(({ url }) => url.startsWith('/de/'))).toBe(true);
  expect(appManifest('en').shortcuts[0]).toMatchObject({ name: 'New expense', url: '/finance/expenses/create' });
});
