import { firstValueFrom } from 'rxjs';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { type LocalCompany, localCompany } from '#tests/support/local-company.ts';
import { clearCachedFiles, recordCounts, watchCachedFiles } from './device-contents.ts';

let company: LocalCompany;
beforeEach(async () => {
  company = await localCompany();
});
afterEach(() => company.stop());

const kept = (id: string, company_id: string, size: number) => ({
  id,
  company_id,
  sha256: 'a'.repeat(64),
  mime_type: 'image/jpeg',
  size,
  bytes: new Blob(['x']),
  used_at: '2026-01-01T00:00:00Z',
});

test('clearing kept files touches neither waiting receipts nor other companies', async () => {
  const { device, companyId } = company.db;
  await device.cached_files.bulkPut([kept('a', companyId, 100), kept('thumb:a', companyId, 5), kept('b', 'other', 100)]);
  expect(await firstValueFrom(watchCachedFiles(company.db))).toEqual({ count: 1, bytes: 105 });
  await device.receipts.put({ id: 'w', company_id: companyId } as never);
  await clearCachedFiles(company.db);
  expect(await firstValueFrom(watchCachedFiles(company.db))).toEqual({ count: 0, bytes: 0 });
  expect(await device.cached_files.count()).toBe(1);
  expect(await device.receipts.count()).toBe(1);
});

test('an empty device counts nothing', async () => {
  expect(Object.values(await recordCounts(company.db)).every((count) => count === 0)).toBe(true);
});
