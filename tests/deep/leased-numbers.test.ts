import 'fake-indexeddb/auto';
import { afterAll, expect, test } from 'vitest';
import { type Server, startServer } from '#tests/sync/server.ts';
import { simulate } from '#tests/sync/simulation.ts';
import { leasedNumbers } from '#tests/sync/themes/leased-numbers.ts';

let server: Promise<Server> | undefined;
afterAll(async () => (await server)?.close());

const FIRST = 900_000;
const STORIES = 60;

test('[SYNC-80] devices that took numbers along are killed anywhere: no number is twice, none is missing without a reason, none that was seen is lost', async () => {
  server ??= startServer();
  const theServer = await server;
  const totals: Record<string, number> = {};
  const problems: string[] = [];
  for (let seed = FIRST; seed < FIRST + STORIES; seed += 1) {
    if (seed % 15 === 0) await theServer.db.exec('analyze');
    const story = await simulate(theServer, seed, { theme: leasedNumbers, steps: 200 });
    problems.push(...story.problems.map((problem) => `${seed}: ${problem}`));
    for (const [what, count] of Object.entries(story.stats)) totals[what] = (totals[what] ?? 0) + count;
  }
  console.info(`${STORIES} stories: ${JSON.stringify(totals)}`);
  expect(problems).toEqual([]);
  expect(leasedNumbers.tells.filter((what) => !totals[what])).toEqual([]);
});
