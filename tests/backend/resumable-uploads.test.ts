import { createHash, randomBytes, randomUUID } from 'node:crypto';
import { existsSync, readdirSync, rmSync, statSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { SignJWT } from 'jose';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import type { Service } from '#local/db/port.ts';
import { silentLog } from '#local/server/log.ts';
import { createStorageService } from '#local/storage/storage-service.ts';
import { type Backend, startBackend } from '#tests/support/backend.ts';

const ours = '00000000-0000-4000-8000-00000000000a';
const [anna, ben, carla] = ['1', '2', '3'].map((n) => `00000000-0000-4000-8000-00000000000${n}`) as [string, string, string];
const LIMIT = 1024 * 1024;
const HOUR_MS = 60 * 60 * 1000;
/** Anna and Carla may store under `ours`, Ben may not. */
const SCHEMA = `
  create table public.storage_test_members (user_id uuid, company text);
  grant select on public.storage_test_members to authenticated;
  insert into public.storage_test_members values ('${anna}', '${ours}'), ('${carla}', '${ours}');
  insert into storage.buckets (id, name, file_size_limit, allowed_mime_types) values ('papers', 'papers', ${LIMIT}, array['image/png']);
  create policy storage_test_all on storage.objects for all to authenticated
    using ((storage.foldername(name))[1] in (select company from public.storage_test_members where user_id = auth.uid()))
    with check ((storage.foldername(name))[1] in (select company from public.storage_test_members where user_id = auth.uid()));
`;

let backend: Backend;
let laterMs = 0;
beforeAll(async () => {
  backend = await startBackend({ database: 'own', now: () => new Date(Date.now() + laterMs) });
  await backend.db.exec(SCHEMA);
}, 120_000);
afterAll(() => backend?.stop());
beforeEach(() => {
  laterMs = 0;
  for (const file of onDisk()) rmSync(join(backend.dataDir, 'storage', 'resumable', file));
});

const tokenOf = (sub: string) =>
  new SignJWT({ sub, role: 'authenticated', aud: 'authenticated', aal: 'aal1' })
    .setProtectedHeader({ alg: 'HS256' })
    .setIssuedAt()
    .setExpirationTime('48h')
    .sign(new TextEncoder().encode(backend.jwtSecret));
const base64 = (text: string) => Buffer.from(text).toString('base64');
const png = (size: number) => {
  const bytes = randomBytes(size);
  bytes.set([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
  return new Uint8Array(bytes);
};

async function tus(
  path: string,
  init: Omit<RequestInit, 'headers'> & { headers?: Record<string, string>; who?: string },
): Promise<Response> {
  const { who = anna, ...rest } = init;
  const headers = { apikey: backend.anonKey, authorization: `Bearer ${await tokenOf(who)}`, 'tus-resumable': '1.0.0', ...rest.headers };
  return fetch(`${backend.url}${path}`, { ...rest, headers });
}
type Begin = { length: number; name?: string; type?: string; who?: string; upsert?: boolean; metadata?: string };
const newName = () => `${ours}/${randomUUID()}.png`;
function begin({ length, name = newName(), type = 'image/png', who = anna, upsert = false, metadata }: Begin): Promise<Response> {
  const facts = { bucketName: 'papers', objectName: name, contentType: type, cacheControl: '60', ...(metadata && { metadata }) };
  const pairs = Object.entries(facts).map(([key, value]) => `${key} ${base64(value)}`);
  const headers = { 'upload-length': String(length), 'upload-metadata': pairs.join(','), 'x-upsert': String(upsert) };
  return tus('/storage/v1/upload/resumable', { method: 'POST', headers, who });
}
async function begun(options: Begin): Promise<string> {
  const answer = await begin(options);
  expect(answer.status).toBe(201);
  return answer.headers.get('location')!;
}
const patch = (at: string, offset: number, body: BodyInit, who = anna) =>
  tus(at, {
    method: 'PATCH',
    headers: { 'upload-offset': String(offset), 'content-type': 'application/offset+octet-stream' },
    body,
    who,
    ...({ duplex: 'half' } as object),
  });
const offsetOf = async (at: string, who = anna) => {
  const answer = await tus(at, { method: 'HEAD', who });
  return answer.ok ? Number(answer.headers.get('upload-offset')) : answer.status;
};
const onDisk = () => readdirSync(join(backend.dataDir, 'storage', 'resumable'));
const idOf = (at: string) => at.split('/').at(-1)!;
async function stored(name: string): Promise<Response> {
  return tus(`/storage/v1/object/papers/${name}`, { method: 'GET' });
}
const sha256 = (bytes: ArrayBuffer | Uint8Array) => createHash('sha256').update(new Uint8Array(bytes)).digest('hex');

test('an object sent in parts is the object sent in one piece', async () => {
  const [name, bytes] = [newName(), png(300_000)];
  const at = await begun({ length: bytes.length, name, metadata: '{"from": "a phone"}' });
  expect(await offsetOf(at)).toBe(0);
  const first = await patch(at, 0, bytes.slice(0, 100_000));
  expect([first.status, first.headers.get('upload-offset'), first.headers.get('tus-resumable')]).toEqual([204, '100000', '1.0.0']);
  expect((await stored(name)).status).toBe(400); // not there before it is whole
  expect((await patch(at, 100_000, bytes.slice(100_000))).headers.get('upload-offset')).toBe('300000');
  const object = await stored(name);
  expect([object.headers.get('content-type'), sha256(await object.arrayBuffer())]).toEqual(['image/png', sha256(bytes)]);
  const whole = newName();
  await tus(`/storage/v1/object/papers/${whole}`, { method: 'POST', body: new Blob([bytes]), headers: { 'content-type': 'image/png' } });
  expect((await stored(whole)).headers.get('etag')).toBe(object.headers.get('etag'));
  expect(await offsetOf(at)).toBe(300_000); // whoever lost the answer can still ask
  expect(onDisk()).not.toContain(`${idOf(at)}.part`);
});

test('what has arrived of a part whose line broke is kept, also when the server dies meanwhile', async () => {
  const [name, bytes] = [newName(), png(400_000)];
  const at = await begun({ length: bytes.length, name });
  const sizeOf = () => statSync(join(backend.dataDir, 'storage', 'resumable', `${idOf(at)}.part`)).size;
  const breaking = new ReadableStream<Uint8Array>({
    async pull(controller) {
      controller.enqueue(bytes.slice(0, 150_000));
      await expect.poll(sizeOf, { timeout: 20_000 }).toBe(150_000);
      controller.error(new Error('the train enters a tunnel'));
    },
  });
  await patch(at, 0, breaking).catch(() => undefined);
  const kept = await offsetOf(at);
  expect(kept).toBe(150_000);

  const keys = { jwtSecret: backend.jwtSecret, anonKey: backend.anonKey, serviceRoleKey: backend.serviceRoleKey };
  const again: Service = await createStorageService({
    db: backend.db,
    keys,
    dataDir: backend.dataDir,
    now: () => new Date(),
    log: silentLog,
  });
  const headers = { 'tus-resumable': '1.0.0', 'upload-offset': String(kept), 'content-type': 'application/offset+octet-stream' };
  const request = new Request(new URL(at, backend.url), { method: 'PATCH', headers, body: bytes.slice(kept) });
  const caller = { role: 'authenticated', claims: { sub: anna, role: 'authenticated' } } as const;
  expect((await again.handle(request, caller)).status).toBe(204);
  expect(sha256(await (await stored(name)).arrayBuffer())).toBe(sha256(bytes));
});

test('a request that asks where an upload is does not wait for one whose line is dead', async () => {
  const bytes = png(200_000);
  const at = await begun({ length: bytes.length });
  let wake: () => void = () => undefined;
  const silent = new ReadableStream<Uint8Array>({
    async pull(controller) {
      controller.enqueue(bytes.slice(0, 50_000));
      await new Promise<void>((resolve) => (wake = resolve));
      controller.close();
    },
  });
  const dead = patch(at, 0, silent).catch(() => null);
  const part = join(backend.dataDir, 'storage', 'resumable', `${idOf(at)}.part`);
  await expect.poll(() => statSync(part).size, { timeout: 20_000 }).toBe(50_000);
  expect(await offsetOf(at)).toBe(50_000);
  expect((await patch(at, 50_000, bytes.slice(50_000))).status).toBe(204);
  wake();
  await dead;
});

test("nobody goes on with another's upload, or learns of it", async () => {
  const bytes = png(1_000);
  const at = await begun({ length: bytes.length });
  await patch(at, 0, bytes.slice(0, 500));
  for (const who of [ben, carla]) {
    expect(await offsetOf(at, who)).toBe(404);
    expect((await patch(at, 500, bytes.slice(500), who)).status).toBe(404);
  }
  const unsigned = { method: 'HEAD', headers: { apikey: backend.anonKey, 'tus-resumable': '1.0.0' } };
  expect((await fetch(`${backend.url}${at}`, unsigned)).status).toBe(404);
  expect(await offsetOf(at)).toBe(500);
});

test('who may not store the object in one piece may not in parts, at its beginning and later', async () => {
  expect((await begin({ length: 10, who: ben })).status).toBe(403);
  const name = newName();
  const at = await begun({ length: 10, name, who: carla });
  await backend.db.query('delete from public.storage_test_members where user_id = $1', [carla]);
  expect((await patch(at, 0, png(10), carla)).status).toBe(403);
  await backend.db.query('insert into public.storage_test_members values ($1, $2)', [carla, ours]);
  expect((await stored(name)).status).toBe(400);
});

test('size, type, name and form are refused as for an upload in one piece', async () => {
  const before = onDisk();
  expect((await begin({ length: LIMIT + 1 })).status).toBe(413);
  expect((await begin({ length: 10, type: 'text/html' })).status).toBe(415);
  expect((await begin({ length: 10, type: 'image/png\r\nx: y' })).status).toBe(415);
  expect((await begin({ length: 10, name: `${ours}/../x.png` })).status).toBe(400);
  expect((await begin({ length: 1.5 })).status).toBe(400);
  expect((await begin({ length: -1 })).status).toBe(400);
  expect((await begin({ length: 10, metadata: '[1]' })).status).toBe(400);
  expect((await tus('/storage/v1/upload/resumable', { method: 'POST', headers: { 'tus-resumable': '0.2' } })).status).toBe(412);
  expect(onDisk()).toEqual(before);
  const at = await begun({ length: 100 });
  expect((await patch(at, 0, png(101))).status).toBe(413);
  expect((await patch(at, 1, png(50))).status).toBe(409);
  const headers = { 'upload-offset': '0', 'content-type': 'image/png' };
  expect((await tus(at, { method: 'PATCH', headers, body: new Blob([png(100)]) })).status).toBe(415);
  expect(await offsetOf(at)).toBe(0);
});

test('an upload that is older than a day is gone, and so are its bytes', async () => {
  const at = await begun({ length: 1_000 });
  await patch(at, 0, png(500));
  laterMs = 23 * HOUR_MS;
  expect(await offsetOf(at)).toBe(500);
  laterMs = 25 * HOUR_MS;
  expect([await offsetOf(at), (await patch(at, 500, png(500))).status]).toEqual([404, 404]);
  await begun({ length: 10 });
  expect(onDisk().filter((file) => file.startsWith(idOf(at)))).toEqual([]);
});

test('nobody has more than ten uploads open, and what stands still for an hour gives way', async () => {
  const answers = await Promise.all(Array.from({ length: 14 }, () => begin({ length: 1_000 })));
  expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([
    ...Array<number>(10).fill(201),
    ...Array<number>(4).fill(429),
  ]);
  const [moving, , ...still] = answers.flatMap(({ headers }) => headers.get('location') ?? []) as [string, ...string[]];
  expect((await begin({ length: 10 })).status).toBe(429);
  expect((await begin({ length: 10, who: carla })).status).toBe(201);
  // What has become an object is not open any more.
  expect((await patch(moving, 0, png(1_000))).status).toBe(204);
  expect((await begin({ length: 10 })).status).toBe(201);
  expect((await begin({ length: 10 })).status).toBe(429);

  laterMs = 2 * HOUR_MS;
  const [first] = still as [string];
  utimesSync(join(backend.dataDir, 'storage', 'resumable', `${idOf(first)}.part`), new Date(), new Date(Date.now() + laterMs));
  expect((await begin({ length: 10 })).status).toBe(201);
  expect([await offsetOf(first), ...(await Promise.all(still.slice(1).map((at) => offsetOf(at))))]).toEqual([
    0,
    ...still.slice(1).map(() => 404),
  ]);
});

test('an object that is there is replaced only when that is asked for', async () => {
  const [name, bytes] = [newName(), png(1_000)];
  const first = await begun({ length: bytes.length, name });
  const second = await begun({ length: bytes.length, name });
  expect((await patch(first, 0, bytes)).status).toBe(204);
  expect((await begin({ length: 10, name })).status).toBe(409);
  expect((await patch(second, 0, png(1_000))).status).toBe(409);
  expect(sha256(await (await stored(name)).arrayBuffer())).toBe(sha256(bytes));
  expect((await begin({ length: 10, name, upsert: true })).status).toBe(201);
});

test('at its end the bytes decide what it is', async () => {
  const page = new TextEncoder().encode('<html><script>alert(1)</script>');
  const name = newName();
  const where = await begun({ length: page.length, name });
  expect((await patch(where, 0, page)).status).toBe(415);
  expect([(await stored(name)).status, await offsetOf(where)]).toEqual([400, 404]);
});

test('bytes that are not the announced ones never become an object', async () => {
  const [name, bytes] = [newName(), png(1_000)];
  const at = await begun({ length: bytes.length, name, metadata: JSON.stringify({ sha256: sha256(bytes) }) });
  await patch(at, 0, bytes.slice(0, 500));
  // A power cut may leave zeros where a disk had promised bytes.
  writeFileSync(join(backend.dataDir, 'storage', 'resumable', `${idOf(at)}.part`), new Uint8Array(500));
  expect((await patch(at, 500, bytes.slice(500))).status).toBe(460);
  expect([(await stored(name)).status, await offsetOf(at)]).toEqual([400, 404]);
});

test('what a crash left of an upload that cannot go on is removed at the next start', async () => {
  const dir = join(backend.dataDir, 'storage', 'resumable');
  const orphan = randomUUID();
  writeFileSync(join(dir, `${orphan}.part`), 'half an upload');
  const keys = { jwtSecret: backend.jwtSecret, anonKey: backend.anonKey, serviceRoleKey: backend.serviceRoleKey };
  await createStorageService({ db: backend.db, keys, dataDir: backend.dataDir, now: () => new Date(), log: silentLog });
  expect(existsSync(join(dir, `${orphan}.part`))).toBe(false);
});
