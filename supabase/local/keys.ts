import { createHmac, randomBytes } from 'node:crypto';
import { existsSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { PlatformKeys, Role } from '#local/db/port.ts';

const TEN_YEARS_S = 10 * 365 * 86_400;

const encode = (value: object): string => Buffer.from(JSON.stringify(value)).toString('base64url');

function signHs256(claims: object, secret: string): string {
  const input = `${encode({ alg: 'HS256', typ: 'JWT' })}.${encode(claims)}`;
  return `${input}.${createHmac('sha256', secret).update(input).digest('base64url')}`;
}

/** The installation's keys, with the one that is part of the mail page's address. */
export type LocalKeys = PlatformKeys & { readonly mailKey: string };

const generateMailKey = (): string => randomBytes(24).toString('base64url');

/** A fresh secret with its two API keys; the keys are tokens, as on hosted Supabase. */
export function generateKeys(now: Date): LocalKeys {
  const jwtSecret = randomBytes(32).toString('base64url');
  const iat = Math.floor(now.getTime() / 1000);
  const apiKey = (role: Role): string => signHs256({ iss: 'supabase', ref: 'local', role, iat, exp: iat + TEN_YEARS_S }, jwtSecret);
  return { jwtSecret, anonKey: apiKey('anon'), serviceRoleKey: apiKey('service_role'), mailKey: generateMailKey() };
}

/** A folder of an earlier version has no key for the mail page yet. */
function withMailKey(file: string, keys: PlatformKeys): LocalKeys {
  const mailKey: unknown = Reflect.get(keys, 'mailKey');
  if (typeof mailKey === 'string' && mailKey.length >= 32) return { ...keys, mailKey };
  const completed: LocalKeys = { ...keys, mailKey: generateMailKey() };
  writeFileSync(`${file}.part`, JSON.stringify(completed, null, 2), { mode: 0o600 });
  renameSync(`${file}.part`, file);
  return completed;
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
      if (isKeys(keys)) return withMailKey(file, keys);
    } catch (error) {
      if (!(error instanceof SyntaxError)) throw error;
    }
    throw new Error(`The file ${file} is damaged. Restore it from a backup; without it everybody must sign in again: delete it only then.`);
  }
  const keys = generateKeys(now);
  writeFileSync(file, JSON.stringify(keys, null, 2), { mode: 0o600, flag: 'wx' });
  return keys;
}
