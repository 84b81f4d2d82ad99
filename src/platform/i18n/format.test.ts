import { expect, test } from 'vitest';
import { documentFormat } from '#domain/documents/document-format.ts';
import {
  currencyDecimals,
  formatBytes,
  formatDay,
  formatInstant,
  formatMoney,
  formatPercent,
  formatRelative,
  formatTime,
  separators,
} from './format.ts';

/** Intl uses no-break spaces. */
const plain = (text: string) => text.replace(/[\u00A0\u202F]/g, ' ');

test('amounts are written as people of the language write them', () => {
  expect(plain(formatMoney(1234.5, 'EUR', 'de'))).toBe('1.234,50 €');
  expect(plain(formatMoney(1234.5, 'EUR', 'en'))).toBe('€1,234.50');
  expect(plain(formatMoney(-3, 'GBP', 'en'))).toBe('-£3.00');
  expect(plain(formatMoney(1000, 'JPY', 'de'))).toBe('1.000 ¥');
});

test('a currency code that Intl refuses still shows the figures', () => {
  expect(plain(formatMoney(12.5, '', 'de'))).toBe('12,50');
});

test('decimals are the currency’s', () => {
  expect(['EUR', 'JPY', 'KWD', 'nonsense!'].map(currencyDecimals)).toEqual([2, 0, 3, 2]);
});

test('a calendar day is the same day in every timezone', () => {
  expect(formatDay('2026-01-31', 'de')).toBe('31.01.2026');
  expect(formatDay('2026-01-31', 'en')).toBe('31 Jan 2026');
  expect(['de', 'en'].map((language) => formatDay('2026-01-31', language, 'typed'))).toEqual(['31.01.2026', '31/01/2026']);
  expect(formatDay('2028-02-29', 'de', 'long')).toBe('Dienstag, 29. Februar 2028');
  expect(formatDay('not a day', 'de')).toBe('not a day');
});

test.each(['de', 'en'])('a day looks the same alone, with a time and on a document (%s)', (language) => {
  for (const day of ['2026-01-01', '2026-09-09', '2028-02-29', '2026-12-31']) {
    expect(formatInstant(`${day}T13:02:00Z`, language, 'UTC')).toBe(`${formatDay(day, language)}, 13:02`);
    const document = documentFormat({ language: language as 'de' | 'en', currency: 'EUR', currency_position: 'suffix' });
    expect(document.date(day)).toBe(formatDay(day, language));
  }
});

test('times follow the timezone asked for', () => {
  expect(formatTime('2026-11-20T13:02:00Z', 'de', 'Europe/Berlin')).toBe('14:02');
});

test('an age is said in the largest unit that fits', () => {
  const now = Date.parse('2026-11-20T12:00:00Z');
  const ago = (seconds: number, language = 'en') => formatRelative(now - seconds * 1000, now, language);
  expect([ago(5), ago(90), ago(7200), ago(86_400), ago(3 * 86_400, 'de')]).toEqual([
    'now',
    '1 minute ago',
    '2 hours ago',
    'yesterday',
    'vor 3 Tagen',
  ]);
});

test('sizes and percentages', () => {
  expect([0, 999, 2400, 2_400_000].map((bytes) => plain(formatBytes(bytes, 'en')))).toEqual(['0 bytes', '999 bytes', '2 kB', '2.4 MB']);
  expect(plain(formatPercent(19, 'de'))).toBe('19 %');
});

test('separators of a locale', () => {
  expect(separators('de')).toEqual({ decimal: ',', group: '.' });
  expect(separators('en')).toEqual({ decimal: '.', group: ',' });
});
