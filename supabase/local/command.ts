import { StartRefused } from './data-dir.ts';
import { DataDirInUse } from './lock.ts';

export const say = (line: string): void => void process.stdout.write(`${line}\n`);

const MB = 1_000_000;
export const megabytes = (bytes: number): string => `${(bytes / MB).toFixed(1)} MB`;

/** The file that a command was given. */
export function fileOf(command: string): string {
  const [file, ...more] = process.argv.slice(2);
  if (file && more.length === 0) return file;
  throw new StartRefused(`Name one file: npm run ${command} -- FILE`);
}

type Words = {
  /** What to say before a failure that has no sentence of its own. */ readonly failed: string;
  /** What to do instead while a server runs on the folder. */ readonly whileRunning?: string;
};

/** Runs what a person asked for at the prompt; a failure is one sentence and the exit code 1. */
export async function runCommand({ failed, whileRunning }: Words, run: () => Promise<void> | void): Promise<void> {
  try {
    await run();
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error);
    const isSentence = error instanceof StartRefused || error instanceof DataDirInUse;
    const hint = error instanceof DataDirInUse && whileRunning ? ` ${whileRunning}` : '';
    process.stderr.write(`${isSentence ? '' : `${failed}: `}${message}${hint}\n`);
    process.exitCode = 1;
  }
}
