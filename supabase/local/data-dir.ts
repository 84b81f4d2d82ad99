import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** What an operating system leaves in a folder that is empty to a person. */
const CLUTTER = new Set(['.DS_Store', 'Thumbs.db', 'lost+found', '.gitkeep', 'kontor.lock']);
const MARKER = 'kontor.json';

/** `preparing` until the first start has finished: what such a start left behind was never served to anybody. */
type Marker = { readonly format: 1; readonly state: 'preparing' | 'ready' };

/** A sentence for the person who started the server. */
export class StartRefused extends Error {
  override readonly name = 'StartRefused';
}

export type DataDir = {
  readonly path: string;
  /** The embedded database's folder. */
  readonly database: string;
  readonly isNew: boolean;
  /** Call when the database is complete. */
  markReady(): void;
};

function readMarker(dir: string): Marker | null {
  const file = join(dir, MARKER);
  if (!existsSync(file)) return null;
  const text = readFileSync(file, 'utf8');
  if (/"format":\s*1\b/.test(text)) return { format: 1, state: text.includes('"ready"') ? 'ready' : 'preparing' };
  throw new StartRefused(
    `The data folder ${dir} was written by another version of Kontor (see ${file}). Start that version, or choose another folder: DATA_DIR=<folder>.`,
  );
}

function writeMarker(dir: string, state: Marker['state']): void {
  const file = join(dir, MARKER);
  writeFileSync(`${file}.new`, JSON.stringify({ format: 1, state } satisfies Marker), { mode: 0o600 });
  renameSync(`${file}.new`, file);
}

/** Creates the folder if needed. Refuses one that holds something else. */
export function createDataDir(dir: string): void {
  try {
    mkdirSync(dir, { recursive: true, mode: 0o700 });
    if (existsSync(join(dir, MARKER))) return;
    const foreign = readdirSync(dir).find((entry) => !CLUTTER.has(entry));
    if (foreign === undefined) return;
    throw new StartRefused(
      `The folder ${dir} is not empty and not Kontor's (it contains "${foreign}"). Nothing was changed. Choose another folder: DATA_DIR=<folder>.`,
    );
  } catch (error) {
    if (error instanceof Error && 'code' in error && (error.code === 'EEXIST' || error.code === 'ENOTDIR'))
      throw new StartRefused(`${dir} is a file, not a folder. Choose another place for the data: DATA_DIR=<folder>.`);
    throw error;
  }
}

/** Prepares the locked folder. A first start that was interrupted is undone, so that there is never half a database. */
export function openDataDir(dir: string): DataDir {
  const marker = readMarker(dir);
  const database = join(dir, 'db');
  const isNew = marker?.state !== 'ready';
  if (isNew) {
    writeMarker(dir, 'preparing');
    for (const part of [database, join(dir, 'storage'), join(dir, 'mail')]) rmSync(part, { recursive: true, force: true });
  } else if (!existsSync(join(dir, 'keys.json'))) {
    throw new StartRefused(
      `The file ${join(dir, 'keys.json')} is missing. Put it back from a backup; without it nobody's session and no link is valid.`,
    );
  }
  return { path: dir, database, isNew, markReady: () => writeMarker(dir, 'ready') };
}
