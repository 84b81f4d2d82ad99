import { spawn } from 'node:child_process';
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { createClient } from '@supabase/supabase-js';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { addBytes, addFacts, createBackupWriter, readBackup } from '#local/backup/backup-file.ts';
import { backUpDaily } from '#local/backup/daily-backup.ts';
import { addToFolder, keepBackup, keptBackups } from '#local/backup/keep-backup.ts';
import { makeBackup } from '#local/backup/make-backup.ts';
import { restoreBackup } from '#local/backup/restore-backup.ts';
import { createDataDir, openDataDir } from '#local/data-dir.ts';
import { openPglite } from '#local/db/pglite.ts';
import { readPlatformSql } from '#local/db/platform-sql.ts';
import type { Database } from '#local/db/port.ts';
import { openPostgres } from '#local/db/postgres.ts';
import { databaseTemplate } from '#local/db/template.ts';
import { loadKeys } from '#local/keys.ts';
import { DEMO_PASSWORD, DEMO_PEOPLE } from '#local/seed/demo-people.ts';
import { NORDLICHT } from '#local/seed/demo-nordlicht.ts';
import { type RunningServer, serve } from '#local/serve.ts';
import { type Log, silentLog } from '#local/server/log.ts';
import { readSettings } from '#local/settings.ts';
import { buildersFor } from '#tests/support/builders.ts';
import { engines, openTestDatabase } from '#tests/support/database.ts';
import { copyDemo } from '#tests/support/demo-folder.ts';
import { insertAccounts } from '#tests/support/personas.ts';

const scratch = mkdtempSync(join(tmpdir(), 'kontor-backup-'));
afterAll(() => rmSync(scratch, { recursive: true, force: true }));
const place = (name: string) => join(scratch, name);

const started = (dataDir: string, env: Record<string, string> = {}, log: Log = silentLog): Promise<RunningServer> =>
  serve({
    settings: readSettings({ PORT: '0', SEED: 'demo', DATA_DIR: dataDir, ...env }),
    dist: scratch,
    log,
    now: () => new Date(),
    onDatabaseGone: () => undefined,
  });

/** What `npm run backup` or `npm run restore` says and ends with. */
function command(
  name: 'backup' | 'restore',
  file: string,
  env: Record<string, string>,
): Promise<{ code: number | null; out: string; err: string }> {
  const program = fileURLToPath(new URL(`../../supabase/local/${name}.ts`, import.meta.url));
  const child = spawn(process.execPath, [program, file], {
    env: { PATH: process.env['PATH'] ?? '', POSTGRES_BIN: process.env['POSTGRES_BIN'] ?? '', ...env },
  });
  let [out, err] = ['', ''];
  child.stdout.on('data', (text) => (out += String(text)));
  child.stderr.on('data', (text) => (err += String(text)));
  return new Promise((resolve) => child.on('close', (code) => resolve({ code, out, err })));
}

const epochOf = async ({ query }: Pick<Database, 'query'>) =>
  String((await query('select epoch from private.company_clocks where company_id = $1', [NORDLICHT.id])).rows[0]?.['epoch']);

describe('a running server', () => {
  const dataDir = place('data');
  const file = place('noon.tar');
  let server: RunningServer;
  let said: Awaited<ReturnType<typeof command>>;
  const keys = () => loadKeys(dataDir, new Date());
  const admin = () => createClient(server.url, loadKeys(dataDir, new Date()).serviceRoleKey, { auth: { persistSession: false } });
  const vendorNames = async () =>
    ((await admin().from('vendors').select('name').eq('company_id', NORDLICHT.id).like('name', 'Backup %').order('name')).data ?? []).map(
      ({ name }) => String(name),
    );
  const addVendor = async (name: string) => {
    const { error } = await admin().from('vendors').insert({ company_id: NORDLICHT.id, name });
    if (error) throw new Error(error.message);
  };

  let ofTheDay: string | undefined;
  beforeAll(async () => {
    const told = Promise.withResolvers<string>();
    const log = { ...silentLog, info: (text: string) => (text === 'backup made' ? told.resolve(text) : undefined), error: told.resolve };
    await copyDemo(dataDir);
    server = await started(dataDir, { BACKUP_DIR: place('daily-of-server'), BACKUP_KEEP: '3' }, log);
    ofTheDay = await told.promise;
    await addVendor('Backup before');
    const [backup] = await Promise.all([command('backup', file, { DATA_DIR: dataDir }), addVendor('Backup meanwhile')]);
    said = backup;
    await addVendor('Backup after');
  });
  afterAll(() => server.close());

  test('is backed up while people work, into a file that only its owner reads', () => {
    expect(said).toMatchObject({ code: 0, err: '', out: expect.stringContaining('read again and whole') });
    expect(statSync(file).mode & 0o777).toBe(0o600);
    expect(readdirSync(dataDir).filter((name) => name.startsWith('backing-up'))).toEqual([]);
  });

  test('makes the backup of the day by itself where a folder is named', async () => {
    expect(ofTheDay).toBe('backup made');
    const [name = ''] = await keptBackups(place('daily-of-server'));
    await expect(readBackup(join(place('daily-of-server'), name))).resolves.toMatchObject({ engine: 'pglite' });
  });

  test('writes over no backup', async () => {
    expect(await command('backup', file, { DATA_DIR: dataDir })).toMatchObject({
      code: 1,
      err: expect.stringContaining('is there already'),
    });
  });

  test('gives its backup to nobody without the service key', async () => {
    for (const authorization of ['', `Bearer ${keys().anonKey}`, `Bearer ${keys().serviceRoleKey}x`]) {
      const response = await fetch(`${server.url}/_backup`, { method: 'POST', headers: { authorization } });
      expect(response.status).toBe(404);
    }
    const byGet = await fetch(`${server.url}/_backup`, {
      headers: { authorization: `Bearer ${loadKeys(dataDir, new Date()).serviceRoleKey}` },
    });
    expect(byGet.status).toBe(404);
  });

  test('comes back elsewhere as it was: people sign in, receipts have their bytes, devices are told that it is another history', async () => {
    const epoch = await epochOf(await opened(dataDir));
    const restored = place('restored');
    expect(await command('restore', file, { DATA_DIR: restored })).toMatchObject({
      code: 0,
      err: '',
      out: expect.stringMatching(/3 companies, \d+ stored files/),
    });
    const restoredEpoch = await epochOf(await opened(restored));
    expect(restoredEpoch).not.toBe(epoch);
    // Put elsewhere by hand, it is a copy: its devices are told once more.
    const copied = place('copied');
    cpSync(restored, copied, { recursive: true });
    const told: string[] = [];
    const [former, second] = [server, await started(copied, {}, { ...silentLog, info: (text) => void told.push(text) })];
    expect(told).toContainEqual(expect.stringContaining('the data folder is a copy'));
    try {
      server = second;
      const names = await vendorNames();
      expect(names).toContain('Backup before');
      expect(names).not.toContain('Backup after');
      const client = createClient(second.url, loadKeys(copied, new Date()).anonKey, { auth: { persistSession: false } });
      const { error } = await client.auth.signInWithPassword({ email: DEMO_PEOPLE.demo.email, password: DEMO_PASSWORD });
      expect(error).toBeNull();
      const { data: files } = await client.from('files').select('path,size').eq('company_id', NORDLICHT.id).limit(5);
      expect(files?.length).toBeGreaterThan(0);
      for (const { path, size } of files ?? []) {
        const { data } = await client.storage.from('uploads').download(String(path));
        expect(data?.size).toBe(size);
      }
    } finally {
      server = former;
      await second.close();
    }
    expect([epoch, restoredEpoch]).not.toContain(await epochOf(await opened(copied)));
  });

  test('is not overwritten by a restore, and its folder neither', async () => {
    expect(await command('restore', file, { DATA_DIR: dataDir })).toMatchObject({
      code: 1,
      err: expect.stringContaining('is in use by another Kontor'),
    });
    expect(await vendorNames()).toContain('Backup after');
    expect(await command('restore', file, { DATA_DIR: place('restored') })).toMatchObject({
      code: 1,
      err: expect.stringContaining('holds data'),
    });
  });
});

/** The database of a folder, as it lies there. */
async function opened(dataDir: string): Promise<Pick<Database, 'query'>> {
  const copy = mkdtempSync(join(scratch, 'look-'));
  cpSync(join(dataDir, 'db'), copy, { recursive: true });
  const db = await openPglite({ dir: copy });
  const { rows } = await db.query('select company_id, epoch from private.company_clocks');
  await db.close();
  return { query: (_, [company] = []) => Promise.resolve({ rows: rows.filter(({ company_id }) => company_id === company), count: 1 }) };
}

describe('a backup file', () => {
  const file = place('small.tar');
  const BYTES = Uint8Array.from({ length: 5_000 }, (_, place_) => (place_ * 31 + 7) % 251);
  beforeAll(async () => {
    const backup = createBackupWriter();
    const kept = keepBackup(backup.bytes, file);
    await addFacts(backup, { format: 1, version: '1.2.3', engine: 'pglite', madeAt: '2026-11-23T00:00:00.000Z' });
    await addBytes(backup, 'database.tar.gz', BYTES);
    await addBytes(backup, 'keys.json', BYTES.slice(0, 700));
    await backup.finish();
    await kept;
  });
  const changed = (name: string, change: (bytes: Buffer) => Buffer) => {
    const path = place(name);
    writeFileSync(path, change(readFileSync(file)));
    return path;
  };
  const refusal = (path: string) =>
    readBackup(path).then(
      () => null,
      (error: unknown) => (error instanceof Error ? error.message : ''),
    );

  test('is read whole', async () => {
    const found: string[] = [];
    const facts = await readBackup(file, async (path, body) => {
      const chunks: Uint8Array[] = [];
      for await (const chunk of body) chunks.push(chunk);
      found.push(`${path} ${Buffer.concat(chunks).byteLength}`);
    });
    expect(facts).toMatchObject({ engine: 'pglite', version: '1.2.3' });
    expect(found).toEqual(['database.tar.gz 5000', 'keys.json 700']);
  });

  test('with one flipped bit is refused, wherever that is in what it holds', async () => {
    const size = statSync(file).size;
    const outcomes = new Set<string>();
    for (let at = 0; at < size; at += 97) {
      const damaged = changed('flipped.tar', (bytes) => (bytes.writeUInt8((bytes[at] ?? 0) ^ 4, at), bytes));
      const found: Uint8Array[] = [];
      const said = await readBackup(damaged, async (_, body) => {
        for await (const chunk of body) found.push(chunk);
      }).then(() => null, String);
      // Between two files, and after the last, lies padding that says nothing: then what was read is whole.
      const isWhole = Buffer.concat(found).equals(Buffer.concat([BYTES, BYTES.slice(0, 700)]));
      outcomes.add(said === null ? `read, whole: ${isWhole}` : 'refused');
    }
    expect([...outcomes].sort()).toEqual(['read, whole: true', 'refused']);
    const inside = readFileSync(file).indexOf(Buffer.from(BYTES.slice(0, 40))) + 2_500;
    expect(await refusal(changed('flipped.tar', (bytes) => (bytes.writeUInt8((bytes[inside] ?? 0) ^ 1, inside), bytes)))).toMatch(
      /flipped\.tar is damaged: database\.tar\.gz is not what was backed up\. Nothing was restored\.$/,
    );
  });

  test('that was cut off is refused, wherever', async () => {
    const end = readFileSync(file).lastIndexOf(Buffer.from('}')) + 1;
    for (let length = 0; length < end; length += 211)
      expect(await refusal(changed('short.tar', (bytes) => bytes.subarray(0, length)))).toMatch(
        /short\.tar (is damaged or cut off|is cut off|is not a backup of Kontor)/,
      );
    // Just where its end would begin, followed by the zeros that a tar file ends with.
    const last = readFileSync(file).lastIndexOf(Buffer.from('checksums.json'));
    expect(await refusal(changed('short.tar', (bytes) => Buffer.concat([bytes.subarray(0, last), Buffer.alloc(1024)])))).toMatch(
      /short\.tar is cut off: its end is missing, after keys\.json\. Nothing was restored\.$/,
    );
  });

  test('of a newer version, of something else, or that is not there is refused in one sentence', async () => {
    const newer = changed('newer.tar', () => Buffer.from(''));
    const backup = createBackupWriter();
    const kept = (async () => {
      const chunks: Uint8Array[] = [];
      for await (const chunk of backup.bytes) chunks.push(chunk);
      writeFileSync(newer, Buffer.concat(chunks));
    })();
    await addBytes(backup, 'kontor-backup.json', Buffer.from('{"format":2,"version":"9.0.0"}'));
    await backup.finish();
    await kept;
    expect(await refusal(newer)).toMatch(/was made by Kontor 9\.0\.0, which this version can't read\. Restore it with that version\.$/);
    expect(await refusal(fileURLToPath(import.meta.url))).toMatch(/is not a backup of Kontor/);
    expect(await refusal(place('nowhere.tar'))).toBe(`There is no file ${place('nowhere.tar')}.`);
  });

  test('that can’t be restored leaves nothing behind', async () => {
    const target = place('nothing');
    // Whole as a file, but its database is none.
    await expect(restoreBackup(file, { dataDir: target, databaseUrl: null })).rejects.toThrow("can't be opened by this version");
    expect(await command('restore', file, { DATA_DIR: target })).toEqual({
      code: 1,
      out: '',
      err: `The database in ${file} can't be opened by this version. Nothing was restored.\n`,
    });
    expect(readdirSync(target)).toEqual([]);
    await expect(restoreBackup(file, { dataDir: target, databaseUrl: 'postgres://localhost:1/x' })).rejects.toThrow(
      'Restore it without DATABASE_URL',
    );
  });

  test('with a path that leads elsewhere is refused', async () => {
    const hostile = place('hostile.tar');
    const backup = createBackupWriter();
    const kept = keepBackup(backup.bytes, hostile);
    await addFacts(backup, { format: 1, version: '1.2.3', engine: 'pglite', madeAt: '2026-11-23T00:00:00.000Z' });
    await addBytes(backup, '../../escaped', BYTES);
    await backup.finish();
    await kept;
    await expect(restoreBackup(hostile, { dataDir: place('victim'), databaseUrl: null })).rejects.toThrow('which belongs nowhere');
    expect(existsSync(place('escaped'))).toBe(false);
  });
});

describe('stored objects', () => {
  test('that are removed or come while the database is copied are in the backup, and one that no row names is not restored', async () => {
    const dataDir = place('objects');
    loadKeys(mkdirSync(dataDir, { recursive: true }) ?? dataDir, new Date());
    const db = await openPglite({ dir: join(dataDir, 'db'), template: await databaseTemplate(readPlatformSql()) });
    const [kept, removed, late, stray] = ['a', 'b', 'c', 'd'].map((sign) => `${sign.repeat(8)}-0000-4000-8000-000000000000`) as [
      string,
      string,
      string,
      string,
    ];
    const bytesOf = (version: string, folder: string) => writeObject(join(dataDir, 'storage', ...folder.split('/')), version);
    for (const version of [kept, removed]) bytesOf(version, `objects/${version.slice(0, 2)}`);
    bytesOf(stray, 'incoming');
    await db.query(
      `insert into storage.objects (bucket_id, name, version, metadata) select 'uploads', 'x/' || v, v, '{}' from unnest($1::text[]) v`,
      [[kept, removed, late]],
    );
    const dump = db.dump.bind(db);
    const database = {
      ...db,
      dump: async () => {
        rmSync(join(dataDir, 'storage', 'objects', 'bb', removed));
        bytesOf(late, 'objects/cc');
        return dump();
      },
    };
    const file = place('objects.tar');
    await keepBackup(await makeBackup({ dataDir, database, version: 'x', now: () => new Date() }), file);
    await db.close();
    const restored = place('objects-restored');
    expect(await restoreBackup(file, { dataDir: restored, databaseUrl: null })).toMatchObject({ objects: 3, missing: [] });
    const stored = readdirSync(join(restored, 'storage', 'objects')).flatMap((part) =>
      readdirSync(join(restored, 'storage', 'objects', part)),
    );
    expect(stored.sort()).toEqual([kept, removed, late]);
    expect(readFileSync(join(restored, 'storage', 'objects', 'bb', removed), 'utf8')).toBe(removed);
  });
});

function writeObject(folder: string, version: string): void {
  cpSync(fileURLToPath(import.meta.url), join(folder, version));
  writeFileSync(join(folder, version), version);
}

describe('daily backups', () => {
  const folder = place('daily');
  const small = async (mark: string) => {
    const backup = createBackupWriter();
    void addFacts(backup, { format: 1, version: mark, engine: 'pglite', madeAt: '' }).then(() => backup.finish());
    return backup.bytes;
  };
  test('are kept in the number that was asked for, the newest ones', async () => {
    for (const day of [1, 2, 3, 4])
      await addToFolder(await small(String(day)), { folder, keep: 2, at: new Date(Date.UTC(2026, 0, day, 3)) });
    expect(await keptBackups(folder)).toEqual(['kontor-2026-01-03T030000Z.tar', 'kontor-2026-01-04T030000Z.tar']);
  });

  test('that fail remove none, leave nothing half made, and say so once the last is old', async () => {
    const told: string[] = [];
    const log = { ...silentLog, error: (text: string) => void told.push(text) };
    const source = { dataDir: place('nowhere'), database: { url: 'postgres://127.0.0.1:1/none' }, version: 'x' };
    const plan = { folder, keep: 2 };
    await backUpDaily({ ...source, now: () => new Date(Date.UTC(2026, 0, 5, 1)) }, plan, log);
    expect(told).toEqual([]);
    await backUpDaily({ ...source, now: () => new Date(Date.UTC(2026, 0, 5, 3)) }, plan, log);
    expect(told).toEqual(['backup not made']);
    await backUpDaily({ ...source, now: () => new Date(Date.UTC(2026, 0, 6, 4)) }, plan, log);
    expect(told).toEqual(['backup not made', 'backup not made', 'the last backup is old']);
    expect(readdirSync(folder)).toHaveLength(2);
  });

  test('need a folder and a number', () => {
    expect(() => readSettings({ BACKUP_KEEP: '3' })).toThrow('BACKUP_KEEP needs BACKUP_DIR');
    expect(() => readSettings({ BACKUP_DIR: 'x', BACKUP_KEEP: 'many' })).toThrow('BACKUP_KEEP=many is not a number');
    expect(readSettings({ BACKUP_DIR: '/x' }).backups).toEqual({ folder: '/x', keep: 7 });
  });
});

describe('a data folder', () => {
  const DATABASE_FILE = 'PG_VERSION';
  /** As a finished start leaves it, as far as the folder is concerned. */
  function folder(name: string): string {
    const path = place(name);
    createDataDir(path);
    const dir = openDataDir(path, 'pglite');
    mkdirSync(dir.database);
    for (const file of [join(dir.database, DATABASE_FILE), join(path, 'keys.json')]) writeFileSync(file, '17');
    dir.markReady();
    return path;
  }

  test('that was copied is known as a copy until a start has finished on it; one that was moved is none', () => {
    const original = folder('original');
    expect(openDataDir(original, 'pglite').isCopy).toBe(false);
    cpSync(original, place('copy'), { recursive: true });
    expect(openDataDir(place('copy'), 'pglite').isCopy).toBe(true);
    openDataDir(place('copy'), 'pglite').markReady();
    expect(openDataDir(place('copy'), 'pglite').isCopy).toBe(false);
    renameSync(place('copy'), place('moved'));
    expect(openDataDir(place('moved'), 'pglite').isCopy).toBe(false);
  });

  test('of an earlier version, which did not note its files, is none', () => {
    const earlier = folder('earlier');
    writeFileSync(join(earlier, 'kontor.json'), '{"format":1,"state":"ready","engine":"pglite"}');
    expect(openDataDir(earlier, 'pglite').isCopy).toBe(false);
  });
});

test.runIf(engines().includes('postgres'))(
  'a PostgreSQL server is backed up and comes back in an empty database, with every row and right',
  async () => {
    const [db, target] = [await openTestDatabase('postgres'), await openTestDatabase('postgres')];
    await insertAccounts(db.query);
    const { company_id } = await buildersFor(db.query).issued();
    const dataDir = place('server');
    const server = await started(dataDir, { SEED: 'none', DATABASE_URL: String(db.url) });
    const file = place('server.tar');
    expect(await command('backup', file, { DATA_DIR: dataDir, DATABASE_URL: String(db.url) })).toMatchObject({ code: 0, err: '' });
    await server.close();

    const restored = place('server-restored');
    const env = { DATA_DIR: restored, DATABASE_URL: String(target.url) };
    expect(await command('restore', file, { DATA_DIR: restored })).toMatchObject({
      code: 1,
      err: expect.stringContaining('Name an empty database with DATABASE_URL'),
    });
    expect(await command('restore', file, env)).toMatchObject({ code: 1, err: expect.stringContaining('is not empty') });
    const empty = await emptied(target);
    expect(await command('restore', file, { ...env, DATABASE_URL: empty })).toMatchObject({
      code: 0,
      err: '',
      out: expect.stringContaining('Restored as of'),
    });
    const copy = await openPostgres({ url: empty, connections: 1 });
    expect(await copy.query('select count(*)::int as n from public.ledger_entries where company_id = $1', [company_id])).toEqual(
      await db.query('select count(*)::int as n from public.ledger_entries where company_id = $1', [company_id]),
    );
    const rights = `select coalesce(json_agg(t order by t::text), '[]') as all from (select table_schema, table_name, grantee, privilege_type from information_schema.role_table_grants where grantee in ('anon', 'authenticated', 'service_role')) t`;
    const policies = `select json_agg(p order by p::text) as all from (select schemaname, tablename, policyname, cmd, qual, with_check from pg_policies) p`;
    for (const question of [rights, policies]) expect((await copy.query(question)).rows).toEqual((await db.query(question)).rows);
    await copy.close();
    await Promise.all([db.close(), target.close()]);
  },
);

/** Another database on the same server, with nothing in it. */
async function emptied({ url, exec }: { url: string | null; exec: (sql: string) => Promise<void> }): Promise<string> {
  await exec('create database restored_here template template0');
  const address = new URL(String(url));
  address.pathname = '/restored_here';
  return address.href;
}
