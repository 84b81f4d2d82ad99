import 'fake-indexeddb/auto';
import { createHash, randomBytes, randomUUID } from 'node:crypto';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { freshSyncState } from '#data/changes/sync-state.ts';
import { addReceipt } from '#data/receipts/add-receipt.ts';
import { keptUpload } from '#data/receipts/kept-upload.ts';
import type { StorageRequest } from '#data/receipts/storage-request.ts';
import { uploadRound } from '#data/receipts/upload-round.ts';
import type { StoredFile } from '#domain/files/file.ts';
import { systemClock } from '#platform/clock/clock.ts';
import { createLog } from '#platform/log/log.ts';
import { createSupabaseClient, type SupabaseClient } from '#platform/supabase/client.ts';
import { type Backend, startBackend } from '#tests/support/backend.ts';
import { type BreakingLine, breakingLine } from '#tests/support/breaking-line.ts';
import { type LocalCompany, localCompany } from '#tests/support/local-company.ts';

const MB = 1024 * 1024;
let backend: Backend;
let laterMs = 0;
let line: BreakingLine;
let client: SupabaseClient;
let userId: string;
let token: string;
/** What the device asked of the server for its upload, in order. */
let asked: string[];
/** Stands between device and server; may throw before the request or after its answer. */
let edge: (send: () => Promise<Response>, method: string) => Promise<Response>;

beforeAll(async () => {
  backend = await startBackend({ now: () => new Date(Date.now() + laterMs) });
  line = await breakingLine(backend.url);
  const jar = new Map<string, string>();
  const cookies = {
    getAll: () => [...jar].map(([name, value]) => ({ name, value })),
    setAll: (all: { name: string; value: string }[]) => all.forEach(({ name, value }) => jar.set(name, value)),
  };
  client = await createSupabaseClient({ supabaseUrl: backend.url, supabaseAnonKey: backend.anonKey }, { cookies });
  const email = `${randomUUID()}@kontor.example`;
  const { data, error } = await client.auth.signUp({ email, password: 'a long password 1' });
  if (error) throw error;
  await backend.db.query('update auth.users set email_confirmed_at = now() where email = $1', [email]);
  const signIn = await client.auth.signInWithPassword({ email, password: 'a long password 1' });
  [userId, token] = [data.user!.id, signIn.data.session!.access_token];
}, 120_000);
afterAll(async () => {
  await client?.auth.stopAutoRefresh();
  await line?.close();
  await backend?.stop();
});

let company: LocalCompany;
beforeEach(async () => {
  [asked, edge, laterMs] = [[], (send) => send(), 0];
  line.breakEvery(null);
  company = await localCompany();
  const { companyId } = company.ctx;
  await backend.db.query('insert into public.companies (id, name) values ($1, $2)', [companyId, 'Nordlicht']);
  const member = 'insert into public.company_users (company_id, user_id, is_owner, is_admin) values ($1, $2, true, true)';
  await backend.db.query(member, [companyId, userId]);
  await company.db.device.sync_state.put({ ...freshSyncState(companyId, await company.db.rx.storageToken), loaded: true });
});
afterEach(() => company.stop());

const request: StorageRequest = (path, init) => {
  asked.push(init.method ?? 'GET');
  const headers = { ...init.headers, apikey: backend.anonKey, authorization: `Bearer ${token}` };
  return edge(() => fetch(`${line.url}/storage/v1/${path}`, { ...init, headers }), init.method ?? 'GET');
};
const parts = () => ({
  db: company.db,
  client: async () => client,
  request,
  clock: systemClock,
  random: () => 0,
  log: createLog(() => undefined),
  isOnline: () => true,
  isMetered: () => false,
});
const round = () => uploadRound(parts(), () => false, true);

/** A photo taken in, whose record the server has. */
async function photo(size: number): Promise<StoredFile> {
  const bytes = randomBytes(size);
  bytes.set([0xff, 0xd8, 0xff, 0xe0]);
  const shrink = () => Promise.resolve({ stored: null, thumbnail: new Blob(['tiny']) });
  const picked = new File([new Uint8Array(bytes)], 'taxi.jpg');
  const { file } = await addReceipt(company.db, company.ctx, { expenseId: null, file: picked }, shrink);
  await backend.db.query(
    'insert into public.files (id, company_id, created_by, path, name, mime_type, size, sha256) values ($1, $2, $3, $4, $5, $6, $7, $8)',
    [file.id, file.company_id, userId, file.path, file.name, file.mime_type, file.size, file.sha256],
  );
  await company.db.device.outbox.clear();
  return file;
}
const waits = (file: StoredFile) => company.db.device.receipts.get(file.id);
async function rounds(file: StoredFile, most: number): Promise<number> {
  for (let done = 0; done < most; done += 1) {
    if (!(await waits(file))) return done;
    await round();
  }
  return most;
}
async function hashThere(file: StoredFile): Promise<string> {
  const { data, error } = await client.storage.from('uploads').download(file.path);
  if (error) throw error;
  return createHash('sha256')
    .update(new Uint8Array(await data.arrayBuffer()))
    .digest('hex');
}
const objects = async () => {
  const sql = `select name from storage.objects where bucket_id = 'uploads' and name like $1`;
  return (await backend.db.query(sql, [`${company.ctx.companyId}/%`])).rows.map((row) => row['name']);
};

test('[SYNC-68] a photo of 10 MB gets through a line that breaks after every 700 kB, once and unharmed', async () => {
  const file = await photo(10 * MB);
  line.breakEvery(700_000);
  const before = line.carried();
  expect(await rounds(file, 60)).toBeLessThan(60);
  line.breakEvery(null);
  const [bytes, breaks] = [line.carried().bytes - before.bytes, line.carried().breaks - before.breaks];
  expect(breaks).toBeGreaterThan(10);
  expect(bytes).toBeLessThan(20 * MB); // what arrived was not sent again
  expect([await objects(), await hashThere(file)]).toEqual([[file.path], file.sha256]);
  expect(await company.db.device.meta.count()).toBe(0);
});

test('[SYNC-68] a receipt that fits into one request goes in one, and in parts when that broke', async () => {
  const file = await photo(500_000);
  edge = () => Promise.reject(new TypeError('not expected'));
  await round();
  expect([asked, await hashThere(file)]).toEqual([[], file.sha256]);
  const broken = await photo(500_000);
  await company.db.device.receipts.update(broken.id, { last_error: 'network', attempts: 1 });
  edge = (send) => send();
  await round();
  expect([asked, await hashThere(broken)]).toEqual([['POST', 'PATCH'], broken.sha256]);
});

test('[SYNC-68] a device that dies between two parts goes on behind the last one that arrived', async () => {
  const file = await photo(8 * MB);
  let patches = 0;
  edge = async (send, method) => {
    if (method === 'PATCH' && (patches += 1) === 2) throw new TypeError('the tab is gone');
    return send();
  };
  await round();
  expect(await keptUpload(company.db.device, file.id)).toMatchObject({ offset: 6 * MB });
  asked = [];
  edge = (send) => send();
  const before = line.carried().bytes;
  await round();
  expect(asked).toEqual(['HEAD', 'PATCH']);
  expect(line.carried().bytes - before).toBeLessThan(2.1 * MB);
  expect(await hashThere(file)).toBe(file.sha256);
});

test('[SYNC-68] whichever answer of an upload is lost, it goes on and makes one object', async () => {
  for (const lost of ['POST', 'PATCH', 'HEAD']) {
    const file = await photo(2 * MB);
    let isLost = false;
    edge = async (send, method) => {
      const answer = await send();
      if (method !== lost || isLost) return answer;
      isLost = true;
      throw new TypeError('the answer is lost');
    };
    if (lost === 'HEAD') await company.db.device.meta.put({ id: 'unknown', offset: 0, partBytes: MB }, `upload:${file.id}`);
    expect([lost, await rounds(file, 3)]).toEqual([lost, 2]);
    expect([lost, isLost, await hashThere(file)]).toEqual([lost, true, file.sha256]);
  }
  expect(await objects()).toHaveLength(3);
});

test('[SYNC-69] an upload whose day is over begins anew', async () => {
  const file = await photo(2 * MB);
  edge = (send, method) => (method === 'PATCH' ? Promise.reject(new TypeError('broken')) : send());
  await round();
  const first = await keptUpload(company.db.device, file.id);
  edge = (send) => send();
  laterMs = 25 * 60 * 60 * 1000;
  const { data } = await client.auth.refreshSession();
  token = data.session!.access_token;
  asked = [];
  await round();
  expect([asked, first === null, await hashThere(file)]).toEqual([['HEAD', 'POST', 'PATCH'], false, file.sha256]);
});

test('[SYNC-69] the end of an upload is believed only when the object is there', async () => {
  const file = await photo(2 * MB);
  edge = async (send, method) => {
    const answer = await send();
    if (method === 'PATCH') throw new TypeError('the answer is lost');
    return answer;
  };
  await round();
  await client.storage.from('uploads').remove([file.path]);
  edge = (send) => send();
  asked = [];
  await round();
  expect([asked, await hashThere(file)]).toEqual([['HEAD', 'POST', 'PATCH'], file.sha256]);
});

test('[SYNC-68] where nothing of a broken part stays, smaller ones get through', async () => {
  const file = await photo(3 * MB);
  const sizes: number[] = [];
  const whole = (input: Parameters<StorageRequest>[1]) => (input.body as Blob).size;
  const buffering: StorageRequest = (path, init) => {
    if (init.method !== 'PATCH') return request(path, init);
    sizes.push(whole(init));
    return whole(init) > 900_000 ? Promise.reject(new TypeError('cut off')) : request(path, init);
  };
  for (let tries = 0; tries < 20 && (await waits(file)); tries += 1)
    await uploadRound({ ...parts(), request: buffering }, () => false, true);
  expect([await waits(file), await hashThere(file)]).toEqual([undefined, file.sha256]);
  expect(sizes.length).toBeLessThan(12);
});

test('[SYNC-62] in parts too, an object that is there with these bytes counts as uploaded', async () => {
  const file = await photo(2 * MB);
  const { bytes } = (await waits(file))!;
  await client.storage.from('uploads').upload(file.path, bytes as Blob, { contentType: 'image/jpeg' });
  await round();
  expect([asked, await waits(file), await objects()]).toEqual([['POST'], undefined, [file.path]]);
});

test('[SYNC-64] a refusal of an upload in parts is a question, not a repetition', async () => {
  const file = await photo(2 * MB);
  await company.db.device.receipts.update(file.id, { mime_type: 'image/tiff' });
  await round();
  expect(await waits(file)).toMatchObject({ state: 'refused', last_error: 'file_type_refused' });
});
