import {
  accessSync,
  constants,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { userInfo } from 'node:os';
import { join } from 'node:path';
import type { Database } from '#local/db/port.ts';

/** What an operating system leaves in a folder that is empty to a person. */
const CLUTTER = new Set(['.DS_Store', 'Thumbs.db', 'lost+found', '.gitkeep', 'kontor.lock']);
const MARKER = 'kontor.json';
/** Begins the name of a folder in which a backup is being made. */
export const BACKING_UP = 'backing-up-';

/** `preparing` until the first start has finished: what such a start left behind was never served to anybody. */
type Marker = {
  readonly format: 1;
  readonly state: 'preparing' | 'ready';
  readonly engine: Engine;
  /** The inode of the embedded database's first file, which a copy of the folder does not have. */
  readonly inode?: string;
};
type Engine = Database['engine'];

/** A sentence for the person who started the server. */
export class StartRefused extends Error {
  override readonly name = 'StartRefused';
}

export type DataDir = {
  readonly path: string;
  /** The embedded database's folder. */
  readonly database: string;
  readonly isNew: boolean;
  /** It was copied here, from a backup perhaps: devices may know of more than it holds. */
  readonly isCopy: boolean;
  /** Call when the database is complete. */
  markReady(): void;
};

function readMarker(dir: string): Marker | null {
  const file = join(dir, MARKER);
  if (!existsSync(file)) return null;
  const text = readFileSync(file, 'utf8');
  const engine = text.includes('"postgres"') ? 'postgres' : 'pglite';
  const [, inode] = /"inode":\s*"(\d+)"/.exec(text) ?? [];
  const state = text.includes('"ready"') ? 'ready' : 'preparing';
  if (/"format":\s*1\b/.test(text)) return { format: 1, state, engine, ...(inode ? { inode } : {}) };
  throw new StartRefused(
    `The data folder ${dir} was written by another version of Kontor (see ${file}). Start that version, or choose another folder: DATA_DIR=<folder>.`,
  );
}

function writeMarker(dir: string, marker: Marker): void {
  const file = join(dir, MARKER);
  writeFileSync(`${file}.new`, JSON.stringify(marker), { mode: 0o600 });
  renameSync(`${file}.new`, file);
}

/** What a person with rights on the folder has to change; null for any other failure. */
function rightsRefusal(error: unknown, dir: string): StartRefused | null {
  const code = error instanceof Error && 'code' in error ? error.code : null;
  if (code === 'EROFS')
    return new StartRefused(
      `The data folder ${dir} can't be written: its disk can only be read. Mount it writable, or choose another folder: DATA_DIR=<folder>.`,
    );
  if (code !== 'EACCES' && code !== 'EPERM') return null;
  const { username } = userInfo();
  return new StartRefused(
    `The data folder ${dir} can't be written: the user ${username} may not. Give it to that user (chown -R ${username} ${dir}), or choose another folder: DATA_DIR=<folder>.`,
  );
}

/** Whether what the server needs can be read and written, before anything of it is touched. */
function checkRights(dir: string): void {
  accessSync(dir, constants.R_OK | constants.W_OK | constants.X_OK);
  for (const part of [MARKER, 'keys.json', 'db', 'storage', 'mail'])
    if (existsSync(join(dir, part))) accessSync(join(dir, part), constants.R_OK | constants.W_OK);
}

/** Creates the folder if needed. Refuses one that holds something else. */
export function createDataDir(dir: string): void {
  try {
    mkdirSync(dir, { recursive: true, mode: 0o700 });
    checkRights(dir);
    if (existsSync(join(dir, MARKER))) return;
    const foreign = readdirSync(dir).find((entry) => !CLUTTER.has(entry));
    if (foreign === undefined) return;
    throw new StartRefused(
      `The folder ${dir} is not empty and not Kontor's (it contains "${foreign}"). Nothing was changed. Choose another folder: DATA_DIR=<folder>.`,
    );
  } catch (error) {
    if (error instanceof Error && 'code' in error && (error.code === 'EEXIST' || error.code === 'ENOTDIR'))
      throw new StartRefused(`${dir} is a file, not a folder. Choose another place for the data: DATA_DIR=<folder>.`);
    throw rightsRefusal(error, dir) ?? error;
  }
}

function refuseIncomplete(dir: string, engine: Engine, before: Engine): void {
  if (engine !== before)
    throw new StartRefused(
      engine === 'postgres'
        ? `The data folder ${dir} belongs to an embedded database. Choose another one for DATABASE_URL: DATA_DIR=<folder>.`
        : `The data folder ${dir} belongs to a PostgreSQL server. Set DATABASE_URL again, or choose another folder: DATA_DIR=<folder>.`,
    );
  const missing = ['keys.json', ...(engine === 'pglite' ? [join('db', 'PG_VERSION')] : [])].find((part) => !existsSync(join(dir, part)));
  if (missing !== undefined)
    throw new StartRefused(
      `The data folder ${dir} is incomplete: ${missing} is missing. Put the folder back from a backup, or move it away to start with an empty one.`,
    );
}

const inodeOf = (database: string): string | undefined =>
  statSync(join(database, 'PG_VERSION'), { bigint: true, throwIfNoEntry: false })?.ino.toString();

/** Whether a finished start has left its data in the folder. */
export const isInUse = (dir: string): boolean => readMarker(dir)?.state === 'ready';

/** The folder belongs to a server's database from now on; answers where the embedded one is kept. */
export function handOver(dir: string): string {
  writeMarker(dir, { format: 1, state: 'ready', engine: 'postgres' });
  const kept = join(dir, 'db-moved');
  renameSync(join(dir, 'db'), kept);
  return kept;
}

/** Prepares the locked folder. A first start that was interrupted is undone, so that there is never half a database. */
export function openDataDir(dir: string, engine: Engine): DataDir {
  const marker = readMarker(dir);
  // What a backup left that was interrupted.
  for (const name of readdirSync(dir)) if (name.startsWith(BACKING_UP)) rmSync(join(dir, name), { recursive: true, force: true });
  const database = join(dir, 'db');
  const isNew = marker?.state !== 'ready';
  if (!isNew) refuseIncomplete(dir, engine, marker.engine);
  else {
    writeMarker(dir, { format: 1, state: 'preparing', engine });
    for (const part of [database, join(dir, 'storage'), join(dir, 'mail')]) rmSync(part, { recursive: true, force: true });
  }
  const isCopy = !isNew && marker.inode !== undefined && marker.inode !== inodeOf(database);
  const markReady = () => {
    const inode = inodeOf(database);
    writeMarker(dir, { format: 1, state: 'ready', engine, ...(inode === undefined ? {} : { inode }) });
  };
  return { path: dir, database, isNew, isCopy, markReady };
}
