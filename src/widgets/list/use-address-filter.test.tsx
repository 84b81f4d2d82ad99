// @vitest-environment jsdom
import { act, type ReactNode, useEffect } from 'react';
import { MemoryRouter, useLocation, useNavigate } from 'react-router-dom';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { drawnPage } from '#tests/support/drawn-page.ts';
import { useAddressFilter } from './use-address-filter.ts';

type Filter = { readonly text: string; readonly show: string };
const ADDRESS = {
  read: (params: URLSearchParams): Filter => ({ text: params.get('q') ?? '', show: params.get('show') ?? 'all' }),
  write: ({ text, show }: Filter): Record<string, string> => ({ ...(text && { q: text }), ...(show !== 'all' && { show }) }),
};
const { root } = drawnPage();
type Seen = { readonly filter: Filter; readonly change: (part: Partial<Filter>) => void };
let seen: Seen;
let filters: Filter[] = [];
let drawn = 0;
let at: { readonly address: string; readonly go: (to: string) => void };

function List({ tell }: { tell: (seen: Seen) => void }) {
  const [filter, change] = useAddressFilter(ADDRESS);
  useEffect(() => {
    tell({ filter, change });
  });
  return (
    <div role="search">
      <input />
      <button>All</button>
    </div>
  );
}
function Place({ tell, children }: { tell: (now: typeof at) => void; children: ReactNode }) {
  const { pathname, search } = useLocation();
  const go = useNavigate();
  useEffect(() => {
    tell({ address: pathname + search, go: (to) => void go(to) });
  });
  return pathname === '/' && children;
}
const page = () => (
  <MemoryRouter initialEntries={['/?show=active']}>
    <Place
      tell={(now) => {
        at = now;
      }}
    >
      <List
        tell={(now) => {
          seen = now;
          drawn += 1;
          if (filters.at(-1) !== now.filter) filters.push(now.filter);
        }}
      />
    </Place>
  </MemoryRouter>
);
beforeEach(() => {
  vi.useFakeTimers();
  filters = [];
  drawn = 0;
  act(() => root.render(page()));
});
afterEach(() => {
  vi.useRealTimers();
});
const change = (part: Partial<Filter>) => act(() => seen.change(part));
const pass = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms));

test('a list whose filter nobody touches is drawn once', () => {
  expect([drawn, filters]).toEqual([1, [{ text: '', show: 'active' }]]);
});

test('what is typed counts with every letter, and the address follows when the typing rests', async () => {
  change({ text: 'H' });
  await pass(200);
  change({ text: 'Ha' });
  expect({ ...seen, ...at }).toMatchObject({ filter: { text: 'Ha', show: 'active' }, address: '/?show=active' });
  await pass(200);
  expect(at.address).toBe('/?show=active');
  await pass(100);
  expect({ ...seen, ...at }).toMatchObject({ filter: { text: 'Ha', show: 'active' }, address: '/?q=Ha&show=active' });
});

test('letters typed after the address was written are kept when it arrives', async () => {
  change({ text: 'Ha' });
  await pass(300);
  change({ text: 'Haus' });
  expect(seen.filter.text).toBe('Haus');
  await pass(300);
  expect({ ...seen, ...at }).toMatchObject({ filter: { text: 'Haus' }, address: '/?q=Haus&show=active' });
});

test('who leaves the field finds the address written, so that "back" leads to the list as it was', async () => {
  change({ text: 'Haus' });
  act(() => {
    document.querySelector('input')?.dispatchEvent(new FocusEvent('focusout', { bubbles: true }));
  });
  expect(at.address).toBe('/?q=Haus&show=active');
});

test('who goes on to choose has not left the list: what was chosen in between is never written', async () => {
  change({ show: 'inactive' });
  act(() => {
    const relatedTarget = document.querySelector('button');
    document.querySelector('input')?.dispatchEvent(new FocusEvent('focusout', { bubbles: true, relatedTarget }));
  });
  expect(at.address).toBe('/?show=active');
  change({ show: 'all' });
  await pass(300);
  expect(at.address).toBe('/');
});

test('a choice counts at once and stands in the address when its rows had time to be drawn, with what was typed before it', async () => {
  change({ text: 'Haus' });
  change({ show: 'inactive' });
  const count = filters.length;
  await pass(200);
  expect({ ...seen, ...at }).toMatchObject({ filter: { text: 'Haus', show: 'inactive' }, address: '/?show=active' });
  await pass(100);
  expect(at.address).toBe('/?q=Haus&show=inactive');
  expect(filters).toHaveLength(count);
  change({ text: '', show: 'all' });
  await pass(300);
  expect({ ...seen, ...at }).toMatchObject({ filter: { text: '', show: 'all' }, address: '/' });
});

test('the same filter is the same object', async () => {
  change({ text: 'Haus' });
  await pass(300);
  const count = filters.length;
  act(() => root.render(page()));
  expect(filters.length).toBe(count);
});

test('a list that is left writes no address any more', async () => {
  change({ text: 'Haus' });
  act(() => at.go('/elsewhere'));
  await pass(100);
  expect(at.address).toBe('/elsewhere');
  act(() => at.go('/'));
  await pass(1000);
  expect(at.address).toBe('/');
});

test('an address that says something else counts, and what was typed before does not come back', async () => {
  change({ text: 'Haus' });
  await pass(300);
  act(() => at.go('/?q=Boot'));
  expect(seen.filter).toEqual({ text: 'Boot', show: 'all' });
  change({ show: 'active' });
  await pass(300);
  expect({ ...seen, ...at }).toMatchObject({ filter: { text: 'Boot', show: 'active' }, address: '/?q=Boot&show=active' });
});

const leaveField = () => document.querySelector('input')?.dispatchEvent(new FocusEvent('focusout', { bubbles: true }));

test('of two fields that are filled in before the page is drawn again both stand in the address', async () => {
  act(() => {
    seen.change({ text: 'Haus' });
    leaveField();
    seen.change({ show: 'inactive' });
    leaveField();
  });
  expect({ ...seen, ...at }).toMatchObject({ filter: { text: 'Haus', show: 'inactive' }, address: '/?q=Haus&show=inactive' });
});

test('what is chosen while the address before is still being drawn follows it', async () => {
  await act(async () => {
    seen.change({ text: 'Haus' });
    await vi.advanceTimersByTimeAsync(300);
    seen.change({ show: 'inactive' });
  });
  expect(at.address).toBe('/?q=Haus&show=active');
  await pass(300);
  expect({ ...seen, ...at }).toMatchObject({ filter: { text: 'Haus', show: 'inactive' }, address: '/?q=Haus&show=inactive' });
});

test('who goes on while the next page is still being drawn is not brought back', async () => {
  change({ text: 'Haus' });
  await act(async () => {
    at.go('/elsewhere?q=there');
    await vi.advanceTimersByTimeAsync(1000);
  });
  expect(at.address).toBe('/elsewhere?q=there');
});
