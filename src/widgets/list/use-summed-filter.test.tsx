// @vitest-environment jsdom
import { act, useLayoutEffect } from 'react';
import { createRoot, type Root } from 'react-dom/client';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { useSummedFilter } from './use-summed-filter.ts';

let root: Root;
beforeEach(() => {
  (globalThis as { IS_REACT_ACT_ENVIRONMENT?: boolean }).IS_REACT_ACT_ENVIRONMENT = true;
  root = createRoot(document.createElement('div'));
});
afterEach(() => act(() => root.unmount()));

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
