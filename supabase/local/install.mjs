// Installs the packages when they are missing or older than the lock file. Runs on the machine's own Node, before anything else can be imported.
import { spawnSync } from 'node:child_process';
import { existsSync, statSync } from 'node:fs';
import { join } from 'node:path';
import process from 'node:process';

/** @param {string} root the project's folder; exits with a sentence when the packages cannot be installed. */
export function ensureInstalled(root) {
  const [major = 0, minor = 0] = process.versions.node.split('.').map(Number);
  if (major < 20 || (major === 20 && minor < 19)) {
    console.error(`Kontor needs Node 20.19 or newer to start; this is ${process.versions.node}.`);
    process.exit(1);
  }
  const lock = join(root, 'package-lock.json');
  const installed = join(root, 'node_modules', '.package-lock.json');
  if (existsSync(installed) && statSync(installed).mtimeMs >= statSync(lock).mtimeMs) return;
  if (existsSync(installed) && spawnSync('npm', ['ls', '--all', '--silent'], { cwd: root, stdio: 'ignore' }).status === 0) return;
  console.log('Installing packages …');
  // Not `npm ci`: it refuses a lock file that lacks the binaries of other platforms, which registry mirrors often do not carry. The versions are pinned all the same.
  const result = spawnSync('npm', ['install', '--no-save', '--no-audit', '--no-fund', '--loglevel=error'], { cwd: root, stdio: 'inherit' });
  if (result.status !== 0) {
    console.error(
      'The packages could not be installed: npm install failed, see above. Check the connection and the free disk space, then run the same command again.',
    );
    process.exit(1);
  }
}
