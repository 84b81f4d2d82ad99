// @vitest-environment jsdom
import { MantineProvider } from '@mantine/core';
import { act } from 'react';
import { createRoot, type Root } from 'react-dom/client';
import { MemoryRouter } from 'react-router-dom';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { SaveBar } from './SaveBar.tsx';

let root: Root;
let page: HTMLElement;
beforeEach(() => {
  (globalThis as { IS_REACT_ACT_ENVIRONMENT?: boolean }).IS_REACT_ACT_ENVIRONMENT = true;
  window.matchMedia = (media) => ({ media, matches: false, addEventListener() {}, removeEventListener() {} }) as never;
  page = document.body.appendChild(document.createElement('div'));
  root = createRoot(page);
});
afterEach(() => {
  act(() => root.unmount());
  page.remove();
});

function show(isSaving: boolean): HTMLButtonElement[] {
  const bar = <SaveBar saveLabel="Save" saveAnd={{ next: 'issue', label: 'Save and issue' }} isSaving={isSaving} cancelTo="/" />;
  act(() =>
    root.render(
      <MemoryRouter>
        <MantineProvider env="test">
          <form onSubmit={(event) => event.preventDefault()}>{bar}</form>
        </MantineProvider>
      </MemoryRouter>,
    ),
  );
  return [...page.querySelectorAll<HTMLButtonElement>('button[type=submit]')];
}

test.each([0, 1])('under way is the button that was pressed, and no other can be pressed meanwhile: %i', (pressed) => {
  const buttons = show(false);
  // Pressed before is no sign of what is pressed now.
  act(() => buttons[1 - pressed]?.click());
  act(() => buttons[pressed]?.click());
  const [save, saveAnd] = show(true);
  expect([save, saveAnd].map((button) => button?.hasAttribute('data-loading'))).toEqual([pressed === 0, pressed === 1]);
  expect([save, saveAnd].map((button) => button?.disabled)).toEqual([true, true]);
});
