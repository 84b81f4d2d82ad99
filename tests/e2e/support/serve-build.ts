/** The product's server with another folder of built files; `update.spec.ts` changes that folder under it, as a deployment does. */
import { createLog } from '#local/server/log.ts';
import { serve } from '#local/serve.ts';
import { readSettings } from '#local/settings.ts';

const settings = readSettings(process.env);
const server = await serve({
  settings,
  dist: process.env['DIST'] ?? '',
  log: createLog(settings.log),
  now: () => new Date(),
  onDatabaseGone: () => process.exit(1),
});
process.on('SIGTERM', () => void server.close().then(() => process.exit(0)));
process.stdout.write(`ready  ${server.url}\n`);
