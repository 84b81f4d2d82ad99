import 'fake-indexeddb/auto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Server, startServer } from '#tests/sync/server.ts';
import { simulate } from '#tests/sync/simulation.ts';
import { themeOf } from '#tests/sync/themes/themes.ts';
import { tellReceiptStory } from '#tests/sync/receipt-stories.ts';
import { oneEngine, openTestDatabase } from '#tests/support/database.ts';

/** `SEEDS=5000 npm run test:deep` tells as many. */
const SEEDS = Number(process.env['SEEDS'] ?? 500);
const FIRST = 10_000;
const BATCH = 50;
let server: Server;
beforeAll(async () => {
  server = await startServer(await openTestDatabase(oneEngine()));
});
afterAll(() => server.close());

test.each(Array.from({ length: Math.ceil(SEEDS / BATCH) }, (_, index) => FIRST + index * BATCH))(
  `[SYNC-40] ${BATCH} stories of all kinds from seed %i end well`,
  async (from) => {
    await server.db.exec('analyze');
    const failed: string[] = [];
    for (let seed = from; seed < from + BATCH; seed += 1) {
      const theme = themeOf(seed, server.db.engine);
      const { problems } = await simulate(server, seed, theme ? { theme } : {});
      if (problems.length > 0) failed.push(`seed ${seed} of ${theme?.name ?? 'the usual'}: ${problems.slice(0, 3).join(' | ')}`);
    }
    expect(failed).toEqual([]);
  },
);

test('[SYNC-67] receipts of 200 stories are at any time on the device or on the server, and in the end there once', async () => {
  const failed: string[] = [];
  for (let seed = 1000; seed < 1200; seed += 1) {
    const { problems } = await tellReceiptStory(server, seed);
    if (problems.length > 0) failed.push(`seed ${seed}: ${problems.join(' | ')}`);
  }
  expect(failed).toEqual([]);
});
