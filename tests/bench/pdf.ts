import { loadFontFiles } from '#tests/support/font-files.ts';
import { printableDocument } from '#tests/support/printable-document.ts';
import { writeDocument } from '#platform/pdf/write-document.ts';
import { type Bench, ceilingRow, percentile } from './report.ts';

const RUNS = 15;
const LINES = 60;

/** Writing the document of an invoice, fonts in memory, as its worker does; the first one is warm-up. */
export const pdfBench: Bench = {
  name: 'pdf',
  async *run() {
    const sample = printableDocument();
    const [item] = sample.items;
    if (!item) throw new Error('the sample document has no line');
    const document = { ...sample, items: Array.from({ length: LINES }, (_, n) => ({ ...item, position: n + 1 })) };
    await writeDocument(document, loadFontFiles);
    const times: number[] = [];
    for (let run = 0; run < RUNS; run += 1) {
      const started = performance.now();
      await writeDocument(document, loadFontFiles);
      times.push(performance.now() - started);
    }
    yield ceilingRow({ bench: 'pdf.60_lines_p95', value: percentile(times, 95), unit: 'ms', runs: RUNS, rows: LINES }, 500);
  },
};
