import { availableParallelism } from 'node:os';
import { Worker } from 'node:worker_threads';
import type { PrintableDocument } from '#domain/documents/printable-document.ts';

type Pdf = Uint8Array<ArrayBuffer>;
type Waiting = { readonly resolve: (bytes: Pdf) => void; readonly reject: (error: Error) => void };
type Thread = { make(document: PrintableDocument): Promise<Pdf>; end(): Promise<unknown> };

/** More keep more fonts in memory than they save time: reading and packing take a third of it. */
const MOST = 2;

function startThread(): Thread {
  const worker = new Worker(new URL('pdf-thread.ts', import.meta.url));
  const waiting: Waiting[] = [];
  worker.on('message', (bytes: Pdf) => waiting.shift()?.resolve(bytes));
  worker.on('error', (error: Error) => {
    for (const { reject } of waiting.splice(0)) reject(error);
  });
  return {
    make: (document) =>
      new Promise((resolve, reject) => {
        waiting.push({ resolve, reject });
        worker.postMessage(document);
      }),
    end: () => worker.terminate(),
  };
}

/**
 * Writes PDFs in threads of their own, in turns, so that a second processor takes part and the next ones are made while one is packed. What fails in a thread
 * rejects all that it was asked for. Whoever takes them ends them.
 */
export function pdfThreads(count = Math.min(MOST, availableParallelism())) {
  const threads: Thread[] = [];
  let turn = 0;
  return {
    makePdf: (document: PrintableDocument): Promise<Pdf> => (threads[turn++ % count] ??= startThread()).make(document),
    end: () => Promise.all(threads.map((thread) => thread.end())),
  };
}
