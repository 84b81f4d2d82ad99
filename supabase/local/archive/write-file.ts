import { open, rename, rm } from 'node:fs/promises';
import type { ByteSink } from '#domain/archive/zip-writer.ts';

/** Writes a file by way of `<file>.part`: under its own name it is whole, or what was there before. */
export async function writeFile<T>(path: string, write: (sink: ByteSink) => Promise<T>): Promise<T> {
  const part = `${path}.part`;
  const handle = await open(part, 'w', 0o600);
  try {
    const result = await write({
      write: async (bytes) => {
        const buffer = bytes instanceof Blob ? new Uint8Array(await bytes.arrayBuffer()) : bytes;
        for (let at = 0; at < buffer.length;) at += (await handle.write(buffer, at)).bytesWritten;
      },
    });
    await handle.sync();
    await handle.close();
    await rename(part, path);
    return result;
  } catch (error) {
    await handle.close().catch(() => undefined);
    await rm(part, { force: true });
    throw error;
  }
}
