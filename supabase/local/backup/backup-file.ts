import { createHash } from 'node:crypto';
import { existsSync, openAsBlob } from 'node:fs';
import { createTarDecoder, createTarPacker } from 'modern-tar';
import * as z from 'zod/mini';
import { StartRefused } from '#local/data-dir.ts';

/**
 * A backup is a tar file: `kontor-backup.json` (these facts) first, then the database as its engine dumps it, `keys.json`, `mail/…` and
 * `objects/<version>`, and last `checksums.json` (path → bytes and SHA-256), whose absence tells that the file was cut off.
 */
const factsSchema = z.object({
  format: z.literal(1),
  /** The version of Kontor that made it. */ version: z.string(),
  engine: z.enum(['pglite', 'postgres']),
  /** ISO 8601, UTC. */ madeAt: z.string(),
});
export type BackupFacts = z.infer<typeof factsSchema>;

const FACTS = 'kontor-backup.json';
const CHECKSUMS = 'checksums.json';
const checksumsSchema = z.record(z.string(), z.object({ bytes: z.int(), sha256: z.string() }));
type Checksums = z.infer<typeof checksumsSchema>;

export type BackupWriter = {
  /** The bytes of the file. */
  readonly bytes: ReadableStream<Uint8Array>;
  /** Appends a file of `size` bytes, which `body` must give exactly. */
  add(path: string, size: number, body: AsyncIterable<Uint8Array>): Promise<void>;
  finish(): Promise<void>;
  fail(error: unknown): void;
};

async function* once(bytes: Uint8Array): AsyncGenerator<Uint8Array> {
  yield bytes;
}
const jsonOf = (value: unknown): Uint8Array => new TextEncoder().encode(JSON.stringify(value, null, 1));

export function createBackupWriter(): BackupWriter {
  const { readable, controller } = createTarPacker();
  const checksums: Checksums = {};
  const append = async (path: string, size: number, body: AsyncIterable<Uint8Array>): Promise<string> => {
    const hash = createHash('sha256');
    const writer = controller.add({ name: path, size, mode: 0o600 }).getWriter();
    for await (const chunk of body) {
      hash.update(chunk);
      await writer.write(chunk);
    }
    await writer.close();
    return hash.digest('hex');
  };
  return {
    bytes: readable,
    async add(path, size, body) {
      checksums[path] = { bytes: size, sha256: await append(path, size, body) };
    },
    async finish() {
      const text = jsonOf(checksums);
      await append(CHECKSUMS, text.byteLength, once(text));
      controller.finalize();
    },
    fail: (error) => controller.error(error),
  };
}

/** Bytes that are at hand as a whole. */
export const addBytes = (backup: BackupWriter, path: string, bytes: Uint8Array): Promise<void> =>
  backup.add(path, bytes.byteLength, once(bytes));

export const addFacts = (backup: BackupWriter, facts: BackupFacts): Promise<void> => addBytes(backup, FACTS, jsonOf(facts));

/** Takes one file of a backup; what it leaves unread is passed over. */
export type TakeEntry = (path: string, body: AsyncIterable<Uint8Array>) => Promise<void>;

class BackupRefused extends StartRefused {}

function readFacts(file: string, text: string): BackupFacts {
  const facts = factsSchema.safeParse(parsed(text));
  if (facts.success) return facts.data;
  const newer = z.object({ format: z.int().check(z.gt(1)), version: z.string() }).safeParse(parsed(text));
  if (newer.success)
    throw new BackupRefused(
      `${file} was made by Kontor ${newer.data.version}, which this version can't read. Restore it with that version.`,
    );
  throw notOurs(file);
}
const notOurs = (file: string): BackupRefused => new BackupRefused(`${file} is not a backup of Kontor. Nothing was restored.`);

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

async function* hashed(body: ReadableStream<Uint8Array>, hash: ReturnType<typeof createHash>, count: (bytes: number) => void) {
  for await (const chunk of body) {
    hash.update(chunk);
    count(chunk.byteLength);
    yield chunk;
  }
}

async function textOf(body: AsyncIterable<Uint8Array>): Promise<string> {
  const chunks: Uint8Array[] = [];
  for await (const chunk of body) chunks.push(chunk);
  return Buffer.concat(chunks).toString('utf8');
}

async function drained(body: AsyncIterable<Uint8Array>): Promise<void> {
  for await (const _ of body);
}

function differing(seen: Checksums, told: Checksums): string | undefined {
  const paths = new Set([...Object.keys(seen), ...Object.keys(told)]);
  return [...paths].find((path) => seen[path]?.sha256 !== told[path]?.sha256);
}

/**
 * Reads a backup from its beginning to its end, giving each file to `take`. Throws `StartRefused` with one sentence if it is not one, of a
 * newer version, cut off, or not byte by byte what was backed up: so whoever wants nothing half done reads it twice.
 */
export async function readBackup(file: string, take: TakeEntry = (_, body) => drained(body)): Promise<BackupFacts> {
  if (!existsSync(file)) throw new BackupRefused(`There is no file ${file}.`);
  const seen: Checksums = {};
  let facts: BackupFacts | null = null;
  let told: Checksums | null = null;
  let last = '';
  try {
    const entries = (await openAsBlob(file)).stream().pipeThrough(createTarDecoder({ strict: true }));
    for await (const { header, body } of entries) {
      if (facts === null && header.name !== FACTS) throw notOurs(file);
      last = header.name;
      if (header.name === CHECKSUMS) {
        told = checksumsSchema.parse(parsed(await textOf(body)));
        continue;
      }
      const hash = createHash('sha256');
      let bytes = 0;
      const chunks = hashed(body, hash, (more) => (bytes += more));
      if (facts === null) facts = readFacts(file, await textOf(chunks));
      else await take(header.name, chunks);
      await drained(chunks);
      seen[header.name] = { bytes, sha256: hash.digest('hex') };
    }
  } catch (error) {
    if (error instanceof StartRefused) throw error;
    if (facts === null) throw notOurs(file);
    throw new BackupRefused(`${file} is damaged or cut off${last === '' ? '' : ` at ${last}`}. Nothing was restored.`);
  }
  if (facts === null) throw notOurs(file);
  if (told === null) throw new BackupRefused(`${file} is cut off: its end is missing, after ${last}. Nothing was restored.`);
  const wrong = differing(seen, told);
  if (wrong !== undefined) throw new BackupRefused(`${file} is damaged: ${wrong} is not what was backed up. Nothing was restored.`);
  return facts;
}
