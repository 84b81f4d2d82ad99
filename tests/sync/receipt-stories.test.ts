import 'fake-indexeddb/auto';
import { afterAll, expect, test } from 'vitest';
import { tellReceiptStory } from './receipt-stories.ts';
import { type Server, startServer } from './server.ts';

/** The last two once lost a receipt: the browser died while it was given to another expense. */
const SEEDS = [1, 2, 3, 4, 5, 6, 7, 8, 204, 257];
let server: Promise<Server> | undefined;
afterAll(async () => (await server)?.close());

test('[SYNC-67] a receipt that was picked or shared is at any time on the device or on the server, and in the end there once', async () => {
  server ??= startServer();
  const failed: string[] = [];
  for (const seed of SEEDS) {
    const { problems } = await tellReceiptStory(await server, seed);
    if (problems.length > 0) failed.push(`seed ${seed}: ${problems.join(' | ')}`);
  }
  expect(failed).toEqual([]);
});
