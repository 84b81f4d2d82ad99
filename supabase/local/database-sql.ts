/** `npm run -s database-sql`: prints the statements that make the database of `DATABASE_URL` ready for a role without superuser rights. */
import { runCommand, say } from './command.ts';
import { StartRefused } from './data-dir.ts';
import { plainRoleOf, preparationSql } from './db/needed-rights.ts';
import { readSettings } from './settings.ts';

await runCommand({ failed: 'The statements could not be written' }, () => {
  const { databaseUrl } = readSettings(process.env);
  if (databaseUrl === null)
    throw new StartRefused('Name the database and its role: DATABASE_URL=postgres://role:password@host:5432/database');
  say(preparationSql(plainRoleOf(databaseUrl)));
});
