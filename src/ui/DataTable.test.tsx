// @vitest-environment jsdom
import { act } from 'react';
import { MemoryRouter } from 'react-router-dom';
import { beforeEach, expect, test, vi } from 'vitest';
import { drawnPage } from '#tests/support/drawn-page.ts';
import type { DataTableProps } from './data-table-props.ts';
import { DataTable } from './DataTable.tsx';

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

const { page, root } = drawnPage();
beforeEach(() => {
  window.scrollTo = () => undefined;
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

test('rows of another list stand where they are seen before those beyond the edge are drawn', () => {
  const list = (letter: string) => Array.from({ length: 60 }, (_, n) => ({ id: `${letter}${n}`, name: `${letter} ${n}` }));
  /** The rows that are drawn after the first one of this list stands on the page. */
  const after: string[] = [];
  const watched = [{ ...columns[0], key: 'name', header: 'Name', cell: ({ name }: Item) => note(name) }];
  const note = (name: string) => {
    drawn(name);
    if (page.textContent.includes(`${name[0]} 0`)) after.push(name);
    return name;
  };
  const [before, now] = [list('A'), list('B')];
  for (const rows_ of [before, now]) {
    const all = draw({ columns: watched, rows: rows_ });
    const late = after.splice(0);
    expect([all.length > late.length, late.length > 5]).toEqual([true, true]);
    expect([...new Set(all)]).toEqual(all);
    expect(late).toEqual(all.slice(-late.length));
  }
  // Of the same list only what changed is drawn, and nothing leaves the page for a frame.
  expect(draw({ columns: watched, rows: now.with(2, { id: 'B2', name: 'B two' }) })).toEqual(['B two']);
});

const openers = () => [...page.querySelectorAll<HTMLElement>('[data-row-open]')];
const focused = () => openers().indexOf(document.activeElement as HTMLElement);
/** Pressed where the focus is; what follows comes with the next frame. */
async function press(key: string, shiftKey = false): Promise<void> {
  await act(async () => {
    (document.activeElement ?? document.body).dispatchEvent(
      new KeyboardEvent('keydown', { key, shiftKey, bubbles: true, cancelable: true }),
    );
    await new Promise((resolve) => requestAnimationFrame(resolve));
  });
}
const href = ({ id }: Item) => `/items/${id}`;

test('Tab finds one row: the first, then the one that had the focus', async () => {
  draw({ rowHref: href, selection: { selected: new Set(), onChange: () => undefined } });
  const stops = () => openers().map(({ tabIndex }, index) => [tabIndex, boxes()[index]?.tabIndex]);
  const [there, not] = [
    [0, 0],
    [-1, -1],
  ];
  expect(stops()).toEqual([there, not, not]);
  await press('j');
  await press('j');
  expect([focused(), stops()]).toEqual([1, [not, there, not]]);
});

test('j, k, arrows, Home and End move between rows and stop at the ends', async () => {
  draw({ rowHref: href });
  const places: number[] = [];
  for (const key of ['j', 'j', 'ArrowDown', 'j', 'k', 'Home', 'ArrowUp', 'End']) {
    await press(key);
    places.push(focused());
  }
  expect(places).toEqual([0, 1, 2, 2, 1, 0, 0, 2]);
});

test('x selects a row, and Shift selects on the way or all from the last chosen', async () => {
  let selected: ReadonlySet<string> = new Set();
  const again = () => draw({ rowHref: href, selection: { selected, onChange: (next) => (selected = next) } });
  again();
  const seen: string[] = [];
  for (const [key, shift] of [
    ['j', false],
    ['x', false],
    ['J', true],
    ['k', false],
    ['x', false],
    ['End', false],
    ['X', true],
  ] as const) {
    await press(key, shift);
    again();
    seen.push([...selected].toSorted().join(''));
  }
  // A range begins at what is still chosen; the first row is not.
  expect(seen).toEqual(['', '1', '12', '12', '2', '2', '23']);
});

test('after a selection was cleared Shift begins anew', () => {
  let selected: ReadonlySet<string> = new Set();
  const again = () => draw({ rowHref: href, selection: { selected, onChange: (next) => (selected = next) } });
  again();
  act(() => boxes()[0]?.click());
  selected = new Set();
  again();
  act(() => void boxes()[2]?.dispatchEvent(new MouseEvent('click', { bubbles: true, cancelable: true, shiftKey: true })));
  expect([...selected]).toEqual(['3']);
});

test('keys that come faster than the focus go on from where it is going', async () => {
  let selected: ReadonlySet<string> = new Set();
  const again = () => draw({ rowHref: href, selection: { selected, onChange: (next) => (selected = next) } });
  again();
  await press('j');
  const row = document.activeElement;
  for (let i = 0; i < 2; i += 1) {
    act(() => void row?.dispatchEvent(new KeyboardEvent('keydown', { key: 'J', shiftKey: true, bubbles: true, cancelable: true })));
    again();
  }
  expect([...selected].toSorted()).toEqual(['1', '2', '3']);
});

test('a click with Shift chooses all rows from the one that was chosen last, or takes them out', () => {
  let selected: ReadonlySet<string> = new Set();
  const again = () => draw({ rowHref: href, selection: { selected, onChange: (next) => (selected = next) } });
  const click = (index: number, shiftKey = false) => {
    again();
    act(() => void boxes()[index]?.dispatchEvent(new MouseEvent('click', { bubbles: true, cancelable: true, shiftKey })));
    return [...selected].toSorted().join('');
  };
  expect([click(2), click(0, true), click(1), click(2, true)]).toEqual(['3', '123', '13', '1']);
});

test('keys with another meaning, or in a field, are left alone', async () => {
  draw({ rowHref: href });
  const field = page.appendChild(document.createElement('input'));
  field.focus();
  await press('j');
  expect(document.activeElement).toBe(field);
  field.blur();
  await act(async () => void document.body.dispatchEvent(new KeyboardEvent('keydown', { key: 'j', ctrlKey: true, bubbles: true })));
  expect(focused()).toBe(-1);
});
