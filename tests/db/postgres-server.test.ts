import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { connect } from 'node:net';
import { pathToFileURL } from 'node:url';
import { expect, test } from 'vitest';
import { engines } from '#tests/support/database.ts';
import { until } from '#tests/support/patience.ts';

const support = pathToFileURL('tests/support/postgres-server.ts').href;
const STARTING = `const { startPostgresServer } = await import('${support}');
const { port, dir } = startPostgresServer();
console.log(JSON.stringify({ port, dir }));
setInterval(() => undefined, 1000);`;

const answers = (port: number): Promise<boolean> =>
  new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1', () => resolve(socket.destroy() && true));
    socket.once('error', () => resolve(false));
  });

test.runIf(engines().includes('postgres'))(
  'a PostgreSQL server of the tests ends with who started it, even when that is killed',
  async () => {
    const child = spawn(process.execPath, ['--input-type=module', '--eval', STARTING], { stdio: ['ignore', 'pipe', 'inherit'] });
    const [said] = (await once(child.stdout, 'data')) as [Buffer];
    const { port, dir } = JSON.parse(said.toString()) as { port: number; dir: string };
    expect([await answers(port), existsSync(dir)]).toEqual([true, true]);
    child.kill('SIGKILL');
    await until(async () => !(await answers(port)) && !existsSync(dir));
  },
);
