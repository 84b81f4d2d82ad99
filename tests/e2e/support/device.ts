import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type BrowserContext, type BrowserContextOptions, chromium } from '@playwright/test';
import { contextOptions, launchOptions } from './browser.ts';

/** A browser profile on disk: what it holds outlives the browser, as on a real device. */
export type Device = {
  open(options?: BrowserContextOptions): Promise<BrowserContext>;
  /** Ends the browser at once, as a crash or an empty battery does. */
  kill(): Promise<void>;
  /** Ends the browser the way a person does. */
  quit(): Promise<void>;
  remove(): Promise<void>;
};

export function createDevice(): Device {
  // Made on first use: Playwright also loads test files only to list them.
  let profile: string | null = null;
  let context: BrowserContext | null = null;
  const quit = async (): Promise<void> => {
    await context?.close();
    context = null;
  };
  return {
    async open(options = {}) {
      profile ??= mkdtempSync(join(tmpdir(), 'kontor-e2e-profile-'));
      context = await chromium.launchPersistentContext(profile, { headless: true, ...launchOptions, ...contextOptions, ...options });
      return context;
    },
    async kill() {
      const gone = new Promise<void>((resolve) => context?.once('close', () => resolve()));
      if (profile) for (const pid of processesOf(profile)) killOne(pid);
      await gone;
      context = null;
    },
    quit,
    async remove() {
      await quit();
      if (profile) rmSync(profile, { recursive: true, force: true, maxRetries: 5 });
    },
  };
}

/** Only the processes that carry this very profile's folder in their command line. */
function processesOf(profile: string): number[] {
  return execFileSync('ps', ['-ww', '-axo', 'pid=,args='], { encoding: 'utf8' })
    .split('\n')
    .filter((line) => line.includes(`--user-data-dir=${profile}`))
    .map((line) => Number.parseInt(line, 10));
}

function killOne(pid: number): void {
  try {
    process.kill(pid, 'SIGKILL');
  } catch {
    // It ended with its parent.
  }
}
