import type { Page } from '@playwright/test';

/** How long from the click to the frame with other rows at the top of the list. */
export const clickToPainted = (page: Page, button: string, rows: string): Promise<number> =>
  inputToPainted(page, rows, () => page.locator(button).click());

/** The same from the press of a key, where the focus is. */
export const keyToPainted = (page: Page, key: string, rows: string): Promise<number> =>
  inputToPainted(page, rows, () => page.keyboard.press(key));

async function inputToPainted(page: Page, rows: string, input: () => Promise<void>): Promise<number> {
  const painted = page.evaluate((selector) => {
    const top = (): string =>
      [...document.querySelectorAll<HTMLElement>(selector)]
        .slice(0, 12)
        .map((row) => row.getAttribute('href') ?? row.dataset['row'])
        .join();
    const before = top();
    return window.probe.shown(() => top() !== '' && top() !== before);
  }, rows);
  painted.catch(() => undefined);
  // The page must be watching before the input; evaluate has begun by the time this answers.
  await page.evaluate(() => null);
  await input();
  const at = await painted;
  return at - (await page.evaluate(() => window.probe.lastInput()));
}

export type Scroll = { readonly gaps: number[]; readonly blankFrames: number; readonly rowsPassed: number };

/** Scrolls down steadily and notes every frame, and whether anything but rows stood where rows belong. */
export function scrollThrough(page: Page, options: { body: string; row: string; pixelsPerFrame: number; ms: number }): Promise<Scroll> {
  return page.evaluate(async ({ body, row, pixelsPerFrame, ms }) => {
    const heights = [0.35, 0.6, 0.9];
    let blankFrames = 0;
    const begin = window.scrollY;
    const isBlank = (): boolean => {
      const box = document.querySelector(body)?.getBoundingClientRect();
      return heights.some((share) => {
        const y = window.innerHeight * share;
        if (!box || y <= box.top || y >= box.bottom) return false;
        const found = document.elementFromPoint(box.left + box.width / 3, y)?.closest(row);
        return !found?.textContent;
      });
    };
    const frames = window.probe.frames(() => {
      window.scrollBy(0, pixelsPerFrame);
      // Looked at where the frame will show it: scrolled, with the rows that are there now.
      if (isBlank()) blankFrames += 1;
    });
    await new Promise((resolve) => setTimeout(resolve, ms));
    const gaps = frames.stop();
    const height = document.querySelector(row)?.getBoundingClientRect().height ?? 1;
    return { gaps, blankFrames, rowsPassed: Math.round((window.scrollY - begin) / height) };
  }, options);
}
