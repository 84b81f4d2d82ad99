import { AppError } from '#domain/errors.ts';
import { loadFontFiles } from './font-files.ts';
import { withReadableLogo } from './readable-logo.ts';
import type { PdfAnswer, PdfOrder } from './worker-messages.ts';
import { type FontFiles, writeDocument } from './write-document.ts';

let fonts: Promise<FontFiles> | null = null;

async function written({ document }: PdfOrder): Promise<Uint8Array<ArrayBuffer>> {
  fonts ??= loadFontFiles();
  const files = await fonts.catch((error: unknown) => {
    fonts = null; // the next document tries again
    throw error;
  });
  return writeDocument(await withReadableLogo(document), files);
}

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
