import { createHash, randomUUID } from 'node:crypto';
import { createReadStream } from 'node:fs';
import * as fs from 'node:fs/promises';
import { join } from 'node:path';
import { SNIFF_BYTES } from '#domain/files/sniff.ts';

/** What is known of an upload in parts from its first request on. */
export type PartialFacts = {
  /** Role and user who began it; nobody else may go on with it, or learn of it. */
  readonly owner: string;
  readonly bucket: string;
  readonly name: string;
  /** Bytes of the whole. */
  readonly length: number;
  readonly type: string;
  /** JSON text of the client's own metadata. */
  readonly userMetadata: string | null;
  readonly expiresAt: string;
};
/** `offset`: bytes that are here. `isStored`: it has become an object, and only says so. */
export type Partial = PartialFacts & { readonly id: string; readonly offset: number; readonly isStored: boolean };
/** `movedAt`: when its last byte came, in milliseconds since 1970. */
export type OpenPartial = Pick<Partial, 'id' | 'owner'> & { readonly movedAt: number };

const ID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;
const isMissing = (error: unknown): boolean => error instanceof Error && 'code' in error && error.code === 'ENOENT';
/** Null where there is no such file. */
const statOf = (path: string) =>
  fs.stat(path).catch((error: unknown) => {
    if (isMissing(error)) return null;
    throw error;
  });
const sizeOf = async (path: string): Promise<number | null> => (await statOf(path))?.size ?? null;
const movedAt = async (path: string): Promise<number> => (await statOf(path))?.mtimeMs ?? 0;

/**
 * Bytes of uploads in parts: `<id>.json` says what it is, `<id>.part` has what has arrived, and its length is the offset, so that
 * nothing has to be written down when the server dies.
 */
export async function createPartialStore(dir: string, now: () => Date) {
  await fs.mkdir(dir, { recursive: true, mode: 0o700 });
  const factsPath = (id: string) => join(dir, `${id}.json`);
  const bytesPath = (id: string) => join(dir, `${id}.part`);
  const isExpired = ({ expiresAt }: PartialFacts): boolean => Date.parse(expiresAt) <= now().getTime();

  const readFacts = async (id: string): Promise<(PartialFacts & { isStored?: boolean }) | null> => {
    try {
      return JSON.parse(await fs.readFile(factsPath(id), 'utf8')) as PartialFacts;
    } catch (error) {
      if (isMissing(error) || error instanceof SyntaxError) return null; // the latter: a power cut in the middle of it
      throw error;
    }
  };
  const remove = async (id: string): Promise<void> => {
    await fs.rm(factsPath(id), { force: true });
    await fs.rm(bytesPath(id), { force: true });
  };

  return {
    async begin(facts: PartialFacts): Promise<string> {
      const id = randomUUID();
      await fs.writeFile(bytesPath(id), '', { mode: 0o600 });
      await fs.writeFile(factsPath(id), JSON.stringify(facts), { mode: 0o600, flush: true });
      return id;
    },
    /** Null for what was never begun, has expired or has lost its bytes. */
    async find(id: string): Promise<Partial | null> {
      const facts = ID.test(id) ? await readFacts(id) : null;
      if (!facts || isExpired(facts)) return null;
      if (facts.isStored) return { ...facts, id, offset: facts.length, isStored: true };
      const offset = await sizeOf(bytesPath(id));
      return offset === null ? null : { ...facts, id, offset, isStored: false };
    },
    /** Keeps what comes, durable when this resolves, and tells how many bytes there are now; a body that breaks off is as far as it came. */
    async append({ id, offset, length }: Partial, body: AsyncIterable<Uint8Array>): Promise<number> {
      const handle = await fs.open(bytesPath(id), 'a');
      let end = offset;
      try {
        for await (const chunk of body) {
          const fitting = chunk.subarray(0, length - end);
          await handle.appendFile(fitting);
          end += fitting.byteLength;
          if (end === length) break;
        }
        await handle.sync();
      } finally {
        await handle.close();
      }
      return end;
    },
    /** The first `SNIFF_BYTES`. */
    async head(id: string): Promise<Uint8Array> {
      const handle = await fs.open(bytesPath(id), 'r');
      const { buffer, bytesRead } = await handle.read(new Uint8Array(SNIFF_BYTES)).finally(() => handle.close());
      return buffer.subarray(0, bytesRead);
    },
    read: (id: string): AsyncIterable<Uint8Array> => createReadStream(bytesPath(id)) as AsyncIterable<Buffer>,
    bytesPath,
    /** The bytes are an object's now; whoever lost that answer can still ask. */
    async markStored(id: string): Promise<void> {
      const facts = await readFacts(id);
      if (facts) await fs.writeFile(factsPath(id), JSON.stringify({ ...facts, isStored: true }), { mode: 0o600 });
    },
    remove,
    /** Removes what has expired, and what a crash left without its other half; tells what stays and has not become an object. */
    async sweep(isBusy: (id: string) => boolean = () => false): Promise<OpenPartial[]> {
      const open: OpenPartial[] = [];
      const ids = new Set((await fs.readdir(dir)).map((file) => file.replace(/\.(?:json|part)$/, '')));
      for (const id of ids) {
        if (!ID.test(id)) continue;
        const facts = await readFacts(id);
        if (facts && !isExpired(facts)) {
          if (!facts.isStored) open.push({ id, owner: facts.owner, movedAt: await movedAt(bytesPath(id)) });
        } else if (!isBusy(id)) await remove(id);
      }
      return open;
    },
  };
}
export type PartialStore = Awaited<ReturnType<typeof createPartialStore>>;

/** Both in lowercase hex. */
export async function digests(bytes: AsyncIterable<Uint8Array>): Promise<{ md5: string; sha256: string }> {
  const [md5, sha256] = [createHash('md5'), createHash('sha256')];
  for await (const chunk of bytes) {
    md5.update(chunk);
    sha256.update(chunk);
  }
  return { md5: md5.digest('hex'), sha256: sha256.digest('hex') };
}
