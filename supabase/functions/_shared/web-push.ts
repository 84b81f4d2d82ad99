import { request } from 'node:https';
import type { PushTarget } from '#domain/notifications/notifications.ts';
import type { FunctionEnv } from './env.ts';
import { Refusal } from './refusal.ts';

/**
 * Push services of the browsers there are. A person's browser says where its messages go: without a list, somebody else's address would make this
 * server knock on any door. `PUSH_HOSTS` adds hosts, with their port where it is another one.
 */
const SERVICES = [
  /^fcm\.googleapis\.com$/,
  /^(?:[a-z0-9-]+\.)*push\.services\.mozilla\.com$/,
  /^(?:[a-z0-9-]+\.)*push\.apple\.com$/,
  /^(?:[a-z0-9-]+\.)*notify\.windows\.com$/,
];

/** Whether messages may be sent to an address. */
export function isPushService(env: FunctionEnv, endpoint: string): boolean {
  if (!URL.canParse(endpoint)) return false;
  const { protocol, hostname, port, host, username, password } = new URL(endpoint);
  if (protocol !== 'https:' || username !== '' || password !== '') return false;
  const more = (env['PUSH_HOSTS'] ?? '').split(',').map((each) => each.trim());
  return (port === '' && SERVICES.some((service) => service.test(hostname))) || more.includes(host);
}

const utf8 = new TextEncoder();
type Bytes = Uint8Array<ArrayBuffer>;

export const fromBase64Url = (text: string): Bytes =>
  Uint8Array.from(atob(text.replaceAll('-', '+').replaceAll('_', '/')), (char) => char.codePointAt(0) ?? 0);
export const toBase64Url = (bytes: Uint8Array): string =>
  btoa(String.fromCodePoint(...bytes))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replaceAll('=', '');

function joined(...parts: readonly Uint8Array[]): Bytes {
  const all = new Uint8Array(parts.reduce((sum, { byteLength }) => sum + byteLength, 0));
  let at = 0;
  for (const part of parts) {
    all.set(part, at);
    at += part.byteLength;
  }
  return all;
}

async function hkdf(secret: Bytes, { salt, about, length }: { salt: Bytes; about: Bytes; length: number }): Promise<Bytes> {
  const key = await crypto.subtle.importKey('raw', secret, 'HKDF', false, ['deriveBits']);
  return new Uint8Array(await crypto.subtle.deriveBits({ name: 'HKDF', hash: 'SHA-256', salt, info: about }, key, length * 8));
}

const P256 = { name: 'ECDH', namedCurve: 'P-256' } as const;
const RECORD = 4096;
/** Header of the body (RFC 8188 §2.1) and of the record: what is left of 4,096 bytes for the text. */
const TEXT_MAX = RECORD - 86 - 17;

type Once = { readonly keys: CryptoKeyPair; readonly salt: Bytes; /** With its padding. */ readonly length: number };
const once = async (): Promise<Once> => ({
  keys: await crypto.subtle.generateKey(P256, true, ['deriveBits']),
  salt: crypto.getRandomValues(new Uint8Array(16)),
  // All are of one length: how much a message says is nobody's business on the way.
  length: TEXT_MAX,
});

/** A body that only this browser can read (RFC 8291, `aes128gcm`). `given` is what else differs from message to message; the RFC's example has its own. */
export async function encrypted(text: Uint8Array, { p256dh, auth }: Pick<PushTarget, 'p256dh' | 'auth'>, given?: Once): Promise<Bytes> {
  if (text.byteLength > TEXT_MAX) throw new RangeError('A push message is at most 3,993 bytes long');
  const { keys, salt, length } = given ?? (await once());
  const theirs = fromBase64Url(p256dh);
  const ours = new Uint8Array(await crypto.subtle.exportKey('raw', keys.publicKey));
  const theirKey = await crypto.subtle.importKey('raw', theirs, P256, false, []);
  const shared = new Uint8Array(await crypto.subtle.deriveBits({ name: 'ECDH', public: theirKey }, keys.privateKey, 256));
  const about = joined(utf8.encode('WebPush: info\0'), theirs, ours);
  const secret = await hkdf(shared, { salt: fromBase64Url(auth), about, length: 32 });
  const key = await hkdf(secret, { salt, about: utf8.encode('Content-Encoding: aes128gcm\0'), length: 16 });
  const nonce = await hkdf(secret, { salt, about: utf8.encode('Content-Encoding: nonce\0'), length: 12 });
  const aes = await crypto.subtle.importKey('raw', key, 'AES-GCM', false, ['encrypt']);
  // 2: the last record; zeros follow.
  const padded = joined(text, Uint8Array.of(2), new Uint8Array(length - text.byteLength));
  const record = new Uint8Array(await crypto.subtle.encrypt({ name: 'AES-GCM', iv: nonce }, aes, padded));
  const size = new Uint8Array(4);
  new DataView(size.buffer).setUint32(0, RECORD);
  return joined(salt, size, Uint8Array.of(ours.byteLength), ours, record);
}

const HALF_A_DAY_S = 12 * 60 * 60;

/** Who sends (RFC 8292): a token for this push service alone, signed with the key that the browser was told when it subscribed. */
async function vapid(env: FunctionEnv, origin: string): Promise<string> {
  const { VAPID_PUBLIC_KEY: publicKey = '', VAPID_PRIVATE_KEY: d = '' } = env;
  if (publicKey === '' || d === '') throw new Refusal(422, 'push_not_configured');
  const point = fromBase64Url(publicKey);
  const jwk = { kty: 'EC', crv: 'P-256', x: toBase64Url(point.slice(1, 33)), y: toBase64Url(point.slice(33, 65)), d };
  const key = await crypto.subtle.importKey('jwk', jwk, { name: 'ECDSA', namedCurve: 'P-256' }, false, ['sign']);
  const subject = env['VAPID_SUBJECT'] || (env['MAIL_FROM'] ? `mailto:${env['MAIL_FROM']}` : (env['SITE_URL'] ?? ''));
  const part = (value: object): string => toBase64Url(utf8.encode(JSON.stringify(value)));
  const claims = { aud: origin, exp: Math.floor(Date.now() / 1000) + HALF_A_DAY_S, sub: subject };
  const token = `${part({ typ: 'JWT', alg: 'ES256' })}.${part(claims)}`;
  const signature = await crypto.subtle.sign({ name: 'ECDSA', hash: 'SHA-256' }, key, utf8.encode(token));
  return `vapid t=${token}.${toBase64Url(new Uint8Array(signature))}, k=${publicKey}`;
}

const PATIENCE_MS = 10_000;

/** The status of the answer. No redirect is followed, and of the answer nothing is read. */
function post(env: FunctionEnv, url: string, { headers, body }: { headers: Record<string, string>; body: Bytes }): Promise<number> {
  return new Promise((resolve, reject) => {
    const asked = request(url, { method: 'POST', headers, timeout: PATIENCE_MS, ...(env['SMTP_CA'] ? { ca: env['SMTP_CA'] } : {}) });
    asked.on('response', (response) => {
      resolve(response.statusCode ?? 0);
      response.destroy();
    });
    asked.on('timeout', () => asked.destroy(new Error('no answer')));
    asked.on('error', reject);
    asked.end(body);
  });
}

export type PushMessage = {
  readonly text: string;
  /** A message that was not delivered yet is replaced by a later one of the same topic. */ readonly topic: string;
  /** How long the push service keeps it for a browser that is switched off, in seconds. */ readonly ttlS: number;
};
/** `gone`: that browser takes no more messages. */
export type PushOutcome = 'sent' | 'gone' | 'later';

/** Sends a message to one browser. Throws `Refusal` where the deployment has no keys. */
export async function sendPush(env: FunctionEnv, target: PushTarget, { text, topic, ttlS }: PushMessage): Promise<PushOutcome> {
  if (!isPushService(env, target.endpoint)) return 'gone';
  const authorization = await vapid(env, new URL(target.endpoint).origin);
  const body = await encrypted(utf8.encode(text), target).catch(() => null);
  // Keys that are no keys.
  if (body === null) return 'gone';
  const headers = {
    authorization,
    'content-encoding': 'aes128gcm',
    'content-type': 'application/octet-stream',
    'content-length': String(body.byteLength),
    ttl: String(ttlS),
    urgency: 'normal',
    topic,
  };
  const status = await post(env, target.endpoint, { headers, body }).catch(() => 0);
  if (status >= 200 && status < 300) return 'sent';
  // 403: subscribed with a key that this deployment has no more.
  return [400, 403, 404, 410].includes(status) ? 'gone' : 'later';
}
