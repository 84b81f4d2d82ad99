import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { DatabaseError } from '#local/db/database-error.ts';
import { openPglite } from '#local/db/pglite.ts';
import { DatabaseGone, openPgliteProcess } from '#local/db/pglite-process.ts';
import { readPlatformSql } from '#local/db/platform-sql.ts';
import type { Caller, Database } from '#local/db/port.ts';
import { openPostgres } from '#local/db/postgres.ts';
import { databaseTemplate } from '#local/db/template.ts';
import { bootstrap } from '#local/db/bootstrap.ts';
import { engines } from '#tests/support/database.ts';
import { type PostgresServer, startPostgresServer } from '#tests/support/postgres-server.ts';

const kinds = ['pglite in this process', 'pglite in its own process', ...(engines().includes('postgres') ? ['postgres'] : [])];
const caller: Caller = {
  role: 'authenticated',
  claims: { role: 'authenticated', sub: '00000000-0000-7000-8000-000000000001' },
  settings: { 'app.x': "it's" },
};

describe.each(kinds)('the database port on %s', (kind) => {
  const dir = mkdtempSync(join(tmpdir(), 'kontor-database-'));
  let db: Database;
  let server: PostgresServer | undefined;

  beforeAll(async () => {
    const sql = readPlatformSql();
    if (kind === 'postgres') {
      server = startPostgresServer();
      db = await openPostgres({ url: server.url('postgres') });
      await bootstrap(db, sql);
    } else {
      const template = await databaseTemplate(sql);
      db =
        kind === 'pglite in this process'
          ? await openPglite({ dir: null, template })
          : await openPgliteProcess({ dir: join(dir, 'db'), template });
    }
    await db.exec('create table public.notes (id int primary key, text text)');
  });
  afterAll(async () => {
    await db?.close();
    server?.stop();
    rmSync(dir, { recursive: true, force: true });
  });

  test('values have the same JavaScript types on every engine', async () => {
    const { rows } = await db.query(
      `select date '2026-02-28' as d, timestamptz '2026-01-01T00:00:00Z' as t, 7::bigint as b, 1.50::numeric as n, array['a', 'b'] as a, '{"x": 1}'::jsonb as j, true as y, null as z`,
    );
    expect(rows).toEqual([
      { d: '2026-02-28', t: new Date('2026-01-01T00:00:00Z'), b: 7, n: '1.50', a: ['a', 'b'], j: { x: 1 }, y: true, z: null },
    ]);
  });

  test('the caller decides role and claims, inside the transaction only', async () => {
    const sql = `select current_user::text as role, auth.uid()::text as uid, current_setting('app.x', true) as x`;
    const inside = await db.transaction(async (query) => (await query(sql)).rows[0], caller);
    expect(inside).toEqual({ role: 'authenticated', uid: '00000000-0000-7000-8000-000000000001', x: "it's" });
    const [outside] = (await db.query(sql)).rows;
    expect(outside).toMatchObject({ uid: null });
    expect(outside?.['role']).not.toBe('authenticated');
  });

  test('a transaction that throws leaves nothing behind, and the next one works', async () => {
    const failing = db.transaction(async (query) => {
      await query('insert into public.notes values (1, $1)', ['gone']);
      throw new Error('on purpose');
    });
    await expect(failing).rejects.toThrow('on purpose');
    const failed = db.transaction((query) => query('select 1 / 0'));
    await expect(failed).rejects.toMatchObject({ code: '22012' });
    expect((await db.query('select * from public.notes')).rows).toEqual([]);
    expect((await db.query('insert into public.notes values (2, null) returning id')).count).toBe(1);
    expect((await db.query('delete from public.notes')).count).toBe(1);
  });

  test('a refusal carries its code and where it happened', async () => {
    await db.query("insert into public.notes values (3, 'a')");
    const refusal = await db.query("insert into public.notes values (3, 'b')").catch((error: unknown) => error);
    expect(refusal).toBeInstanceOf(DatabaseError);
    expect(refusal).toMatchObject({ code: '23505', constraint: 'notes_pkey', table: 'notes', detail: 'Key (id)=(3) already exists.' });
  });

  test('transactions at the same time do not mix', async () => {
    await db.query('delete from public.notes');
    await Promise.all(
      Array.from({ length: 12 }, (_, i) =>
        db
          .transaction(async (query) => {
            await query('insert into public.notes values ($1, $2)', [i, 'x']);
            if (i % 3 === 0) throw new Error('undo');
          })
          .catch(() => undefined),
      ),
    );
    const { rows } = await db.query('select array_agg(id order by id) as ids from public.notes');
    expect(rows).toEqual([{ ids: [1, 2, 4, 5, 7, 8, 10, 11] }]);
  });

  test('a notification reaches its listeners until they stop', async () => {
    const heard: string[] = [];
    const stop = await db.listen('news', (payload) => heard.push(payload));
    await db.query("select pg_notify('news', 'one')");
    await expect.poll(() => heard).toEqual(['one']);
    await stop();
    await db.query("select pg_notify('news', 'two')");
    await new Promise((resolve) => setTimeout(resolve, 50));
    expect(heard).toEqual(['one']);
  });

  test('bringing the schema up to date again changes nothing', async () => {
    const applied = async () => (await db.query('select count(*) from supabase_migrations.schema_migrations')).rows;
    const before = await applied();
    await bootstrap(db, readPlatformSql());
    expect(await applied()).toEqual(before);
  });

  test('a migration that fails leaves no trace, and names itself', async () => {
    const sql = readPlatformSql();
    const migration = { version: '99990101000000', name: 'broken', sql: 'create table public.half (id int); select nonsense;' };
    await expect(bootstrap(db, { ...sql, migrations: [...sql.migrations, migration], hash: 'other' })).rejects.toThrow(
      'Migration 99990101000000_broken',
    );
    expect((await db.query("select to_regclass('public.half') as half")).rows).toEqual([{ half: null }]);
  });

  test('a database of a newer version is refused', async () => {
    const sql = readPlatformSql();
    await expect(bootstrap(db, { ...sql, migrations: sql.migrations.slice(0, -1), hash: 'older' })).rejects.toThrow(
      'used by a newer version of Kontor',
    );
  });
});

test('when the database process dies, waiting and later calls fail at once', async () => {
  const dir = mkdtempSync(join(tmpdir(), 'kontor-database-'));
  let pid = 0;
  let isGone = false;
  const db = await openPgliteProcess({ dir: join(dir, 'db'), onStart: (started) => (pid = started), onExit: () => (isGone = true) });
  const waiting = db.query('select count(*) from generate_series(1, 50000000)').catch((error: unknown) => error);
  process.kill(pid, 'SIGKILL');
  expect(await waiting).toBeInstanceOf(DatabaseGone);
  await expect(db.query('select 1')).rejects.toBeInstanceOf(DatabaseGone);
  expect(isGone).toBe(true);
  await db.close();
  rmSync(dir, { recursive: true, force: true });
});
