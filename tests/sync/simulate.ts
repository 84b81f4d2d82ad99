import 'fake-indexeddb/auto';
import { parseArgs } from 'node:util';
import { startServer } from './server.ts';
import { simulate } from './simulation.ts';

/** `npm run simulate -- --seeds N --from S [--steps N] [--trace]`: stories of the sync engine, one line per failing seed; exits 1 when one fails. */
const { values } = parseArgs({
  options: {
    seeds: { type: 'string', default: '100' },
    from: { type: 'string', default: '1' },
    steps: { type: 'string', default: '110' },
    trace: { type: 'boolean', default: false },
  },
});
const [from, seeds] = [Number(values.from), Number(values.seeds)];
const server = await startServer();
const totals: Record<string, number> = {};
let failed = 0;
for (let seed = from; seed < from + seeds; seed += 1) {
  const { problems, trace, hash, stats } = await simulate(server, seed, { steps: Number(values.steps) });
  for (const [kind, count] of Object.entries(stats)) totals[kind] = (totals[kind] ?? 0) + count;
  if (values.trace) console.log(trace.join('\n'));
  if (problems.length > 0) console.log(`seed ${seed} (${hash}): ${problems.join(' | ')}`);
  failed += problems.length > 0 ? 1 : 0;
}
console.log(JSON.stringify({ seeds, from, failed, totals }));
await server.close();
process.exit(failed > 0 ? 1 : 0);
