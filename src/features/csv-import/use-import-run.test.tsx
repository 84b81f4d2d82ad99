// @vitest-environment jsdom
import { MantineProvider } from '@mantine/core';
import { act } from 'react';
import { BrowserRouter } from 'react-router-dom';
import { beforeEach, expect, test, vi } from 'vitest';
import { CompanyContext } from '#data/core/company-context.ts';
import type { ImportRun } from '#data/csv-import/import-records.ts';
import { textField } from '#domain/csv/csv-fields.ts';
import { emptyVendorInput } from '#domain/vendors/vendor.ts';
import { drawnPage } from '#tests/support/drawn-page.ts';
import { ImportPage } from './ImportPage.tsx';

type Asked = ImportRun & { readonly end: (written: number) => void; readonly fail: (error: unknown) => void };
const asked = vi.hoisted(() => ({ runs: [] as unknown[], saved: [] as string[] }));
const runs = asked.runs as Asked[];
vi.mock('#data/sync-centre/use-sync.ts', () => ({ useIsLoaded: () => true }));
vi.mock('#data/csv-import/use-import.ts', () => ({
  useImport: () => ({
    existing: [],
    run: (wanted: ImportRun) => new Promise((end, fail) => void asked.runs.push({ ...wanted, end, fail })),
  }),
}));
vi.mock('#ui/save-text-file.ts', () => ({ saveTextFile: (_name: string, text: string) => void asked.saved.push(text) }));
vi.mock('#ui/DataTable.tsx', () => ({ DataTable: ({ rows }: { rows: readonly unknown[] }) => <output>{rows.length}</output> }));

const { page, root } = drawnPage();
beforeEach(() => {
  [runs.length, asked.saved.length] = [0, 0];
  show();
});

const fields = [
  textField({ name: 'name', heading: { en: 'Name', de: 'Name' } }),
  textField({ name: 'city', heading: { en: 'City', de: 'Ort' } }),
];
const pages = { csv: fields, blank: emptyVendorInput };
const company = {
  ctx: { today: () => '2026-01-31' },
  company: { settings: { company_details: { address: { country: 'DE' } } } },
};
const given = {
  name: 'a.csv',
  header: ['Name', 'Place'],
  rows: ['Teehaus', 'Bäckerei', 'Kiosk'].map((name, at) => ({ line: at + 2, cells: [name, 'Kiel'] })),
  locale: 'en',
} as never;
const show = (shown: object = pages) =>
  act(() =>
    root.render(
      <CompanyContext value={company as never}>
        <BrowserRouter>
          <MantineProvider env="test">
            <ImportPage name="vendors" pages={shown as never} given={given} />
          </MantineProvider>
        </BrowserRouter>
      </CompanyContext>,
    ),
  );
const button = (text: RegExp) => [...page.querySelectorAll('button')].find((each) => text.test(each.textContent ?? ''));
const press = (text: RegExp) => act(async () => button(text)?.click());
const begin = () => press(/preview\.import/);
const hasColumns = () => page.querySelector('select') !== null;
const canChoose = () => page.querySelector('textarea')?.closest('[hidden]') === null;

test('while rows are written no other file can be chosen and no column changed; afterwards the next file can', async () => {
  expect([canChoose(), hasColumns()]).toEqual([true, true]);
  await begin();
  expect([runs.length, canChoose(), hasColumns()]).toEqual([1, false, false]);
  await act(async () => runs[0]?.end(3));
  expect([canChoose(), hasColumns()]).toEqual([true, false]);
});

test('a file can be chosen again after an import that broke', async () => {
  await begin();
  await act(async () => runs[0]?.fail(new Error('full')));
  expect(canChoose()).toBe(true);
});

test('an import ends with its page, and by a press on Stop', async () => {
  await begin();
  expect(runs[0]?.signal?.aborted).toBe(false);
  await press(/progress\.stop/);
  expect(runs[0]?.signal?.aborted).toBe(true);
  await act(async () => runs[0]?.end(1));
  act(() => root.render(null));
  show();
  await begin();
  act(() => root.render(null));
  expect(runs[1]?.signal?.aborted).toBe(true);
});

test('nobody leaves the page, or loads it again, while rows are written without being asked', async () => {
  const isAsked = () => !window.dispatchEvent(new Event('beforeunload', { cancelable: true }));
  const before = isAsked();
  await begin();
  const meanwhile = isAsked();
  await act(async () => runs[0]?.end(3));
  expect([before, meanwhile, isAsked()]).toEqual([false, true, false]);
});

test('the file of what is left holds the rows of the press that were not written, whatever is read anew meanwhile', async () => {
  await begin();
  await act(async () => runs[0]?.onProgress?.(1));
  show({ ...pages, csv: [] });
  expect(Math.round(Number(page.querySelector('[role=progressbar]')?.getAttribute('aria-valuenow')))).toBe(33);
  await act(async () => runs[0]?.fail(new Error('full')));
  await press(/done\.save/);
  const [, ...left] = asked.saved.join().trim().split(/\r?\n/);
  expect(left.map((row) => row.split(',')[0])).toEqual(['Bäckerei', 'Kiosk']);
});
