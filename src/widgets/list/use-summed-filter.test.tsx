// @vitest-environment jsdom
import { act, useLayoutEffect } from 'react';
import { expect, test } from 'vitest';
import { drawnPage } from '#tests/support/drawn-page.ts';
import { useSummedFilter } from './use-summed-filter.ts';

const { root } = drawnPage();

let summed: string;
function Total({ asked, isLoading }: { asked: string; isLoading: boolean }) {
  const now = useSummedFilter(asked, { isLoading });
  useLayoutEffect(() => void (summed = now));
  return null;
}
const draw = (asked: string, isLoading: boolean) => act(() => root.render(<Total asked={asked} isLoading={isLoading} />));

test('a choice is added up once its rows are drawn, and one that was passed over never', () => {
  draw('all', true);
  expect(summed).toBe('all');
  draw('all', false);
  draw('pending', true);
  expect(summed).toBe('all');
  draw('approved', true);
  expect(summed).toBe('all');
  draw('approved', false);
  expect(summed).toBe('approved');
});
