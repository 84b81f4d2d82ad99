import { systemClock } from '#platform/clock/clock.ts';
import { createPdfClient } from './pdf-client.ts';

/** A document of the 500 lines an invoice may have takes about a second on a slow phone. */
const TIMEOUT_MS = 30_000;

/** The document as a PDF, made on this device, away from the main thread. Rejects with an AppError. */
export const renderPdf = createPdfClient({
  start: () => new Worker(new URL('./pdf.worker.ts', import.meta.url), { type: 'module', name: 'kontor-pdf' }),
  clock: systemClock,
  timeoutMs: TIMEOUT_MS,
});
