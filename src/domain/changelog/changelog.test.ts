import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { changeKey, newSince, parseChangelog, seenOf } from './changelog.ts';

const TEXT = `# Changelog

What changed. Newest first.

## 1.1.0 — 2026-03-01

- Recurring invoices
  with a preview.
- Reports.

## 1.0.0
- First.
`;

test('versions come with their day and their changes, a wrapped line belongs to its change', () => {
  expect(parseChangelog(TEXT)).toEqual([
    { version: '1.1.0', date: '2026-03-01', changes: ['Recurring invoices with a preview.', 'Reports.'] },
    { version: '1.0.0', date: '', changes: ['First.'] },
  ]);
});

test('new is what was added since the last visit, in a known version too; on a first visit nothing is', () => {
  const releases = parseChangelog(TEXT);
  expect([...newSince(releases, null)]).toEqual([]);
  expect([...newSince(releases, seenOf(releases))]).toEqual([]);
  expect([...newSince(releases, { '1.0.0': 1 })]).toHaveLength(2);
  expect([...newSince(releases, { '1.0.0': 1, '1.1.0': 1 })]).toEqual([changeKey('1.1.0', 'Reports.')]);
});

test('the changelog is there in both languages with the same versions, days and number of changes', () => {
  const read = (path: string) => parseChangelog(readFileSync(new URL(`../../../${path}`, import.meta.url), 'utf8'));
  const shape = (path: string) => read(path).map(({ version, date, changes }) => `${version} ${date} ${changes.length}`);
  expect(shape('CHANGELOG.md').length).toBeGreaterThan(0);
  expect(shape('locales/de/changelog.md')).toEqual(shape('CHANGELOG.md'));
});
