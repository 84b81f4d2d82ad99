// @vitest-environment jsdom
import { MantineProvider } from '@mantine/core';
import { act } from 'react';
import { BrowserRouter } from 'react-router-dom';
import { beforeEach, expect, test, vi } from 'vitest';
import { CompanyContext } from '#data/core/company-context.ts';
import { directories } from '#domain/directories.ts';
import { drawnPage } from '#tests/support/drawn-page.ts';
import type { ImportSource } from './import-source.ts';
import { OpenedCsvPage } from './OpenedCsvPage.tsx';

const here = vi.hoisted(() => ({
  open: (() => undefined) as (files: unknown[]) => void,
  tell: (() => undefined) as (isWriting: boolean) => void,
}));
vi.mock('#platform/pwa/launched-files.ts', () => ({ onLaunchedFiles: (take: typeof here.open) => void (here.open = take) }));
vi.mock('./ImportPage.tsx', () => ({
  ImportPage: ({ name, given, onWriting }: { name: string; given: ImportSource; onWriting: typeof here.tell }) => {
    here.tell = onWriting;
    return <output>{`${given.name} as ${name}`}</output>;
  },
}));

const { page, root } = drawnPage();
beforeEach(() =>
  act(() =>
    root.render(
      <CompanyContext value={{ ctx: { access: { isOwner: true, isAdmin: true, keys: new Set() } } } as never}>
        <BrowserRouter>
          <MantineProvider env="test">
            <OpenedCsvPage />
          </MantineProvider>
        </BrowserRouter>
      </CompanyContext>,
    ),
  ),
);
const TEXT = new TextEncoder().encode('Name;City\nTeehaus;Kiel\n');
/** jsdom's file has no bytes to give. */
const csv = (name: string) => Object.assign(new File([], name), { arrayBuffer: async () => TEXT.buffer });
const open = (...files: File[]) => act(async () => here.open(files));
const button = (text: string) => [...page.querySelectorAll('button')].find(({ textContent }) => textContent === text);
const press = (text: string) => act(async () => button(text)?.click());
const chooseKind = () =>
  act(async () => {
    button('vendors.many')?.click();
    await directories.vendors.pages();
  });
const shown = () => page.querySelector('output')?.textContent ?? page.querySelector('h2')?.textContent;
const isHeld = () => !window.dispatchEvent(new Event('beforeunload', { cancelable: true }));

test('a file that is opened while another one is imported takes nothing away: it waits for the end, and then for a press', async () => {
  await open(csv('a.csv'));
  await chooseKind();
  expect([shown(), isHeld()]).toEqual(['a.csv as vendors', false]);
  act(() => here.tell(true));
  await open(csv('b.csv'));
  expect([shown(), page.textContent?.includes('opened.waitsForEnd'), isHeld()]).toEqual(['a.csv as vendors', true, true]);
  await press('opened.goOn');
  expect(shown()).toBe('a.csv as vendors');
  act(() => here.tell(false));
  await press('opened.goOn');
  expect([shown(), button('opened.goOn'), isHeld()]).toEqual(['b.csv', undefined, false]);
  await chooseKind();
  expect(shown()).toBe('b.csv as vendors');
});

test('of several files that are opened at once each has its turn', async () => {
  await open(csv('a.csv'), csv('b.csv'), csv('c.csv'));
  const turns = [shown()];
  for (let more = button('opened.goOn'); more; more = button('opened.goOn')) {
    await press('opened.goOn');
    turns.push(shown());
  }
  expect(turns).toEqual(['a.csv', 'b.csv', 'c.csv']);
});

test('a file that can’t be read says so by its name, and gives way to the next one', async () => {
  const gone = Object.assign(csv('gone.csv'), { arrayBuffer: () => Promise.reject(new DOMException('', 'NotFoundError')) });
  await open(gone);
  const said = [page.querySelector('[role=alert]')?.textContent];
  const large = csv('large.csv');
  Object.defineProperty(large, 'size', { value: 6_000_000 });
  await open(large);
  expect([...said, page.querySelector('[role=alert]')?.textContent]).toEqual(['gone.csvsource.unread', 'large.csvsource.tooLarge']);
  await open(csv('a.csv'));
  expect([shown(), button('opened.goOn')]).toEqual(['a.csv', undefined]);
});
