import { readFileSync } from 'node:fs';
import process from 'node:process';
import { parseArgs } from 'node:util';
import { MEASURED } from '#tests/support/postgres-server.ts';
import { app } from './app.ts';
import { booking } from './booking.ts';
import { builtOnDemand } from './builds.ts';
import { bytes } from './bytes.ts';
import { dashboard } from './dashboard.ts';
import { devices } from './devices.ts';
import { eInvoiceBench } from './e-invoice.ts';
import { exportBench } from './export.ts';
import { firstLoad } from './first-load.ts';
import { firstVisit } from './first-visit.ts';
import { freshDevice } from './fresh-device.ts';
import { invoices } from './invoices.ts';
import { issueManyBench } from './issue-many.ts';
import { lists } from './lists.ts';
import { type Bench, compared, earlierRows, type BenchRow, summaryOf } from './report.ts';
import { pdfBench } from './pdf.ts';
import { phone } from './phone.ts';
import { searchBench } from './search.ts';
import { server } from './server.ts';
import { tabs } from './tabs.ts';
import { units } from './units.ts';

const { values } = parseArgs({
  options: { rows: { type: 'string', default: '10000' }, only: { type: 'string' }, compare: { type: 'string' } },
  strict: true,
});
const rows = Number(values.rows);
if (!Number.isInteger(rows) || rows < 100) {
  console.error('--rows takes a whole number from 100, e.g. npm run bench -- --rows 10000');
  process.exit(2);
}
process.env[MEASURED] = '1';
const benches: readonly Bench[] = [
  bytes,
  server,
  booking,
  devices,
  lists,
  invoices,
  firstLoad,
  firstVisit,
  freshDevice,
  app,
  phone,
  dashboard,
  pdfBench,
  eInvoiceBench,
  issueManyBench,
  exportBench,
  searchBench,
  tabs,
  units,
];
const chosen = values.only ? benches.filter((bench) => values.only?.split(',').includes(bench.name)) : benches;
if (chosen.length === 0) {
  console.error(`--only takes names of ${benches.map((bench) => bench.name).join(', ')}`);
  process.exit(2);
}
const earlier = earlierRows(values.compare === undefined ? '' : readFileSync(values.compare, 'utf8'));
const printed: BenchRow[] = [];
const failed: string[] = [];
const builds = builtOnDemand();
process.on('exit', () => builds.remove());
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => process.exit(130));
for (const bench of chosen) await report(bench);
for (const line of summaryOf(printed, failed)) console.error(line);

async function report(bench: Bench): Promise<void> {
  try {
    for await (const row of bench.run({ rows, builds })) {
      printed.push(row);
      console.log(JSON.stringify(compared(row, earlier)));
    }
  } catch (error) {
    failed.push(bench.name);
    console.log(JSON.stringify({ bench: bench.name, failed: error instanceof Error ? error.message : String(error) }));
    process.exitCode = 1;
  }
}
