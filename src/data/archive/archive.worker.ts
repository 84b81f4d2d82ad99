import { archiveWriter, type ArchiveWriter } from '#domain/archive/archive-writer.ts';
import type { ArchiveAnswer, ArchiveOrder } from './archive-messages.ts';

/** Packs and writes an archive away from the page. Until it is closed, what was written is no file: what ends before leaves nothing that looks whole. */
let file: FileSystemWritableFileStream | null = null;
let writer: ArchiveWriter | null = null;

async function carryOut(order: ArchiveOrder): Promise<unknown> {
  if (order.call === 'open') {
    const opened = await order.handle.createWritable();
    file = opened;
    writer = archiveWriter({ write: (bytes) => opened.write(bytes) }, order.madeAt);
    return undefined;
  }
  if (order.call === 'discard') return file?.abort();
  if (!writer || !file) throw new Error('nothing is open');
  if (order.call === 'begin') return writer.begin(order.table);
  if (order.call === 'rows') return writer.rows(order.table, order.rows);
  if (order.call === 'writeTables') return writer.writeTables(order.about);
  if (order.call === 'file') return writer.file(order.path, order.bytes);
  if (order.call === 'finish') return writer.finish(order.manifest);
  return file.close();
}

globalThis.onmessage = ({ data: order }: MessageEvent<ArchiveOrder>) => {
  carryOut(order).then(
    (result) => postMessage({ result } satisfies ArchiveAnswer),
    (error: unknown) =>
      postMessage({ failure: error instanceof Error ? `${error.name}: ${error.message}` : 'unknown' } satisfies ArchiveAnswer),
  );
};
