import { expect, test } from 'vitest';
import type { Access } from '#domain/access/access.ts';
import { SETTINGS, visibleSettings } from './sections.ts';

const access = (keys: string[], isOwner = false): Access => ({ userId: 'u', isOwner, isAdmin: false, keys: new Set(keys) });
const paths = SETTINGS.flatMap(({ sections }) => sections.map(({ path }) => path));
const keysOf = (who: Access | null, known = paths) =>
  visibleSettings(who, known).map(({ key, sections }) => [key, ...sections.map((each) => each.key)]);

test('an owner finds everything, by whom it concerns', () => {
  expect(keysOf(access([], true)).map(([group, ...keys]) => [group, keys.length])).toEqual([
    ['company', 13],
    ['you', 3],
    ['device', 1],
  ]);
});

test('whoever may do nothing in the company still finds what is theirs', () => {
  expect(keysOf(access([]))).toEqual([
    ['company', 'periods', 'user_management'],
    ['you', 'profile', 'security', 'notifications'],
    ['device', 'offline'],
  ]);
});

test('without a company one finds oneself', () => {
  expect(keysOf(null)).toEqual([['you', 'profile', 'security', 'notifications']]);
});

test('a key opens its page, and only pages that exist are shown', () => {
  expect(keysOf(access(['bank_accounts.manage']))[0]).toEqual(['company', 'bank_accounts', 'periods', 'user_management']);
  expect(keysOf(access([], true), ['/settings/mail'])).toEqual([['company', 'mail']]);
});
