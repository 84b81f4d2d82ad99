/** The product's server with another folder of built files; `update.spec.ts` changes that folder under it, as a deployment does. */
import { consoleLog } from '#local/server/log.ts';
import { serve } from '#local/serve.ts';
import { readSettings } from '#local/settings.ts';

const server = await serve({
  settings: readSettings(process.env),
  dist: process.env['DIST'] ?? '',
  log: consoleLog,
  now: () => new Date(),
  onDatabaseGone: () => process.exit(1),
});
process.on('SIGTERM', () => void server.close().then(() => process.exit(0)));
consoleLog.info(`ready  ${server.url}`);
