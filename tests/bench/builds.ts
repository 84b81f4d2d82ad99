import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import process from 'node:process';
import { execFileSync } from 'node:child_process';

export type Builds = {
  /** The app as `npm start` builds it, with Vite's manifest beside it. */
  readonly app: string;
  /** The bench's own page. */
  readonly page: string;
  remove(): void;
};

/** Builds into a folder of its own, so that a running `npm start` keeps its files; each of the two when it is first asked for. */
export function builtOnDemand(): Builds {
  const folder = mkdtempSync(join(tmpdir(), 'kontor-bench-'));
  const made = new Set<string>();
  const built = (name: string, args: readonly string[]): string => {
    const path = join(folder, name);
    if (!made.has(name)) build([...args, '--outDir', path]);
    made.add(name);
    return path;
  };
  return {
    get app() {
      return built('app', ['--manifest']);
    },
    get page() {
      return built('page', ['--config', 'tests/bench/page/vite.config.ts']);
    },
    remove: () => rmSync(folder, { recursive: true, force: true }),
  };
}

function build(args: readonly string[]): void {
  execFileSync('node_modules/.bin/vite', ['build', '--logLevel', 'error', '--emptyOutDir', ...args], {
    stdio: ['ignore', 'ignore', 'inherit'],
    env: { ...process.env, PATH: `node_modules/.bin:${process.env['PATH']}` },
  });
}
