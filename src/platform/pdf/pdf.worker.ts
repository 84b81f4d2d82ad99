import { AppError } from '#domain/errors.ts';
import { loadFontFiles } from './font-files.ts';
import { withReadableLogo } from './readable-logo.ts';
import type { PdfAnswer, PdfOrder } from './worker-messages.ts';
import { drawFirstPage, writeDocument } from './write-document.ts';

const answer = (message: PdfAnswer, transfer: Transferable[] = []) => postMessage(message, { transfer });

async function carryOut({ id, document, as }: PdfOrder): Promise<void> {
  const readable = await withReadableLogo(document);
  if (as === 'page') return answer({ id, drawing: await drawFirstPage(readable, loadFontFiles) });
  const bytes = await writeDocument(readable, loadFontFiles);
  answer({ id, bytes }, [bytes.buffer]);
}

globalThis.onmessage = ({ data: order }: MessageEvent<PdfOrder>) => {
  carryOut(order).catch((error: unknown) => {
    const { code, data } = error instanceof AppError ? error : new AppError('unexpected', { reason: 'pdf_failed' });
    answer({ id: order.id, code, data });
  });
};
