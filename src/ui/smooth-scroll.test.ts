import { expect, test } from 'vitest';
import { SCROLL_MS, type ScrollView, scrollSmoothly } from './smooth-scroll.ts';

function viewAt(scrollY: number, wantsLittleMotion = false) {
  const places: number[] = [];
  const frames = new Map<number, (now: number) => void>();
  const listeners = new Map<string, () => void>();
  const view = {
    scrollY,
    scrollTo: ({ top }: { top: number }) => void places.push(top),
    matchMedia: (query: string) => ({ matches: wantsLittleMotion && query === '(prefers-reduced-motion: reduce)' }),
    requestAnimationFrame: (run: (now: number) => void) => {
      frames.set(places.length + 1, run);
      return places.length + 1;
    },
    cancelAnimationFrame: (id: number) => void frames.delete(id),
    addEventListener: (name: string, run: () => void) => void listeners.set(name, run),
    removeEventListener: (name: string) => void listeners.delete(name),
  } as unknown as ScrollView;
  const frameAt = (now: number) => {
    const due = [...frames.values()];
    frames.clear();
    for (const run of due) run(now);
  };
  return { view, places, frames, listeners, frameAt };
}

test('the page scrolls in 300 ms, slowly at both ends, and arrives exactly', () => {
  const { view, places, frames, listeners, frameAt } = viewAt(1000);
  scrollSmoothly(0, view);
  for (const ms of [0, 30, 150, 270, 299]) frameAt(5000 + ms);
  expect(places).toEqual([1000, 980, 500, expect.closeTo(20), expect.closeTo(0.02, 1)]);
  expect(frames.size).toBe(1);
  frameAt(5000 + SCROLL_MS);
  expect([SCROLL_MS, places.at(-1), frames.size, listeners.size]).toEqual([300, 0, 0, 0]);
});

test('whoever wants little motion is there at once', () => {
  const { view, places, frames } = viewAt(1000, true);
  scrollSmoothly(0, view);
  expect([places, frames.size]).toEqual([[0], 0]);
});

test.each(['wheel', 'touchstart', 'pointerdown', 'keydown'])('a person’s %s takes over', (act) => {
  const { view, places, frames, listeners, frameAt } = viewAt(1000);
  scrollSmoothly(0, view);
  frameAt(0);
  listeners.get(act)?.();
  frameAt(150);
  expect([places, frames.size, listeners.size]).toEqual([[1000], 0, 0]);
});
