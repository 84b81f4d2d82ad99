import { AppError } from '#domain/errors.ts';
import { loadFontFiles } from './font-files.ts';
import { withReadableLogo } from './readable-logo.ts';
import type { PdfAnswer, PdfOrder } from './worker-messages.ts';
import { writeDocument } from './write-document.ts';

const written = async ({ document }: PdfOrder): Promise<Uint8Array<ArrayBuffer>> =>
  writeDocument(await withReadableLogo(document), loadFontFiles);

const answer = (message: PdfAnswer, transfer: Transferable[] = []) => postMessage(message, { transfer });

globalThis.onmessage = ({ data: order }: MessageEvent<PdfOrder>) => {
  written(order).then(
    (bytes) => answer({ id: order.id, bytes }, [bytes.buffer]),
    (error: unknown) => {
      const { code, data } = error instanceof AppError ? error : new AppError('unexpected', { reason: 'pdf_failed' });
      answer({ id: order.id, code, data });
    },
  );
};
