import { createWriteStream } from 'node:fs';
import * as fs from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { readBackup } from './backup-file.ts';

/** Puts a backup into a file, which appears whole, read again and durable, or not at all. Returns its size in bytes. */
export async function keepBackup(bytes: AsyncIterable<Uint8Array>, file: string): Promise<number> {
  const unfinished = `${file}.part`;
  await fs.mkdir(dirname(file), { recursive: true });
  try {
    // Only its owner may read it: it holds the keys and everybody's data.
    await pipeline(Readable.from(bytes), createWriteStream(unfinished, { mode: 0o600, flush: true }));
    await readBackup(unfinished);
    await fs.rename(unfinished, file);
  } catch (error) {
    await fs.rm(unfinished, { force: true });
    throw error;
  }
  return (await fs.stat(file)).size;
}

const NAME = /^kontor-\d{4}-\d{2}-\d{2}T\d{6}Z\.tar$/;

/** Backups that were made by themselves, the oldest first. */
export async function keptBackups(folder: string): Promise<string[]> {
  const names = await fs.readdir(folder).catch(() => []);
  return names.filter((name) => NAME.test(name)).sort();
}

/** Adds a backup to a folder, and removes the oldest beyond `keep`; never one before the new one is whole. */
export async function addToFolder(bytes: AsyncIterable<Uint8Array>, { folder, keep, at }: { folder: string; keep: number; at: Date }) {
  const name = `kontor-${at.toISOString().slice(0, 19).replaceAll(':', '')}Z.tar`;
  const size = await keepBackup(bytes, join(folder, name));
  for (const old of (await keptBackups(folder)).slice(0, -keep)) await fs.rm(join(folder, old), { force: true });
  return { name, size };
}
