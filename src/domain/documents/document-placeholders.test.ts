import { expect, test } from 'vitest';
import { filledText } from './document-placeholders.ts';

const issued = {
  number: 'INV-7',
  issue_date: '2026-01-31',
  due_date: '2026-02-14',
  due_days: 14,
  language: 'de',
  currency: 'EUR',
  seller: { letterhead: {} },
} as const;

test('texts name number, days and dates of their own document, in its language', () => {
  expect(filledText('{number} vom {issue_date}: bis {due_date} ({days} Tage)', issued)).toBe(
    'INV-7 vom 31.01.2026: bis 14.02.2026 (14 Tage)',
  );
  expect(filledText('by {due_date}', { ...issued, language: 'en' })).toBe('by 14 Feb 2026');
});

test('what a draft lacks is left open, and other braces stay as they were typed', () => {
  expect(filledText('{number}, {due_date}, {days}', { ...issued, number: null, due_date: null })).toBe('…, …, 14');
  expect(filledText('{Number} {toString} {} { number }', issued)).toBe('{Number} {toString} {} { number }');
});

test('a value is never filled itself', () => {
  expect(filledText('{number}', { ...issued, number: '{days}' })).toBe('{days}');
});

test('what was issued before there were placeholders stays as it went out', () => {
  for (const seller of [null, {}]) expect(filledText('{number}', { ...issued, seller })).toBe('{number}');
  expect(filledText('{days}', { ...issued, number: null, seller: null })).toBe('14');
});
