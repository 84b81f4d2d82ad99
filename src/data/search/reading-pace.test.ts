import { createClock } from '@sinonjs/fake-timers';
import { expect, test, vi } from 'vitest';
import type { Clock } from '#platform/clock/clock.ts';
import { readingPace } from './reading-pace.ts';

/** A pace on a clock that stands still until it is told, and the moments at which it let a page be read. */
function paced() {
  const time = createClock();
  const clock = {
    monotonicMs: () => time.now,
    setTimeout: time.setTimeout.bind(time),
    clearTimeout: time.clearTimeout.bind(time),
  } as unknown as Clock;
  const pace = readingPace(clock);
  const pages: number[] = [];
  /** Asks for a page, and lets the browser's idle moment come. */
  const ask = async () => {
    void pace.pause().then(() => pages.push(time.now));
    await settle();
  };
  const pass = async (ms: number) => {
    await time.tickAsync(ms);
    await settle();
  };
  return { pace, pages, ask, pass };
}
const settle = () => new Promise((resolve) => setTimeout(resolve, 5));

test('nobody works: a page is read in the next idle moment', async () => {
  const { pages, ask } = paced();
  await ask();
  await ask();
  expect(pages).toEqual([0, 0]);
});

test('a page waits until nobody has done anything for two seconds', async () => {
  const { pace, pages, ask, pass } = paced();
  pace.acted();
  await ask();
  await pass(1_500);
  pace.acted();
  await pass(1_999);
  expect(pages).toEqual([]);
  await pass(1);
  expect(pages).toEqual([3_500]);
});

test('where somebody works without a pause a page is read every ten seconds', async () => {
  const { pace, pages, ask, pass } = paced();
  pace.acted();
  await ask();
  for (let at = 0; at < 25_000; at += 500) {
    await pass(500);
    pace.acted();
    if (at === 10_000) await ask();
  }
  expect(pages).toEqual([10_000, 20_500]);
});

test('somebody waits for it: nothing holds it up any more, not what waits already', async () => {
  const { pace, pages, ask, pass } = paced();
  pace.acted();
  await ask();
  await pass(500);
  expect(pages).toEqual([]);
  pace.hurry();
  await pass(0);
  pace.acted();
  vi.stubGlobal('requestIdleCallback', () => 0); // a browser that has no idle moment
  await ask();
  vi.unstubAllGlobals();
  expect(pages).toEqual([500, 500]);
});
