import { expect, test } from 'vitest';
import { directionOf, languageOfPath, pathInLanguage, rootRedirect } from './languages.ts';

test('a path is German exactly when its first segment is de', () => {
  expect(['/', '/de', '/de/finance/expenses', '/depot', '/finance/de'].map(languageOfPath)).toEqual(['en', 'de', 'de', 'en', 'en']);
});

test('every page has the same address in both languages apart from the prefix', () => {
  for (const [en, de] of [
    ['/', '/de'],
    ['/finance/expenses', '/de/finance/expenses'],
    ['/auth/login', '/de/auth/login'],
  ] as const) {
    expect(pathInLanguage(en, 'de')).toBe(de);
    expect(pathInLanguage(de, 'en')).toBe(en);
    expect(pathInLanguage(de, 'de')).toBe(de);
    expect(pathInLanguage(en, 'en')).toBe(en);
  }
});

test('the root follows the cookie first, then the browser; other paths never redirect', () => {
  expect(rootRedirect('/', 'de', ['en'])).toBe('/de');
  expect(rootRedirect('/', 'en', ['de-DE'])).toBeNull();
  expect(rootRedirect('/', undefined, ['fr', 'de-AT', 'en'])).toBe('/de');
  expect(rootRedirect('/', undefined, ['en-GB', 'de'])).toBeNull();
  expect(rootRedirect('/', 'xx', ['de'])).toBeNull();
  expect(rootRedirect('/finance/expenses', 'de', ['de'])).toBeNull();
});

test('Arabic, Persian and Hebrew run from right to left', () => {
  expect(['ar', 'fa', 'he-IL', 'en', 'de'].map(directionOf)).toEqual(['rtl', 'rtl', 'rtl', 'ltr', 'ltr']);
});
