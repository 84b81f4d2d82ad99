import 'fake-indexeddb/auto';
import { afterAll, expect, test } from 'vitest';
import { type Server, startServer } from './server.ts';
import { simulate } from './simulation.ts';
import { engines } from '#tests/support/database.ts';
import { THEMES } from './themes/themes.ts';

let server: Promise<Server> | undefined;
afterAll(async () => (await server)?.close());

const TOLD = THEMES.flatMap((theme) =>
  theme && (theme.needs === undefined || engines().includes(theme.needs)) ? [{ theme, name: theme.name }] : [],
);
/** Stories until the misfortune has come to pass in all its forms, at least two; `npm run test:deep` tells thousands. */
const PATIENCE = 24;

test.each(TOLD)('[SYNC-40] stories of $name come to pass and end well', async ({ theme }) => {
  server ??= startServer();
  const theServer = await server;
  const missing = new Set(theme.tells);
  for (let seed = 1; seed <= 2 || (missing.size > 0 && seed <= PATIENCE); seed += 1) {
    const { problems, stats } = await simulate(theServer, seed, { theme });
    expect(problems).toEqual([]);
    for (const kind of Object.keys(stats)) missing.delete(kind);
  }
  expect([...missing]).toEqual([]);
});
