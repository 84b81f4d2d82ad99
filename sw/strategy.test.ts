import { expect, test } from 'vitest';
import { decide, PAST_THE_WORKER, sharedLanding } from './strategy.ts';

const origin = 'https://kontor.example';
const ask = (path: string, facts: Partial<Parameters<typeof decide>[0]> = {}) =>
  decide({ method: 'GET', url: new URL(path, origin), origin, isNavigation: false, isPrecached: false, ...facts });
const open = (path: string) => ask(path, { isNavigation: true });

test.each([
  '/rest/v1/expenses?select=*',
  '/rest/v1/rpc/sync_pull',
  '/auth/v1/token',
  '/auth/v1/verify?token=x',
  '/storage/v1/object/uploads/a.png',
  '/realtime/v1/websocket',
  '/functions/v1/invite-list',
])('the backend is never answered by the worker: %s', (path) => {
  expect(ask(path)).toBe('network');
  expect(open(path)).toBe('network');
  expect(ask(path, { isPrecached: true })).toBe('network');
});

test.each(PAST_THE_WORKER)('what does not pass by the worker is what it would not answer: %s', (pathname) => {
  expect(ask(pathname.replace('*', 'anything'))).toBe('network');
  expect(open(pathname.replace('*', 'anything'))).toBe('network');
});

test.each([
  '/',
  '/de',
  '/auth/login',
  '/de/auth/confirm?code=x',
  '/finance/expenses/018f0000-abcd-7000-8000-000000000001',
  '/settings/offline',
  '/nowhere',
  '/index.html',
])('an opened page is the shell: %s', (path) => expect(open(path)).toBe('shell'));

test.each(['/healthz', '/_mail', '/_mail/1.html', '/build.json', '/assets/main-1a2b.js.map', '/manifest.webmanifest'])(
  'what the server makes itself is not the shell: %s',
  (path) => expect(open(path)).toBe('network'),
);

test('texts, configuration and build files have strategies of their own', () => {
  expect(ask('/locales/de.json?v=1')).toBe('locale');
  expect(ask('/config.json')).toBe('config');
  expect(ask('/assets/ExpensesPage-1a2b.js')).toBe('asset');
  expect(ask('/favicon.svg', { isPrecached: true })).toBe('asset');
  expect(ask('/favicon.svg')).toBe('network');
});

test('the build manifest always comes from the network', () => {
  expect(ask('/build.json', { isPrecached: true })).toBe('network');
});

test('another origin is not the worker’s business', () => {
  expect(
    decide({ method: 'GET', url: new URL('https://project.supabase.co/locales/de.json'), origin, isNavigation: false, isPrecached: true }),
  ).toBe('network');
});

test('only the share target is answered when something is sent', () => {
  expect(ask('/share-target', { method: 'POST', isNavigation: true })).toBe('share');
  expect(ask('/de/share-target', { method: 'POST', isNavigation: true })).toBe('share');
  expect(ask('/finance/share-target', { method: 'POST', isNavigation: true })).toBe('network');
  expect(ask('/assets/a.js', { method: 'HEAD' })).toBe('network');
  expect(ask('/locales/de.json', { method: 'POST' })).toBe('network');
});

test('shared files lead to the form for a new expense, in the language of the installed app', () => {
  expect(sharedLanding('/share-target', { kept: 2, given: 2 })).toBe('/finance/expenses/create?shared=2&of=2');
  expect(sharedLanding('/de/share-target', { kept: 1, given: 3 })).toBe('/de/finance/expenses/create?shared=1&of=3');
});
