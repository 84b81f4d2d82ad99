import 'fake-indexeddb/auto';
import { parseArgs } from 'node:util';
import { oneEngine, openTestDatabase } from '#tests/support/database.ts';
import { startServer } from './server.ts';
import { simulate } from './simulation.ts';
import { themeNamed, themeOf } from './themes/themes.ts';

/**
 * `npm run simulate -- --seeds N --from S [--theme part-of-its-name | usual] [--steps N] [--engine pglite] [--trace] [--first]`: stories of the
 * sync engine, one line per failing seed; exits 1 when one fails. On the fastest engine there is, each of which tells stories of its own. Without a theme the kinds take turns; `--first` ends with the first failure.
 */
const { values } = parseArgs({
  options: {
    seeds: { type: 'string', default: '100' },
    from: { type: 'string', default: '1' },
    theme: { type: 'string' },
    steps: { type: 'string', default: '110' },
    engine: { type: 'string', default: oneEngine() },
    trace: { type: 'boolean', default: false },
    first: { type: 'boolean', default: false },
  },
});
const [from, seeds] = [Number(values.from), Number(values.seeds)];
const server = await startServer(await openTestDatabase(values.engine === 'postgres' ? 'postgres' : 'pglite'));
const totals: Record<string, number> = {};
let [told, failed] = [0, 0];
for (let seed = from; seed < from + seeds && !(values.first && failed > 0); seed += 1) {
  // The embedded engine looks at its tables only when told to; without that every story takes longer than the one before.
  if (told % 15 === 0) await server.db.exec('analyze');
  const theme = values.theme === undefined ? themeOf(seed, server.db.engine) : themeNamed(values.theme);
  const { problems, trace, hash, stats } = await simulate(server, seed, { steps: Number(values.steps), ...(theme && { theme }) });
  for (const [kind, count] of Object.entries(stats)) totals[kind] = (totals[kind] ?? 0) + count;
  if (values.trace) console.log(trace.join('\n'));
  if (problems.length > 0) console.log(`seed ${seed} of ${theme?.name ?? 'the usual'} (${hash}): ${problems.join(' | ')}`);
  failed += problems.length > 0 ? 1 : 0;
  told += 1;
}
console.log(JSON.stringify({ seeds: told, from, engine: server.db.engine, failed, totals }));
await server.close();
process.exit(failed > 0 ? 1 : 0);
