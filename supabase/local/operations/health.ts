import * as fs from 'node:fs/promises';
import type { Database } from '#local/db/port.ts';

/** What a person or a program asks whether the server is well. */
export type Health = {
  /** 200 while the database answers, else 503. */
  healthz(): Promise<Response>;
  /** 200 while everything that a person needs is there, with what somebody has to look at all the same, else 503 with what is missing. */
  readyz(): Promise<Response>;
};

export type HealthDeps = {
  readonly db: Pick<Database, 'query'>;
  /** Where receipts are stored. */ readonly dataDir: string;
  /** What else is missing at this moment, in a word or two each. */ readonly missing: () => readonly string[];
  /** What somebody has to look at, though people can work. */ readonly warnings: () => Promise<readonly string[]>;
};

/** A backup of an embedded database keeps it busy for a moment. */
const ANSWERS_WITHIN_MS = 10_000;
const NEEDED_BYTES = 64 * 1024 * 1024;
const HEADERS = { 'cache-control': 'no-store' };
const RETRY = { ...HEADERS, 'retry-after': '5' };

async function within<T>(work: Promise<T>, ms: number): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error('no answer')), ms);
  });
  return Promise.race([work, late]).finally(() => clearTimeout(timer));
}

/** Bytes that are free for us on the disk of a folder. */
export async function freeBytes(folder: string): Promise<number> {
  const { bavail, bsize } = await fs.statfs(folder);
  return bavail * bsize;
}

export function createHealth({ db, dataDir, missing, warnings }: HealthDeps): Health {
  let asked: Promise<boolean> | undefined;
  // However many ask, the database is asked once.
  const answers = (): Promise<boolean> => {
    asked ??= within(db.query('select 1'), ANSWERS_WITHIN_MS)
      .then(
        () => true,
        () => false,
      )
      .finally(() => {
        asked = undefined;
      });
    return asked;
  };
  const faultsOfDisk = async (): Promise<string[]> => {
    const isWritable = await fs.access(dataDir, fs.constants.W_OK).then(
      () => true,
      () => false,
    );
    if (!isWritable) return ['data folder'];
    return (await freeBytes(dataDir)) < NEEDED_BYTES ? ['disk space'] : [];
  };
  return {
    async healthz() {
      if (await answers()) return Response.json({ status: 'ok' }, { headers: HEADERS });
      return Response.json({ status: 'unavailable', reason: 'The database does not answer.' }, { status: 503, headers: RETRY });
    },
    async readyz() {
      const faults = [...((await answers()) ? [] : ['database']), ...(await faultsOfDisk()), ...missing()];
      const told = await warnings();
      if (faults.length === 0)
        return Response.json({ status: 'ready', ...(told.length > 0 ? { warnings: told } : {}) }, { headers: HEADERS });
      return Response.json({ status: 'not ready', missing: faults }, { status: 503, headers: RETRY });
    },
  };
}
