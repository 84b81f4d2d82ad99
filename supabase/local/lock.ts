import { readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import * as z from 'zod/mini';

const DATABASE_CLOSES_WITHIN_MS = 15_000;
const POLL_MS = 50;

type Process = {
  readonly pid: number;
  /** When that process started: a number that is used again is another process. */ readonly started: string | null;
};

/** The server and its database process. The second one may outlive the first for the moment it needs to close. */
type Holder = {
  readonly server: Process;
  readonly database: Process | null;
  /** Where the server listens. */ readonly address?: string | undefined;
};

export type DataDirLock = {
  /** The database process holds the folder, too. */
  addDatabase(pid: number): void;
  /** Where this server can be asked for what only it can do. */
  addAddress(address: string): void;
  release(): void;
};

/** Linux tells when a process started (in ticks since this boot); elsewhere the number alone must do. */
function startOf(pid: number): string | null {
  try {
    const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ').at(-1)?.split(' ') ?? [];
    return `${readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').trim()} ${fields[19] ?? ''}`;
  } catch {
    return null;
  }
}

function isRunning({ pid, started }: Process): boolean {
  try {
    process.kill(pid, 0);
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'EPERM')) return false;
  }
  const now = startOf(pid);
  return started === null || now === null || now === started;
}

const processSchema = z.object({ pid: z.int().check(z.positive()), started: z.nullable(z.string()) });
const holderSchema = z.object({ server: processSchema, database: z.nullable(processSchema), address: z.optional(z.string()) });

function readHolder(file: string): Holder | null {
  try {
    return holderSchema.parse(JSON.parse(readFileSync(file, 'utf8')));
  } catch {
    return null;
  }
}

/** The data folder is used by another process. */
export class DataDirInUse extends Error {
  override readonly name = 'DataDirInUse';
  constructor(dir: string, pid: number) {
    super(
      `The data folder ${dir} is in use by another Kontor (process ${pid}). Stop that one first, or choose another folder: DATA_DIR=<folder>.`,
    );
  }
}

/** The address of the server that runs on a folder; null when none does, or it does not listen yet. */
export function runningServer(dir: string): string | null {
  const holder = readHolder(join(dir, 'kontor.lock'));
  return holder && isRunning(holder.server) ? (holder.address ?? null) : null;
}

const thisProcess = (pid: number): Process => ({ pid, started: startOf(pid) });

/** A killed server's database process notices and closes; two databases on one folder would destroy it. */
async function untilEnded(process_: Process): Promise<boolean> {
  for (let waited = 0; waited < DATABASE_CLOSES_WITHIN_MS; waited += POLL_MS) {
    if (!isRunning(process_)) return true;
    await setTimeout(POLL_MS);
  }
  return false;
}

async function takeOver(dir: string, file: string): Promise<void> {
  const holder = readHolder(file);
  if (holder && isRunning(holder.server)) throw new DataDirInUse(dir, holder.server.pid);
  if (holder?.database && !(await untilEnded(holder.database))) throw new DataDirInUse(dir, holder.database.pid);
  rmSync(file, { force: true });
}

/** Takes the folder for this process. A lock left behind by dead processes is taken over, one of a living process never. */
export async function lockDataDir(dir: string): Promise<DataDirLock> {
  const file = join(dir, 'kontor.lock');
  let holder: Holder = { server: thisProcess(process.pid), database: null };
  for (let attempt = 0; ; attempt += 1) {
    try {
      writeFileSync(file, JSON.stringify(holder), { flag: 'wx', mode: 0o600 });
      break;
    } catch (error) {
      if (!(error instanceof Error && 'code' in error && error.code === 'EEXIST')) throw error;
      if (attempt > 2) throw new DataDirInUse(dir, readHolder(file)?.server.pid ?? 0);
      await takeOver(dir, file);
    }
  }
  const note = (more: Partial<Holder>): void => {
    holder = { ...holder, ...more };
    writeFileSync(`${file}.new`, JSON.stringify(holder), { mode: 0o600 });
    renameSync(`${file}.new`, file);
  };
  return {
    addDatabase: (pid) => note({ database: thisProcess(pid) }),
    addAddress: (address) => note({ address }),
    release() {
      if (readHolder(file)?.server.pid === process.pid) rmSync(file, { force: true });
    },
  };
}
