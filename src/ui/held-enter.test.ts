// @vitest-environment jsdom
import { beforeAll, beforeEach, expect, test } from 'vitest';
import { ignoreHeldEnter } from './held-enter.ts';

beforeAll(ignoreHeldEnter);
let heard: string[];
beforeEach(() => {
  heard = [];
  document.body.innerHTML = '<button></button><textarea></textarea>';
  document.body.onkeydown = ({ key }) => heard.push(key);
});
/** Whether the browser goes on to do what the key does there. */
const press = (where: string, key: string, repeat: boolean): boolean | undefined =>
  document.querySelector(where)?.dispatchEvent(new KeyboardEvent('keydown', { key, repeat, bubbles: true, cancelable: true }));

test('Enter that is held down presses once', () => {
  expect([press('button', 'Enter', false), press('button', 'Enter', true), press('button', 'Enter', true)]).toEqual([true, false, false]);
  expect(heard).toEqual(['Enter']);
});

test('lines of a text and steps through a list come as long as a key is held', () => {
  expect([press('textarea', 'Enter', true), press('button', 'ArrowDown', true)]).toEqual([true, true]);
  expect(heard).toEqual(['Enter', 'ArrowDown']);
});
