import 'fake-indexeddb/auto';
import { afterAll, expect, test } from 'vitest';
import { tellReceiptDeaths } from '#tests/sync/receipt-stories.ts';
import { type Server, startServer } from '#tests/sync/server.ts';

let server: Promise<Server> | undefined;
afterAll(async () => (await server)?.close());

test('[SYNC-60] [SYNC-65] [SYNC-67] whenever the browser dies while a receipt is taken in, uploaded or removed, it is there once or gone for good', async () => {
  server ??= startServer();
  const { deaths, problems } = await tellReceiptDeaths(await server);
  expect(problems).toEqual([]);
  expect(deaths).toBeGreaterThan(40);
});
