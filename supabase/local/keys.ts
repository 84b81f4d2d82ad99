import { createHmac, generateKeyPairSync, randomBytes } from 'node:crypto';
import { existsSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { PlatformKeys, Role } from '#local/db/port.ts';

const TEN_YEARS_S = 10 * 365 * 86_400;

const encode = (value: object): string => Buffer.from(JSON.stringify(value)).toString('base64url');

function signHs256(claims: object, secret: string): string {
  const input = `${encode({ alg: 'HS256', typ: 'JWT' })}.${encode(claims)}`;
  return `${input}.${createHmac('sha256', secret).update(input).digest('base64url')}`;
}

/** With these push messages are signed: the point, and the number that belongs to it, as base64url. */
export type PushKeys = { readonly publicKey: string; readonly privateKey: string };

/** The installation's keys, with the one that is part of the mail page's address, and those of push messages. */
export type LocalKeys = PlatformKeys & { readonly mailKey: string; readonly pushKeys: PushKeys };

function generatePushKeys(): PushKeys {
  const { x = '', y = '', d = '' } = generateKeyPairSync('ec', { namedCurve: 'P-256' }).privateKey.export({ format: 'jwk' });
  const point = Buffer.concat([Buffer.of(4), Buffer.from(x, 'base64url'), Buffer.from(y, 'base64url')]);
  return { publicKey: point.toString('base64url'), privateKey: d };
}

const generateMailKey = (): string => randomBytes(24).toString('base64url');

/** A fresh secret with its two API keys; the keys are tokens, as on hosted Supabase. */
export function generateKeys(now: Date): LocalKeys {
  const jwtSecret = randomBytes(32).toString('base64url');
  const iat = Math.floor(now.getTime() / 1000);
  const apiKey = (role: Role): string => signHs256({ iss: 'supabase', ref: 'local', role, iat, exp: iat + TEN_YEARS_S }, jwtSecret);
  return {
    jwtSecret,
    anonKey: apiKey('anon'),
    serviceRoleKey: apiKey('service_role'),
    mailKey: generateMailKey(),
    pushKeys: generatePushKeys(),
  };
}

const isPushKeys = (value: unknown): value is PushKeys =>
  typeof value === 'object' && value !== null && ['publicKey', 'privateKey'].every((name) => typeof Reflect.get(value, name) === 'string');

/** A folder of an earlier version has no key for the mail page, or none for push messages yet. */
function completed(file: string, keys: PlatformKeys): LocalKeys {
  const [mailKey, pushKeys]: unknown[] = [Reflect.get(keys, 'mailKey'), Reflect.get(keys, 'pushKeys')];
  const hasMailKey = typeof mailKey === 'string' && mailKey.length >= 32;
  if (hasMailKey && isPushKeys(pushKeys)) return { ...keys, mailKey, pushKeys };
  const all: LocalKeys = {
    ...keys,
    mailKey: hasMailKey ? mailKey : generateMailKey(),
    pushKeys: isPushKeys(pushKeys) ? pushKeys : generatePushKeys(),
  };
  writeFileSync(`${file}.part`, JSON.stringify(all, null, 2), { mode: 0o600 });
  renameSync(`${file}.part`, file);
  return all;
}

const isKeys = (value: unknown): value is PlatformKeys =>
  typeof value === 'object' &&
  value !== null &&
  ['jwtSecret', 'anonKey', 'serviceRoleKey'].every((name) => typeof Reflect.get(value, name) === 'string');

/** The installation's keys: read from `keys.json` in the data folder, made there (readable by the owner only) on first run. */
export function loadKeys(dataDir: string, now: Date): LocalKeys {
  const file = join(dataDir, 'keys.json');
  if (existsSync(file)) {
    try {
      const keys: unknown = JSON.parse(readFileSync(file, 'utf8'));
      if (isKeys(keys)) return completed(file, keys);
    } catch (error) {
      if (!(error instanceof SyntaxError)) throw error;
    }
    throw new Error(`The file ${file} is damaged. Restore it from a backup; without it everybody must sign in again: delete it only then.`);
  }
  const keys = generateKeys(now);
  writeFileSync(file, JSON.stringify(keys, null, 2), { mode: 0o600, flag: 'wx' });
  return keys;
}
