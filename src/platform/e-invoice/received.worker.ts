import { readEInvoice } from '#domain/e-invoice/read-e-invoice.ts';
import { XmlRefused } from '#domain/e-invoice/xml-reader.ts';
import { attachedEInvoice } from './pdf-attachment.ts';
import type { ReceivedAnswer } from './read-received.ts';

const answer = (message: ReceivedAnswer) => postMessage(message);

async function read(file: Blob): Promise<ReceivedAnswer> {
  const xml = await attachedEInvoice(new Uint8Array(await file.arrayBuffer()));
  return { kind: 'read', invoice: xml === null ? null : readEInvoice(xml) };
}

globalThis.onmessage = ({ data: file }: MessageEvent<Blob>) => {
  read(file).then(answer, (error: unknown) => answer({ kind: error instanceof XmlRefused ? 'refused' : 'failed' }));
};
