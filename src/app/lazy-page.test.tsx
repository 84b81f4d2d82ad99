// @vitest-environment jsdom
import { act, useState } from 'react';
import { expect, test } from 'vitest';
import { drawnPage } from '#tests/support/drawn-page.ts';
import { lazyPage } from './lazy-page.tsx';

const { root } = drawnPage();

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
