// @vitest-environment jsdom
import { act, lazy, Suspense, useEffect } from 'react';
import { useLocation, useNavigate } from 'react-router-dom';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { drawnPage } from '#tests/support/drawn-page.ts';
import { LocaleRouter } from './LocaleRouter.tsx';
import { setPagesHere } from './pages-here.ts';

const { page: host, root } = drawnPage();
beforeEach(() => {
  vi.stubGlobal('fetch', async () => new Response('{}')); // the texts
});
afterEach(() => {
  setPagesHere(() => false);
  vi.unstubAllGlobals();
});

const code = Promise.withResolvers<{ default: () => string }>();
const Coming = lazy(() => code.promise);
let go = (_to: string): void => undefined;

function Pages() {
  const { pathname } = useLocation();
  const navigate = useNavigate();
  useEffect(() => {
    go = (to) => void navigate(to);
  }, [navigate]);
  return pathname === '/coming' ? <Coming /> : pathname;
}

test('until the code of a page is here the page before it stays; one whose code is here does not wait', async () => {
  act(() =>
    root.render(
      <LocaleRouter>
        <Suspense fallback="nothing">
          <Pages />
        </Suspense>
      </LocaleRouter>,
    ),
  );
  setPagesHere((path) => path === '/here');
  act(() => go('/here'));
  expect(host.textContent).toBe('/here');
  act(() => go('/coming'));
  expect(host.textContent).toBe('/here');
  await act(async () => code.resolve({ default: () => 'it came' }));
  expect(host.textContent).toBe('it came');
});
