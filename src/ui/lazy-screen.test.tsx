// @vitest-environment jsdom
import { MantineProvider } from '@mantine/core';
import { act } from 'react';
import { BrowserRouter } from 'react-router-dom';
import { expect, test } from 'vitest';
import { drawnPage } from '#tests/support/drawn-page.ts';
import { lazyScreen } from './lazy-screen.tsx';

const { page, root } = drawnPage();

/** A screen whose code comes with the given attempt; what was asked so far. */
async function show(comesWith: number, message = 'Failed to fetch dynamically imported module'): Promise<() => number> {
  let asked = 0;
  const Screen = lazyScreen<{ name: string }>(async () => {
    asked += 1;
    if (asked < comesWith) throw new TypeError(message);
    return ({ name }) => <b>{name}</b>;
  });
  await act(async () =>
    root.render(
      <BrowserRouter>
        <MantineProvider env="test">
          <input defaultValue="typed" />
          <Screen name="here" />
        </MantineProvider>
      </BrowserRouter>,
    ),
  );
  return () => asked;
}
const shown = () => page.querySelector('b')?.textContent ?? page.querySelector('h1')?.textContent;

test('a screen whose code can’t be had says so, and whoever asks again stays at the button', async () => {
  const asked = await show(3);
  expect([shown(), document.activeElement]).toEqual(['page.notHere', document.body]);
  await act(async () => page.querySelector('button')?.click());
  expect([shown(), document.activeElement === page.querySelector('button')]).toEqual(['page.notHere', true]);
  await act(async () => page.querySelector('button')?.click());
  expect([shown(), asked(), page.querySelector('input')?.value]).toEqual(['here', 3, 'typed']);
});

test('a screen whose code is here and can’t run says so, and offers the page anew', async () => {
  await show(9, 'x is not a function');
  expect([shown(), page.querySelector('button')?.textContent]).toEqual(['dialog.broken', 'page.reload']);
});

test('it opens by itself with the next connection', async () => {
  const asked = await show(2);
  await act(async () => void window.dispatchEvent(new Event('offline')));
  expect([shown(), asked()]).toEqual(['page.notHere', 1]);
  await act(async () => void window.dispatchEvent(new Event('online')));
  expect([shown(), asked()]).toEqual(['here', 2]);
});

test('the way back leads to the page before; whoever came by a link goes home and does not leave the app', async () => {
  const back = () => act(async () => [...page.querySelectorAll('button')].find(({ textContent }) => textContent === 'page.back')?.click());
  history.replaceState({ idx: 0 }, '', '/elsewhere');
  history.pushState({ idx: 1 }, '', '/there?import');
  await show(9);
  await back();
  await expect.poll(() => location.pathname).toBe('/elsewhere');
  await back();
  expect(location.pathname).toBe('/');
});
