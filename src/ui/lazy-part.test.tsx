// @vitest-environment jsdom
import { act } from 'react';
import { expect, test } from 'vitest';
import { drawnPage } from '#tests/support/drawn-page.ts';
import { lazyOr, lazyPart } from './lazy-part.tsx';

const { page: host, root } = drawnPage();

test('a part whose code can’t be had leaves what was typed beside it, and is asked for again when it is drawn anew', async () => {
  let asked = 0;
  const Part = lazyPart<{ name: string }>(
    async () => {
      asked += 1;
      if (asked === 1) throw new TypeError('Failed to fetch dynamically imported module');
      return ({ name }) => <b>{name}</b>;
    },
    () => <i>its place</i>,
  );
  const draw = (isPartThere: boolean) =>
    act(async () =>
      root.render(
        <>
          <input defaultValue="" />
          {isPartThere && <Part name="here" />}
        </>,
      ),
    );
  await draw(true);
  const field = host.querySelector('input') as HTMLInputElement;
  field.value = 'typed';
  expect(host.querySelector('i')?.textContent).toBe('its place');
  await draw(false);
  await draw(true);
  expect(host.querySelector('b')?.textContent).toBe('here');
  expect(host.querySelector('input')).toBe(field);
  expect([field.value, asked]).toEqual(['typed', 2]);
});

test('what is here and can’t run is not taken for what can’t be had; both leave what stands around', async () => {
  const said = (error: Error) =>
    lazyOr<object>({ load: () => Promise.reject(error), Missing: ({ isBroken }) => (isBroken ? 'broken' : 'not here') });
  const messages = [
    'Failed to fetch dynamically imported module: https://kontor.example/a.js',
    'error loading dynamically imported module',
    'Importing a module script failed.',
    'Unable to preload CSS for /a.css',
    'x is not a function',
  ];
  const parts = messages.map((message) => said(new TypeError(message)));
  await act(async () =>
    root.render(
      parts.map((Part, n) => (
        <p key={n}>
          <Part />
        </p>
      )),
    ),
  );
  const shown = [...host.querySelectorAll('p')].map(({ textContent }) => textContent);
  expect(shown).toEqual(['not here', 'not here', 'not here', 'not here', 'broken']);
});
