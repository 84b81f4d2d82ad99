import 'fake-indexeddb/auto';
import { afterAll, expect, test } from 'vitest';
import { type Server, startServer } from './server.ts';
import { simulate } from './simulation.ts';

let server: Promise<Server> | undefined;
const theServer = () => (server ??= startServer());
afterAll(async () => (await server)?.close());

const SEEDS = Number(process.env['SEEDS'] ?? 200);
const FROM = Number(process.env['FROM'] ?? 1);

test(
  `[SYNC-40] ${SEEDS} stories of three devices end with all of them equal to the server, nothing lost, doubled or overwritten unseen`,
  { timeout: 600_000 },
  async () => {
    const failed: string[] = [];
    const stats: Record<string, number> = {};
    for (let seed = FROM; seed < FROM + SEEDS; seed += 1) {
      const outcome = await simulate(await theServer(), seed);
      for (const [kind, count] of Object.entries(outcome.stats)) stats[kind] = (stats[kind] ?? 0) + count;
      if (process.env['TRACE']) console.log(outcome.trace.join('\n'), outcome.problems);
      if (outcome.problems.length > 0) failed.push(`seed ${seed}: ${outcome.problems.slice(0, 3).join(' | ')}`);
    }
    if (process.env['SHOW']) console.log(stats);
    expect(failed).toEqual([]);
  },
);
