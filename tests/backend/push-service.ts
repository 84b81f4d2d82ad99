import { createDecipheriv, createECDH, createPublicKey, hkdfSync, randomBytes, verify } from 'node:crypto';
import { once } from 'node:events';
import { createServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { TEST_CERTIFICATE, TEST_KEY } from './mail-server.ts';

/** A browser that takes push messages, with the keys that only it has. */
export type PushBrowser = {
  readonly endpoint: string;
  readonly p256dh: string;
  readonly auth: string;
  /** What it was sent, as it can read it. */
  readonly read: () => Record<string, unknown>[];
};
export type Pushed = { readonly path: string; readonly headers: Record<string, string | undefined>; readonly body: Buffer };

/** A push service of its own on this computer: it keeps what it is sent, answers as it is told, and knows no browser's keys. */
export async function startPushService() {
  const received: Pushed[] = [];
  const answers = new Map<string, number>();
  const server = createServer({ key: TEST_KEY, cert: TEST_CERTIFICATE }, (request, response) => {
    const parts: Buffer[] = [];
    request.on('data', (part: Buffer) => parts.push(part));
    request.on('end', () => {
      const path = request.url ?? '';
      received.push({ path, headers: request.headers as Record<string, string | undefined>, body: Buffer.concat(parts) });
      const status = answers.get(path) ?? 201;
      response.writeHead(status, status === 302 ? { location: 'https://localhost/elsewhere' } : {}).end();
    });
  });
  server.listen(0, 'localhost');
  await once(server, 'listening');
  const host = `localhost:${(server.address() as AddressInfo).port}`;
  return {
    host,
    received,
    answer: (browser: PushBrowser, status: number) => void answers.set(new URL(browser.endpoint).pathname, status),
    browser(): PushBrowser {
      const keys = createECDH('prime256v1');
      const p256dh = keys.generateKeys();
      const auth = randomBytes(16);
      const path = `/push/${randomBytes(8).toString('hex')}`;
      const read = () =>
        received
          .filter((pushed) => pushed.path === path)
          .map(({ body }) => JSON.parse(decrypted(body, { keys, p256dh, auth })) as Record<string, unknown>);
      return { endpoint: `https://${host}${path}`, p256dh: p256dh.toString('base64url'), auth: auth.toString('base64url'), read };
    },
    async close() {
      server.close();
      server.closeAllConnections();
    },
  };
}

type BrowserKeys = { keys: ReturnType<typeof createECDH>; p256dh: Buffer; auth: Buffer };

/** As a browser does it (RFC 8291), by Node's own functions: nothing of the sender's code. */
function decrypted(body: Buffer, { keys, p256dh, auth }: BrowserKeys): string {
  const [salt, sender] = [body.subarray(0, 16), body.subarray(21, 21 + body[20]!)];
  const about = Buffer.concat([Buffer.from('WebPush: info\0'), p256dh, sender]);
  const secret = Buffer.from(hkdfSync('sha256', keys.computeSecret(sender), auth, about, 32));
  const key = Buffer.from(hkdfSync('sha256', secret, salt, 'Content-Encoding: aes128gcm\0', 16));
  const nonce = Buffer.from(hkdfSync('sha256', secret, salt, 'Content-Encoding: nonce\0', 12));
  const record = body.subarray(21 + body[20]!);
  const cipher = createDecipheriv('aes-128-gcm', key, nonce);
  cipher.setAuthTag(record.subarray(-16));
  const text = Buffer.concat([cipher.update(record.subarray(0, -16)), cipher.final()]);
  return text.subarray(0, text.lastIndexOf(2)).toString('utf8');
}

/** What the sender's token says, if its signature is by the key that stands beside it. */
export function claimsOf(authorization = ''): Record<string, unknown> | null {
  const [, token = '', key = ''] = /^vapid t=([^,]+), k=(\S+)$/.exec(authorization) ?? [];
  const point = Buffer.from(key, 'base64url');
  const jwk = { kty: 'EC', crv: 'P-256', x: point.subarray(1, 33).toString('base64url'), y: point.subarray(33).toString('base64url') };
  const [head = '', claims = '', signature = ''] = token.split('.');
  const isGenuine = verify(
    'sha256',
    Buffer.from(`${head}.${claims}`),
    { key: createPublicKey({ key: jwk, format: 'jwk' }), dsaEncoding: 'ieee-p1363' },
    Buffer.from(signature, 'base64url'),
  );
  return isGenuine ? (JSON.parse(Buffer.from(claims, 'base64url').toString()) as Record<string, unknown>) : null;
}
