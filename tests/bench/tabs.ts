import type { CDPSession, Page } from '@playwright/test';
import { APP_FIRST, signedInDevice } from './app.ts';
import { type Bench, type BenchRow, ceilingRow, comparisonRow } from './report.ts';
import { openStage } from './stage.ts';
import { busyDuring, wakesDuring } from './wakes.ts';

/** The search index is read or taken over 15 s after a tab's start; everything else is done by then. */
const BEFORE_PALETTE_MS = 13_000;
const PALETTE_MS = 9_000;
const MINUTE_MS = 60_000;

type Watched = {
  readonly page: Page;
  readonly cdp: CDPSession;
  /** Paths of the requests so far. */ readonly paths: readonly string[];
};

async function watch(page: Page): Promise<Watched> {
  const cdp = await page.context().newCDPSession(page);
  await cdp.send('Performance.enable');
  await cdp.send('Network.enable');
  const paths: string[] = [];
  cdp.on('Network.requestWillBeSent', ({ request }) => paths.push(new URL(request.url).pathname));
  return { page, cdp, paths };
}

/** Milliseconds that the main thread was busy since the page was opened. */
async function busyMs({ cdp }: Watched): Promise<number> {
  const { metrics } = await cdp.send('Performance.getMetrics');
  return 1000 * (metrics.find(({ name }) => name === 'TaskDuration')?.value ?? Number.NaN);
}

/** What the script keeps in memory once everything that can go is gone, in MB. */
async function heapMB({ cdp }: Watched): Promise<number> {
  await cdp.send('HeapProfiler.collectGarbage');
  const { metrics } = await cdp.send('Performance.getMetrics');
  return (metrics.find(({ name }) => name === 'JSHeapUsedSize')?.value ?? Number.NaN) / 1_000_000;
}

async function during(tab: Watched, ms: number): Promise<{ readonly busy: number; readonly paths: readonly string[] }> {
  const [busy, before] = [await busyMs(tab), tab.paths.length];
  await tab.page.waitForTimeout(ms);
  return { busy: (await busyMs(tab)) - busy, paths: tab.paths.slice(before) };
}

async function opened(page: Page, url: string): Promise<Watched> {
  const tab = await watch(page);
  await page.goto(url);
  await page.locator(APP_FIRST).waitFor();
  await page.evaluate(() => new Promise((resolve) => requestIdleCallback(resolve)));
  return tab;
}

/** Tells the page that it is in the background: without a window the browser keeps every tab in front. Its timers run on as in front. */
async function hide({ page }: Watched): Promise<void> {
  await page.evaluate(() => {
    Object.defineProperty(document, 'visibilityState', { value: 'hidden' });
    Object.defineProperty(document, 'hidden', { value: true });
    document.dispatchEvent(new Event('visibilitychange'));
  });
}

type Named = (bench: string, value: number, unit: BenchRow['unit']) => Parameters<typeof ceilingRow>[0];

/** What a minute costs the processor and the line, and who wakes the page in the minute after it. */
async function* minute(tab: Watched, one: Named, { what, cpuMs, requests }: { what: string; cpuMs: number; requests: number }) {
  const before = tab.paths.length;
  const busyMs = await busyDuring(tab.page, MINUTE_MS);
  const paths = tab.paths.slice(before);
  const note = `in the minute after it: ${await wakesDuring(tab.page, MINUTE_MS)}`;
  yield ceilingRow({ ...one(`processor time of the main thread in ${what}`, busyMs, 'ms'), note }, cpuMs);
  yield ceilingRow({ ...one(`requests in ${what}`, paths.length, 'requests'), note: paths.join(' ') }, requests);
}

/** What open tabs cost while nobody does anything. */
export const tabs: Bench = {
  name: 'tabs',
  async *run({ rows, builds }) {
    const stage = await openStage(builds, rows);
    try {
      const device = await signedInDevice(stage);
      const url = `${stage.backend.url}/finance/expenses`;
      const context = device.context();
      await device.goto('about:blank');
      const one = (bench: string, value: number, unit: BenchRow['unit']) => ({ bench: `tabs: ${bench}`, value, unit, runs: 1, rows });

      const first = await opened(device, url);
      await during(first, BEFORE_PALETTE_MS);
      yield comparisonRow(
        one('main thread while the first tab reads what its palette finds', (await during(first, PALETTE_MS)).busy, 'ms'),
      );
      const further = await opened(await context.newPage(), url);
      yield comparisonRow(one('main thread of a further tab before that', (await during(further, BEFORE_PALETTE_MS)).busy, 'ms'));
      yield ceilingRow(one('main thread while a further tab takes it over', (await during(further, PALETTE_MS)).busy, 'ms'), 100);
      await further.page.close();

      yield* minute(first, one, { what: 'an idle minute', cpuMs: 500, requests: 2 });
      yield ceilingRow(one('heap', await heapMB(first), 'MB'), 80);
      await hide(first);
      yield* minute(first, one, { what: 'a minute in the background', cpuMs: 100, requests: 0 });
    } finally {
      await stage.close();
    }
  },
};
