// @vitest-environment jsdom
import { act, useEffect } from 'react';
import { expect, test } from 'vitest';
import { drawnPage } from '#tests/support/drawn-page.ts';
import { useSettled, useSettledRows } from './use-settled.ts';

const { root } = drawnPage();

test('what is made of a record begins anew only when the record says something else', () => {
  const made: unknown[] = [];
  const Maker = ({ document }: { document: object }) => {
    const settled = useSettled(document);
    useEffect(() => void made.push(settled), [settled]);
    return null;
  };
  const shown = (document: object) => act(() => root.render(<Maker document={document} />));
  shown({ number: 'INV-1', logo: new Uint8Array([1, 2]) });
  shown({ number: 'INV-1', logo: new Uint8Array([1, 2]) });
  expect(made).toHaveLength(1);
  shown({ number: 'INV-1', logo: new Uint8Array([1, 3]) });
  shown({ number: 'INV-2', logo: new Uint8Array([1, 3]) });
  expect(made).toHaveLength(3);
});

test('of a list that was read again only the rows that say something else are other rows', () => {
  const lists: object[][] = [];
  const List = ({ rows }: { rows: { id: string; name: string }[] }) => {
    const settled = useSettledRows(rows, ({ id }) => id);
    useEffect(() => void lists.push(settled), [settled]);
    return null;
  };
  const shown = (...names: string[]) => act(() => root.render(<List rows={names.map((name) => ({ id: name[0] ?? '', name }))} />));
  shown('a', 'b', 'c');
  shown('a', 'b', 'c');
  expect(lists).toHaveLength(1);
  shown('d', 'a', 'b2', 'c');
  const [before = [], after = []] = lists;
  expect(after).toEqual(['d', 'a', 'b2', 'c'].map((name) => ({ id: name[0], name })));
  expect(after.map((row) => before.indexOf(row))).toEqual([-1, 0, -1, 2]);
  shown('c', 'a');
  expect(lists[2]?.map((row) => after.indexOf(row))).toEqual([3, 1]);
});
