import { randomUUID } from 'node:crypto';
import { NORDLICHT } from '#local/seed/demo-nordlicht.ts';
import { seedDemo } from '#local/seed/demo.ts';
import { seedStress } from '#local/seed/stress.ts';
import { type Backend, startBackend } from '#tests/support/backend.ts';
import { type Device, mixedLoad, openDevices, pull } from './mixed-load.ts';
import { type Bench, type BenchRow, ceilingRow, comparisonRow, floorRow, percentile } from './report.ts';

const now = new Date('2026-06-15T09:00:00Z');
const ROUNDS = 4;
/** In how many companies a hundred devices each, and what the slowest twentieth of their calls may take. */
const CROWDS = [
  [1, 60],
  [5, 300],
] as const;
const OF_A_COMPANY = 100;

const AT_ONCE = 10;
const ASKED = 1000;

/** How often the server answers devices that have everything already, when some always ask. */
async function emptyPulls(backend: Backend, crowd: readonly Device[], rows: number): Promise<BenchRow> {
  const perSecond = async (run: (asker: number) => Promise<unknown>) => {
    const start = performance.now();
    await Promise.all(
      Array.from({ length: AT_ONCE }, async (_, asker) => {
        for (let i = asker; i < ASKED; i += AT_ONCE) await run(asker);
      }),
    );
    return (ASKED * 1000) / (performance.now() - start);
  };
  const asking = crowd.slice(0, AT_ONCE);
  for (const device of asking) await pull(backend, device);
  const caller = { role: 'authenticated', claims: { role: 'authenticated', sub: randomUUID(), aal: 'aal1' } } as const;
  const answered = await perSecond((asker) => Promise.all(asking.slice(asker, asker + 1).map((device) => pull(backend, device))));
  const asked = await perSecond(() => backend.db.queryAs(caller, 'select 1', []));
  return floorRow(
    {
      bench: 'devices: pulls without news',
      value: answered,
      unit: 'pulls/s',
      reference: { what: 'select 1 in the database, as a person', value: asked },
      runs: ASKED,
      rows,
      note: `${AT_ONCE} at once`,
    },
    400,
  );
}

/** Many people, each with a session, a socket and something to do every two seconds: ask what is new, or write. */
export const devices: Bench = {
  name: 'devices',
  async *run({ rows }) {
    const backend = await startBackend({ database: 'own' });
    try {
      await seedDemo(backend.db, { now });
      await seedStress(backend.db, rows, { now });
      const crowd = await openDevices(backend, NORDLICHT.id, OF_A_COMPANY);
      yield await emptyPulls(backend, crowd, rows);
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
