import { bootstrap } from '#local/db/bootstrap.ts';
import { preparationSql } from '#local/db/needed-rights.ts';
import { readPlatformSql } from '#local/db/platform-sql.ts';
import { openPostgres } from '#local/db/postgres.ts';
import { asPlainRole, CLUSTER, PLAIN_ROLE, TEMPLATE } from './database.ts';
import { postgresBin, type PostgresServer, startPostgresServer } from './postgres-server.ts';

async function makeTemplate(server: PostgresServer): Promise<void> {
  const admin = await openPostgres({ url: server.url('postgres'), connections: 1 });
  await admin.exec(`create role ${PLAIN_ROLE} login createdb`);
  await admin.exec(`create database ${TEMPLATE} owner ${PLAIN_ROLE}`);
  await admin.close();
  const preparing = await openPostgres({ url: server.url(TEMPLATE), connections: 1 });
  await preparing.exec(preparationSql({ role: PLAIN_ROLE, database: TEMPLATE }));
  // Tests alone make rows that no trigger sees; the product never does.
  await preparing.exec(`grant set on parameter session_replication_role, track_functions to ${PLAIN_ROLE}`);
  await preparing.close();
  const template = await openPostgres({ url: asPlainRole(server.url(TEMPLATE)), connections: 1 });
  await bootstrap(template, readPlatformSql());
  await template.close();
}

/** One PostgreSQL server for all files of a ring, with the whole schema as a template, made by a role without superuser rights: each file works on a copy of its own. */
async function startCluster(): Promise<() => void> {
  if (postgresBin() === null) return () => undefined;
  const server = startPostgresServer();
  try {
    await makeTemplate(server);
  } catch (error) {
    server.stop();
    throw error;
  }
  // The files' processes inherit it.
  process.env[CLUSTER] = server.url('');
  return () => server.stop();
}

// oxlint-disable-next-line import/no-default-export -- Vitest asks for it
export default startCluster;
