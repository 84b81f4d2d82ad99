// @vitest-environment jsdom
import { act, useState } from 'react';
import { createRoot, type Root } from 'react-dom/client';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { lazyPage } from './lazy-page.tsx';

let root: Root;
beforeEach(() => {
  (globalThis as { IS_REACT_ACT_ENVIRONMENT?: boolean }).IS_REACT_ACT_ENVIRONMENT = true;
  root = createRoot(document.createElement('div'));
});
afterEach(() => act(() => root.unmount()));

test('a page is drawn by what it asks for itself, not with each step of what stands around it', async () => {
  let drawn = 0;
  let press = (): void => undefined;
  const { Page, preload, isHere } = lazyPage(async () => () => {
    const [count, setCount] = useState(0);
    press = () => setCount(count + 1);
    drawn += 1;
    return count;
  });
  expect(isHere()).toBe(false);
  await preload();
  expect(isHere()).toBe(true);
  act(() => root.render(<Page />));
  act(() => root.render(<Page />));
  expect(drawn).toBe(1);
  act(() => press());
  expect(drawn).toBe(2);
});
