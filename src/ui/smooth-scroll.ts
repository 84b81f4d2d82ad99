/** Spec §9: how long the page takes to scroll by itself, in milliseconds. */
export const SCROLL_MS = 300;

/** What scrolling needs of the window. */
export type ScrollView = Pick<
  Window,
  'scrollY' | 'scrollTo' | 'matchMedia' | 'requestAnimationFrame' | 'cancelAnimationFrame' | 'addEventListener' | 'removeEventListener'
>;
const PERSON_ACTS = ['wheel', 'touchstart', 'pointerdown', 'keydown'] as const;

/** Slow at both ends; `share` of the time that has passed → share of the way. */
const eased = (share: number): number => (share < 0.5 ? 2 * share * share : 1 - (2 - 2 * share) ** 2 / 2);

/**
 * Scrolls the page to `top` in 300 ms, at once for whoever wants little motion. A person who scrolls, clicks or types meanwhile takes over.
 * The browser's own smooth scrolling takes as long as it likes.
 */
export function scrollSmoothly(top: number, view: ScrollView = window): void {
  const jump = (to: number) => view.scrollTo({ top: to, behavior: 'instant' });
  if (view.matchMedia('(prefers-reduced-motion: reduce)').matches) return jump(top);
  const from = view.scrollY;
  let startedAt: number | undefined;
  let frame = 0;
  const stop = () => {
    view.cancelAnimationFrame(frame);
    for (const name of PERSON_ACTS) view.removeEventListener(name, stop);
  };
  const step = (now: number) => {
    startedAt ??= now;
    const share = Math.min(1, (now - startedAt) / SCROLL_MS);
    jump(from + (top - from) * eased(share));
    if (share < 1) frame = view.requestAnimationFrame(step);
    else stop();
  };
  for (const name of PERSON_ACTS) view.addEventListener(name, stop, { passive: true });
  frame = view.requestAnimationFrame(step);
}
