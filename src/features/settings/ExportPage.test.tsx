// @vitest-environment jsdom
import { MantineProvider } from '@mantine/core';
import { act } from 'react';
import { BrowserRouter } from 'react-router-dom';
import { expect, test, vi } from 'vitest';
import { drawnPage } from '#tests/support/drawn-page.ts';
import { ExportPage } from './ExportPage.tsx';

const made = vi.hoisted(() => ({ progress: null as unknown }));
vi.mock('#data/archive/use-export.ts', () => ({
  useLastExport: () => undefined,
  useExport: () => ({ progress: made.progress, start: async () => null, stop: () => undefined }),
}));
vi.mock('./NumbersAway.tsx', () => ({ NumbersAway: () => null }));

const { root } = drawnPage();
const show = (progress: object | null) => {
  made.progress = progress;
  act(() =>
    root.render(
      <BrowserRouter>
        <MantineProvider env="test">
          <ExportPage />
        </MantineProvider>
      </BrowserRouter>,
    ),
  );
  return !window.dispatchEvent(new Event('beforeunload', { cancelable: true }));
};

test('nobody leaves while the company is exported without being asked: nothing is kept of an export that ends early', () => {
  expect([show(null), show({ phase: 'files', done: 1, total: 3 }), show(null)]).toEqual([false, true, false]);
});
