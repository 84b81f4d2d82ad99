import { AppError } from '#domain/errors.ts';
import type { PrintableDocument } from '#domain/documents/printable-document.ts';
import type { PrintableReport } from '#domain/documents/printable-report.ts';
import type { PrintableText } from '#domain/documents/printable-text.ts';
import type { Clock, TimerId } from '#platform/clock/clock.ts';
import type { PageDrawing } from './layout/page-drawing.ts';
import type { EInvoiceOrder, PdfAnswer, PdfOrder } from './worker-messages.ts';

/** What the client needs of a `Worker`. */
export type PdfWorker = {
  postMessage: (order: PdfOrder) => void;
  terminate: () => void;
  onmessage: ((event: MessageEvent<PdfAnswer>) => void) | null;
  onerror: ((event: ErrorEvent) => void) | null;
};

type Waiting = { readonly resolve: (result: never) => void; readonly reject: (error: AppError) => void; readonly timer: TimerId };
type Deps = { readonly start: () => PdfWorker; readonly clock: Clock; readonly timeoutMs: number };

/** The file of a document, e-invoice, report or text, or with `page` the drawing of a document's first page. */
type PdfClient = {
  (document: PrintableDocument | PrintableReport | PrintableText | EInvoiceOrder): Promise<Uint8Array>;
  (document: PrintableDocument, as: 'page'): Promise<PageDrawing>;
};

/**
 * Has documents written by a worker, started with the first one. Rejects with the worker's AppError, or `unexpected` with the reason
 * `pdf_timeout` or `pdf_worker_failed`; the next document then gets a new worker.
 */
export function createPdfClient({ start, clock, timeoutMs }: Deps): PdfClient {
  const waiting = new Map<number, Waiting>();
  let worker: PdfWorker | null = null;
  let count = 0;

  const taken = (id: number): Waiting | undefined => {
    const caller = waiting.get(id);
    if (caller) clock.clearTimeout(caller.timer);
    waiting.delete(id);
    return caller;
  };
  const giveUp = (reason: string) => {
    worker?.terminate();
    worker = null;
    for (const id of waiting.keys()) taken(id)?.reject(new AppError('unexpected', { reason }));
  };
  const started = (): PdfWorker => {
    const fresh = start();
    fresh.onmessage = ({ data }) => {
      const caller = taken(data.id);
      if ('bytes' in data) caller?.resolve(data.bytes as never);
      else if ('drawing' in data) caller?.resolve(data.drawing as never);
      else caller?.reject(new AppError(data.code, data.data));
    };
    fresh.onerror = () => giveUp('pdf_worker_failed');
    return fresh;
  };

  return (document: PrintableDocument | PrintableReport | PrintableText | EInvoiceOrder, as?: 'page') =>
    new Promise<never>((resolve, reject) => {
      worker ??= started();
      const id = (count += 1);
      // A worker that hangs with one document answers none behind it either.
      const timer = clock.setTimeout(() => giveUp('pdf_timeout'), timeoutMs);
      waiting.set(id, { resolve, reject, timer });
      if (document.kind === 'e_invoice') worker.postMessage({ id, eInvoice: document });
      else if (document.kind === 'report') worker.postMessage({ id, report: document });
      else if (document.kind === 'text') worker.postMessage({ id, text: document });
      else worker.postMessage({ id, document, ...(as ? { as } : {}) });
    });
}
