import { Shell } from '#tests/e2e/pages/shell.ts';
import { fillSignIn, NORDLICHT } from '#tests/e2e/pages/sign-in.ts';
import { installProbe } from './probe.ts';
import { type Bench, ceilingRow, median } from './report.ts';
import { openStage } from './stage.ts';

const OPENINGS = 15;
const PATIENCE_MS = 600_000;
const BUDGET_MS = 300;
/** Each with something on it that only the figures can have drawn. */
const PAGES = [
  { name: 'dashboard', path: '/finance/dashboard', painted: 'main li a[href*="status=overdue"]' },
  { name: 'reports, profit and loss', path: '/reports', painted: 'main tr[data-kind="total"]' },
] as const;

/** From the click in the menu to the painted figures, all of them from the sums beside the documents. */
export const dashboard: Bench = {
  name: 'dashboard',
  async *run({ rows, builds }) {
    const stage = await openStage(builds, rows);
    try {
      const page = await stage.device();
      await page.context().addInitScript(installProbe);
      await page.goto(`${stage.backend.url}/auth/login`);
      await fillSignIn(page);
      await page.getByRole('main').getByRole('button', { name: NORDLICHT }).click();
      await new Shell(page).chip.filter({ hasText: /All synced/ }).waitFor({ timeout: PATIENCE_MS });
      for (const { name, path, painted } of PAGES) {
        const times: number[] = [];
        for (let run = -1; run < OPENINGS; run += 1) {
          // A fresh start each time: nothing of the figures is in memory yet.
          await page.goto(`${stage.backend.url}/finance/vendors`);
          await page.getByRole('heading', { level: 1 }).waitFor();
          const shown = page.evaluate((selector) => window.probe.shown(() => document.querySelector(selector) !== null), painted);
          await page.evaluate(() => null);
          await page.locator(`nav a[href="${path}"]`).first().click();
          const at = await shown;
          if (run >= 0) times.push(at - (await page.evaluate(() => window.probe.lastInput())));
        }
        yield ceilingRow(
          {
            bench: `${name}: from click to painted figures`,
            value: median(times),
            unit: 'ms',
            runs: OPENINGS,
            rows,
            note: `worst ${Math.max(...times).toFixed(0)} ms`,
          },
          BUDGET_MS,
        );
      }
    } finally {
      await stage.close();
    }
  },
};
