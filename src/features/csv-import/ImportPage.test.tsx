// @vitest-environment jsdom
import { MantineProvider } from '@mantine/core';
import { act } from 'react';
import { BrowserRouter } from 'react-router-dom';
import { expect, test, vi } from 'vitest';
import { isInUse } from '#app/at-work.ts';
import { CompanyContext } from '#data/core/company-context.ts';
import type { ImportRow } from '#domain/csv/read-import.ts';
import { textField } from '#domain/csv/csv-fields.ts';
import { emptyVendorInput } from '#domain/vendors/vendor.ts';
import { drawnPage } from '#tests/support/drawn-page.ts';
import { ImportPage } from './ImportPage.tsx';

const here = vi.hoisted(() => ({ isLoaded: false, existing: undefined as { name: string }[] | undefined }));
vi.mock('#data/sync-centre/use-sync.ts', () => ({ useIsLoaded: () => here.isLoaded }));
vi.mock('#data/csv-import/use-import.ts', () => ({ useImport: () => ({ existing: here.existing, run: async () => 0 }) }));
vi.mock('./ImportPreview.tsx', () => ({
  ImportPreview: ({ rows }: { rows: readonly ImportRow[] }) => <output>{rows.filter(({ duplicate }) => duplicate).length}</output>,
}));

const { page, root } = drawnPage();

test('rows that were pasted hold the page, though nobody is in the field any more; taken out again they do not', () => {
  act(() =>
    root.render(
      <BrowserRouter>
        <MantineProvider env="test">
          <ImportPage name="vendors" pages={{} as never} />
        </MantineProvider>
      </BrowserRouter>,
    ),
  );
  const field = page.querySelector('textarea:not([aria-hidden])') as HTMLTextAreaElement;
  const paste = (text: string) =>
    act(() => {
      Object.getOwnPropertyDescriptor(HTMLTextAreaElement.prototype, 'value')?.set?.call(field, text);
      field.dispatchEvent(new Event('input', { bubbles: true }));
      field.blur();
    });
  const steps = [isInUse(document)];
  paste('Name;City');
  steps.push(isInUse(document));
  paste('');
  expect([...steps, isInUse(document)]).toEqual([false, true, false]);
});

test('rows are compared with what the company has once all of it is here, and not with a part', () => {
  const name = textField({ name: 'name', heading: { en: 'Name', de: 'Name' } });
  const pages = { csv: [name], blank: emptyVendorInput } as never;
  const given = {
    name: 'a.csv',
    header: ['Name'],
    rows: [
      { line: 2, cells: ['Teehaus'] },
      { line: 3, cells: ['Bäckerei'] },
    ],
    locale: 'en',
  } as never;
  const show = (existing: string[] | undefined, isLoaded: boolean) => {
    Object.assign(here, { existing: existing?.map((each) => ({ name: each })), isLoaded });
    act(() =>
      root.render(
        <CompanyContext
          value={
            { ctx: { today: () => '2026-01-31' }, company: { settings: { company_details: { address: { country: 'DE' } } } } } as never
          }
        >
          <BrowserRouter>
            <MantineProvider env="test">
              <ImportPage name="vendors" pages={pages} given={given} />
            </MantineProvider>
          </BrowserRouter>
        </CompanyContext>,
      ),
    );
    return page.querySelector('[aria-busy]') ? 'waiting' : page.querySelector('output')?.textContent;
  };
  expect(show(undefined, true)).toBe('waiting');
  expect(show([], false)).toBe('waiting');
  expect(show(['Teehaus'], true)).toBe('1');
  // What is written from the file is no duplicate of itself.
  expect(show(['Teehaus', 'Bäckerei'], true)).toBe('1');
});
