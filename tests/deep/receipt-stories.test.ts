import 'fake-indexeddb/auto';
import { afterAll, expect, test } from 'vitest';
import { tellReceiptStory } from '#tests/sync/receipt-stories.ts';
import { startServer } from '#tests/sync/server.ts';

const server = await startServer();
afterAll(() => server.close());

test('[SYNC-67] in 500 more stories a receipt is at any time on the device or on the server, and in the end there once', async () => {
  const failed: string[] = [];
  for (let seed = 9; seed <= 508; seed += 1) {
    const { problems } = await tellReceiptStory(server, seed);
    if (problems.length > 0) failed.push(`seed ${seed}: ${problems.join(' | ')}`);
  }
  expect(failed).toEqual([]);
});
