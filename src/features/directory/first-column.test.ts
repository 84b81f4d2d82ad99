import { expect, test } from 'vitest';
import { directories } from '#domain/directories.ts';
import { firstColumn } from './first-column.ts';

const section = (...kinds: string[]) => ({ title: null, rows: kinds.map((kind) => ({ field: kind, kind })) }) as never;

test('two columns come out about equally high, and the order of the sections stays', () => {
  expect(firstColumn([section('text', 'text'), section('text', 'text')])).toBe(1);
  expect(firstColumn([section('text'), section('text'), section('address', 'delivery')])).toBe(2);
  expect(firstColumn([section('text', 'text', 'text', 'text'), section('text'), section('text')])).toBe(1);
  expect(firstColumn([section('text')])).toBe(1);
});

test('no directory leaves a column empty', async () => {
  for (const { pages } of Object.values(directories)) {
    const { form } = (await pages()).pages;
    expect(form.length).toBeGreaterThan(1);
    expect(firstColumn(form)).toBeLessThan(form.length);
  }
});
