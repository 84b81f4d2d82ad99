import { spawn } from 'node:child_process';
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { createClient, type SupabaseClient } from '@supabase/supabase-js';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Database } from '#local/db/port.ts';
import { openPglite } from '#local/db/pglite.ts';
import { openPostgres } from '#local/db/postgres.ts';
import { loadKeys } from '#local/keys.ts';
import { copyDatabase, sumsOf } from '#local/move/copy-database.ts';
import { NORDLICHT } from '#local/seed/demo-nordlicht.ts';
import { DEMO_PASSWORD, DEMO_PEOPLE } from '#local/seed/demo-people.ts';
import { type RunningServer, serve } from '#local/serve.ts';
import { silentLog } from '#local/server/log.ts';
import { readSettings } from '#local/settings.ts';
import { buildersFor } from '#tests/support/builders.ts';
import { asAdministrator, engines, openTestDatabase, type TestDatabase } from '#tests/support/database.ts';
import { copyDemo } from '#tests/support/demo-folder.ts';
import { insertAccounts } from '#tests/support/personas.ts';

const scratch = mkdtempSync(join(tmpdir(), 'kontor-move-'));
afterAll(() => rmSync(scratch, { recursive: true, force: true }));
const dataDir = join(scratch, 'data');

const started = (env: Record<string, string>): Promise<RunningServer> =>
  serve({
    settings: readSettings({ PORT: '0', SEED: 'none', DATA_DIR: dataDir, ...env }),
    dist: scratch,
    log: silentLog,
    now: () => new Date(),
    onDatabaseGone: () => undefined,
  });

/** What `npm run move` says and ends with. */
function move(...args: string[]): Promise<{ code: number | null; out: string; err: string }> {
  const program = fileURLToPath(new URL('../../supabase/local/move.ts', import.meta.url));
  const child = spawn(process.execPath, [program, ...args], { env: { PATH: process.env['PATH'] ?? '', DATA_DIR: dataDir } });
  let [out, err] = ['', ''];
  child.stdout.on('data', (text) => (out += String(text)));
  child.stderr.on('data', (text) => (err += String(text)));
  return new Promise((resolve) => child.on('close', (code) => resolve({ code, out, err })));
}

/** What is in the folder's database now: a server on it may have worked. */
async function kept(): ReturnType<typeof sumsOf> {
  const db = await openPglite({ dir: join(dataDir, 'db') });
  return sumsOf(db).finally(() => db.close());
}

/** Another database on the same server, with nothing in it. */
async function emptied({ url, exec }: TestDatabase, name: string): Promise<string> {
  await exec(`create database ${name} template template0`);
  const address = new URL(String(url));
  address.pathname = `/${name}`;
  return address.href;
}

async function signedIn(server: RunningServer): Promise<SupabaseClient> {
  const client = createClient(server.url, loadKeys(dataDir, new Date()).anonKey, { auth: { persistSession: false } });
  const email = DEMO_PEOPLE.demo.email;
  const { error } = await client.auth.signInWithPassword({ email, password: DEMO_PASSWORD });
  if (error) throw error;
  return client;
}

/** A device that knows everything up to here asks what is new. */
const pulled = async (client: SupabaseClient, state: unknown = null) => {
  const { data, error } = await client.rpc('sync_pull', { p_company: NORDLICHT.id, p_state: state, p_limit: 500 });
  if (error) throw new Error(error.message);
  return data as Record<string, unknown>;
};

describe.runIf(engines().includes('postgres'))('an embedded database moves to a server', () => {
  let spare: TestDatabase;
  let url: string;
  let known: Record<string, unknown>;
  let files: string[];
  beforeAll(async () => {
    spare = await openTestDatabase('postgres');
    await insertAccounts(spare.query);
    url = await emptied(spare, `moved_${process.pid}`);
    await copyDemo(dataDir);
    const server = await started({});
    const client = await signedIn(server);
    known = await pulled(client);
    files = ((await client.from('files').select('path').eq('company_id', NORDLICHT.id).order('path')).data ?? []).map(({ path }) =>
      String(path),
    );
    await server.close();
  });
  afterAll(() => spare.close());

  test('not while a server runs on it, not without an address, not to a database that holds something, not to one that is not there', async () => {
    const refused = async (...args: string[]) => {
      const { code, err } = await move(...args);
      expect(code).toBe(1);
      return err.trim();
    };
    expect(await refused()).toMatch(/^Name the server: npm run move/);
    expect(await refused('--to', 'mysql://x/y')).toMatch(/^Name the server: npm run move/);
    expect(await refused('--to', String(spare.url))).toBe(
      'The database of --to is not empty. Make a new one and name that. Nothing was moved.',
    );
    const foreign = await emptied(spare, `foreign_${process.pid}`);
    const there = await openPostgres({ url: foreign, connections: 1 });
    await there.exec('create table theirs (id int)');
    await there.close();
    expect(await refused('--to', foreign)).toMatch(/is not empty/);
    expect(await refused('--to', 'postgres://127.0.0.1:1/none')).toMatch(
      /^The server of --to can't be used: .*ECONNREFUSED.* Nothing was moved\.$/,
    );
    const server = await started({});
    expect(await refused('--to', url)).toMatch(/in use by another Kontor .* Stop that one first/);
    await server.close();
  });

  test('a dry run counts what would go and changes nothing', async () => {
    const { code, out, err } = await move('--to', url, '--dry-run');
    expect([code, err]).toEqual([0, '']);
    const before = await kept();
    const rows = before.reduce((sum, table) => sum + table.rows, 0);
    expect(out).toContain(`${rows} rows of ${before.filter((table) => table.rows > 0).length} tables would be moved.`);
    const there = await openPostgres({ url, connections: 1 });
    expect((await there.query("select count(*)::int as n from pg_tables where schemaname = 'public'")).rows).toEqual([{ n: 0 }]);
    await there.close();
    expect(existsSync(join(dataDir, 'db', 'PG_VERSION'))).toBe(true);
  });

  test('a dry run says what the role of the new database lacks', async () => {
    const bare = `bare_${process.pid}`;
    const admin = await openPostgres({ url: asAdministrator(String(spare.url)), connections: 1 });
    await admin.exec(`create role ${bare} login`);
    await admin.exec(`create database ${bare} owner ${bare} encoding 'UTF8' template template0`);
    await admin.close();
    const to = new URL(url);
    to.username = bare;
    to.pathname = `/${bare}`;
    const { code, err } = await move('--to', to.href, '--dry-run');
    expect(code).toBe(1);
    expect(err).toContain(`${bare} is no superuser, and the database ${bare} is not ready for it yet. It lacks:`);
  });

  test('with every row, and people go on there: password, files, and a device that is told nothing twice', async () => {
    const before = await kept();
    const { code, out, err } = await move('--to', url);
    expect([code, err]).toEqual([0, '']);
    expect(out).toContain('every table has the same checksum on both sides');

    const there = await openPostgres({ url, connections: 1 });
    expect(await sumsOf(there)).toEqual(before);
    // All that a new database of this version has holds there, too: keys, triggers, and what numbers come next.
    const schema = async ({ query }: Pick<Database, 'query'>) =>
      (
        await query(`
          select 'key' as what, conrelid::regclass::text || ' ' || conname || ' ' || pg_get_constraintdef(oid) as its from pg_constraint
            where connamespace not in ('pg_catalog'::regnamespace, 'information_schema'::regnamespace)
          union all select 'trigger', tgrelid::regclass::text || ' ' || tgname || ' ' || tgenabled::text from pg_trigger where not tgisinternal
          order by 1, 2`)
      ).rows;
    expect(await schema(there)).toEqual(await schema(spare));
    await there.close();

    await expect(started({})).rejects.toThrow('belongs to a PostgreSQL server. Set DATABASE_URL again');
    const server = await started({ DATABASE_URL: url });
    const client = await signedIn(server);
    for (const path of files) expect((await client.storage.from('uploads').download(path)).error, path).toBeNull();
    const { epoch, access, cursors } = known;
    const news = await pulled(client, { epoch, access, cursors });
    expect(news).toMatchObject({ epoch, access, reset: false });
    const { error } = await client.from('vendors').insert({ company_id: NORDLICHT.id, name: 'Written after the move' });
    expect(error).toBeNull();
    await server.close();
  });

  test('not twice: what is there is not written over, and the folder is no embedded database any more', async () => {
    expect(await move('--to', url)).toMatchObject({ code: 1, err: expect.stringContaining('is not empty') });
    const other = await emptied(spare, `again_${process.pid}`);
    expect(await move('--to', other)).toMatchObject({ code: 1, err: expect.stringContaining('belongs to a PostgreSQL server') });
    expect(existsSync(join(dataDir, 'db-moved', 'PG_VERSION'))).toBe(true);
  });

  test('whole or not at all: what arrives otherwise than it left leaves the target as it was', async () => {
    const [from, to] = [await openTestDatabase('pglite'), await openTestDatabase('postgres')];
    await insertAccounts(from.query);
    await buildersFor(from.query).issued();
    const empty = await sumsOf(to);
    // A default of the server's own makes another value of it.
    const tampered: Database = {
      ...to,
      transaction: (run, caller) =>
        to.transaction(
          (query) =>
            run((sql, params) =>
              query(sql.replace('insert into public.companies', 'insert /* */ into public.companies'), params).then(async (result) => {
                if (sql.startsWith('insert into public.companies')) await query("update public.companies set name = name || '!'");
                return result;
              }),
            ),
          caller,
        ),
    };
    await expect(copyDatabase(from, tampered, () => undefined)).rejects.toThrow(
      'public.companies did not arrive as it was. Nothing was moved.',
    );
    expect(await sumsOf(to)).toEqual(empty);
    await copyDatabase(from, to, () => undefined);
    expect(await sumsOf(to)).toEqual(await sumsOf(from));
    await Promise.all([from.close(), to.close()]);
  });
});
