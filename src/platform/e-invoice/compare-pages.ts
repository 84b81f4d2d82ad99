import type { PdfComparison } from '#domain/e-invoice/pdf-differences.ts';
import type { ReceivedInvoice } from '#domain/e-invoice/received-invoice.ts';
import { systemClock } from '#platform/clock/clock.ts';

/** `failed`: the pages can't be read, or would take too long; `absent`: what reads them is not on this device yet, and there is no connection. */
export type ComparedAnswer = PdfComparison | { readonly kind: 'failed' | 'absent' };

/** The worker's answer, told from what its library says. */
export type ComparedMessage = { readonly compared: ComparedAnswer };

/** As long as reading its data may take. */
const TIMEOUT_MS = 15_000;

/** Compares the pages of a PDF with the e-invoice inside, in a worker of its own, which a hostile file may take with it. */
export function comparePages(file: Blob, invoice: ReceivedInvoice): Promise<ComparedAnswer> {
  const worker = new Worker(new URL('./pdf-text.worker.ts', import.meta.url), { type: 'module', name: 'kontor-pdf-text' });
  let isHere = false;
  return new Promise<ComparedAnswer>((resolve) => {
    const timer = systemClock.setTimeout(() => resolve({ kind: 'failed' }), TIMEOUT_MS);
    worker.onmessage = ({ data }: MessageEvent<Partial<ComparedMessage>>) => {
      // Whatever it says first: its file is on the device.
      isHere = true;
      if (!data.compared) return;
      systemClock.clearTimeout(timer);
      resolve(data.compared);
    };
    worker.onerror = () => {
      systemClock.clearTimeout(timer);
      resolve({ kind: isHere ? 'failed' : 'absent' });
    };
    worker.postMessage({ file, invoice });
  }).finally(() => worker.terminate());
}
