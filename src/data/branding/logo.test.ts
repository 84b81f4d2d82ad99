import { afterEach, beforeEach, expect, test } from 'vitest';
import { writeStored } from '#data/core/stored.ts';
import { companySettingsSchema } from '#domain/companies/company-settings.ts';
import { type LocalCompany, localCompany } from '#tests/support/local-company.ts';
import { changeLogo, logoBytes, removeLogo } from './logo.ts';

let company: LocalCompany;
let objects: Map<string, Blob>;
beforeEach(async () => {
  company = await localCompany();
  objects = new Map();
  const { companyId } = company.ctx;
  const at = '2026-01-31T09:00:00.000Z';
  const stamps = { id: companyId, company_id: companyId, created_at: at, updated_at: at, rev: 'srv-1' };
  const record = { ...stamps, name: 'Nordlicht', logo_path: null, settings: companySettingsSchema.parse({}), bank_accounts: [] };
  await company.db.exclusive(() => writeStored(company.db, 'companies', new Map([[companyId, record]])));
});
afterEach(() => company.stop());

/** A bucket as the storage service is, without the way to it. */
const bucket = async () => ({
  upload: async (path: string, bytes: Blob) => {
    objects.set(path, bytes);
    return { data: { path }, error: null };
  },
  download: async (path: string) => ({ data: objects.get(path) ?? null, error: objects.has(path) ? null : new Error('not found') }),
});
const online = { bucket, isOnline: () => true };
const logo = (text: string) => ({ bytes: new Blob([text], { type: 'image/png' }), mime: 'image/png' as const, extension: 'png' as const });
const pathNow = async () => (await company.db.collections.companies.findOne(company.ctx.companyId).exec())?.logo_path ?? null;
const change = async (text: string) => {
  await changeLogo(company.db, logo(text), company.ctx, online);
  return (await pathNow()) ?? '';
};

test('a new logo leaves those before where they are, on this device too: documents that were issued with them are printed with them', async () => {
  const paths = [await change('one'), await change('two'), await change('three')];
  expect([...objects.keys()]).toEqual(paths);
  const offline = { bucket, isOnline: () => false };
  const texts = paths.map(async (path) => (await logoBytes(company.db, path, offline))?.text());
  expect(await Promise.all(texts)).toEqual(['one', 'two', 'three']);
});

test('a removed logo is still there for a company that gets it back', async () => {
  const path = await change('one');
  await removeLogo(company.db, company.ctx, online);
  expect([await pathNow(), objects.has(path)]).toEqual([null, true]);
});

test('documents made offline carry the logo, and nothing is changed without a connection', async () => {
  const path = await change('one');
  const offline = { bucket, isOnline: () => false };
  expect(await (await logoBytes(company.db, path, offline))?.text()).toBe('one');
  await expect(changeLogo(company.db, logo('two'), company.ctx, offline)).rejects.toMatchObject({
    code: 'offline',
  });
  expect(await pathNow()).toBe(path);
});
