import { spawnSync } from 'node:child_process';
import { chownSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type AddressInfo } from 'node:net';
import { tmpdir, userInfo } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { afterAll, describe, expect, test } from 'vitest';
import WebSocket from 'ws';
import { engines } from '#tests/support/database.ts';
import { until } from '#tests/support/patience.ts';
import { startPostgresServer } from '#tests/support/postgres-server.ts';
import { spawnServer, startServer } from '#tests/support/whole-server.ts';

const scratch = mkdtempSync(join(tmpdir(), 'kontor-refusals-'));
const mounted: string[] = [];
afterAll(() => {
  for (const place of mounted) spawnSync('umount', [place]);
  rmSync(scratch, { recursive: true, force: true });
});

const isRoot = userInfo().uid === 0;
const NOBODY = 65_534;
/** Where the checkout is in a folder of root's own, nobody else can start anything there. */
const mayRead = spawnSync('test', ['-r', import.meta.filename], { uid: NOBODY, gid: NOBODY }).status === 0;

/** A disk of its own; null where this machine lets nobody mount one. */
function disk(name: string, options: string): string | null {
  const place = join(scratch, name);
  mkdirSync(place);
  if (spawnSync('mount', ['-t', 'tmpfs', '-o', options, 'tmpfs', place]).status !== 0) return null;
  mounted.push(place);
  return place;
}

/** What the process says, and nothing else, before it ends with 1. */
async function refusal(env: Readonly<Record<string, string>>, as?: { uid: number; gid: number }): Promise<string> {
  const server = spawnServer(env, as);
  expect([await server.ended, server.out()]).toEqual([1, '']);
  return server.err();
}

describe('the process refuses in one sentence', () => {
  test.runIf(isRoot && mayRead)('a data folder that its user may not write, whole or in part', async () => {
    const folder = join(scratch, 'foreign');
    mkdirSync(folder, { mode: 0o700 });
    spawnSync('chmod', ['711', scratch]);
    const nobody = { uid: NOBODY, gid: NOBODY };
    const sentence = `The data folder ${folder} can't be written: the user nobody may not. Give it to that user (chown -R nobody ${folder}), or choose another folder: DATA_DIR=<folder>.\n`;
    expect(await refusal({ DATA_DIR: folder }, nobody)).toBe(sentence);
    chownSync(folder, NOBODY, NOBODY);
    writeFileSync(join(folder, 'kontor.json'), '{"format":1,"state":"ready","engine":"pglite"}');
    writeFileSync(join(folder, 'keys.json'), '{}', { mode: 0o600 });
    expect(await refusal({ DATA_DIR: folder }, nobody)).toBe(sentence);
    const below = join(scratch, 'foreign-parent');
    mkdirSync(below, { mode: 0o755 });
    expect(await refusal({ DATA_DIR: join(below, 'data') }, nobody)).toContain(`The data folder ${join(below, 'data')} can't be written`);
  });

  const readOnly = isRoot ? disk('read-only', 'ro,size=1m') : null;
  test.runIf(readOnly !== null)('a disk that can only be read', async () => {
    expect(await refusal({ DATA_DIR: String(readOnly) })).toBe(
      `The data folder ${readOnly} can't be written: its disk can only be read. Mount it writable, or choose another folder: DATA_DIR=<folder>.\n`,
    );
  });

  const small = isRoot ? disk('small', 'size=24m') : null;
  test.runIf(small !== null)('a disk that is full', async () => {
    expect(await refusal({ DATA_DIR: String(small) })).toBe(
      `The disk that holds ${small} is full. Free at least 64 MB and start again; nothing that was stored is lost.\n`,
    );
  });

  test('a port that is taken, by the name of the setting', async () => {
    const other = createServer();
    const port = await new Promise<number>((resolve) => other.listen(0, '127.0.0.1', () => resolve((other.address() as AddressInfo).port)));
    try {
      for (const name of ['PORT', 'ADMIN_PORT']) {
        expect(await refusal({ DATA_DIR: join(scratch, name), [name]: String(port) })).toBe(
          `Port ${port} is already in use by another program. Choose another one, for example: ${name}=${port + 1} npm start\n`,
        );
      }
    } finally {
      other.close();
    }
  });

  test('settings that mean nothing', async () => {
    const folder = join(scratch, 'settings');
    expect(await refusal({ DATA_DIR: folder, ADMIN_PORT: 'x' })).toBe(
      'ADMIN_PORT=x is not a port. Use a number from 1 to 65535, for example ADMIN_PORT=4180.\n',
    );
    expect(await refusal({ DATA_DIR: folder, LOG: 'xml' })).toBe('LOG=xml is not known. Use text or json.\n');
    expect(await refusal({ DATA_DIR: folder, LOG_LEVEL: 'all' })).toBe('LOG_LEVEL=all is not known. Use info, warn or error.\n');
    expect(await refusal({ DATA_DIR: folder, SLOW_STATEMENT_MS: 'soon' })).toBe(
      'SLOW_STATEMENT_MS=soon is not a number of milliseconds, for example 1000.\n',
    );
  });
});

test.runIf(engines().includes('postgres'))(
  'a server that is told to stop answers who waits, says goodbye to devices, and ends',
  async () => {
    const postgres = startPostgresServer();
    const blocking = new pg.Client({ connectionString: postgres.url('postgres') });
    try {
      const dataDir = join(scratch, 'stopping');
      const server = await startServer({ DATA_DIR: dataDir, DATABASE_URL: postgres.url('postgres') });
      const { serviceRoleKey: apikey } = JSON.parse(readFileSync(join(dataDir, 'keys.json'), 'utf8')) as { serviceRoleKey: string };
      const socket = new WebSocket(`${server.url('ready').replace('http', 'ws')}/realtime/v1/websocket?apikey=${apikey}&vsn=1.0.0`);
      const goodbye = new Promise<number>((resolve) => socket.once('close', resolve));
      await new Promise((resolve) => socket.once('open', resolve));
      await fetch(`${server.url('ready')}/rest/v1/vendors`, { headers: { apikey } });
      await blocking.connect();
      // Not one that the server itself looks into now and then.
      await blocking.query('begin; lock table public.vendors');
      const waiting = fetch(`${server.url('ready')}/rest/v1/vendors`, { headers: { apikey } });
      const isWaiting = async () =>
        (await blocking.query("select from pg_locks where not granted and relation = 'public.vendors'::regclass")).rowCount === 1;
      await until(isWaiting);
      server.child.kill('SIGTERM');
      expect(await goodbye).toBe(1001);
      await until(() =>
        fetch(`${server.url('ready')}/healthz`).then(
          () => false,
          () => true,
        ),
      );
      await blocking.query('rollback');
      expect((await waiting).status).toBe(200);
      expect(await server.ended).toBe(0);
    } finally {
      await blocking.end();
      postgres.stop();
    }
  },
);
