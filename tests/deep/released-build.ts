import { execFileSync } from 'node:child_process';
import { mkdirSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const ROOT = fileURLToPath(new URL('../../', import.meta.url));
const git = (...words: string[]): string => execFileSync('git', words, { cwd: ROOT, encoding: 'utf8', maxBuffer: 1 << 30 }).trim();

/** What came next was begun under the number of the one before. */
const LAST_COMMITS: Readonly<Record<string, string>> = { '0.6.0': '9cac3d4bc5ae1ec534be0412fba5d7c31a89b80c' };

/** The last tree of a version: the one before its number in `package.json` was raised. Needs the history of the repository. */
function lastCommitOf(version: string): string {
  const known = LAST_COMMITS[version];
  if (known) return known;
  const [changed] = git('log', '--format=%H', `-S"version": "${version}"`, '--', 'package.json').split('\n');
  if (!changed) throw new Error(`The history of this checkout does not reach back to ${version}: fetch it whole (git fetch --unshallow).`);
  return `${changed}^`;
}

/** A released version as it was: its tree in a folder, built with the packages that are here. */
export function releasedBuild(version: string, folder: string): { readonly root: string; readonly dist: string } {
  const root = join(folder, `kontor-${version}`);
  mkdirSync(root, { recursive: true });
  const tree = execFileSync('git', ['archive', lastCommitOf(version)], { cwd: ROOT, maxBuffer: 1 << 30 });
  execFileSync('tar', ['-x', '-C', root], { input: tree });
  symlinkSync(join(ROOT, 'node_modules'), join(root, 'node_modules'));
  execFileSync(join(ROOT, 'node_modules/.bin/vite'), ['build', '--logLevel', 'error'], {
    cwd: root,
    env: { ...process.env, PATH: `${join(ROOT, 'node_modules/.bin')}:${process.env['PATH']}` },
  });
  return { root, dist: join(root, 'dist') };
}
