import { readdirSync, readFileSync } from 'node:fs';
import { connect, createServer } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';
import { NORDLICHT } from '#local/seed/demo-nordlicht.ts';
import { seedDemo } from '#local/seed/demo.ts';
import { seedStress } from '#local/seed/stress.ts';
import { type Backend, startBackend } from '#tests/support/backend.ts';
import { type Device, openDevices, pull, push } from './mixed-load.ts';
import { type Bench, type BenchRow, comparisonRow } from './report.ts';

const now = new Date('2026-06-15T09:00:00Z');
const TIMES = 200;
const QUIET_MS = 300;
const PAGE_BYTES = 1024;

type Traffic = { up: number; down: number };

/** A way to the server that counts what goes over it, headers and all. */
function countingWay(to: string): Promise<{ url: string; traffic: Traffic; close(): void }> {
  const { hostname, port } = new URL(to);
  const traffic: Traffic = { up: 0, down: 0 };
  const server = createServer((client) => {
    const upstream = connect(Number(port), hostname);
    client.on('data', (part: Buffer) => (traffic.up += part.length));
    upstream.on('data', (part: Buffer) => (traffic.down += part.length));
    client.on('error', () => upstream.destroy());
    upstream.on('error', () => client.destroy());
    client.pipe(upstream).pipe(client);
  });
  return new Promise((resolve) => {
    server.listen(0, '127.0.0.1', () => {
      const address = server.address();
      const own = typeof address === 'object' && address ? address.port : 0;
      resolve({ url: `http://127.0.0.1:${own}`, traffic, close: () => void server.close() });
    });
  });
}

/** Milliseconds of CPU that the processes of the database have had, as Linux counts them. */
async function databaseCpu({ db }: Backend): Promise<number> {
  const { rows } = await db.query('select pg_backend_pid() as pid');
  const parentOf = (pid: string): string => /^PPid:\s+(\d+)/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1] ?? '';
  const postmaster = parentOf(String(rows[0]?.['pid']));
  const pids = readdirSync('/proc').filter((name) => /^\d+$/.test(name));
  const nanoseconds = pids.map((pid) => {
    try {
      return parentOf(pid) === postmaster ? Number(readFileSync(`/proc/${pid}/schedstat`, 'utf8').split(' ')[0]) : 0;
    } catch {
      return 0; // It ended while we looked.
    }
  });
  return nanoseconds.reduce((sum, each) => sum + each, 0) / 1e6;
}

const databaseSize = async ({ db }: Backend): Promise<number> =>
  Number((await db.query('select pg_database_size(current_database())::text as bytes')).rows[0]?.['bytes']);

/** What one device costs a hosted project, thing by thing: bytes on the wire and CPU of the database. `supabase/HOSTING.md` reckons with it. */
export const units: Bench = {
  name: 'units',
  async *run({ rows }) {
    const backend = await startBackend({ engine: 'postgres' });
    const way = await countingWay(backend.url);
    const through: Backend = { ...backend, url: way.url };
    const open: Device[] = [];
    try {
      await seedDemo(backend.db, { now });
      await seedStress(backend.db, rows, { now });
      await backend.db.exec('analyze');
      const unit = async function* (what: string, times: number, run: () => Promise<unknown>): AsyncIterable<BenchRow> {
        const [before, cpu] = [{ ...way.traffic }, await databaseCpu(backend)];
        for (let i = 0; i < times; i += 1) await run();
        await wait(QUIET_MS);
        const spent = ((await databaseCpu(backend)) - cpu) / times;
        const [up, down] = [way.traffic.up - before.up, way.traffic.down - before.down].map((bytes) => Math.round(bytes / times));
        const note = `${up} bytes up, ${down} down`;
        yield comparisonRow({ bench: `units: ${what}`, value: spent, unit: 'ms', runs: times, rows, note });
      };
      const first: Device[] = [];
      yield* unit('a new device of the company', 1, async () => first.push(...(await openDevices(through, NORDLICHT.id, 1))));
      open.push(...first);
      const [device] = first;
      if (!device) return;
      for (let i = 0; i < TIMES; i += 1) await pull(through, device);
      yield* unit('asking when nothing is new', TIMES, () => pull(through, device));
      for (let i = 0; i < TIMES; i += 1) await push(through, device);
      await pull(through, device);
      const size = await databaseSize(backend);
      yield* unit('writing one expense', TIMES, () => push(through, device));
      yield comparisonRow({
        bench: 'units: an expense in the database, with its history',
        value: ((await databaseSize(backend)) - size) / TIMES / PAGE_BYTES,
        unit: 'kB',
        runs: TIMES,
        rows,
      });
      yield* unit('writing one expense, and fetching it', TIMES, async () => {
        await push(through, device);
        await pull(through, device);
      });
      const crowd = await openDevices(through, NORDLICHT.id, 10);
      open.push(...crowd);
      yield* unit('writing one expense that ten more devices hear of', TIMES, () => push(through, device));
    } finally {
      for (const each of open) each.close();
      way.close();
      await backend.stop();
    }
  },
};
