// @vitest-environment jsdom
import { MantineProvider } from '@mantine/core';
import { act, useLayoutEffect } from 'react';
import { BrowserRouter, useLocation, useNavigate } from 'react-router-dom';
import { beforeEach, expect, test } from 'vitest';
import { drawnPage } from '#tests/support/drawn-page.ts';
import { LeaveGuard } from './LeaveGuard.tsx';

const { page, root } = drawnPage();
const now = { go: (_to: string): void => undefined, place: '' };
function Place() {
  const navigate = useNavigate();
  const { pathname } = useLocation();
  useLayoutEffect(() => void Object.assign(now, { go: navigate, place: pathname }));
  return null;
}
const show = (about?: 'run') =>
  act(() =>
    root.render(
      <BrowserRouter>
        <MantineProvider env="test">
          <Place />
          <LeaveGuard isDirty {...(about && { about })} />
        </MantineProvider>
      </BrowserRouter>,
    ),
  );
const asked = () => page.querySelector('dialog h2')?.textContent;
const press = (text: string) =>
  act(async () => [...page.querySelectorAll('button')].find(({ textContent }) => textContent === text)?.click());
const leaveFor = (to: string) => act(async () => now.go(to));
beforeEach(() => window.history.replaceState(null, '', '/form'));

test.each([
  [undefined, 'leave'],
  ['run', 'leave.run'],
] as const)('whoever leaves is asked about what would be lost (%s), stays with it, or goes where they were going', async (about, words) => {
  show(about);
  await leaveFor('/elsewhere');
  expect([asked(), now.place]).toEqual([`${words}.title`, '/form']);
  await press(`${words}.stay`);
  expect([asked(), now.place]).toEqual([undefined, '/form']);
  await leaveFor('/elsewhere');
  await press(`${words}.leave`);
  expect([asked(), now.place]).toEqual([undefined, '/elsewhere']);
});
