import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { until } from '#tests/support/patience.ts';

const folder = mkdtempSync(join(tmpdir(), 'kontor-npm-start-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const answers = (url: string): Promise<boolean> =>
  fetch(`${url}/healthz`).then(
    ({ ok }) => ok,
    () => false,
  );

test('SIGTERM to `npm start`, as a container sends it to its first process, ends the server', async () => {
  const env = { ...process.env, PORT: '0', ADMIN_PORT: 'off', SEED: 'none', EXCHANGE_RATES_URL: 'off', DATA_DIR: folder };
  const npm = spawn('npm', ['start'], { env, stdio: ['ignore', 'pipe', 'inherit'] });
  let said = '';
  npm.stdout.on('data', (text) => (said += String(text)));
  await until(() => /^ready {2}\S+$/m.test(said) || npm.exitCode !== null);
  const url = /^ready {2}(\S+)$/m.exec(said)?.[1] ?? said;
  expect(await answers(url)).toBe(true);
  npm.kill('SIGTERM');
  await until(async () => !(await answers(url)));
  expect(await answers(url)).toBe(false);
});
