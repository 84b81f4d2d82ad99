// @vitest-environment jsdom
import { act } from 'react';
import { expect, test } from 'vitest';
import { drawnPage } from '#tests/support/drawn-page.ts';
import { asOpened } from './as-opened.ts';

const { root } = drawnPage();

test('a form that is open is not drawn again by what becomes of its record, another record is', () => {
  const drawn: string[] = [];
  const Form = asOpened(({ record }: { record: { id: string; name: string } }) => {
    drawn.push(record.name);
    return null;
  });
  const shown = (id: string, name: string) => act(() => root.render(<Form record={{ id, name }} />));
  shown('1', 'as opened');
  shown('1', 'changed meanwhile');
  expect(drawn).toEqual(['as opened']);
  shown('2', 'another');
  expect(drawn).toEqual(['as opened', 'another']);
});
