// @vitest-environment jsdom
import { act } from 'react';
import { expect, test } from 'vitest';
import { drawnPage } from '#tests/support/drawn-page.ts';
import { useArrivingFocus } from './use-arriving-focus.ts';

const bar = document.body.appendChild(document.createElement('div'));
const { root } = drawnPage();

function Form() {
  return <input autoFocus={useArrivingFocus()} />;
}
const arrive = () => act(() => root.render(<Form />));

test('a form that arrives takes the focus', () => {
  arrive();
  expect(document.activeElement?.tagName).toBe('INPUT');
});

test('a form that arrives late leaves a panel open that somebody has opened meanwhile', () => {
  bar.innerHTML = '<div data-menu-panel><a href="/">Deutsch</a></div>';
  document.querySelector('a')!.focus();
  arrive();
  expect(document.activeElement?.textContent).toBe('Deutsch');
});
