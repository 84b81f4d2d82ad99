import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { PGlite } from '@electric-sql/pglite';
import { pg_trgm } from '@electric-sql/pglite/contrib/pg_trgm';
import { pgcrypto } from '@electric-sql/pglite/contrib/pgcrypto';
import { pgDump } from '@electric-sql/pglite-tools/pg_dump';
import type { PgliteDatabase } from '#local/db/pglite.ts';
import { postgresBin } from '#tests/support/postgres-server.ts';

/** Platform parts that are not our schema, and the tool's own versions. */
const FOREIGN = ['auth', 'extensions', 'realtime', 'supabase_migrations'];
const NOISE = /^(-- Dumped (from|by) .*|\\(un)?restrict .*)\n/gm;

/** The whole schema of an embedded database as `pg_dump` writes it, without owners: equal texts are equal schemas. */
export async function schemaText(db: PgliteDatabase): Promise<string> {
  const copy = await PGlite.create({ loadDataDir: new Blob([new Uint8Array(await db.dump())]), extensions: { pg_trgm, pgcrypto } });
  try {
    const args = ['--schema-only', '--no-owner', ...FOREIGN.flatMap((schema) => ['-N', schema])];
    return (await (await pgDump({ pg: copy, args })).text()).replaceAll(NOISE, '');
  } finally {
    await copy.close();
  }
}

/** That of a database of a PostgreSQL server, with the platform's parts: as the server's own `pg_dump` writes it. */
export function serverSchemaText(url: string): string {
  const beside = join(postgresBin() ?? '', 'pg_dump');
  const program = existsSync(beside) ? beside : 'pg_dump';
  const result = spawnSync(program, ['--schema-only', '--no-owner', '-N', 'supabase_migrations', url], {
    encoding: 'utf8',
    maxBuffer: 64 * 1024 * 1024,
  });
  if (result.status !== 0 || result.stderr !== '') throw new Error(`pg_dump failed: ${result.error?.message ?? result.stderr}`);
  return result.stdout.replaceAll(/^\\(un)?restrict .*\n/gm, '');
}
