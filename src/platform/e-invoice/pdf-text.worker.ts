import { pdfDifferences } from '#domain/e-invoice/pdf-differences.ts';
import type { ReceivedInvoice } from '#domain/e-invoice/received-invoice.ts';
import type { ComparedAnswer, ComparedMessage } from './compare-pages.ts';
import { pdfText } from './pdf-text.ts';

async function compare(file: Blob, invoice: ReceivedInvoice): Promise<ComparedAnswer> {
  const text = await pdfText(new Uint8Array(await file.arrayBuffer()));
  return text === null ? { kind: 'failed' } : pdfDifferences(invoice, text);
}

const answer = (compared: ComparedAnswer): void => postMessage({ compared } satisfies ComparedMessage);

globalThis.onmessage = ({ data: { file, invoice } }: MessageEvent<{ file: Blob; invoice: ReceivedInvoice }>) => {
  // The library, which finds itself in a worker, listens here and says so too.
  if (file) compare(file, invoice).then(answer, () => answer({ kind: 'failed' }));
};
