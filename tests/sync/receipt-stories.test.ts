import 'fake-indexeddb/auto';
import { afterAll, expect, test } from 'vitest';
import { tellReceiptStory } from './receipt-stories.ts';
import { type Server, startServer } from './server.ts';

const SEEDS = 8;
let server: Promise<Server> | undefined;
afterAll(async () => (await server)?.close());

test('[SYNC-67] a receipt that was picked or shared is at any time on the device or on the server, and in the end there once', async () => {
  server ??= startServer();
  const failed: string[] = [];
  for (let seed = 1; seed <= SEEDS; seed += 1) {
    const { problems } = await tellReceiptStory(await server, seed);
    if (problems.length > 0) failed.push(`seed ${seed}: ${problems.join(' | ')}`);
  }
  expect(failed).toEqual([]);
});
