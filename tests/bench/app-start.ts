import type { BrowserContext, Page } from '@playwright/test';

const SETTLE_MS = 500;

type Around = {
  /** Before the navigation begins. */ before?(page: Page): Promise<void>;
  /** Once the list is there. */ after?(page: Page): Promise<void>;
};

/**
 * Opens the address in a new tab and says when the list is on the screen and the main thread is free for the person, in milliseconds
 * since the navigation began. The browser runs already, the page does not.
 */
export async function startTimes(
  context: BrowserContext,
  url: string,
  rowSelector: string,
  runs: number,
  around: Around = {},
): Promise<number[]> {
  const times: number[] = [];
  for (let run = 0; run < runs; run += 1) {
    const page = await context.newPage();
    await around.before?.(page);
    await page.goto(url, { waitUntil: 'commit' });
    times.push(await interactiveAfter(page, rowSelector));
    await around.after?.(page);
    // Nothing of this run may still be at work in the next one.
    await page.waitForTimeout(SETTLE_MS);
    await page.close();
  }
  return times;
}

function interactiveAfter(page: Page, rowSelector: string): Promise<number> {
  return page.evaluate(async (selector) => {
    await window.probe.shown(() => document.querySelectorAll(selector).length >= 10);
    await new Promise((resolve) => requestIdleCallback(resolve));
    return performance.now();
  }, rowSelector);
}
