import { randomUUID } from 'node:crypto';
import { NORDLICHT } from '#local/seed/demo-nordlicht.ts';
import { seedDemo } from '#local/seed/demo.ts';
import { seedStress } from '#local/seed/stress.ts';
import { startBackend } from '#tests/support/backend.ts';
import { mixedLoad, openDevices } from './mixed-load.ts';
import { type Bench, ceilingRow, comparisonRow, percentile } from './report.ts';

const now = new Date('2026-06-15T09:00:00Z');
const ROUNDS = 4;
/** In how many companies a hundred devices each, and what the slowest twentieth of their calls may take. */
const CROWDS = [
  [1, 60],
  [5, 300],
] as const;
const OF_A_COMPANY = 100;

/** Many people, each with a session, a socket and something to do every two seconds: ask what is new, or write. */
export const devices: Bench = {
  name: 'devices',
  async *run({ rows }) {
    const backend = await startBackend();
    try {
      await seedDemo(backend.db, { now });
      await seedStress(backend.db, rows, { now });
      const crowd = await openDevices(backend, NORDLICHT.id, OF_A_COMPANY);
      for (const [companies, ceiling] of CROWDS) {
        while (crowd.length < companies * OF_A_COMPANY) {
          const id = randomUUID();
          await backend.db.query('insert into public.companies (id, name) values ($1, $2)', [id, 'Beside']);
          crowd.push(...(await openDevices(backend, id, OF_A_COMPANY)));
        }
        const alone: number[] = [];
        for (let i = 0; i < 100; i += 1) {
          const start = performance.now();
          await backend.db.query('select 1');
          alone.push(performance.now() - start);
        }
        const reference = { what: 'select 1 in the database, p95', value: percentile(alone, 95) };
        const row = (what: string, values: readonly number[], note: string): Parameters<typeof comparisonRow>[0] => ({
          bench: `devices: ${crowd.length} in ${companies} companies, p95 of a ${what}`,
          value: percentile(values, 95),
          unit: 'ms',
          reference,
          runs: values.length,
          rows,
          note,
        });
        const asking = await mixedLoad(backend, crowd, { rounds: ROUNDS, onNews: false });
        const heard = `${asking.writes} writes, ${asking.messages} messages`;
        yield ceilingRow(row('pull', asking.pulls, heard), ceiling);
        yield ceilingRow(row('push', asking.pushes, heard), ceiling);
        const following = await mixedLoad(backend, crowd, { rounds: ROUNDS, onNews: true });
        yield comparisonRow(
          row('pull, all following the news', following.pulls, `${following.writes} writes, ${following.messages} messages`),
        );
      }
      for (const device of crowd) device.close();
    } finally {
      await backend.stop();
    }
  },
};
