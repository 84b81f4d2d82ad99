import 'fake-indexeddb/auto';
import { afterAll, expect, test } from 'vitest';
import { type Server, startServer } from '#tests/sync/server.ts';
import { simulate } from '#tests/sync/simulation.ts';

let server: Promise<Server> | undefined;
afterAll(async () => (await server)?.close());

// The gate tells stories of 110 steps; what a device gathers over a longer time shows only here.
test.each(Array.from({ length: 20 }, (_, index) => 500 + index))('[SYNC-40] the long story of seed %i ends well', async (seed) => {
  server ??= startServer();
  const theServer = await server;
  await theServer.db.exec('analyze');
  expect((await simulate(theServer, seed, { steps: 600 })).problems).toEqual([]);
});
