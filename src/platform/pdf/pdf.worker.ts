import { AppError } from '#domain/errors.ts';
import { writeEInvoice } from './write-e-invoice.ts';
import { loadFontFiles } from './font-files.ts';
import { withReadableLogo } from './readable-logo.ts';
import type { PdfAnswer, PdfOrder } from './worker-messages.ts';
import { drawFirstPage, writeDocument, writeReport, writeText } from './write-document.ts';

const answer = (message: PdfAnswer, transfer: Transferable[] = []) => postMessage(message, { transfer });

async function written(order: PdfOrder) {
  if ('eInvoice' in order)
    return writeEInvoice({ ...order.eInvoice, document: await withReadableLogo(order.eInvoice.document) }, loadFontFiles);
  if ('report' in order) return writeReport(await withReadableLogo(order.report), loadFontFiles);
  if ('text' in order) return writeText(await withReadableLogo(order.text), loadFontFiles);
  return writeDocument(await withReadableLogo(order.document), loadFontFiles);
}

async function carryOut(order: PdfOrder): Promise<void> {
  const { id } = order;
  if ('document' in order && order.as === 'page')
    return answer({ id, drawing: await drawFirstPage(await withReadableLogo(order.document), loadFontFiles) });
  const bytes = await written(order);
  answer({ id, bytes }, [bytes.buffer]);
}

globalThis.onmessage = ({ data: order }: MessageEvent<PdfOrder>) => {
  carryOut(order).catch((error: unknown) => {
    const { code, data } = error instanceof AppError ? error : new AppError('unexpected', { reason: 'pdf_failed' });
    answer({ id: order.id, code, data });
  });
};
