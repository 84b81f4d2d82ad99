import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { testId } from '#tests/support/builders.ts';
import { personaId } from '#tests/support/personas.ts';
import { isRefused, OURS, type Stage, startStage, THEIRS } from './stage.ts';

let stage: Stage;
let ahead = 0;
const png = Uint8Array.from([137, 80, 78, 71, 13, 10, 26, 10, 0, 0, 0, 0]);
const SVG = '<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>';
/** A PNG to a sniffer, a page to a browser that guesses. */
const POLYGLOT = Buffer.concat([Buffer.from(png), Buffer.from('<html><script>alert(1)</script>')]);
const theirReceipt = `${THEIRS}/${testId(0xf1)}.pdf`;
const ourReceipt = `${OURS}/${testId(0xf2)}.pdf`;
const bytes = (text: string, type: string): Blob => new Blob([text], { type });
beforeAll(async () => {
  stage = await startStage({ now: () => new Date(Date.now() + ahead) });
  for (const [persona, path] of [
    ['stranger', theirReceipt],
    ['owner', ourReceipt],
  ] as const) {
    const { error } = await (await stage.as(persona)).storage.from('uploads').upload(path, bytes('%PDF-1.7 secret', 'application/pdf'));
    if (error) throw error;
  }
});
afterAll(() => stage?.stop());
const bucket = async (persona: 'owner' | 'employee' | 'viewer' | 'stranger' | 'anonymous', name = 'uploads') =>
  (await stage.as(persona)).storage.from(name);
const objects = () => stage.stored('select count(*)::int from storage.objects');

describe('the folder of another company', () => {
  test.each(['uploads', 'logos'])('takes no file in %s, by create, replace, upsert or form', async (name) => {
    const before = await objects();
    const path = `${THEIRS}/${testId(0xf3)}.png`;
    const ours = await bucket('owner', name);
    expect((await ours.upload(path, png, { contentType: 'image/png' })).error).not.toBeNull();
    expect((await ours.upload(path, png, { contentType: 'image/png', upsert: true })).error).not.toBeNull();
    expect((await ours.update(path, png, { contentType: 'image/png' })).error).not.toBeNull();
    const form = new FormData();
    form.append('', new File([png], path, { type: 'image/png' }));
    expect((await ours.upload(path, form)).error).not.toBeNull();
    expect(await objects()).toBe(before);
  });

  test.each([
    `${OURS}/../${THEIRS}/x.png`,
    `${OURS}/%2e%2e/${THEIRS}/x.png`,
    `${OURS}%2f..%2f${THEIRS}%2fx.png`,
    `${OURS}/..%5c${THEIRS}/x.png`,
    `./${THEIRS}/x.png`,
    `/${THEIRS}/x.png`,
    `//${THEIRS}//x.png`,
    `${THEIRS.toUpperCase()}/x.png`,
    `${OURS}\u0000/x.png`,
    '../keys.json',
    `${OURS}/${'a'.repeat(2000)}.png`,
    `${OURS}/${testId(0xf4)}/../../${THEIRS}/x.png`,
  ])('is not reached as %j', async (name) => {
    const before = await objects();
    const answer = await stage.send('owner', `/storage/v1/object/uploads/${name.replace('\u0000', '%00')}`, {
      method: 'POST',
      body: '%PDF-1.7',
      headers: { 'content-type': 'application/pdf' },
    });
    expect([name, isRefused(answer)]).toEqual([name, true]);
    expect(await objects()).toBe(before);
  });

  test('its files are not read, listed, described, signed, replaced or removed', async () => {
    const ours = await bucket('owner');
    expect((await ours.download(theirReceipt)).error).not.toBeNull();
    expect((await ours.info(theirReceipt)).error).not.toBeNull();
    expect((await ours.list(THEIRS)).data ?? []).toEqual([]);
    expect((await ours.createSignedUrl(theirReceipt, 60)).error).not.toBeNull();
    expect((await ours.update(theirReceipt, bytes('%PDF-1.7 mine', 'application/pdf'))).error).not.toBeNull();
    expect((await ours.remove([theirReceipt])).data ?? []).toEqual([]);
    const still = await (await bucket('stranger')).download(theirReceipt);
    expect(await still.data?.text()).toBe('%PDF-1.7 secret');
  });

  test('a colleague’s file is not replaced or removed by who may only upload, nor read by a visitor', async () => {
    const employee = await bucket('employee');
    expect((await employee.upload(ourReceipt, bytes('%PDF-1.7 mine', 'application/pdf'), { upsert: true })).error).not.toBeNull();
    expect((await employee.remove([ourReceipt])).data ?? []).toEqual([]);
    expect((await (await bucket('anonymous')).download(ourReceipt)).error).not.toBeNull();
    expect(await (await (await bucket('owner')).download(ourReceipt)).data?.text()).toBe('%PDF-1.7 secret');
  });

  test('a picture of another person is not put, replaced or removed', async () => {
    const theirs = `${personaId('owner')}/${testId(0xf5)}.png`;
    expect((await (await bucket('owner', 'avatars')).upload(theirs, png, { contentType: 'image/png' })).error).toBeNull();
    const employee = await bucket('employee', 'avatars');
    expect((await employee.upload(`${personaId('owner')}/${testId(0xf6)}.png`, png, { contentType: 'image/png' })).error).not.toBeNull();
    expect((await employee.upload(theirs, png, { contentType: 'image/png', upsert: true })).error).not.toBeNull();
    expect((await employee.remove([theirs])).data ?? []).toEqual([]);
    expect((await (await bucket('stranger', 'avatars')).download(theirs)).error).not.toBeNull();
  });

  test('a record of a file does not point to theirs', async () => {
    const row = {
      id: testId(0xf7),
      company_id: OURS,
      name: 'x.pdf',
      path: theirReceipt,
      mime_type: 'application/pdf',
      size: 1,
      sha256: 'a'.repeat(64),
    };
    expect(isRefused(await stage.send('owner', '/rest/v1/files', { method: 'POST', body: row }))).toBe(true);
    const logo = await stage.send('owner', `/rest/v1/companies?id=eq.${OURS}`, { method: 'PATCH', body: { logo_path: `${THEIRS}/x.png` } });
    expect(isRefused(logo)).toBe(true);
  });

  test('nobody lists or makes buckets, and none is public', async () => {
    const client = await stage.as('owner');
    expect((await client.storage.createBucket('mine', { public: true })).error).not.toBeNull();
    expect((await client.storage.updateBucket('uploads', { public: true })).error).not.toBeNull();
    expect((await client.storage.emptyBucket('uploads')).error).not.toBeNull();
    expect(await stage.stored('select count(*)::int from storage.buckets where public')).toBe(0);
  });
});

describe('a signed address', () => {
  const sign = async (seconds = 600): Promise<string> =>
    (await (await bucket('owner')).createSignedUrl(ourReceipt, seconds)).data?.signedUrl ?? '';
  test('opens its object without a session, until it expires', async () => {
    const url = await sign();
    expect((await fetch(url)).status).toBe(200);
    ahead = 11 * 60_000;
    expect(isRefused(await fetch(url))).toBe(true);
    ahead = 0;
  });

  test('opens nothing else: another object, bucket or company, nor the API', async () => {
    const url = new URL(await sign());
    for (const [from, to] of [
      [ourReceipt, theirReceipt],
      ['/uploads/', '/logos/'],
      [ourReceipt, `${ourReceipt}/../${testId(1)}.pdf`],
    ] as const) {
      const other = new URL(url);
      other.pathname = url.pathname.replace(from, to);
      expect([to, isRefused(await fetch(other))]).toEqual([to, true]);
    }
    const token = url.searchParams.get('token') ?? '';
    expect((await stage.send('owner', '/rest/v1/vendors', { token })).status).toBe(401);
    expect((await stage.send('owner', '/auth/v1/user', { token })).status).toBeGreaterThanOrEqual(400);
  });

  test('is not made of a session’s token, an API key or a token with more paths', async () => {
    const url = new URL(await sign());
    for (const token of [
      await stage.token('owner'),
      stage.backend.anonKey,
      stage.backend.serviceRoleKey,
      `${url.searchParams.get('token')}x`,
      '',
    ]) {
      url.searchParams.set('token', token);
      expect(isRefused(await fetch(url))).toBe(true);
    }
  });

  test('does not write', async () => {
    const url = await sign();
    for (const method of ['POST', 'PUT', 'DELETE']) expect((await fetch(url, { method, body: 'x' })).status).toBeGreaterThanOrEqual(400);
    expect(await (await (await bucket('owner')).download(ourReceipt)).data?.text()).toBe('%PDF-1.7 secret');
  });
});

describe('what was uploaded never acts as a page', () => {
  test.each([
    ['an SVG with a script', 'svg', 'image/svg+xml', SVG],
    ['a page', 'html', 'text/html', '<script>alert(1)</script>'],
    ['a page in another spelling', 'html', 'TEXT/HTML; charset=utf-8', '<script>alert(1)</script>'],
    ['XHTML', 'xhtml', 'application/xhtml+xml', '<html xmlns="http://www.w3.org/1999/xhtml"/>'],
    ['a script', 'js', 'text/javascript', 'alert(1)'],
    ['a program', 'exe', 'application/x-msdownload', 'MZ'],
    ['a style sheet', 'css', 'text/css', '*{}'],
    ['an image by its name only', 'png', 'image/svg+xml', SVG],
    ['two types at once', 'png', 'image/png, text/html', '<script>'],
    ['a type with a line break', 'png', 'image/png;\ttext/html', '<script>'],
  ])('%s is refused or offered as a file', async (_, extension, contentType, body) => {
    for (const name of ['uploads', 'logos', 'avatars']) {
      const folder = name === 'avatars' ? personaId('owner') : OURS;
      const path = `${folder}/${crypto.randomUUID()}.${extension}`;
      const sent = await stage.send('owner', `/storage/v1/object/${name}/${path}`, {
        method: 'POST',
        body,
        headers: { 'content-type': contentType },
      });
      if (sent.status >= 400) continue;
      const { headers } = await stage.send('owner', `/storage/v1/object/authenticated/${name}/${path}`);
      expect([name, headers.get('content-type')]).not.toEqual([name, expect.stringMatching(/html|svg|xml|javascript|css/i)]);
      expect([headers.get('x-content-type-options'), headers.get('content-security-policy')]).toEqual([
        'nosniff',
        expect.stringContaining('sandbox'),
      ]);
    }
  });

  test('a file that is two things at once keeps the type it was stored under, unsniffed and in a sandbox', async () => {
    const path = `${OURS}/${testId(0xf8)}.png`;
    expect((await (await bucket('owner')).upload(path, POLYGLOT, { contentType: 'image/png' })).error).toBeNull();
    const { headers } = await stage.send('owner', `/storage/v1/object/authenticated/uploads/${path}`);
    expect(Object.fromEntries(headers)).toMatchObject({
      'content-type': 'image/png',
      'x-content-type-options': 'nosniff',
      'content-security-policy': "default-src 'none'; sandbox",
    });
  });

  test('a wished file name does not break out of its header', async () => {
    const url =
      (await (await bucket('owner')).createSignedUrl(ourReceipt, 60, { download: 'a"\r\nset-cookie: x=1; filename=evil.html' })).data
        ?.signedUrl ?? '';
    const { headers, status } = await fetch(url);
    expect([status, headers.get('set-cookie')]).toEqual([200, null]);
    expect(headers.get('content-disposition')).toMatch(/^attachment; filename\*=UTF-8''[\w%.!~*()-]+$/);
  });

  test('a file beyond the limit of its bucket is refused and leaves nothing', async () => {
    const before = await objects();
    const { error } = await (
      await bucket('owner', 'logos')
    ).upload(`${OURS}/${testId(0xf9)}.png`, Buffer.concat([png, Buffer.alloc(1024 * 1024)]), { contentType: 'image/png' });
    expect(error).not.toBeNull();
    expect(await objects()).toBe(before);
  });
});
