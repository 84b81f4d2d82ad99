import { type Bench, comparisonRow, median, percentile, ratioRow } from './report.ts';
import { benchPage, openStage, TARGET } from './stage.ts';

const RUNS = 20;
/** The demo's own expenses are enough here: the invoices are made on the device. */
const EXPENSES = 100;

/** Invoices with their lines on one device: the list, opening one, saving an edit, each beside the same by hand from IndexedDB. */
export const invoices: Bench = {
  name: 'invoices',
  async *run({ rows, builds }) {
    const stage = await openStage(builds, EXPENSES);
    try {
      const page = await benchPage(stage);
      page.setDefaultTimeout(0);
      await page.evaluate((target) => window.bench.loadByEngine(target), TARGET);
      const stored = await page.evaluate((count) => window.bench.fillInvoices(count), rows);
      for (const { name, ours, raw } of await page.evaluate((runs) => window.bench.timeInvoices(runs), RUNS)) {
        const row = {
          bench: `invoices: ${name}`,
          value: median(ours),
          unit: 'ms' as const,
          reference: { what: 'the same by hand from IndexedDB', value: median(raw) },
          runs: RUNS,
          rows: stored,
          note: `p95 ${percentile(ours, 95).toFixed(1)} ms`,
        };
        // An edit also goes into the outbox, in a database of its own, before it is safe: there is nothing to hold the ratio against.
        yield name === 'newest page of 50' ? ratioRow(row, { atMost: 1.5 }) : comparisonRow(row);
      }
    } finally {
      await stage.close();
    }
  },
};
