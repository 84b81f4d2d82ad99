import { expect, test } from 'vitest';
import { keptUntil, retentionYears } from './retention.ts';

test.each([
  ['DE', 8, 10],
  ['AT', 7, 7],
  ['CH', 10, 10],
  ['GB', 6, 6],
  ['FR', 10, 10],
  ['', 10, 10],
])('%s keeps documents for %i years and books for %i', (country, documents, books) => {
  expect([retentionYears(country, 'documents'), retentionYears(country, 'books')]).toEqual([documents, books]);
});

test('a document is kept from the end of its year, or of that in which it was booked', () => {
  expect(keptUntil('DE', 'documents', ['2026-01-01'])).toBe('2034-12-31');
  expect(keptUntil('DE', 'documents', ['2025-12-31', '2026-01-02T09:00:00Z', null])).toBe('2034-12-31');
  expect(keptUntil('GB', 'documents', ['2026-12-31'])).toBe('2032-12-31');
});

test('what is not booked yet has no end', () => {
  expect(keptUntil('DE', 'documents', [null])).toBeNull();
  expect(keptUntil('DE', 'books', [])).toBeNull();
});
