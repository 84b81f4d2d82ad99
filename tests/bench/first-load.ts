import { benchPage, openStage, TARGET } from './stage.ts';
import { type Bench, ceilingRow, comparisonRow, median, ratioRow } from './report.ts';
import type { Load } from './page/load.ts';

const RUNS = 3;

const rate = ({ rows, ms }: Load) => (rows * 1000) / ms;
const medianRate = (loads: readonly Load[]) => median(loads.map(rate));
const longest = (loads: readonly Load[]) => Math.max(...loads.map(({ longestTaskMs }) => longestTaskMs));

/** DESIGN §11: half the raw rate while the company is small, a third when it is large. */
const share = (rows: number) => (rows <= 10_000 ? 0.5 : 0.3);

/** The first load of a company on a new device, beside the rate at which IndexedDB takes the same rows with the same indexes. */
export const firstLoad: Bench = {
  name: 'first-load',
  async *run({ rows, builds }) {
    const stage = await openStage(builds, rows);
    try {
      const page = await benchPage(stage);
      const engine: (Load & { listMs: number[] })[] = [];
      const raw: (Load & { indexes: number })[] = [];
      const pulled: Load[] = [];
      const primitive: Load[] = [];
      for (let run = 0; run < RUNS; run += 1) {
        engine.push(await page.evaluate((target) => window.bench.loadByEngine(target), TARGET));
        raw.push(await page.evaluate(() => window.bench.loadRaw()));
        pulled.push(await page.evaluate(() => window.bench.pullOnly()));
        primitive.push(await page.evaluate(() => window.bench.loadByPrimitive()));
      }
      const facts = { runs: RUNS, rows: engine[0]?.rows ?? rows };
      const byHand = { what: `IndexedDB by hand, ${raw[0]?.indexes} indexes`, value: medianRate(raw) };
      yield ratioRow(
        { bench: 'first load: rate', value: medianRate(engine), unit: 'rows/s', reference: byHand, ...facts },
        { atLeast: share(rows) },
      );
      yield ceilingRow(
        {
          bench: 'first load: longest block of the main thread',
          value: longest(engine),
          unit: 'ms',
          reference: { what: 'the same while inserting by hand', value: longest(raw) },
          note: '0 means below 50 ms; the worst of all runs',
          ...facts,
        },
        250,
      );
      const looks = engine.flatMap(({ listMs }) => listMs);
      yield comparisonRow({
        bench: 'first load: a first page of the list meanwhile',
        value: median(looks),
        unit: 'ms',
        note: `worst ${Math.max(...looks).toFixed(0)} ms`,
        rows: facts.rows,
        runs: looks.length,
      });
      yield comparisonRow({
        bench: 'first load: the same pages pulled and thrown away',
        value: medianRate(pulled),
        unit: 'rows/s',
        reference: byHand,
        ...facts,
      });
      yield comparisonRow({
        bench: "first load: RxDB's replication primitive with the same pages",
        value: medianRate(primitive),
        unit: 'rows/s',
        reference: { what: 'our engine', value: medianRate(engine) },
        note: `longest block ${longest(primitive).toFixed(0)} ms`,
        ...facts,
      });
    } finally {
      await stage.close();
    }
  },
};
