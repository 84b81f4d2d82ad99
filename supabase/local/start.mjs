#!/usr/bin/env node
// `npm start`. Plain JavaScript because it runs on whatever Node the machine has: installs and builds what is missing,
// then hands over to the server on the Node that package.json pins.
import { spawn } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import process from 'node:process';
import { fileURLToPath } from 'node:url';
import { ensureInstalled, runTelling } from './install.mjs';

const root = fileURLToPath(new URL('../..', import.meta.url));
const node = join(root, 'node_modules', '.bin', process.platform === 'win32' ? 'node.cmd' : 'node');
const SOURCES = ['src', 'sw', 'locales', 'public', 'index.html', 'vite.config.ts', 'package-lock.json'];
const unfinished = join(root, 'node_modules', '.cache', 'kontor', 'building');

/** @param {string} path @returns {number} when the newest file below it was written */
function newest(path) {
  if (!existsSync(path)) return 0;
  const found = statSync(path);
  if (!found.isDirectory()) return found.mtimeMs;
  return Math.max(found.mtimeMs, ...readdirSync(path).map((entry) => newest(join(path, entry))));
}

async function ensureBuilt() {
  const page = join(root, 'dist', 'index.html');
  const changed = Math.max(...SOURCES.map((source) => newest(join(root, source))));
  if (existsSync(page) && !existsSync(unfinished) && statSync(page).mtimeMs >= changed) return;
  console.log('Building the app …');
  mkdirSync(dirname(unfinished), { recursive: true });
  writeFileSync(unfinished, '');
  const vite = join(root, 'node_modules', 'vite', 'bin', 'vite.js');
  if ((await runTelling(() => 'still building', node, [vite, 'build', '--logLevel', 'warn'], { cwd: root })) !== 0) {
    console.error('The app could not be built, see above. If the disk is full, free some space and run the same command again.');
    process.exit(1);
  }
  rmSync(unfinished, { force: true });
}

await ensureInstalled(root);
await ensureBuilt();
// Answers are texts of up to a megabyte. A process that mostly waits may else grow by a tenth only, and every large answer has the whole heap collected.
const server = spawn(node, ['--heap-growing-percent=100', join(root, 'supabase', 'local', 'main.ts'), '--tell'], {
  cwd: process.cwd(),
  stdio: 'inherit',
});
// Ctrl-C reaches the server by itself as a member of the terminal's group; a signal sent to this process alone does not.
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => server.kill(signal === 'SIGHUP' ? 'SIGTERM' : signal));
// npm passes a signal on to the shell between the two, which ends without us: then we have another parent.
if (process.env.npm_lifecycle_event === 'start') {
  const parent = process.ppid;
  setInterval(() => process.ppid !== parent && server.kill('SIGTERM'), 500).unref();
}
server.on('error', (error) => {
  console.error(`The server could not be started: ${error.message}. Delete node_modules and run the same command again.`);
  process.exit(1);
});
server.on('exit', (code, signal) => process.exit(code ?? (signal ? 1 : 0)));
