// @vitest-environment jsdom
import { act } from 'react';
import { createRoot } from 'react-dom/client';
import { expect, test } from 'vitest';
import { asOpened } from './as-opened.ts';

test('a form that is open is not drawn again by what becomes of its record, another record is', () => {
  (globalThis as { IS_REACT_ACT_ENVIRONMENT?: boolean }).IS_REACT_ACT_ENVIRONMENT = true;
  const drawn: string[] = [];
  const Form = asOpened(({ record }: { record: { id: string; name: string } }) => {
    drawn.push(record.name);
    return null;
  });
  const root = createRoot(document.createElement('div'));
  const shown = (id: string, name: string) => act(() => root.render(<Form record={{ id, name }} />));
  shown('1', 'as opened');
  shown('1', 'changed meanwhile');
  expect(drawn).toEqual(['as opened']);
  shown('2', 'another');
  expect(drawn).toEqual(['as opened', 'another']);
  act(() => root.unmount());
});
