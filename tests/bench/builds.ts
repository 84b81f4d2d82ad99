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

/** Builds both into a folder of their own, so that a running `npm start` keeps its files. */
export function buildAll(): Builds {
  const folder = mkdtempSync(join(tmpdir(), 'kontor-bench-'));
  const [app, page] = [join(folder, 'app'), join(folder, 'page')];
  build(['--manifest', '--outDir', app]);
  build(['--config', 'tests/bench/page/vite.config.ts', '--outDir', page]);
  return { app, page, remove: () => rmSync(folder, { recursive: true, force: true }) };
}

function build(args: readonly string[]): void {
  execFileSync('node_modules/.bin/vite', ['build', '--logLevel', 'error', '--emptyOutDir', ...args], {
    stdio: ['ignore', 'ignore', 'inherit'],
    env: { ...process.env, PATH: `node_modules/.bin:${process.env['PATH']}` },
  });
}
