#!/usr/bin/env node
// Starts the benchmarks on the Node that package.json pins: `npm run bench -- --rows 10000 --only lists,server`.
import { spawn } from 'node:child_process';
import { join } from 'node:path';
import process from 'node:process';
import { fileURLToPath } from 'node:url';
import { ensureInstalled } from '../../supabase/local/install.mjs';

const root = fileURLToPath(new URL('../..', import.meta.url));
await ensureInstalled(root, { withTests: true });
const node = join(root, 'node_modules', '.bin', 'node');
// As `npm start` starts the server, which stands in this process.
const args = ['--heap-growing-percent=100', join(root, 'tests', 'bench', 'main.ts'), ...process.argv.slice(2)];
const child = spawn(node, args, { cwd: root, stdio: 'inherit' });
child.on('exit', (code) => process.exit(code ?? 1));
