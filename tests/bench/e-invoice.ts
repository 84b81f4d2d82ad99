import process from 'node:process';
import { eInvoiceProblems } from '#domain/e-invoice/e-invoice-problems.ts';
import { pdfDifferences } from '#domain/e-invoice/pdf-differences.ts';
import { readEInvoice } from '#domain/e-invoice/read-e-invoice.ts';
import { attachedEInvoice } from '#platform/e-invoice/pdf-attachment.ts';
import { pdfText } from '#platform/e-invoice/pdf-text.ts';
import { writeEInvoice } from '#platform/pdf/write-e-invoice.ts';
import { loadFontFiles } from '#tests/support/font-files.ts';
import { printableDocument } from '#tests/support/printable-document.ts';
import { item, sampleEInvoice } from '#tests/support/sample-e-invoice.ts';
import { type Bench, ceilingRow, comparisonRow, percentile } from './report.ts';

const RUNS = 15;
const WARM_UP = 3;
const [WRITTEN, READ] = [60, 100];

/** A ZUGFeRD of so many lines, in data and on its pages. */
function order(lines: number) {
  const invoice = sampleEInvoice({ items: Array.from({ length: lines }, (_, n) => item({ position: n + 1, unit_price: 80 + n })) });
  return { kind: 'e_invoice', format: 'zugferd', invoice, document: printableDocument({ lines }) } as const;
}

/** Milliseconds of the processor, which do not grow with what else the machine has to do. */
async function timed(run: () => Promise<unknown>): Promise<number> {
  for (let n = 0; n < WARM_UP; n += 1) await run();
  const times: number[] = [];
  for (let n = 0; n < RUNS; n += 1) {
    const before = process.cpuUsage();
    await run();
    const { user, system } = process.cpuUsage(before);
    times.push((user + system) / 1_000);
  }
  return percentile(times, 95);
}

/** E-invoices out and in as their workers write and read them, fonts in memory; the first of each are warm-up. */
export const eInvoiceBench: Bench = {
  name: 'e-invoice',
  async *run() {
    const out = order(WRITTEN);
    const written = await timed(async () => {
      if (eInvoiceProblems(out.invoice, 'en16931').length > 0) throw new Error('the sample breaks a rule');
      await writeEInvoice(out, loadFontFiles);
    });
    yield ceilingRow({ bench: 'e-invoice: checked, XML and PDF, p95 of CPU', value: written, unit: 'ms', runs: RUNS, rows: WRITTEN }, 200);
    const file = await writeEInvoice(order(READ), loadFontFiles);
    const xml = await attachedEInvoice(file);
    const received = xml === null ? null : readEInvoice(xml);
    if (received?.lines.length !== READ) throw new Error('the sample is not read whole');
    const read = await timed(async () => readEInvoice((await attachedEInvoice(file)) ?? ''));
    yield ceilingRow({ bench: 'e-invoice: read from its PDF, p95 of CPU', value: read, unit: 'ms', runs: RUNS, rows: READ }, 300);
    const compared = await timed(async () => pdfDifferences(received, (await pdfText(file)) ?? ''));
    yield comparisonRow({
      bench: 'e-invoice: its pages compared with it, p95 of CPU',
      value: compared,
      unit: 'ms',
      runs: RUNS,
      rows: READ,
    });
  },
};
