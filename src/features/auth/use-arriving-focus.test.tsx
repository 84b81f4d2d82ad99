// @vitest-environment jsdom
import { act } from 'react';
import { createRoot, type Root } from 'react-dom/client';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { useArrivingFocus } from './use-arriving-focus.ts';

let root: Root;
beforeEach(() => {
  (globalThis as { IS_REACT_ACT_ENVIRONMENT?: boolean }).IS_REACT_ACT_ENVIRONMENT = true;
  document.body.innerHTML = '<div id="bar"></div><div id="form"></div>';
  root = createRoot(document.querySelector('#form')!);
});
afterEach(() => act(() => root.unmount()));

function Form() {
  return <input autoFocus={useArrivingFocus()} />;
}
const arrive = () => act(() => root.render(<Form />));

test('a form that arrives takes the focus', () => {
  arrive();
  expect(document.activeElement?.tagName).toBe('INPUT');
});

test('a form that arrives late leaves a panel open that somebody has opened meanwhile', () => {
  document.querySelector('#bar')!.innerHTML = '<div data-menu-panel><a href="/">Deutsch</a></div>';
  document.querySelector('a')!.focus();
  arrive();
  expect(document.activeElement?.textContent).toBe('Deutsch');
});
