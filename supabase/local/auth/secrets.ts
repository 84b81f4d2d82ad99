import { createCipheriv, createDecipheriv, createHash, createHmac, hkdfSync, randomBytes, randomInt } from 'node:crypto';

/** Keys of the auth service, each derived from the platform secret for one purpose, so that a copy of the database alone opens nothing. */
export type Secrets = {
  /** Keyed hash of a six-digit code: a plain hash of a million possibilities would be no secret. */
  codeHash(address: string, code: string): string;
  /** The one refresh token that follows `parent` in a session; the same arguments give the same token. */
  refreshToken(sessionId: string, parent: string): string;
  encrypt(plain: string): string;
  /** Throws when the text was not made by `encrypt` under the same platform secret. */
  decrypt(sealed: string): string;
};

const NONCE_BYTES = 12;
const TAG_BYTES = 16;

export function createSecrets(platformSecret: string): Secrets {
  const keyFor = (purpose: string) => Buffer.from(hkdfSync('sha256', platformSecret, '', `kontor/auth/${purpose}`, 32));
  const codeKey = keyFor('one-time-code');
  const refreshKey = keyFor('refresh-token');
  const factorKey = keyFor('factor-secret');
  return {
    codeHash: (address, code) => createHmac('sha256', codeKey).update(`${address}\n${code}`).digest('hex'),
    refreshToken: (sessionId, parent) =>
      createHmac('sha256', refreshKey).update(`${sessionId}\n${parent}`).digest('base64url').slice(0, 32),
    encrypt(plain) {
      const nonce = randomBytes(NONCE_BYTES);
      const cipher = createCipheriv('aes-256-gcm', factorKey, nonce);
      const sealed = Buffer.concat([cipher.update(plain, 'utf8'), cipher.final()]);
      return Buffer.concat([nonce, cipher.getAuthTag(), sealed]).toString('base64');
    },
    decrypt(sealed) {
      const bytes = Buffer.from(sealed, 'base64');
      const decipher = createDecipheriv('aes-256-gcm', factorKey, bytes.subarray(0, NONCE_BYTES), { authTagLength: TAG_BYTES });
      decipher.setAuthTag(bytes.subarray(NONCE_BYTES, NONCE_BYTES + TAG_BYTES));
      return Buffer.concat([decipher.update(bytes.subarray(NONCE_BYTES + TAG_BYTES)), decipher.final()]).toString('utf8');
    },
  };
}

/** Hash under which a long random token is stored. */
export const tokenHash = (token: string) => createHash('sha256').update(token).digest('hex');
export const randomToken = () => randomBytes(32).toString('base64url');
export const randomCode = () => String(randomInt(0, 1_000_000)).padStart(6, '0');
