import { randomUUID } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createClient } from '@supabase/supabase-js';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { preparationSql } from '#local/db/needed-rights.ts';
import { openPostgres } from '#local/db/postgres.ts';
import { engines } from '#tests/support/database.ts';
import { until } from '#tests/support/patience.ts';
import { type PostgresServer, startPostgresServer } from '#tests/support/postgres-server.ts';
import { runCommandOf, spawnServer, startServer, type WholeServer } from '#tests/support/whole-server.ts';

const scratch = mkdtempSync(join(tmpdir(), 'kontor-plain-role-'));
afterAll(() => rmSync(scratch, { recursive: true, force: true }));

const keysOf = (dataDir: string) =>
  JSON.parse(readFileSync(join(dataDir, 'keys.json'), 'utf8')) as { anonKey: string; serviceRoleKey: string };
const clientOf = (server: WholeServer, dataDir: string, key: 'anonKey' | 'serviceRoleKey') =>
  createClient(server.url('ready'), keysOf(dataDir)[key], { auth: { persistSession: false } });
const PERSON = { email: 'grete@example.test', password: 'sieben grüne Heringe' };
const PNG = Buffer.from('iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==', 'base64');

async function signedIn(server: WholeServer, dataDir: string) {
  const client = clientOf(server, dataDir, 'anonKey');
  const { error } = await client.auth.signInWithPassword(PERSON);
  if (error) throw error;
  return client;
}

/** A person registers, founds a company, stores a picture, and hears of a change that somebody else makes. */
async function firstDay(server: WholeServer, dataDir: string): Promise<void> {
  const admin = clientOf(server, dataDir, 'serviceRoleKey');
  const { error } = await admin.auth.admin.createUser({ ...PERSON, email_confirm: true });
  if (error) throw error;
  const client = await signedIn(server, dataDir);
  const company = randomUUID();
  expect(await client.rpc('create_company', { p_id: company, p_name: 'Grete & Co.' })).toMatchObject({ error: null });
  const stored = await client.storage.from('logos').upload(`${company}/${randomUUID()}.png`, PNG, { contentType: 'image/png' });
  expect(stored.error).toBeNull();
  const heard = Promise.withResolvers<unknown>();
  const subscribed = Promise.withResolvers<unknown>();
  const news = { event: '*', schema: 'public', table: 'vendors' } as const;
  client.channel('changes').on('postgres_changes', news, heard.resolve).on('system', {}, subscribed.resolve).subscribe();
  await subscribed.promise;
  const vendor = { company_id: company, name: 'Gurkenhof' };
  expect(await admin.from('vendors').insert(vendor)).toMatchObject({ error: null });
  await heard.promise;
  await client.removeAllChannels();
}

const vendorsOf = async (server: WholeServer, dataDir: string) =>
  (await (await signedIn(server, dataDir)).from('vendors').select('name')).data;

describe.runIf(engines().includes('postgres'))('a role without superuser rights', () => {
  let postgres: PostgresServer;
  const plainUrl = (database: string) => postgres.url(database).replace('postgres@', 'clerk@');
  const asAdmin = async (database: string, sql: string) => {
    const db = await openPostgres({ url: postgres.url(database), connections: 1 });
    await db.exec(sql).finally(() => db.close());
  };
  const prepare = async (database: string) => {
    await asAdmin('postgres', `create database ${database}`);
    await asAdmin(database, preparationSql({ role: 'clerk', database }));
  };
  const refusal = async (database: string) => {
    const server = spawnServer({ DATA_DIR: join(scratch, `refused-${database}`), DATABASE_URL: plainUrl(database) });
    expect([await server.ended, server.out()]).toEqual([1, '']);
    return server.err();
  };

  beforeAll(async () => {
    postgres = startPostgresServer();
    await asAdmin('postgres', 'create role clerk login');
  });
  afterAll(() => postgres.stop());

  test('is told what the database lacks, each with its statements, and needs nothing else once an administrator ran them', async () => {
    await asAdmin('postgres', 'create database kontor');
    const said = await refusal('kontor');
    const [lacks = '', statements = ''] = said.split(/^Let an administrator .*\n/m);
    expect(lacks).toBe(
      [
        'clerk is no superuser, and the database kontor is not ready for it yet. It lacks:',
        '  - the role anon',
        '  - the role authenticated',
        '  - the role service_role, which row level security lets through (bypassrls)',
        '  - membership of clerk in these three roles',
        '  - the right of clerk to make schemas in the database kontor',
        '  - the right of clerk to make tables in the schema public',
        '',
      ].join('\n'),
    );
    await asAdmin('kontor', statements);
    const dataDir = join(scratch, 'first');
    const server = await startServer({ DATA_DIR: dataDir, DATABASE_URL: plainUrl('kontor') });
    await firstDay(server, dataDir);

    // While it runs the database is its own.
    const second = spawnServer({ DATA_DIR: join(scratch, 'second'), DATABASE_URL: plainUrl('kontor') });
    expect([await second.ended, second.out()]).toEqual([1, '']);
    expect(second.err()).toMatch(
      new RegExp(
        `^Another Kontor runs on this database on \\S+ \\(process ${server.child.pid}, since \\d{4}-\\d\\d-\\d\\d \\d\\d:\\d\\d UTC\\)\\. `,
      ),
    );

    const file = join(scratch, 'noon.tar');
    expect(await runCommandOf('backup', [file], { DATA_DIR: dataDir, DATABASE_URL: plainUrl('kontor') })).toMatchObject({
      code: 0,
      err: '',
    });
    // A server that is killed gives it back, too.
    server.child.kill('SIGKILL');
    await server.ended;

    await prepare('restored');
    const restored = join(scratch, 'restored');
    const to = { DATA_DIR: restored, DATABASE_URL: plainUrl('restored') };
    expect(await runCommandOf('restore', [file], to)).toMatchObject({ code: 0, err: '' });
    for (const env of [to, { DATA_DIR: dataDir, DATABASE_URL: plainUrl('kontor') }]) {
      const again = await startServer(env);
      expect(await vendorsOf(again, env.DATA_DIR)).toEqual([{ name: 'Gurkenhof' }]);
      expect(await again.stop()).toBe(0);
    }
  });

  test('goes on with a database that a superuser began, once that one has handed it over', async () => {
    await asAdmin('postgres', 'create database begun');
    const dataDir = join(scratch, 'begun');
    const superuser = await startServer({ DATA_DIR: dataDir, DATABASE_URL: postgres.url('begun') });
    await firstDay(superuser, dataDir);
    const file = join(scratch, 'begun.tar');
    expect(await runCommandOf('backup', [file], { DATA_DIR: dataDir })).toMatchObject({ code: 0, err: '' });
    expect(await superuser.stop()).toBe(0);
    const restored = { DATA_DIR: join(scratch, 'begun-restored'), DATABASE_URL: plainUrl('begun_restored') };
    await asAdmin('postgres', 'create database begun_restored');
    expect(await runCommandOf('restore', [file], restored)).toMatchObject({
      code: 1,
      err: expect.stringContaining('is not ready for it yet'),
    });
    await asAdmin('begun_restored', preparationSql({ role: 'clerk', database: 'begun_restored' }));
    expect(await runCommandOf('restore', [file], restored)).toMatchObject({ code: 0, err: '' });
    expect(await refusal('begun')).toContain('\n  - ownership by clerk of what another role began here\n');
    const script = await runCommandOf('database-sql', [], { DATABASE_URL: plainUrl('begun') });
    expect(script).toMatchObject({ code: 0, err: '' });
    await asAdmin('begun', script.out);
    // Again is no harm.
    await asAdmin('begun', script.out);
    const server = await startServer({ DATA_DIR: dataDir, DATABASE_URL: plainUrl('begun') });
    expect(await vendorsOf(server, dataDir)).toEqual([{ name: 'Gurkenhof' }]);
    expect(await server.stop()).toBe(0);
  });

  test('takes an embedded database over', async () => {
    await prepare('moved');
    const dataDir = join(scratch, 'embedded');
    const embedded = await startServer({ DATA_DIR: dataDir });
    await firstDay(embedded, dataDir);
    expect(await embedded.stop()).toBe(0);
    expect(await runCommandOf('move', ['--to', plainUrl('moved')], { DATA_DIR: dataDir })).toMatchObject({ code: 0, err: '' });
    const server = await startServer({ DATA_DIR: dataDir, DATABASE_URL: plainUrl('moved') });
    expect(await vendorsOf(server, dataDir)).toEqual([{ name: 'Gurkenhof' }]);
    expect(await server.stop()).toBe(0);
  });

  test('a server whose database came back when another one already had it ends', async () => {
    await prepare('twice');
    const [first, second] = [join(scratch, 'twice-1'), join(scratch, 'twice-2')];
    const one = await startServer({ DATA_DIR: first, DATABASE_URL: plainUrl('twice') });
    one.child.kill('SIGSTOP');
    await asAdmin('postgres', `select pg_terminate_backend(pid) from pg_stat_activity where datname = 'twice'`);
    const two = await startServer({ DATA_DIR: second, DATABASE_URL: plainUrl('twice') });
    one.child.kill('SIGCONT');
    expect(await one.ended).toBe(1);
    expect(one.err()).toContain(`Another Kontor runs on this database on `);
    await until(async () => (await fetch(`${two.url('ready')}/healthz`)).ok);
    expect(await two.stop()).toBe(0);
  });
});
