import { Refusal } from './refusal.ts';
import type { FunctionEnv } from './env.ts';

const encoder = new TextEncoder();
const toBase64 = (bytes: Uint8Array): string => btoa(String.fromCharCode(...bytes));
const fromBase64 = (text: string): Uint8Array<ArrayBuffer> => Uint8Array.from(atob(text), (char) => char.charCodeAt(0));

async function keyOf(env: FunctionEnv): Promise<CryptoKey> {
  const secret = env['MAIL_SECRET'] ?? '';
  if (secret.length < 32) throw new Refusal(500, 'mail_secret_missing');
  const material = await crypto.subtle.importKey('raw', encoder.encode(secret), 'HKDF', false, ['deriveKey']);
  const derivation = { name: 'HKDF', hash: 'SHA-256', salt: new Uint8Array(), info: encoder.encode('kontor.smtp-password') };
  return crypto.subtle.deriveKey(derivation, material, { name: 'AES-GCM', length: 256 }, false, ['encrypt', 'decrypt']);
}

/** The password under the functions' key (`MAIL_SECRET`), bound to the company: copied to another one it does not open. */
export async function sealPassword(env: FunctionEnv, companyId: string, password: string): Promise<string> {
  const iv = crypto.getRandomValues(new Uint8Array(12));
  const algorithm = { name: 'AES-GCM', iv, additionalData: encoder.encode(companyId) };
  const sealed = await crypto.subtle.encrypt(algorithm, await keyOf(env), encoder.encode(password));
  return `v1.${toBase64(iv)}.${toBase64(new Uint8Array(sealed))}`;
}

/** Throws `mail_password_unreadable` when it was sealed with another key or for another company. */
export async function openPassword(env: FunctionEnv, companyId: string, sealed: string): Promise<string> {
  const [version, iv = '', text = ''] = sealed.split('.');
  const key = await keyOf(env);
  try {
    if (version !== 'v1') throw new TypeError('unknown version');
    const algorithm = { name: 'AES-GCM', iv: fromBase64(iv), additionalData: encoder.encode(companyId) };
    return new TextDecoder().decode(await crypto.subtle.decrypt(algorithm, key, fromBase64(text)));
  } catch {
    throw new Refusal(422, 'mail_password_unreadable', 'smtp_password');
  }
}
