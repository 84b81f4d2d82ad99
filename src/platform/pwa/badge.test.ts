import { afterEach, expect, test, vi } from 'vitest';
import { showBadge } from './badge.ts';

afterEach(() => vi.unstubAllGlobals());

test('the icon has the count, and none once nothing waits', () => {
  const shown: (number | null)[] = [];
  vi.stubGlobal('navigator', {
    setAppBadge: (count: number) => Promise.resolve(void shown.push(count)),
    clearAppBadge: () => Promise.resolve(void shown.push(null)),
  });
  for (const count of [15, 1, 0]) showBadge(count);
  expect(shown).toEqual([15, 1, null]);
});

test('a browser without badges, or one that refuses, is no error', () => {
  vi.stubGlobal('navigator', {});
  expect(() => showBadge(3)).not.toThrow();
  vi.stubGlobal('navigator', { setAppBadge: () => Promise.reject(new DOMException('no', 'NotAllowedError')) });
  expect(() => showBadge(3)).not.toThrow();
});
