import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

type Holder = {
  readonly pid: number;
  /** When that process started: a number that is used again is another process. */ readonly started: string | null;
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

function isRunning({ pid, started }: Holder): boolean {
  try {
    process.kill(pid, 0);
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'EPERM')) return false;
  }
  const now = startOf(pid);
  return started === null || now === null || now === started;
}

function readHolder(file: string): Holder | null {
  try {
    const value: unknown = JSON.parse(readFileSync(file, 'utf8'));
    if (typeof value !== 'object' || value === null) return null;
    const [pid, started]: unknown[] = [Reflect.get(value, 'pid'), Reflect.get(value, 'started')];
    return typeof pid === 'number' && pid > 0 ? { pid, started: typeof started === 'string' ? started : null } : null;
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

/**
 * Takes the folder for this process; two databases on one folder would destroy it. A lock left behind by a dead process is taken over,
 * one of a living process never. Returns what releases it.
 */
export function lockDataDir(dir: string): () => void {
  const file = join(dir, 'kontor.lock');
  const mine = JSON.stringify({ pid: process.pid, started: startOf(process.pid) } satisfies Holder);
  for (let attempt = 0; ; attempt += 1) {
    try {
      writeFileSync(file, mine, { flag: 'wx', mode: 0o600 });
      break;
    } catch (error) {
      if (!(error instanceof Error && 'code' in error && error.code === 'EEXIST')) throw error;
      const holder = readHolder(file);
      if ((holder && isRunning(holder)) || attempt > 2) throw new DataDirInUse(dir, holder?.pid ?? 0);
      rmSync(file, { force: true });
    }
  }
  return () => {
    if (readHolder(file)?.pid === process.pid) rmSync(file, { force: true });
  };
}
