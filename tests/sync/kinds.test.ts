import 'fake-indexeddb/auto';
import { afterAll, expect, test } from 'vitest';
import { type Server, startServer } from './server.ts';
import { simulate } from './simulation.ts';
import { engines, openTestDatabase } from '#tests/support/database.ts';
import { THEMES } from './themes/themes.ts';

const servers = new Map<string, Promise<Server>>();
afterAll(async () => {
  for (const server of servers.values()) await (await server).close();
});
const serverOf = (engine: 'pglite' | 'postgres') => {
  const known = servers.get(engine) ?? openTestDatabase(engine).then(startServer);
  servers.set(engine, known);
  return known;
};

const TOLD = THEMES.flatMap((theme) =>
  theme && (theme.needs === undefined || engines().includes(theme.needs)) ? [{ theme, name: theme.name }] : [],
);
/** Stories until the misfortune has come to pass in all its forms, at least two; `npm run test:deep` tells thousands. */
const PATIENCE = 12;

test.each(TOLD)('[SYNC-40] stories of $name come to pass and end well', async ({ theme }) => {
  const server = await serverOf(theme.needs ?? 'pglite');
  const missing = new Set(theme.tells);
  for (let seed = 1; seed <= 2 || (missing.size > 0 && seed <= PATIENCE); seed += 1) {
    const { problems, stats } = await simulate(server, seed, { theme });
    expect(problems).toEqual([]);
    for (const kind of Object.keys(stats)) missing.delete(kind);
  }
  expect([...missing]).toEqual([]);
});
