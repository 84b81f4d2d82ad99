import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { until } from '#tests/support/patience.ts';

const folder = mkdtempSync(join(tmpdir(), 'kontor-npm-start-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** Nobody listens there: a server that is busy or about to end still does. */
const isGone = (url: string): Promise<boolean> =>
  fetch(`${url}/healthz`).then(
    () => false,
    ({ cause }: Error) => (cause as NodeJS.ErrnoException | undefined)?.code === 'ECONNREFUSED',
  );

test('SIGTERM to `npm start`, as a container sends it to its first process, ends the server', async () => {
  const env = { ...process.env, PORT: '0', ADMIN_PORT: 'off', SEED: 'none', EXCHANGE_RATES_URL: 'off', DATA_DIR: folder };
  const npm = spawn('npm', ['start'], { env, stdio: ['ignore', 'pipe', 'inherit'] });
  let said = '';
  npm.stdout.on('data', (text) => (said += String(text)));
  await until(() => /^ready {2}\S+$/m.test(said) || npm.exitCode !== null);
  const url = /^ready {2}(\S+)$/m.exec(said)?.[1] ?? said;
  expect(await isGone(url)).toBe(false);
  npm.kill('SIGTERM');
  // Whoever runs beside us may be given the port at once: what counts is that it was free.
  await until(() => isGone(url));
});
