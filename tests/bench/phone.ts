import type { BrowserContext, Page } from '@playwright/test';
import { APP_FIRST, APP_ROW, signedInDevice } from './app.ts';
import { startTimes } from './app-start.ts';
import { clickToPainted } from './app-use.ts';
import { captureFirst, timeWrites } from './app-writes.ts';
import { type Bench, type BenchRow, ceilingRow, median, ratioRow } from './report.ts';
import { openStage } from './stage.ts';

const SLOWER = 4;
const STARTS = 5;
const WRITES = 10;
const FILTERS = ['Pending', 'Approved', 'Reimbursed', 'All'];

async function slowDown(page: Page, rate: number): Promise<void> {
  const cdp = await page.context().newCDPSession(page);
  await cdp.send('Emulation.setCPUThrottlingRate', { rate });
}

type Measured = { readonly start: number[]; readonly longest: number[]; readonly filter: number[]; readonly write: number[] };

async function measured(context: BrowserContext, url: string, rate: number): Promise<Measured> {
  const longest: number[] = [];
  await context.setOffline(true);
  const start = await startTimes(context, url, APP_ROW, STARTS, {
    before: (page) => slowDown(page, rate),
    after: async (page) => void longest.push(await page.evaluate(() => window.probe.longestTask())),
  });
  await context.setOffline(false);
  const page = await context.newPage();
  await slowDown(page, rate);
  const filter: number[] = [];
  await page.goto(url);
  await page.locator(APP_FIRST).waitFor();
  for (const name of FILTERS) filter.push(await clickToPainted(page, `role=button[name="${name}"][pressed=false]`, APP_ROW));
  await captureFirst([page], `Phone, ${rate} times slower`, `${rate}2.50`);
  const write = (await timeWrites({ writer: page }, WRITES)).sameTab;
  await page.close();
  return { start, longest, filter, write };
}

/** The processor of a phone: four times slower than this one, beside this one in the same run. */
export const phone: Bench = {
  name: 'phone',
  async *run({ rows, builds }) {
    const stage = await openStage(builds, rows);
    try {
      const device = await signedInDevice(stage);
      await device.goto('about:blank');
      const url = `${stage.backend.url}/finance/expenses`;
      const usual = await measured(device.context(), url, 1);
      const slow = await measured(device.context(), url, SLOWER);
      const row = (bench: string, of: 'start' | 'filter' | 'write'): BenchRow =>
        ratioRow(
          {
            bench: `phone: ${bench}`,
            value: median(slow[of]),
            unit: 'ms',
            reference: { what: 'the same with the processor as it is', value: median(usual[of]) },
            runs: slow[of].length,
            rows,
          },
          { atMost: SLOWER },
        );
      yield row('warm offline start to an interactive list', 'start');
      yield row('click on a status filter to painted', 'filter');
      yield row('write to painted', 'write');
      yield ceilingRow(
        { bench: 'phone: longest task of a start', value: median(slow.longest), unit: 'ms', runs: slow.longest.length, rows },
        200,
      );
    } finally {
      await stage.close();
    }
  },
};
