import { expect, test, vi } from 'vitest';
import { ownPath, pathOfClick, readMessage, showPush } from './shown-messages.ts';

const ORIGIN = 'https://books.example.com';
const MESSAGE = {
  title: 'Küstenkontor',
  body: '2 expenses await your approval\n€34.50',
  lang: 'en',
  tag: 'approvals 1',
  path: '/company/select-current?company=1&next=%2Ffinance%2Fexpenses',
  badge: 2,
};
const scope = (setAppBadge?: (count: number) => Promise<void>) => {
  const showNotification = vi.fn<(title: string, options: object) => Promise<void>>(async () => undefined);
  return { registration: { showNotification }, navigator: setAppBadge ? { setAppBadge } : {}, location: { origin: ORIGIN } };
};

test('a message is shown as it was sent, with the number on the icon', async () => {
  const setAppBadge = vi.fn<(count: number) => Promise<void>>(async () => undefined);
  const given = scope(setAppBadge);
  await showPush(given, JSON.stringify(MESSAGE));
  const { title, path, badge, ...options } = MESSAGE;
  expect(given.registration.showNotification).toHaveBeenCalledWith(title, expect.objectContaining({ ...options, data: { path } }));
  expect(setAppBadge).toHaveBeenCalledWith(badge);
});

test('a message is shown where there are no badges, where they are not allowed, and where none is needed', async () => {
  const refused = scope(() => Promise.reject(new Error('not allowed')));
  const unused = vi.fn<(count: number) => Promise<void>>(async () => undefined);
  for (const [given, message] of [
    [scope(), MESSAGE],
    [refused, MESSAGE],
    [scope(unused), { ...MESSAGE, badge: 0 }],
  ] as const) {
    await showPush(given, JSON.stringify(message));
    expect(given.registration.showNotification).toHaveBeenCalledTimes(1);
  }
  expect(unused).not.toHaveBeenCalled();
});

test.each(['', 'nonsense', 'null', '[]', '{"title":1,"body":{},"path":5,"badge":"x"}'])('%s is still a message, and leads home', (data) => {
  expect(readMessage(data, ORIGIN)).toMatchObject({ title: 'Kontor', body: '', path: '/', badge: 0 });
});

test.each([
  ['/finance/expenses?status=pending', '/finance/expenses?status=pending'],
  ['//evil.example/x', '/'],
  ['/\\evil.example/x', '/'],
  ['https://evil.example/x', '/'],
  ['javascript:alert(1)', '/'],
])('a click on a message with the path %s leads to %s', (path, expected) => {
  expect(ownPath(path, ORIGIN)).toBe(expected);
  expect(pathOfClick({ path }, ORIGIN)).toBe(expected);
});

test('a click on a message of an older version leads home', () => {
  expect(pathOfClick(undefined, ORIGIN)).toBe('/');
});

test('what is endless is cut', () => {
  const { title, body, badge } = readMessage(JSON.stringify({ title: 'x'.repeat(200), body: 'y'.repeat(2000), badge: 12_345.6 }), ORIGIN);
  expect([title.length, body.length, badge]).toEqual([100, 500, 999]);
});
