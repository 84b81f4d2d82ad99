import type { ArchiveWriter } from '#domain/archive/archive-writer.ts';
import { AppError } from '#domain/errors.ts';
import type { ArchiveAnswer, ArchiveOrder } from './archive-messages.ts';

export type WorkerWriter = ArchiveWriter & {
  /** What was finished becomes the file. */
  keep(): Promise<void>;
  /** Ends the worker; what was not kept is thrown away. */
  close(): Promise<void>;
};

const failed = (failure: string): AppError =>
  failure.startsWith('QuotaExceededError') ? new AppError('storage_full') : new AppError('storage_failed', { reason: failure });

/** Writes an archive into a file by way of a worker. AppErrors `storage_full`, `storage_failed`. */
export async function workerWriter(handle: FileSystemFileHandle, madeAt: Date): Promise<WorkerWriter> {
  const worker = new Worker(new URL('./archive.worker.ts', import.meta.url), { type: 'module', name: 'kontor-archive' });
  let isKept = false;
  let waiting: { resolve(result: unknown): void; reject(error: AppError): void } | null = null;
  worker.onmessage = ({ data }: MessageEvent<ArchiveAnswer>) => {
    if ('failure' in data) waiting?.reject(failed(data.failure));
    else waiting?.resolve(data.result);
  };
  worker.onerror = () => waiting?.reject(new AppError('unexpected', { reason: 'archive_worker_failed' }));
  const ask = (order: ArchiveOrder, transfer: Transferable[] = []): Promise<unknown> =>
    new Promise((resolve, reject) => {
      waiting = { resolve, reject };
      worker.postMessage(order, transfer);
    });
  await ask({ call: 'open', handle, madeAt }).catch((error: unknown) => {
    worker.terminate();
    throw error;
  });
  return {
    begin: async (table) => void (await ask({ call: 'begin', table })),
    rows: async (table, rows) => void (await ask({ call: 'rows', table, rows })),
    writeTables: async (about) => void (await ask({ call: 'writeTables', about })),
    // A copy: the logo's bytes are needed once more, for the PDFs.
    file: async (path, bytes) => (await ask({ call: 'file', path, bytes })) as string,
    finish: async (manifest) => (await ask({ call: 'finish', manifest })) as Awaited<ReturnType<ArchiveWriter['finish']>>,
    async keep() {
      await ask({ call: 'close' });
      isKept = true;
    },
    async close() {
      if (!isKept) await ask({ call: 'discard' }).catch(() => undefined);
      worker.terminate();
    },
  };
}
