import { spawnSync } from 'node:child_process';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { engines, openTestDatabase, type TestDatabase } from '#tests/support/database.ts';

/** What `pg` will refuse from 9.0 on it warns of once in a process, so each story has a process of its own, which ends at a warning. */
const STORY = `
import { openPostgres } from '#local/db/postgres.ts';
const db = await openPostgres({ url: process.env.URL, connections: 1 });
const both = await db.transaction((query) => Promise.all([query('select pg_sleep(0.05)'), query('select 2 as n')]));
const failed = await db.transaction((query) => Promise.all([query('select 1 / 0'), query('select pg_sleep(0.05)')])).catch(() => 'undone');
const { rows } = await db.query('select 3 as n');
await db.close();
console.log(both[1].rows[0].n, failed, rows[0].n);
`;

describe.skipIf(!engines().includes('postgres'))('on a PostgreSQL server', () => {
  let db: TestDatabase;
  beforeAll(async () => {
    db = await openTestDatabase('postgres');
  });
  afterAll(() => db.close());

  test('statements asked for side by side in one transaction run one after the other, and so does taking them back', () => {
    const args = ['--throw-deprecation', '--input-type=module', '--eval', STORY];
    const { stdout, stderr } = spawnSync(process.execPath, args, { encoding: 'utf8', env: { ...process.env, URL: String(db.url) } });
    expect([stdout, stderr]).toEqual(['2 undone 3\n', '']);
  });
});
