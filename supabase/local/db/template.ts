import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { bootstrap } from './bootstrap.ts';
import { openPglite } from './pglite.ts';
import type { PlatformSql } from './platform-sql.ts';

const cacheDir = fileURLToPath(new URL('../../../node_modules/.cache/kontor/', import.meta.url));
const KEPT = 3;

/** The newest templates stay, so that switching between two versions stays fast. */
function forgetOld(): void {
  const files = readdirSync(cacheDir).filter((file) => file.startsWith('template-'));
  for (const file of files.slice(0, Math.max(0, files.length - KEPT))) rmSync(join(cacheDir, file), { force: true });
}

/**
 * A tarball of an empty database with the whole schema: made once per SQL text (seconds), unpacked afterwards (a fraction).
 * A cache that can't be written costs time, not the start.
 */
export async function databaseTemplate(sql: PlatformSql): Promise<Uint8Array> {
  const file = join(cacheDir, `template-${sql.hash}.tar.gz`);
  if (existsSync(file)) return readFileSync(file);
  const db = await openPglite({ dir: null });
  try {
    await bootstrap(db, sql);
    const template = await db.dump();
    try {
      mkdirSync(cacheDir, { recursive: true });
      const unfinished = `${file}.${process.pid}`;
      writeFileSync(unfinished, template);
      renameSync(unfinished, file);
      forgetOld();
    } catch {
      return template;
    }
    return template;
  } finally {
    await db.close();
  }
}
