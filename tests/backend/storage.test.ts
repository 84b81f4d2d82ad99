import { randomUUID } from 'node:crypto';
import { readdirSync, writeFileSync } from 'node:fs';
import * as fs from 'node:fs/promises';
import { join } from 'node:path';
import { createClient } from '@supabase/supabase-js';
import { SignJWT } from 'jose';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { silentLog } from '#local/server/log.ts';
import { createObjectStore } from '#local/storage/object-store.ts';
import { asStorageError, errorResponse } from '#local/storage/storage-error.ts';
import { createStorageService } from '#local/storage/storage-service.ts';
import { type Backend, startBackend } from '#tests/support/backend.ts';
import { postgresBin } from '#tests/support/postgres-server.ts';

const ours = '00000000-0000-4000-8000-00000000000a';
const theirs = '00000000-0000-4000-8000-00000000000b';
const anna = '00000000-0000-4000-8000-000000000001';
const ben = '00000000-0000-4000-8000-000000000002';
const LIMIT = 2 * 1024 * 1024;
const SIGNATURE = [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a];

/** A bucket of its own, so that these tests say what storage does and not what the app's policies say today. */
const SCHEMA = `
  create table public.storage_test_members (user_id uuid, company text);
  grant select on public.storage_test_members to authenticated;
  insert into public.storage_test_members values ('${anna}', '${ours}'), ('${ben}', '${theirs}');
  insert into storage.buckets (id, name, file_size_limit, allowed_mime_types) values
    ('papers', 'papers', ${LIMIT}, array['image/png', 'application/pdf', 'text/html']), ('anything', 'anything', null, null);
  create policy storage_test_all on storage.objects for all to authenticated
    using ((storage.foldername(name))[1] in (select company from public.storage_test_members where user_id = auth.uid()))
    with check ((storage.foldername(name))[1] in (select company from public.storage_test_members where user_id = auth.uid()));
`;

const engines = postgresBin() === null ? (['pglite'] as const) : (['pglite', 'postgres'] as const);

describe.each(engines)('storage on %s', (engine) => {
  let backend: Backend;
  let clock = () => new Date();
  const token = (sub: string) =>
    new SignJWT({ sub, role: 'authenticated', aud: 'authenticated', aal: 'aal1' })
      .setProtectedHeader({ alg: 'HS256' })
      .setIssuedAt()
      .setExpirationTime('1h')
      .sign(new TextEncoder().encode(backend.jwtSecret));
  const clientOf = async (sub: string | null) => {
    const access = sub === null ? backend.anonKey : await token(sub);
    return createClient(backend.url, backend.anonKey, { accessToken: async () => access });
  };
  const bucketOf = async (sub: string | null, bucket = 'papers') => (await clientOf(sub)).storage.from(bucket);
  const newPath = (company = ours, extension = 'png') => `${company}/${randomUUID()}.${extension}`;
  const pngBytes = (size: number) => {
    if (size < SIGNATURE.length) throw new Error('a PNG is longer');
    const bytes = new Uint8Array(size).fill(7);
    bytes.set(SIGNATURE);
    return bytes;
  };
  const png = (size: number) => new Blob([pngBytes(size)], { type: 'image/png' });
  const filesIn = (folder: string) =>
    readdirSync(join(backend.dataDir, 'storage', folder), { recursive: true, withFileTypes: true }).filter((e) => e.isFile());

  beforeAll(async () => {
    backend = await startBackend({ engine, database: 'own', now: () => clock() });
    await backend.db.exec(SCHEMA);
  });
  afterAll(() => backend?.stop());

  test('a Blob, a File, bytes, a stream and a form come back byte for byte, with their type', async () => {
    const bucket = await bucketOf(anna);
    const bytes = crypto.getRandomValues(new Uint8Array(60_000));
    bytes.set(SIGNATURE);
    const form = new FormData();
    form.append('', new File([bytes], 'a\r\n--boundary.png', { type: 'image/png' }));
    const bodies = {
      blob: new Blob([bytes], { type: 'image/png' }),
      file: new File([bytes], 'beleg.png', { type: 'image/png' }),
      buffer: Buffer.from(bytes),
      array: bytes.buffer,
      stream: new Blob([bytes]).stream(),
      form,
    };
    for (const [kind, body] of Object.entries(bodies)) {
      const path = newPath();
      const { data, error } = await bucket.upload(path, body, { contentType: 'image/png' });
      expect([kind, error]).toEqual([kind, null]);
      expect(data).toMatchObject({ path, fullPath: `papers/${path}`, id: expect.any(String) });
      const { data: blob } = await bucket.download(path);
      expect([kind, blob?.type]).toEqual([kind, 'image/png']);
      expect([kind, Buffer.compare(Buffer.from(await blob!.arrayBuffer()), bytes)]).toEqual([kind, 0]);
    }
  });

  test('an empty file is stored as an empty file', async () => {
    const bucket = await bucketOf(anna, 'anything');
    for (const body of [new Blob([]), Buffer.alloc(0)]) {
      const path = newPath(ours, 'bin');
      expect((await bucket.upload(path, body, { contentType: 'application/octet-stream' })).error).toBeNull();
      expect((await bucket.download(path)).data?.size).toBe(0);
    }
  });

  test('a file over the limit of the bucket is refused and leaves nothing on disk', async () => {
    const bucket = await bucketOf(anna);
    const before = filesIn('.').length;
    for (const body of [png(LIMIT + 1), Buffer.from(pngBytes(LIMIT + 1)), png(LIMIT * 4), png(LIMIT + 1).stream()]) {
      const { error } = await bucket.upload(newPath(), body, { contentType: 'image/png' });
      expect(error).toMatchObject({ statusCode: '413', message: 'The object exceeded the maximum allowed size' });
    }
    expect((await bucket.upload(newPath(), png(LIMIT))).error).toBeNull();
    expect(filesIn('.')).toHaveLength(before + 1);
  });

  test('a type that the bucket does not take is refused', async () => {
    const bucket = await bucketOf(anna);
    const { error } = await bucket.upload(newPath(ours, 'svg'), new Blob(['<svg/>'], { type: 'image/svg+xml' }));
    expect(error).toMatchObject({ statusCode: '415', code: 'InvalidMimeType' });
    const path = newPath();
    expect((await bucket.upload(path, png(8), { contentType: 'IMAGE/PNG' })).error).toBeNull();
    expect((await bucket.info(path)).data?.contentType).toBe('image/png');
  });

  test('a bucket without a list takes any type, but a bare one', async () => {
    const bucket = await bucketOf(anna, 'anything');
    const upload = (contentType: string) => bucket.upload(newPath(ours, 'txt'), Buffer.from('text'), { contentType });
    expect((await upload('text/plain')).error).toBeNull();
    for (const type of ['text/plain; charset=utf-8', 'text/plain,text/html', 'text', '*/*'])
      expect([type, (await upload(type)).error]).toMatchObject([type, { statusCode: '415' }]);
  });

  test('nobody reads, lists, signs, replaces or removes what belongs to another company', async () => {
    const path = newPath();
    expect((await (await bucketOf(anna)).upload(path, png(10))).error).toBeNull();
    for (const stranger of [await bucketOf(ben), await bucketOf(null)]) {
      expect((await stranger.download(path)).error).toMatchObject({ statusCode: '404' });
      expect((await stranger.info(path)).error).toMatchObject({ code: 'NoSuchKey' });
      expect((await stranger.createSignedUrl(path, 60)).error).toMatchObject({ statusCode: '404' });
      expect((await stranger.list(ours)).data).toEqual([]);
      expect((await stranger.update(path, png(20))).error).toMatchObject({ statusCode: '403' });
      expect((await stranger.upload(newPath(), png(20))).error).toMatchObject({ statusCode: '403' });
      expect((await stranger.remove([path])).data).toEqual([]);
    }
    expect((await (await bucketOf(anna)).download(path)).data?.size).toBe(10);
  });

  test('an upload that the policies refuse leaves nothing on disk', async () => {
    const before = filesIn('.').length;
    expect((await (await bucketOf(ben)).upload(newPath(ours), png(LIMIT))).error).toMatchObject({ statusCode: '403' });
    expect(filesIn('.')).toHaveLength(before);
  });

  test('of several uploads to one path exactly one wins and the others hear "Duplicate"', async () => {
    const bucket = await bucketOf(anna);
    const path = newPath();
    const results = await Promise.all([1, 2, 3, 4, 5].map((size) => bucket.upload(path, png(size * 1000))));
    const winners = results.flatMap(({ error }, index) => (error === null ? [index + 1] : []));
    expect(winners).toHaveLength(1);
    for (const { error } of results.filter((result) => result.error)) {
      expect(error).toMatchObject({ statusCode: '409', message: 'The resource already exists' });
    }
    expect((await bucket.download(path)).data?.size).toBe(winners[0]! * 1000);
  });

  test('replacing an object leaves only the new bytes', async () => {
    const bucket = await bucketOf(anna);
    const path = newPath();
    await bucket.upload(path, png(10));
    const before = filesIn('objects').length;
    expect((await bucket.upload(path, png(20), { upsert: true })).error).toBeNull();
    await Promise.all([30, 40, 50].map((size) => bucket.update(path, png(size))));
    expect([30, 40, 50]).toContain((await bucket.download(path)).data?.size);
    expect(filesIn('objects')).toHaveLength(before);
    expect(filesIn('leaving')).toEqual([]);
  });

  test('a signed link works without a key until it expires', async () => {
    const bucket = await bucketOf(anna);
    const path = `${ours}/Beleg für Müller & Söhne.png`;
    await bucket.upload(path, png(10), { upsert: true });
    const before = Date.now();
    const { data } = await bucket.createSignedUrl(path, 600);
    const signed = Date.now();
    const answer = await fetch(data!.signedUrl);
    expect([answer.status, (await answer.blob()).size]).toEqual([200, 10]);
    clock = () => new Date(before + 599_000);
    expect((await fetch(data!.signedUrl)).status).toBe(200);
    clock = () => new Date(signed + 602_000);
    const late = await fetch(data!.signedUrl);
    clock = () => new Date();
    expect(late.status).toBe(400);
    expect(await late.json()).toMatchObject({ error: 'InvalidJWT' });
  });

  test('a signed link is worth nothing for another object, when changed, or as an access token', async () => {
    const bucket = await bucketOf(anna);
    const [mine, other] = [newPath(), newPath()];
    await bucket.upload(mine, png(11));
    await bucket.upload(other, png(12));
    const { signedUrl } = (await bucket.createSignedUrl(mine, 600)).data!;
    const moved = signedUrl.replace(mine, other);
    const link = new URL(signedUrl).searchParams.get('token')!;
    const tampered = signedUrl.replace(link, `${link.slice(0, -3)}AAA`);
    const bare = signedUrl.replace(/\?.*/, '');
    const withAccess = `${bare}?token=${await token(anna)}`;
    for (const url of [moved, tampered, bare, withAccess]) expect([url, (await fetch(url)).status]).toEqual([url, 400]);
    const asAccess = await fetch(`${backend.url}/storage/v1/object/papers/${mine}`, {
      headers: { apikey: backend.anonKey, authorization: `Bearer ${link}` },
    });
    expect(asAccess.status).toBe(401);
  });

  test('several links are signed at once, and a missing object is said beside the others', async () => {
    const bucket = await bucketOf(anna);
    const path = newPath();
    await bucket.upload(path, png(13));
    const { data } = await bucket.createSignedUrls([path, newPath()], 60);
    expect(data![1]).toMatchObject({ signedURL: null, error: 'Either the object does not exist or you do not have access to it' });
    expect((await fetch(data![0]!.signedUrl!)).status).toBe(200);
  });

  test('a list shows files and folders of one level, by name, 100 at a time', async () => {
    const bucket = await bucketOf(anna);
    const folder = `${ours}/list-${randomUUID()}`;
    for (const name of ['b.png', 'a.png', 'ä.png', 'deep/one.png', 'deep/two.png']) await bucket.upload(`${folder}/${name}`, png(15));
    const { data } = await bucket.list(folder);
    expect(data!.map(({ name, id }) => [name, id === null])).toEqual([
      ['a.png', false],
      ['b.png', false],
      ['deep', true],
      ['ä.png', false],
    ]);
    expect(data![0]!.metadata).toMatchObject({ size: 15, mimetype: 'image/png' });
    expect((await bucket.list(folder, { search: 'A.p' })).data!.map(({ name }) => name)).toEqual(['a.png']);
    expect(
      (await bucket.list(folder, { limit: 1, offset: 1, sortBy: { column: 'name', order: 'desc' } })).data!.map(({ name }) => name),
    ).toEqual(['deep']);
    await backend.db.query(
      `insert into storage.objects (bucket_id, name, version) select 'papers', $1 || '/many/' || n, 'none' from generate_series(1, 130) n`,
      [folder],
    );
    expect((await bucket.list(`${folder}/many`)).data).toHaveLength(100);
  });

  test('removing takes the row and the bytes, and answers with what was removed', async () => {
    const bucket = await bucketOf(anna);
    const path = newPath();
    await bucket.upload(path, png(10));
    const before = filesIn('objects').length;
    const { data } = await bucket.remove([path, newPath()]);
    expect(data!.map(({ name }) => name)).toEqual([path]);
    expect((await bucket.download(path)).error).toMatchObject({ statusCode: '404' });
    expect(filesIn('objects')).toHaveLength(before - 1);
    expect(filesIn('leaving')).toEqual([]);
  });

  test('paths that try to leave their folder are refused', async () => {
    const headers = { apikey: backend.anonKey, authorization: `Bearer ${await token(anna)}`, 'content-type': 'image/png' };
    for (const path of [
      `${ours}%2F..%2F${theirs}%2Fx.png`,
      `${ours}%2F%2Fx.png`,
      `${ours}%2F.`,
      `${ours}/%00.png`,
      `${ours}/%zz.png`,
      `${ours}/%0d%0a.png`,
    ]) {
      const answer = await fetch(`${backend.url}/storage/v1/object/papers/${path}`, { method: 'POST', headers, body: 'x' });
      expect([path, answer.status, (await answer.json()).error]).toEqual([path, 400, 'InvalidKey']);
    }
  });

  test('nothing that was uploaded can act as a page', async () => {
    const bucket = await bucketOf(anna);
    const path = newPath(ours, 'html');
    await bucket.upload(path, new Blob(['<script>alert(1)</script>'], { type: 'text/html' }));
    const { headers } = await fetch((await bucket.createSignedUrl(path, 60)).data!.signedUrl);
    expect(headers.get('content-disposition')).toMatch(/^attachment/);
    expect(headers.get('x-content-type-options')).toBe('nosniff');
    expect(headers.get('content-security-policy')).toContain('sandbox');
  });

  test('a part of a file is served on request, and a part beyond its end is refused', async () => {
    const bucket = await bucketOf(anna, 'anything');
    const path = newPath();
    await bucket.upload(path, new Blob([Uint8Array.from({ length: 10 }, (_, index) => index)], { type: 'application/octet-stream' }));
    const { signedUrl } = (await bucket.createSignedUrl(path, 60)).data!;
    const part = async (range: string) => {
      const answer = await fetch(signedUrl, { headers: { range } });
      return [
        answer.status,
        answer.headers.get('content-range'),
        answer.status === 206 ? [...new Uint8Array(await answer.arrayBuffer())] : null,
      ];
    };
    expect(await part('bytes=2-4')).toEqual([206, 'bytes 2-4/10', [2, 3, 4]]);
    expect(await part('bytes=8-')).toEqual([206, 'bytes 8-9/10', [8, 9]]);
    expect(await part('bytes=-1')).toEqual([206, 'bytes 9-9/10', [9]]);
    expect((await part('bytes=10-'))[0]).toBe(416);
    const etag = (await fetch(signedUrl)).headers.get('etag')!;
    expect((await fetch(signedUrl, { headers: { 'if-none-match': etag } })).status).toBe(304);
  });

  test('what the app does not use is refused in so many words', async () => {
    const client = await clientOf(anna);
    const bucket = client.storage.from('papers');
    expect((await bucket.move('a', 'b')).error).toMatchObject({ statusCode: '501' });
    expect((await bucket.copy('a', 'b')).error).toMatchObject({ statusCode: '501' });
    expect((await bucket.createSignedUploadUrl('a')).error).toMatchObject({ statusCode: '501' });
    expect((await client.storage.createBucket('mine', { public: true })).error).toMatchObject({ statusCode: '501' });
    expect((await fetch(bucket.getPublicUrl('a').data.publicUrl)).status).toBe(501);
    expect((await client.storage.from('nowhere').upload(newPath(), png(11))).error).toMatchObject({
      statusCode: '404',
      message: 'Bucket not found',
    });
  });

  test('an upload that breaks off half-way leaves neither row nor bytes', async () => {
    const path = newPath();
    const before = filesIn('.').length;
    const headers = { apikey: backend.anonKey, authorization: `Bearer ${await token(anna)}`, 'content-type': 'image/png' };
    let sent = 0;
    const body = new ReadableStream<Uint8Array>({
      async pull(controller) {
        sent += 1;
        if (sent > 4) throw new Error('the train enters a tunnel');
        controller.enqueue(pngBytes(64_000));
        await new Promise((resolve) => setTimeout(resolve, 30));
      },
    });
    const init = { method: 'POST', headers, body, duplex: 'half' } as RequestInit;
    await expect(fetch(`${backend.url}/storage/v1/object/papers/${path}`, init)).rejects.toThrow(/fetch failed|tunnel/);
    await expect.poll(() => filesIn('.').length).toBe(before);
    expect((await (await bucketOf(anna)).upload(path, png(15))).error).toBeNull();
  });

  test('a start after a crash finishes what was committed and drops what was not', async () => {
    const bucket = await bucketOf(anna);
    const [kept, removed] = [newPath(), newPath()];
    await bucket.upload(kept, png(11));
    await bucket.upload(removed, png(12));
    const versionOf = async (name: string) =>
      String((await backend.db.query('select version from storage.objects where name = $1', [name])).rows[0]!['version']);
    const [keptVersion, removedVersion] = [await versionOf(kept), await versionOf(removed)];
    const dir = join(backend.dataDir, 'storage');
    // As if the process had died: after the row's commit but before the rename; after a delete's commit; in the middle of an upload.
    await fs.rename(join(dir, 'objects', keptVersion.slice(0, 2), keptVersion), join(dir, 'incoming', keptVersion));
    await backend.db.query('delete from storage.objects where name = $1', [removed]);
    writeFileSync(join(dir, 'leaving', removedVersion), '');
    writeFileSync(join(dir, 'leaving', keptVersion), '');
    writeFileSync(join(dir, 'incoming', randomUUID()), 'half an upload');
    expect((await bucket.download(kept)).data?.size).toBe(11);

    const keys = { jwtSecret: backend.jwtSecret, anonKey: backend.anonKey, serviceRoleKey: backend.serviceRoleKey };
    await createStorageService({ db: backend.db, keys, dataDir: backend.dataDir, now: () => new Date(), log: silentLog });
    expect(filesIn('incoming')).toEqual([]);
    expect(filesIn('leaving')).toEqual([]);
    expect(filesIn('objects').map(({ name }) => name)).toContain(keptVersion);
    expect(filesIn('objects').map(({ name }) => name)).not.toContain(removedVersion);
    expect((await bucket.download(kept)).data?.size).toBe(11);
  });

  test('an object whose bytes are gone is answered as not found', async () => {
    const bucket = await bucketOf(anna);
    const path = newPath();
    await bucket.upload(path, png(11));
    const { rows } = await backend.db.query('select version from storage.objects where name = $1', [path]);
    const version = String(rows[0]!['version']);
    await fs.rm(join(backend.dataDir, 'storage', 'objects', version.slice(0, 2), version));
    expect((await bucket.download(path)).error).toMatchObject({ statusCode: '404' });
  });

  test('a full disk is said as such and leaves nothing behind', async () => {
    const dir = await fs.mkdtemp(join(backend.dataDir, 'full-'));
    const store = await createObjectStore(dir, () => fs.open('/dev/full', 'w'));
    const received = store.receive(new Blob(['bytes']).stream(), 1000);
    const refusal = asStorageError(await received.catch((error: unknown) => error));
    expect(refusal).not.toBeNull();
    const answer = errorResponse(refusal!);
    expect([answer.status, await answer.json()]).toMatchObject([
      507,
      { statusCode: '507', message: expect.stringContaining('disk is full') },
    ]);
    expect(readdirSync(join(dir, 'incoming'))).toEqual([]);
  });
});
