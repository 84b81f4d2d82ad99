// Installs the packages when they are missing or others than the lock file says. Runs on the machine's own Node, before anything else can be imported.
import { spawn } from 'node:child_process';
import { existsSync, readFileSync, readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import process from 'node:process';

const TELL_EVERY_MS = 5_000;

/**
 * Exits with a sentence when the packages cannot be installed.
 * @param {string} root the project's folder
 * @param {{ withTests?: boolean }} [options] `withTests`: also what only tests and checks need, more than as much again
 */
export async function ensureInstalled(root, { withTests = false } = {}) {
  const [major = 0, minor = 0] = process.versions.node.split('.').map(Number);
  if (major < 20 || (major === 20 && minor < 19)) {
    console.error(`Kontor needs Node 20.19 or newer to start; this is ${process.versions.node}.`);
    process.exit(1);
  }
  const wanted = packagesIn(join(root, 'package-lock.json')).filter(
    ([, { dev, devOptional, optional }]) => !optional && (withTests || !(dev || devOptional)),
  );
  const present = new Map(packagesIn(join(root, 'node_modules', '.package-lock.json')));
  if (wanted.every(([path, { version }]) => present.has(path) && present.get(path)?.version === version)) return;

  console.log(`Installing ${wanted.length} packages …`);
  // Not `npm ci`, which empties `node_modules` first: most of it is there when a version changes. The lock file's versions come all the same.
  const args = [
    'install',
    '--no-save',
    '--no-audit',
    '--no-fund',
    '--loglevel=error',
    '--progress=false',
    ...(withTests ? [] : ['--omit=dev']),
  ];
  const unpacked = () => `${wanted.filter(([path]) => existsSync(join(root, path, 'package.json'))).length} of ${wanted.length} packages`;
  if ((await runTelling(unpacked, 'npm', args, { cwd: root, shell: process.platform === 'win32' })) !== 0) {
    console.error(
      'The packages could not be installed: npm install failed, see above. Check the connection and the free disk space, then run the same command again.',
    );
    process.exit(1);
  }
  const modules = join(root, 'node_modules');
  const files = readdirSync(modules, { recursive: true, encoding: 'utf8' });
  for (const path of files) if (isUnread(path)) rmSync(join(modules, path), { recursive: true, force: true });
}

/**
 * What comes with the packages and nobody reads: source maps, 60 MB, and C headers (the pinned Node is linked out of its folder), 67 MB.
 * @param {string} path inside `node_modules`
 */
export const isUnread = (path) => /\.(?:[cm]?[jt]s|css)\.map$/.test(path) || /^node[\\/]node_modules[\\/]/.test(path);

/**
 * The packages in a lock file, by the folder they belong into; npm writes the one of what is installed when it is done.
 * @param {string} file
 * @returns {[path: string, { version?: string, dev?: boolean, devOptional?: boolean, optional?: boolean }][]}
 */
function packagesIn(file) {
  if (!existsSync(file)) return [];
  return Object.entries(JSON.parse(readFileSync(file, 'utf8')).packages).filter(([path]) => path.startsWith('node_modules/'));
}

/**
 * Runs a program that may take minutes and says now and then how far it is.
 * @param {() => string} progress
 * @param {string} command
 * @param {string[]} args
 * @param {import('node:child_process').SpawnOptions} options
 * @returns {Promise<number>} its exit code
 */
export function runTelling(progress, command, args, options) {
  const began = Date.now();
  const tell = () => console.log(`  ${Math.round((Date.now() - began) / 1000)} s: ${progress()}`);
  const timer = setInterval(tell, TELL_EVERY_MS);
  return new Promise((resolve) => {
    const child = spawn(command, args, { stdio: 'inherit', ...options });
    child.on('error', (error) => {
      console.error(error.message);
      resolve(1);
    });
    child.on('exit', (code) => resolve(code ?? 1));
  }).finally(() => clearInterval(timer));
}
