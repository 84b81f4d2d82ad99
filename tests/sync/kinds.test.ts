import 'fake-indexeddb/auto';
import { afterAll, expect, test } from 'vitest';
import { type Server, startServer } from './server.ts';
import { simulate } from './simulation.ts';
import { THEMES } from './themes/themes.ts';

let server: Promise<Server> | undefined;
const theServer = () => (server ??= startServer());
afterAll(async () => (await server)?.close());

/** Two seeds of every kind in which the misfortune comes to pass; `npm run test:deep` tells thousands. */
const TOLD = THEMES.flatMap((theme) => (theme && theme.needs === undefined ? [{ theme, name: theme.name }] : []));

test.each(TOLD)('[SYNC-40] stories of $name end well', async ({ theme }) => {
  for (const seed of [1, 2]) expect((await simulate(await theServer(), seed, { theme })).problems).toEqual([]);
});
