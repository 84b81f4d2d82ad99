/**
 * `npm run check:hosted -- URL` asks a deployed app and its Supabase project, as anybody could, whether everything is set that HOSTING.md names,
 * and says what is missing. Ends with 0 if nothing is, else with 1.
 */
import { parseArgs } from 'node:util';
import * as z from 'zod/mini';
import { runCommand, say } from './command.ts';
import { StartRefused } from './data-dir.ts';
import { openPostgres } from './db/postgres.ts';
import { checkHosted } from './hosted/check-project.ts';

const USAGE = 'Usage: npm run check:hosted -- https://books.example.com [--mail ADDRESS]';

await runCommand({ failed: 'The project could not be checked' }, async () => {
  const { values, positionals } = parseArgs({ options: { mail: { type: 'string' } }, allowPositionals: true });
  const [app = ''] = positionals;
  if (positionals.length !== 1 || !z.safeParse(z.url({ protocol: /^https?$/ }), app).success) throw new StartRefused(USAGE);
  const { DATABASE_URL: databaseUrl = '', SCHEDULER_SECRET: schedulerSecret = '' } = process.env;
  const db = databaseUrl === '' ? null : await openPostgres({ url: databaseUrl, connections: 1 });
  try {
    const query = db && (async (sql: string) => (await db.query(sql)).rows);
    const faults = await checkHosted({ app: new URL(app).origin, mailTo: values.mail ?? '', schedulerSecret, query }, say);
    if (faults > 0) process.exitCode = 1;
  } finally {
    await db?.close();
  }
});
