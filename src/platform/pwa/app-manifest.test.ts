import { existsSync } from 'node:fs';
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
  const [handler] = appManifest(language).file_handlers;
  expect(handler?.action).toBe(appManifest(language).shortcuts[0]?.url);
  expect(Object.keys(handler?.accept ?? {})).toEqual(['application/pdf', 'application/xml', 'text/xml']);
});

test('shortcuts open pages in the language of the app', () => {
  expect(appManifest('de').shortcuts.every(({ url }) => url.startsWith('/de/'))).toBe(true);
  expect(appManifest('en').shortcuts[0]).toMatchObject({ name: 'New expense', url: '/finance/expenses/create' });
});
