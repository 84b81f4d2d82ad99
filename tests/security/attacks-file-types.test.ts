import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { testId } from '#tests/support/builders.ts';
import { personaId } from '#tests/support/personas.ts';
import { OURS, type Stage, startStage } from './stage.ts';

let stage: Stage;
beforeAll(async () => {
  stage = await startStage();
});
afterAll(() => stage?.stop());

const PAGE = '<!doctype html><script>alert(document.domain)</script>';
/** A PDF to a sniffer, so that only its type can refuse it. */
const PDF_PAGE = `%PDF-1.7\n${PAGE}`;
const PNG = '\u0089PNG\r\n\u001a\n\0\0\0\0';
const JPEG = '\u00ff\u00d8\u00ff\u00e0 a photo';
const latin1 = (text: string) => new Uint8Array(Buffer.from(text, 'latin1'));
const newPath = (bucket: string, extension = 'png') =>
  `${bucket}/${bucket === 'avatars' ? personaId('owner') : OURS}/${crypto.randomUUID()}.${extension}`;
const objects = () => stage.stored('select count(*)::int from storage.objects');

type Sending = { readonly path: string; readonly type: string; readonly body: string };
/** Every way by which bytes get in. */
const WAYS_IN = {
  create: ({ path, type, body }: Sending) => put(path, 'POST', type, latin1(body)),
  upsert: ({ path, type, body }: Sending) => put(path, 'POST', type, latin1(body), { 'x-upsert': 'true' }),
  replace: ({ path, type, body }: Sending) => put(path, 'PUT', type, latin1(body)),
  form: ({ path, type, body }: Sending) => {
    const part = `--edge\r\ncontent-disposition: form-data; name=""; filename="x"\r\ncontent-type: ${type}\r\n\r\n${body}\r\n--edge--\r\n`;
    return put(path, 'POST', 'multipart/form-data; boundary=edge', latin1(part));
  },
  'in parts': async ({ path, type, body }: Sending) => {
    const [bucketName = '', ...name] = path.split('/');
    const base64 = (text: string) => Buffer.from(text).toString('base64');
    const facts = { bucketName, objectName: name.join('/'), contentType: type };
    const headers = {
      'tus-resumable': '1.0.0',
      'upload-length': String(latin1(body).length),
      'upload-metadata': Object.entries(facts)
        .map(([key, value]) => `${key} ${base64(value)}`)
        .join(','),
    };
    const authorization = `Bearer ${await stage.token('owner')}`;
    return fetch(`${stage.backend.url}/storage/v1/upload/resumable`, {
      method: 'POST',
      headers: { apikey: stage.backend.anonKey, authorization, 'content-type': 'application/offset+octet-stream', ...headers },
      body: latin1(body),
    });
  },
} satisfies Record<string, (sending: Sending) => Promise<Response>>;

async function put(path: string, method: string, type: string, body: Uint8Array<ArrayBuffer>, more: Record<string, string> = {}) {
  const authorization = `Bearer ${await stage.token('owner')}`;
  const headers = { apikey: stage.backend.anonKey, authorization, 'content-type': type, ...more };
  return fetch(`${stage.backend.url}/storage/v1/object/${path}`, { method, headers, body });
}
async function stored(path: string, body = PDF_PAGE, type = 'application/pdf', more: Record<string, string> = {}) {
  const answer = await put(path, 'POST', type, latin1(body), more);
  expect([answer.status, await answer.text()]).toEqual([200, expect.any(String)]);
}
async function signed(path: string, query = ''): Promise<string> {
  const [bucket = '', ...name] = path.split('/');
  const { data } = await (await stage.as('owner')).storage.from(bucket).createSignedUrl(name.join('/'), 600);
  return `${data?.signedUrl}${query}`;
}
/** Every way by which they get out; each with what the browser is told. */
async function waysOut(path: string): Promise<[string, Response][]> {
  const headers = { apikey: stage.backend.anonKey, authorization: `Bearer ${await stage.token('owner')}` };
  const own = (kind: string) => fetch(`${stage.backend.url}/storage/v1/object/${kind}${path}`, { headers });
  const link = await signed(path);
  return [
    ['signed', await fetch(link)],
    ['signed download', await fetch(`${link}&download=`)],
    ['signed head', await fetch(link, { method: 'HEAD' })],
    ['signed range', await fetch(link, { headers: { range: 'bytes=2-5' } })],
    ['authenticated', await own('authenticated/')],
    ['plain', await own('')],
  ];
}

describe('the type of a file', () => {
  test.each([
    'application/pdf;x=1,text/html',
    'application/pdf; charset=utf-8, text/html',
    'application/pdf,text/html',
    'text/html,application/pdf',
    'application/pdf;x="1,text/html"',
    'application/pdf; charset=utf-8',
    'application/pdf;',
    'application/pdf\t,text/html',
    'application/pdf text/html',
    'application/ pdf',
    'application/pdf/html',
    'application/*',
    '*/*',
    'pdf',
    'text/html',
  ])('%j is refused by every way in, whatever the bytes are', async (type) => {
    const before = await objects();
    for (const [way, send] of Object.entries(WAYS_IN)) {
      for (const bucket of ['uploads', 'logos', 'avatars']) {
        const answer = await send({ path: newPath(bucket, 'pdf'), type, body: PDF_PAGE });
        expect([way, bucket, answer.status >= 400, await answer.text()]).toEqual([way, bucket, true, expect.stringContaining('mime type')]);
      }
    }
    expect(await objects()).toBe(before);
  });

  test.each([
    ['a page called a PDF', 'application/pdf', PAGE],
    ['a page with the header of a PDF far behind', 'application/pdf', `${PAGE}${' '.repeat(1100)}%PDF-1.7`],
    ['a page called a picture', 'image/png', PAGE],
    ['an SVG called a picture', 'image/png', '<svg xmlns="http://www.w3.org/2000/svg"/>'],
    ['a PDF called a picture', 'image/png', PDF_PAGE],
    ['a picture called a PDF', 'application/pdf', PNG],
    ['a photo called a PNG', 'image/png', JPEG],
    ['a PNG called a photo', 'image/jpeg', PNG],
    ['the beginning of a PNG', 'image/png', PNG.slice(0, 7)],
    ['nothing at all', 'image/webp', ''],
  ])('%s is refused by every way in and leaves nothing', async (_, type, body) => {
    const before = await objects();
    for (const [way, send] of Object.entries(WAYS_IN)) {
      const answer = await send({ path: newPath('uploads'), type, body });
      expect([way, answer.status >= 400, await answer.text()]).toEqual([way, true, expect.stringContaining(`mime type ${type} is not`)]);
    }
    expect(await objects()).toBe(before);
  });

  test('is told by the first bytes however small the pieces are in which they come', async () => {
    const send = async (body: string) => {
      const bytes = latin1(body);
      let at = 0;
      const pieces = new ReadableStream<Uint8Array>({
        pull: (controller) => (at < bytes.length ? controller.enqueue(bytes.subarray(at, (at += 3))) : controller.close()),
      });
      const headers = { apikey: stage.backend.anonKey, authorization: `Bearer ${await stage.token('owner')}`, 'content-type': 'image/png' };
      const init = { method: 'POST', headers, body: pieces, duplex: 'half' } as RequestInit;
      const path = newPath('uploads');
      return [path, await fetch(`${stage.backend.url}/storage/v1/object/${path}`, init)] as const;
    };
    const picture = `${PNG}${'pixels'.repeat(400)}`;
    const [path, taken] = await send(picture);
    expect(taken.status).toBe(200);
    expect(Buffer.from(await (await fetch(await signed(path))).arrayBuffer()).toString('latin1')).toBe(picture);
    expect((await send(picture.slice(1)))[1].status).toBe(400);
  });

  test('is stored in one spelling', async () => {
    const path = newPath('uploads', 'pdf');
    await stored(path, PDF_PAGE, 'Application/PDF');
    const name = path.slice('uploads/'.length);
    expect(await stage.stored("select metadata ->> 'mimetype' from storage.objects where name = $1", [name])).toBe('application/pdf');
  });

  test('is not changed by moving, copying, a signed upload or a public address', async () => {
    const path = newPath('uploads', 'pdf');
    await stored(path);
    const before = await objects();
    const name = path.slice('uploads/'.length);
    const client = await stage.as('owner');
    const bucket = client.storage.from('uploads');
    expect((await bucket.move(name, `${name}.html`)).error).not.toBeNull();
    expect((await bucket.copy(name, `${name}.html`)).error).not.toBeNull();
    expect((await bucket.createSignedUploadUrl(`${OURS}/x.pdf`)).error).not.toBeNull();
    expect((await put(`upload/sign/${newPath('uploads')}?token=x`, 'PUT', 'text/html', latin1(PAGE))).status).toBeGreaterThanOrEqual(400);
    expect((await fetch(bucket.getPublicUrl(name).data.publicUrl)).status).toBe(501);
    expect((await stage.send('owner', `/storage/v1/render/image/authenticated/${path}`)).status).toBe(501);
    expect(await objects()).toBe(before);
  });
});

describe('a stored file goes out', () => {
  test('as exactly its type, unsniffed, in a sandbox of its own, cached by nobody but its reader', async () => {
    const path = newPath('uploads', 'pdf');
    await stored(path, PDF_PAGE, 'application/pdf', { 'cache-control': 'public, max-age=31536000, immutable' });
    for (const [way, { headers }] of await waysOut(path)) {
      expect([way, Object.fromEntries(headers)]).toMatchObject([
        way,
        {
          'content-type': 'application/pdf',
          'x-content-type-options': 'nosniff',
          'content-security-policy': "default-src 'none'; sandbox",
          'cache-control': 'private, no-cache',
          'content-disposition': expect.stringMatching(way === 'signed download' ? /^attachment/ : /^inline/),
        },
      ]);
    }
    const form = newPath('uploads', 'pdf');
    const wish = '--edge\r\ncontent-disposition: form-data; name="cacheControl"\r\n\r\n31536000\r\n';
    const file = `--edge\r\ncontent-disposition: form-data; name=""; filename="x"\r\ncontent-type: application/pdf\r\n\r\n${PDF_PAGE}\r\n--edge--`;
    expect((await put(form, 'POST', 'multipart/form-data; boundary=edge', latin1(wish + file))).status).toBe(200);
    expect((await fetch(await signed(form))).headers.get('cache-control')).toBe('private, no-cache');
  });

  test.each([
    'application/pdf;x=1,text/html',
    'application/pdf; charset=utf-8, text/html',
    'text/html',
    'image/svg+xml',
    'image/png, text/html',
    'image/gif',
    'IMAGE/PNG',
    '',
  ])('as a mere download if an earlier version stored it as %j', async (mimetype) => {
    const path = `uploads/${OURS}/${testId(0xe0)}.pdf`;
    if ((await put(path, 'PUT', 'application/pdf', latin1(PDF_PAGE))).status !== 200) throw new Error('not stored');
    const cacheControl = 'public, max-age=31536000';
    await stage.backend.db.query('update storage.objects set metadata = metadata || $1::jsonb where name = $2', [
      JSON.stringify({ mimetype, cacheControl }),
      path.slice('uploads/'.length),
    ]);
    for (const [way, { headers }] of await waysOut(path)) {
      expect([way, Object.fromEntries(headers)]).toMatchObject([
        way,
        {
          'content-type': 'application/octet-stream',
          'x-content-type-options': 'nosniff',
          'content-security-policy': "default-src 'none'; sandbox",
          'cache-control': 'private, no-cache',
          'content-disposition': expect.stringMatching(/^attachment/),
        },
      ]);
    }
  });
});
