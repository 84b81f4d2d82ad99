import { readEInvoice } from '#domain/e-invoice/read-e-invoice.ts';
import { decodedXml } from '#domain/e-invoice/xml-bytes.ts';
import { XmlRefused } from '#domain/e-invoice/xml-reader.ts';
import { attachedEInvoice, PdfLocked } from './pdf-attachment.ts';
import type { ReceivedAnswer } from './read-received.ts';

const answer = (message: ReceivedAnswer) => postMessage(message);

/** What a file of these bytes says as an e-invoice. Rejects with XmlRefused, PdfRefused or PdfLocked. */
async function read(file: Blob): Promise<ReceivedAnswer> {
  const bytes = new Uint8Array(await file.arrayBuffer());
  const xml = file.type === 'application/xml' ? decodedXml(bytes) : await attachedEInvoice(bytes);
  return { kind: 'read', invoice: xml === null ? null : readEInvoice(xml) };
}

globalThis.onmessage = ({ data: file }: MessageEvent<Blob>) => {
  read(file).then(answer, (error: unknown) =>
    answer({ kind: error instanceof XmlRefused ? 'refused' : error instanceof PdfLocked ? 'locked' : 'failed' }),
  );
};
