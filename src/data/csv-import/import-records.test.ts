import { afterEach, beforeEach, expect, test } from 'vitest';
import type { ImportInput } from '#domain/csv/read-import.ts';
import { AUTHOR, type LocalCompany, localCompany } from '#tests/support/local-company.ts';
import { importRecords } from './import-records.ts';

let company: LocalCompany;
beforeEach(async () => {
  company = await localCompany();
});
afterEach(() => company.stop());

const products = (count: number): ImportInput[] =>
  Array.from({ length: count }, (_, n) => ({
    name: `Product ${n}`,
    description: '',
    unit: 'h',
    unit_price: n,
    tax_rate: 19,
    currency: 'EUR',
    is_active: true,
  }));
const stored = () => company.db.collections.invoice_products.count().exec();

test('every row is written, waits in the outbox, and progress is told', async () => {
  const progress: number[] = [];
  const run = { name: 'invoice_products', inputs: products(60), onProgress: (written: number) => progress.push(written) } as const;
  expect(await importRecords(company.db, run, company.ctx)).toBe(60);
  expect([await stored(), await company.db.device.outbox.count()]).toEqual([60, 60]);
  expect(progress).toEqual([25, 50, 60]);
});

test('without the right to import nothing is written', async () => {
  const clerk = company.as(AUTHOR, 'products.create');
  await expect(importRecords(company.db, { name: 'invoice_products', inputs: products(1) }, clerk)).rejects.toMatchObject({
    code: 'not_allowed',
  });
  expect(await stored()).toBe(0);
});

test('a stopped import says how many rows it wrote', async () => {
  const stop = new AbortController();
  const run = { name: 'invoice_products', inputs: products(60), onProgress: () => stop.abort(), signal: stop.signal } as const;
  expect(await importRecords(company.db, run, company.ctx)).toBe(25);
  expect(await stored()).toBe(25);
});

test('an import that is stopped between two reports of progress writes no further row', async () => {
  const stop = new AbortController();
  const inputs = products(60);
  const [third] = inputs.splice(2, 1);
  Object.defineProperty(inputs, 2, { get: () => (stop.abort(), third) });
  expect(await importRecords(company.db, { name: 'invoice_products', inputs, signal: stop.signal }, company.ctx)).toBe(2);
  expect(await stored()).toBe(2);
});

test('a row that is refused midway does not hide what was written before it', async () => {
  const progress: number[] = [];
  const inputs = products(3).map((input, n) => (n === 2 ? { ...input, name: '' } : input));
  const run = { name: 'invoice_products', inputs, onProgress: (written: number) => progress.push(written) } as const;
  await expect(importRecords(company.db, run, company.ctx)).rejects.toMatchObject({ code: 'invalid_input' });
  expect(progress).toEqual([2]);
});
