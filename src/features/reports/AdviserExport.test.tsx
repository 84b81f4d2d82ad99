// @vitest-environment jsdom
import { MantineProvider } from '@mantine/core';
import { act } from 'react';
import { BrowserRouter } from 'react-router-dom';
import { expect, test, vi } from 'vitest';
import { drawnPage } from '#tests/support/drawn-page.ts';
import { AdviserExport } from './AdviserExport.tsx';

const made = vi.hoisted(() => ({ progress: null as unknown }));
vi.mock('./use-adviser-export.ts', () => ({
  useAdviserExport: () => ({ progress: made.progress, isReady: true, start: async () => null, stop: () => undefined }),
}));
vi.mock('#widgets/figures/use-period-text.ts', () => ({ usePeriodText: () => () => '' }));

const { root } = drawnPage();
const show = (progress: object | null) => {
  made.progress = progress;
  act(() =>
    root.render(
      <BrowserRouter>
        <MantineProvider env="test">
          <AdviserExport period={{} as never} />
        </MantineProvider>
      </BrowserRouter>,
    ),
  );
  return !window.dispatchEvent(new Event('beforeunload', { cancelable: true }));
};

test('nobody leaves while the package for the adviser is made without being asked', () => {
  expect([show(null), show({ done: 1, total: 3 }), show(null)]).toEqual([false, true, false]);
});
