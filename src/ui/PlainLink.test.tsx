// @vitest-environment jsdom
import { act } from 'react';
import { Router } from 'react-router-dom';
import { beforeEach, expect, test, vi } from 'vitest';
import { drawnPage } from '#tests/support/drawn-page.ts';
import { PlainLink } from './PlainLink.tsx';

const { page: host, root } = drawnPage();
const push = vi.fn<(path: string, state: unknown) => void>();
const replace = vi.fn<(path: string, state: unknown) => void>();
const navigator = { createHref: String, go: () => undefined, push, replace };
beforeEach(() => {
  vi.resetAllMocks();
});

const pressed = vi.fn<(event: object) => void>();
const show = (basename: string, search = '') =>
  act(() =>
    root.render(
      <Router basename={basename} location={{ pathname: `${basename}/list`, search }} navigator={navigator}>
        <PlainLink to="/record/1" state={{ list: '/list' }} onClick={pressed} />
      </Router>,
    ),
  );
const link = () => host.querySelector('a');
/** Whether the browser is left to follow the link itself. */
function press(init: MouseEventInit = {}): boolean {
  let isLeft = true;
  act(() => void (isLeft = link()?.dispatchEvent(new MouseEvent('click', { bubbles: true, cancelable: true, ...init })) ?? false));
  return isLeft;
}

test.each([
  ['', '/record/1'],
  ['/de', '/de/record/1'],
])('below %j it leads to %s, with what it carries', (basename, path) => {
  show(basename);
  expect(link()?.getAttribute('href')).toBe(path);
  expect(press()).toBe(false);
  expect(push.mock.calls).toEqual([[path, { list: '/list' }]]);
  expect(pressed).toHaveBeenCalledTimes(1);
});

test.each([{ ctrlKey: true }, { metaKey: true }, { shiftKey: true }, { altKey: true }, { button: 1 }])(
  'a press with %j is the browser’s, and is heard all the same',
  (init) => {
    window.addEventListener('click', (event) => event.preventDefault(), { once: true }); // jsdom follows no links
    show('');
    press(init);
    expect(push).not.toHaveBeenCalled();
    expect(pressed).toHaveBeenCalledTimes(1);
  },
);

test('who hears the press first may keep it', () => {
  pressed.mockImplementation((event) => (event as Event).preventDefault());
  show('');
  press();
  expect(push).not.toHaveBeenCalled();
});

test('pressed on the very page it leads to, it adds no step to go back', () => {
  window.history.replaceState(null, '', '/record/1');
  show('');
  press();
  expect([push.mock.calls.length, replace.mock.calls]).toEqual([0, [['/record/1', { list: '/list' }]]]);
  window.history.replaceState(null, '', '/');
});
