import { createHash, randomUUID } from 'node:crypto';
import { createReadStream } from 'node:fs';
import * as fs from 'node:fs/promises';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { refusals } from './storage-error.ts';

/** Bytes that are durable on disk but not yet named by a committed row. */
export type Received = { readonly version: string; readonly size: number; /** Lowercase hex. */ readonly md5: string };
export type Range = { readonly start: number; /** Inclusive. */ readonly end: number };

export type ObjectStore = {
  /** Writes a body to disk and makes it durable. Throws `tooLarge` past the limit and leaves nothing behind on any failure. */
  receive(body: AsyncIterable<Uint8Array>, maxBytes: number): Promise<Received>;
  /** Takes a finished file over as bytes of a new version, which it returns; `md5` and size are the caller's to know. */
  adopt(path: string): Promise<string>;
  /** Call after the row that names the version is committed. */
  keep(version: string): Promise<void>;
  /** Call when that row did not come about. */
  drop(version: string): Promise<void>;
  /** Call before the commit that removes the version's row; `remove` follows after it. */
  markLeaving(version: string): Promise<void>;
  /** Takes the mark back when the commit did not come about. */
  unmarkLeaving(version: string): Promise<void>;
  remove(version: string): Promise<void>;
  /** The stored bytes, or null when the disk does not have them. */
  read(version: string, range?: Range): Promise<ReadableStream<Uint8Array> | null>;
  /** Finishes or undoes what a crash interrupted; `isNamed` tells whether a committed row names the version. */
  recover(isNamed: (version: string) => Promise<boolean>): Promise<void>;
};

const VERSION = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;
const isMissing = (error: unknown): boolean => error instanceof Error && 'code' in error && error.code === 'ENOENT';

async function makeDurable(folder: string): Promise<void> {
  const handle = await fs.open(folder, 'r');
  await handle.sync().finally(() => handle.close());
}

type Open = (path: string, flags: string, mode: number) => Promise<fs.FileHandle>;

/**
 * Bytes in a folder, named by version and never by what a client says. `incoming/` holds bytes whose row may not be committed,
 * `objects/` the rest, `leaving/` one empty marker per version about to go: after a crash those two lists are all there is to check,
 * so a foreign database pointed at this folder by mistake can't make the whole of it look orphaned.
 */
export async function createObjectStore(dir: string, open: Open = fs.open): Promise<ObjectStore> {
  const incoming = join(dir, 'incoming');
  const objects = join(dir, 'objects');
  const leaving = join(dir, 'leaving');
  for (const folder of [incoming, objects, leaving]) await fs.mkdir(folder, { recursive: true, mode: 0o700 });

  const checked = (version: string): string => {
    if (!VERSION.test(version)) throw refusals.invalidRequest('Invalid object version');
    return version;
  };
  const incomingPath = (version: string): string => join(incoming, checked(version));
  const objectPath = (version: string): string => join(objects, checked(version).slice(0, 2), version);
  const leavingPath = (version: string): string => join(leaving, checked(version));

  const store: ObjectStore = {
    async receive(body, maxBytes) {
      const version = randomUUID();
      const path = incomingPath(version);
      const hash = createHash('md5');
      let size = 0;
      const handle = await open(path, 'wx', 0o600);
      try {
        for await (const chunk of body) {
          size += chunk.byteLength;
          if (size > maxBytes) throw refusals.tooLarge();
          hash.update(chunk);
          await writeFully(handle, chunk);
        }
        await handle.sync();
        await handle.close();
        await makeDurable(incoming);
      } catch (error) {
        await handle.close().catch(() => undefined);
        await fs.rm(path, { force: true });
        throw error;
      }
      return { version, size, md5: hash.digest('hex') };
    },
    async adopt(path) {
      const version = randomUUID();
      await fs.rename(path, incomingPath(version));
      await makeDurable(incoming);
      return version;
    },
    async keep(version) {
      const path = objectPath(version);
      await fs.mkdir(join(objects, version.slice(0, 2)), { recursive: true, mode: 0o700 });
      await fs.rename(incomingPath(version), path);
      await makeDurable(join(objects, version.slice(0, 2)));
    },
    drop: (version) => fs.rm(incomingPath(version), { force: true }),
    markLeaving: (version) => fs.writeFile(leavingPath(version), '', { mode: 0o600, flush: true }),
    unmarkLeaving: (version) => fs.rm(leavingPath(version), { force: true }),
    async remove(version) {
      await fs.rm(objectPath(version), { force: true });
      await fs.rm(incomingPath(version), { force: true });
      await fs.rm(leavingPath(version), { force: true });
    },
    async read(version, range) {
      // A version moves once, from incoming to objects; looking again closes the gap between the two looks.
      for (const path of [objectPath(version), incomingPath(version), objectPath(version)]) {
        try {
          const handle = await fs.open(path, 'r');
          const stream = createReadStream('', { fd: handle, ...(range ? { start: range.start, end: range.end } : {}) });
          return Readable.toWeb(stream) as ReadableStream<Uint8Array>;
        } catch (error) {
          if (!isMissing(error)) throw error;
        }
      }
      return null;
    },
    async recover(isNamed) {
      for (const version of await fs.readdir(leaving)) {
        if (!VERSION.test(version)) continue;
        if (await isNamed(version)) await store.unmarkLeaving(version);
        else await store.remove(version);
      }
      for (const version of await fs.readdir(incoming)) {
        if (!VERSION.test(version)) continue;
        if (await isNamed(version)) await store.keep(version);
        else await store.drop(version);
      }
    },
  };
  return store;
}

async function writeFully(handle: fs.FileHandle, chunk: Uint8Array): Promise<void> {
  let written = 0;
  while (written < chunk.byteLength) written += (await handle.write(chunk, written)).bytesWritten;
}
