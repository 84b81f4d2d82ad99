import type { Page } from '@playwright/test';
import { fillSignIn, NORDLICHT } from '#tests/e2e/pages/sign-in.ts';
import { APP_FIRST, PATIENCE_MS } from './app.ts';
import { installProbe } from './probe.ts';
import { type Bench, type BenchRow, ceilingRow, comparisonRow } from './report.ts';
import { openStage, type Stage } from './stage.ts';

type FirstMinute = {
  /** From the press of the company's name, in milliseconds. */ readonly list: number;
  readonly synced: number;
  /** The longest task of the main thread until then; 0 where none took 50 ms. */ readonly block: number;
  /** All that came over the network until then, as it was packed. */ readonly kB: number;
  /** What the main thread was busy with until then, in milliseconds. */ readonly busy: number;
};

async function firstMinute(page: Page, { backend }: Stage): Promise<FirstMinute> {
  page.context().setDefaultTimeout(PATIENCE_MS);
  await page.context().addInitScript(installProbe);
  await page.goto(`${backend.url}/auth/login?next=${encodeURIComponent('/finance/expenses')}`);
  await fillSignIn(page);
  const company = page.getByRole('main').getByRole('button', { name: NORDLICHT });
  await company.waitFor();
  const cdp = await page.context().newCDPSession(page);
  await cdp.send('Network.enable');
  await cdp.send('Performance.enable');
  let bytes = 0;
  cdp.on('Network.loadingFinished', ({ encodedDataLength }) => (bytes += encodedDataLength));
  const busy = async (): Promise<number> => {
    const { metrics } = await cdp.send('Performance.getMetrics');
    return 1000 * (metrics.find(({ name }) => name === 'TaskDuration')?.value ?? Number.NaN);
  };
  const before = await busy();
  const shown = page.evaluate(
    async ({ first, withinMs }) => {
      const from = window.probe.now();
      const list = await window.probe.shown(() => document.querySelector(first) !== null, withinMs);
      const synced = await window.probe.shown(() => document.querySelector('header [data-state=allSynced]') !== null, withinMs);
      return { list, synced, block: window.probe.longestTask(from) };
    },
    { first: APP_FIRST, withinMs: PATIENCE_MS },
  );
  shown.catch(() => undefined);
  await page.evaluate(() => null);
  await company.click();
  const { list, synced, block } = await shown;
  const pressed = await page.evaluate(() => window.probe.lastInput());
  return { list: list - pressed, synced: synced - pressed, block, kB: bytes / 1000, busy: (await busy()) - before };
}

/** The first minute of a new device: signed in, nothing of the company there yet. */
export const freshDevice: Bench = {
  name: 'fresh-device',
  async *run({ rows, builds }) {
    const stage = await openStage(builds, rows);
    try {
      const { list, synced, block, kB, busy } = await firstMinute(await stage.device(), stage);
      const row = (bench: string, value: number, unit: BenchRow['unit']) => ({
        bench: `fresh device: ${bench}`,
        value,
        unit,
        runs: 1,
        rows,
      });
      yield ceilingRow(row('company chosen to the first rows', list, 'ms'), 3000);
      // Ten times the rows take ten times as long; what counts then is that the screen can be used meanwhile.
      yield ceilingRow(row('company chosen to all synced', synced, 'ms'), Math.max(1, rows / 10_000) * 10_000);
      yield ceilingRow(row('longest block of the main thread until then', block, 'ms'), 100);
      yield ceilingRow(row('on the wire until then', kB, 'kB'), Math.max(1, rows / 10_000) * 1500);
      yield comparisonRow(row('main thread busy until then', busy, 'ms'));
    } finally {
      await stage.close();
    }
  },
};
