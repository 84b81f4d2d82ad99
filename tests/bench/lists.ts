import { benchPage, openStage, TARGET } from './stage.ts';
import { type Bench, median, ratioRow } from './report.ts';

const RUNS = 20;

/** The list's pages by index, beside the same pages by hand from raw IndexedDB with the same rows and indexes. */
export const lists: Bench = {
  name: 'lists',
  async *run({ rows, builds }) {
    const stage = await openStage(builds, rows);
    try {
      const page = await benchPage(stage);
      await page.evaluate((target) => window.bench.loadByEngine(target), TARGET);
      const { rows: stored } = await page.evaluate(() => window.bench.loadRaw());
      const all = await page.evaluate((runs) => window.bench.timeLists(runs), RUNS);
      for (const { name, ours, raw } of all) {
        yield ratioRow(
          {
            bench: `lists: ${name}`,
            value: median(ours),
            unit: 'ms',
            reference: { what: 'the same page by hand from IndexedDB', value: median(raw) },
            runs: RUNS,
            rows: stored,
          },
          { atMost: 1.5 },
        );
      }
    } finally {
      await stage.close();
    }
  },
};
