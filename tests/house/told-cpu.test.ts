import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { tellCpuOfBrowsers } from '#tests/support/told-cpu.ts';

/** Works for a while, then waits. */
const BUSY = `while (process.cpuUsage().user < 300_000);
process.stdout.write('done');
setInterval(() => undefined, 1000);`;

async function toldOf(args: readonly string[]): Promise<number> {
  const dir = mkdtempSync(join(tmpdir(), 'kontor-cpu-'));
  process.env['KONTOR_MORE_CPU'] = join(dir, 'told');
  const child = spawn(process.execPath, ['--eval', BUSY, ...args], { stdio: ['ignore', 'pipe', 'inherit'] });
  try {
    await once(child.stdout, 'data');
    tellCpuOfBrowsers();
    return Number(readFileSync(join(dir, 'told'), 'utf8'));
  } finally {
    delete process.env['KONTOR_MORE_CPU'];
    child.kill();
    rmSync(dir, { recursive: true });
  }
}

test.runIf(existsSync('/proc/self/stat'))(
  'what the parts of a browser used is told while they run; whom a parent waits for is left to it',
  async () => {
    expect(await toldOf(['--', '--type=renderer'])).toBeGreaterThanOrEqual(0.3);
    expect(await toldOf([])).toBe(0);
  },
);
