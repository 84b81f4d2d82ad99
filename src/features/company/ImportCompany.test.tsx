// @vitest-environment jsdom
import { MantineProvider } from '@mantine/core';
import { act } from 'react';
import { BrowserRouter } from 'react-router-dom';
import { beforeEach, expect, test, vi } from 'vitest';
import { isInUse } from '#app/at-work.ts';
import { ImportRefusal, type ImportStep } from '#domain/archive/import-archive.ts';
import { drawnPage } from '#tests/support/drawn-page.ts';
import { ImportCompany } from './ImportCompany.tsx';

type Run = {
  file: File;
  onStep: (step: ImportStep) => void;
  signal: AbortSignal;
  end: (isOpen: boolean) => void;
  fail: (error: unknown) => void;
};
const server = vi.hoisted(() => ({ runs: [] as unknown[] }));
vi.mock('#data/archive-import/import-company.ts', () => ({
  importCompany: (file: File, options: object) =>
    new Promise((end, fail) => {
      server.runs.push({ file, ...options, end, fail });
    }),
}));

const { page, root } = drawnPage();
const [imported, cancelled] = [vi.fn<() => void>(), vi.fn<() => void>()];
const show = (isShown = true) =>
  act(() =>
    root.render(
      <BrowserRouter>
        <MantineProvider env="test">{isShown && <ImportCompany onImported={imported} onCancel={cancelled} />}</MantineProvider>
      </BrowserRouter>,
    ),
  );
const runs = () => server.runs as Run[];
const last = () => runs().at(-1) as Run;
const drop = (name: string) =>
  act(async () => {
    const event = Object.assign(new Event('drop', { bubbles: true }), { dataTransfer: { files: [new File(['zip'], name)] } });
    page.querySelector('progress, button')?.dispatchEvent(event);
  });
const button = (label: string) => [...page.querySelectorAll('button')].find(({ textContent }) => textContent === label);
const press = (label: string) => act(async () => button(label)?.click());
const fault = () => page.querySelector('[role=alert]')?.textContent;
beforeEach(() => {
  server.runs = [];
  for (const each of [imported, cancelled]) each.mockClear();
  show();
});

test('an archive that is being imported shows how far it is and holds the page; another one waits until it has ended', async () => {
  await drop('teehaus.zip');
  act(() => last().onStep({ step: 'files', share: 0.5 }));
  expect([
    Math.round(1000 * (page.querySelector('progress')?.value ?? 0)),
    page.textContent?.includes('teehaus.zip'),
    isInUse(document),
  ]).toEqual([725, true, true]);
  await drop('other.zip');
  expect(runs().map(({ file }) => file.name)).toEqual(['teehaus.zip']);
  await act(async () => last().end(true));
  expect([imported.mock.calls.length, page.querySelector('progress')]).toEqual([1, null]);
  await drop('other.zip');
  expect(runs()).toHaveLength(2);
});

test('an import that is given up says nothing of a fault, and nobody is led on; it can’t be given up while it ends', async () => {
  await drop('teehaus.zip');
  act(() => last().onStep({ step: 'finishing', share: 0 }));
  expect(button('stop')?.disabled).toBe(true);
  act(() => last().onStep({ step: 'rows', share: 0 }));
  await press('stop');
  expect(last().signal.aborted).toBe(true);
  await act(async () => last().fail(last().signal.reason));
  expect([fault(), imported.mock.calls.length, page.querySelector('progress')]).toEqual([undefined, 0, null]);
  await press('action.cancel');
  expect(cancelled).toHaveBeenCalledOnce();
});

test('an archive that is refused says why and that nothing came of it, until another one is chosen', async () => {
  await drop('teehaus.zip');
  await act(async () => last().fail(new ImportRefusal('archive_too_large')));
  expect([fault(), button('again') !== undefined]).toEqual(['fault.archive_too_large nothing', true]);
  await drop('teehaus.zip');
  expect(fault()).toBeUndefined();
  await act(async () => last().fail(new ImportRefusal('company_here')));
  expect(fault()).toBe('fault.company_here');
});

test('whoever leaves the page gives the import up, and is not led into a company that was finished all the same', async () => {
  await drop('teehaus.zip');
  show(false);
  expect(last().signal.aborted).toBe(true);
  await act(async () => last().end(false));
  expect(imported).not.toHaveBeenCalled();
});
