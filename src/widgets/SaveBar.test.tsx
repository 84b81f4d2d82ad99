// @vitest-environment jsdom
import { MantineProvider } from '@mantine/core';
import { act } from 'react';
import { MemoryRouter } from 'react-router-dom';
import { expect, test } from 'vitest';
import { drawnPage } from '#tests/support/drawn-page.ts';
import { SaveBar } from './SaveBar.tsx';

const { page, root } = drawnPage();

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
