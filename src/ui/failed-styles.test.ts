// @vitest-environment jsdom
import { afterEach, expect, test } from 'vitest';
import { withStyles } from './failed-styles.ts';

afterEach(() => document.head.replaceChildren());

function sheet(): HTMLLinkElement {
  const link = document.createElement('link');
  Object.assign(link, { rel: 'stylesheet', href: '/assets/page.css' });
  return document.head.appendChild(link);
}
const inPlace = () => document.head.querySelector('link') as HTMLLinkElement;

test('a style sheet that could not be had is asked for once more, before the code that it belongs to', async () => {
  const first = sheet();
  first.dispatchEvent(new Event('error'));
  const order: string[] = [];
  const loaded = withStyles(async () => order.push('code'));
  expect([inPlace() === first, inPlace().getAttribute('href'), order]).toEqual([false, '/assets/page.css', []]);
  order.push('style');
  inPlace().dispatchEvent(new Event('load'));
  await loaded;
  expect(order).toEqual(['style', 'code']);
  const second = inPlace();
  await withStyles(async () => 'code');
  expect(inPlace()).toBe(second);
});

test('one that still can’t be had keeps no other code from coming, and is asked for another time', async () => {
  sheet().dispatchEvent(new Event('error'));
  const loaded = withStyles(async () => 'code');
  const second = inPlace();
  second.dispatchEvent(new Event('error'));
  expect(await loaded).toBe('code');
  const again = withStyles(async () => 'code');
  expect(inPlace()).not.toBe(second);
  inPlace().dispatchEvent(new Event('load'));
  await again;
});
