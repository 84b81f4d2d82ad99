import type { ReceivedInvoice } from '#domain/e-invoice/received-invoice.ts';
import { systemClock } from '#platform/clock/clock.ts';

/** `refused`: its data are no XML that is read here; `locked`: what is attached to the PDF is encrypted; `failed`: it was too much, or the browser ended it. */
export type ReceivedAnswer =
  | { readonly kind: 'read'; readonly invoice: ReceivedInvoice | null }
  | { readonly kind: 'refused' | 'locked' | 'failed' };

/** The largest file that is taken in is read in about a second; what takes longer is ended. */
const TIMEOUT_MS = 15_000;

/** The e-invoice that a file is (`application/xml`) or that a PDF carries inside, read in a worker of its own, which a hostile file may take with it. */
export function readReceived(file: Blob): Promise<ReceivedAnswer> {
  const worker = new Worker(new URL('./received.worker.ts', import.meta.url), { type: 'module', name: 'kontor-e-invoice' });
  return new Promise<ReceivedAnswer>((resolve) => {
    const timer = systemClock.setTimeout(() => resolve({ kind: 'failed' }), TIMEOUT_MS);
    worker.onmessage = ({ data }: MessageEvent<ReceivedAnswer>) => {
      systemClock.clearTimeout(timer);
      resolve(data);
    };
    worker.onerror = () => resolve({ kind: 'failed' });
    worker.postMessage(file);
  }).finally(() => worker.terminate());
}
