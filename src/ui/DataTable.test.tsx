// @vitest-environment jsdom
import { act } from 'react';
import { createRoot, type Root } from 'react-dom/client';
import { MemoryRouter } from 'react-router-dom';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { DataTable, type DataTableProps } from './DataTable.tsx';

type Item = { id: string; name: string };
const rows: Item[] = [1, 2, 3].map((n) => ({ id: String(n), name: `Row ${n}` }));
const drawn = vi.fn<(name: string) => void>();
const columns = [
  {
    key: 'name',
    header: 'Name',
    cell: ({ name }: Item) => {
      drawn(name);
      return name;
    },
  },
];

let root: Root;
let page: HTMLElement;
beforeEach(() => {
  (globalThis as { IS_REACT_ACT_ENVIRONMENT?: boolean }).IS_REACT_ACT_ENVIRONMENT = true;
  window.matchMedia = (media) => ({ media, matches: false, addEventListener() {}, removeEventListener() {} }) as never;
  window.scrollTo = () => undefined;
  page = document.body.appendChild(document.createElement('div'));
  root = createRoot(page);
});
afterEach(() => {
  act(() => root.unmount());
  page.remove();
});

function draw(props: Partial<DataTableProps<Item>>): string[] {
  drawn.mockClear();
  act(() =>
    root.render(
      <MemoryRouter>
        <DataTable label="Items" columns={columns} rows={rows} getRowId={({ id }) => id} {...props} />
      </MemoryRouter>,
    ),
  );
  return drawn.mock.calls.map(([name]) => name);
}
const boxes = () => [...page.querySelectorAll<HTMLInputElement>('[data-index] input')];

test('only the rows that changed are drawn again', () => {
  expect(draw({ rowHref: ({ id }) => `/items/${id}` })).toEqual(['Row 1', 'Row 2', 'Row 3']);
  expect(draw({ rowHref: ({ id }) => `/items/${id}` })).toEqual([]);
  expect(draw({ rowHref: ({ id }) => `/items/${id}`, rows: rows.with(1, { id: '2', name: 'Renamed' }) })).toEqual(['Renamed']);
});

test('selecting a row draws this row, and goes on from what is selected by then', () => {
  const onChange = vi.fn<(selected: ReadonlySet<string>) => void>();
  draw({ selection: { selected: new Set(), onChange: () => undefined } });
  expect(draw({ selection: { selected: new Set(['1']), onChange } })).toEqual(['Row 1']);
  act(() => boxes()[2]?.click());
  expect(onChange).toHaveBeenCalledWith(new Set(['1', '3']));
  act(() => boxes()[0]?.click());
  expect(onChange).toHaveBeenLastCalledWith(new Set());
});

test('a row opens by the function that was given last', () => {
  const [before, after] = [vi.fn<(item: Item) => void>(), vi.fn<(item: Item) => void>()];
  draw({ onRowOpen: before });
  draw({ onRowOpen: after });
  act(() => page.querySelector<HTMLElement>('[data-row-open]')?.click());
  expect(before).not.toHaveBeenCalled();
  expect(after).toHaveBeenCalledWith(rows[0]);
});
