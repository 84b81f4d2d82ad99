import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdtempSync, openAsBlob, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { createClient, type SupabaseClient } from '@supabase/supabase-js';
import { SignJWT } from 'jose';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { serverTarget } from '#data/archive-import/import-target.ts';
import { importArchive, type ImportStep } from '#domain/archive/import-archive.ts';
import { importFault } from '#domain/archive/import-fault.ts';
import type { Manifest } from '#domain/archive/manifest.ts';
import { verifyArchive } from '#domain/archive/verify-archive.ts';
import { exportCompany } from '#local/archive/export-company.ts';
import { openPglite } from '#local/db/pglite.ts';
import type { Query } from '#local/db/port.ts';
import { openExisting } from '#local/open-existing.ts';
import { DEMO_PEOPLE } from '#local/seed/demo-people.ts';
import { NORDLICHT } from '#local/seed/demo-nordlicht.ts';
import { serve } from '#local/serve.ts';
import { silentLog } from '#local/server/log.ts';
import { createObjectStore } from '#local/storage/object-store.ts';
import { readSettings } from '#local/settings.ts';
import { type Backend, startBackend } from '#tests/support/backend.ts';
import { copyDemo } from '#tests/support/demo-folder.ts';
import { insertAccounts, personaId } from '#tests/support/personas.ts';
import { pulledDocuments } from '#tests/db/pulled.ts';

const scratch = mkdtempSync(join(tmpdir(), 'kontor-import-'));
const origin = join(scratch, 'origin');
const file = join(scratch, 'nordlicht.zip');
const person = personaId('stranger');
let hosted: Backend;
let before: Map<string, Record<string, unknown>[]>;

/** A new installation in a folder, and nobody using it. */
async function installed(folder: string): Promise<void> {
  const settings = readSettings({ PORT: '0', SEED: 'none', DATA_DIR: folder });
  const server = await serve({ settings, dist: scratch, log: silentLog, now: () => new Date(), onDatabaseGone: () => undefined });
  await server.close();
}

/** A photo as a telephone takes it, beside the smaller picture that the demo has of receipts that nobody decided on yet. */
const PHOTO = new TextEncoder().encode('\0\0\0\x18ftypheic as it was taken');
async function keepOriginal(query: Query, folder: string, number: number): Promise<void> {
  const objects = await createObjectStore(join(origin, 'storage'));
  const { version, md5, size } = await objects.receive(
    (async function* () {
      yield PHOTO;
    })(),
    1000,
  );
  await query('set session_replication_role = replica');
  const { rows } = await query(
    `update public.files f set original_path = f.company_id || $4::text || f.id || '.heic', original_mime_type = 'image/heic',
       original_size = $2, original_sha256 = $3
     where f.id = (select p.id from public.files p join public.expenses e on e.id = p.expense_id
       where p.company_id = $1 and e.status = 'pending' order by p.id offset $5 limit 1) returning f.original_path`,
    [NORDLICHT.id, size, createHash('sha256').update(PHOTO).digest('hex'), folder, number],
  );
  await query(
    `insert into storage.objects (bucket_id, name, version, owner_id, metadata)
     values ('uploads', $1, $2, $3, jsonb_build_object('size', $4::int, 'mimetype', 'image/heic', 'eTag', $5::text))`,
    [rows[0]?.['original_path'], version, DEMO_PEOPLE.demo.id, size, md5],
  );
  // The server has read both: the smaller picture, whose check the demo has, and the photo.
  await query(
    `insert into public.file_checks (file_id, company_id, sha256, size, is_original)
     select f.id, f.company_id, o.sha256, o.size, o.is_original from private.receipt_objects o join public.files f on f.id = o.id
     where f.original_path = $1 on conflict do nothing`,
    [rows[0]?.['original_path']],
  );
  await query('set session_replication_role = origin');
  await objects.keep(version);
}

beforeAll(async () => {
  await copyDemo(origin);
  const { db, close } = await openExisting(origin, null);
  // The second was brought again, because other bytes had arrived first.
  for (const [number, folder] of ['/original/', '/again/original/'].entries()) await keepOriginal(db.query, folder, number);
  await exportCompany({ db, dataDir: origin, company: NORDLICHT.name, path: file, now: new Date() });
  before = await pulledDocuments(db, NORDLICHT.id, DEMO_PEOPLE.demo.id);
  await close();
  hosted = await startBackend({ engine: 'postgres', database: 'own' });
  await insertAccounts(hosted.db.query);
});
afterAll(async () => {
  await hosted?.stop();
  rmSync(scratch, { recursive: true, force: true });
});

async function clientOf(backend: Backend): Promise<SupabaseClient> {
  const token = await new SignJWT({ sub: person, role: 'authenticated', aud: 'authenticated', aal: 'aal1' })
    .setProtectedHeader({ alg: 'HS256' })
    .setExpirationTime('1h')
    .sign(new TextEncoder().encode(backend.jwtSecret));
  return createClient(backend.url, backend.anonKey, { accessToken: async () => token });
}

/** What differs between two archives' rows, by the checksums of their tables. */
const differences = (one: Manifest, other: Manifest): string[] => {
  const sums = new Map(other.entries.map(({ path, sha256 }) => [path, sha256]));
  return one.entries.flatMap(({ path, sha256 }) => (/^(json|files)\//.test(path) && sums.get(path) !== sha256 ? [path] : []));
};
/** What is the importer's own: who is a member now, where the company came from, and the entry that says so. */
const OWN = ['json/company_origins.jsonl', 'json/company_users.jsonl', 'json/company_user_permissions.jsonl', 'json/activity_log.jsonl'];

/** What a device pulls that is another's here. */
const CHANGED = new Set(['companies', 'members', 'activity_log']);

async function changed(blob: Blob, change: (bytes: Uint8Array<ArrayBuffer>) => Uint8Array<ArrayBuffer>): Promise<Blob> {
  return new Blob([change(new Uint8Array(await blob.arrayBuffer()))]);
}
const countIn = async (backend: Backend, table: string) =>
  Number((await backend.db.query(`select count(*) as n from ${table}`)).rows[0]?.['n']);

describe('a company of the embedded backend comes to a PostgreSQL', () => {
  test.each([
    ['one flipped byte', 'damaged', (bytes: Uint8Array<ArrayBuffer>) => bytes.map((byte, at) => (at === 100_000 ? byte ^ 1 : byte))],
    ['its end cut off', 'truncated', (bytes: Uint8Array<ArrayBuffer>) => bytes.slice(0, -1000)],
    ['another kind of file', 'not_an_archive', () => new TextEncoder().encode('PDF, perhaps')],
  ])('not with %s: told with its place, and nothing is there', async (_, reason, change) => {
    const target = serverTarget(await clientOf(hosted));
    const error: unknown = await importArchive(await changed(await openAsBlob(file), change), target, { person }).catch(
      (cause: unknown) => cause,
    );
    expect(importFault(error)).toMatchObject({ reason });
    expect(await countIn(hosted, 'private.imports')).toBe(0);
    expect(await countIn(hosted, 'public.companies')).toBe(0);
  });

  test('given up half way, nothing is left of it but files that the night takes', async () => {
    const stop = new AbortController();
    const given = importArchive(await openAsBlob(file), serverTarget(await clientOf(hosted)), {
      person,
      signal: stop.signal,
      onStep: ({ step, share }) => step === 'files' && share > 0 && stop.abort(),
    });
    await expect(given).rejects.toThrow(/abort/i);
    expect(await countIn(hosted, 'private.imports')).toBe(0);
    expect(await countIn(hosted, 'private.import_rows')).toBe(0);
    const { rows } = await hosted.db.query('select count(*) as n from private.unnamed_objects()');
    expect(Number(rows[0]?.['n'])).toBe(await countIn(hosted, 'storage.objects'));
  });

  test('whole: the same rows, files and ledger, for every device of its new owner', async () => {
    const client = await clientOf(hosted);
    const steps: ImportStep[] = [];
    const company = await importArchive(await openAsBlob(file), serverTarget(client), { person, onStep: (step) => steps.push(step) });
    expect(company).toBe(NORDLICHT.id);
    expect([...new Set(steps.map(({ step }) => step))]).toEqual(['checking', 'rows', 'files', 'finishing']);

    const again = join(scratch, 'again.zip');
    await exportCompany({ db: hosted.db, dataDir: hosted.dataDir, company, path: again, now: new Date() });
    const [went, came] = [await verifyArchive(await openAsBlob(file)), await verifyArchive(await openAsBlob(again))];
    expect(differences(went, came).toSorted()).toEqual([...OWN].toSorted());
    expect(came.is_complete).toBe(true);
    const { rows } = await hosted.db.query("select private.check_ledger($1, 0, 10000) -> 'fault' as fault", [company]);
    expect(rows[0]?.['fault']).toBeNull();

    const after = await pulledDocuments(hosted.db, company, person);
    const asTexts = (pulled: Map<string, Record<string, unknown>[]>) =>
      Object.fromEntries(
        [...pulled].flatMap(([name, rows]) => (CHANGED.has(name) ? [] : [[name, rows.map((row) => JSON.stringify(row)).toSorted()]])),
      );
    expect(asTexts(after)).toEqual(asTexts(before));

    const photographed = (before.get('files') ?? []).filter((each) => each['original_path'] !== null);
    expect(photographed).toHaveLength(2);
    const hashAt = async (path: unknown) => {
      const { data } = await client.storage.from('uploads').download(String(path));
      const bytes = Buffer.from(await (data ?? new Blob()).arrayBuffer());
      return createHash('sha256').update(bytes).digest('hex');
    };
    for (const { path, sha256, original_path } of photographed)
      expect([await hashAt(path), await hashAt(original_path)]).toEqual([sha256, createHash('sha256').update(PHOTO).digest('hex')]);
  });

  test('once: a company that is here is not replaced', async () => {
    const other = { ...serverTarget(await clientOf(hosted)) };
    const error: unknown = await importArchive(await openAsBlob(file), other, { person: personaId('owner') }).catch(
      (cause: unknown) => cause,
    );
    expect(importFault(error)).toMatchObject({ reason: 'company_here' });
  });
});

describe('`npm run import` brings it back to an embedded one', () => {
  const folder = join(scratch, 'target');
  const program = fileURLToPath(new URL('../../supabase/local/import.ts', import.meta.url));
  const command = (...words: string[]): Promise<{ code: number | null; out: string; err: string }> => {
    const child = spawn(process.execPath, [program, ...words], { env: { PATH: process.env['PATH'] ?? '', DATA_DIR: folder } });
    let [out, err] = ['', ''];
    child.stdout.on('data', (text) => (out += String(text)));
    child.stderr.on('data', (text) => (err += String(text)));
    return new Promise((resolve) => child.on('close', (code) => resolve({ code, out, err })));
  };
  beforeAll(async () => {
    await installed(folder);
    const db = await openPglite({ dir: join(folder, 'db') });
    await insertAccounts(db.query);
    await db.query('update auth.users set email_confirmed_at = now() where id = $1', [person]);
    await db.close();
  });

  test('for somebody who is there, with the checksums of the archive', async () => {
    const archive = join(scratch, 'again.zip');
    expect(await command(archive)).toMatchObject({ code: 1, err: expect.stringContaining('--owner') });
    expect(await command(archive, '--owner', 'nobody@kontor.example')).toMatchObject({
      code: 1,
      err: expect.stringContaining('signs up first'),
    });
    const { code, out, err } = await command(archive, '--owner', 'stranger@kontor.example');
    expect({ code, err }).toEqual({ code: 0, err: '' });
    expect(out).toContain(NORDLICHT.name);
    expect(await command(archive, '--owner', 'stranger@kontor.example')).toMatchObject({ code: 0 });

    const { db, close } = await openExisting(folder, null);
    const back = join(scratch, 'back.zip');
    await exportCompany({ db, dataDir: folder, company: NORDLICHT.id, path: back, now: new Date() });
    await close();
    const [went, came] = [await verifyArchive(await openAsBlob(archive)), await verifyArchive(await openAsBlob(back))];
    expect(differences(went, came).toSorted()).toEqual([
      'json/activity_log.jsonl',
      'json/company_origins.jsonl',
      'json/company_users.jsonl',
    ]);
  });
});
