import { isTabVisible } from '#platform/network/network.ts';

/** From a press to the page that follows it, where the processor is quick. */
const DRAWING_MS = 50;
/** Where it is slow the browser says when it is done; but other devices wait, too. */
const AT_LATEST_MS = 50;

/** Resolves once what a person has just done had the time to be painted; at once where nobody looks, because timers are stretched there. */
export async function paintedFirst(): Promise<void> {
  if (!isTabVisible()) return;
  await new Promise((resolve) => setTimeout(resolve, DRAWING_MS));
  if ('requestIdleCallback' in globalThis) await new Promise((resolve) => requestIdleCallback(resolve, { timeout: AT_LATEST_MS }));
}
