import { createHmac } from 'node:crypto';
import { errors, jwtVerify, SignJWT } from 'jose';
import { refusals } from './storage-error.ts';

const LIFETIME_MAX_SECONDS = 365 * 24 * 3600;

/** Signs and checks links to one object. The key is derived, so such a token is worth nothing as an access token, and the reverse. */
export function createUrlSigner({ jwtSecret, now }: { jwtSecret: string; now: () => Date }) {
  const key = createHmac('sha256', jwtSecret).update('storage signed urls').digest();
  return {
    /** A token for `<bucket>/<name>` that ends after `expiresIn` seconds. */
    async sign(object: string, expiresIn: unknown): Promise<string> {
      const seconds = Number(expiresIn);
      if (!Number.isFinite(seconds) || seconds <= 0 || seconds > LIFETIME_MAX_SECONDS) {
        throw refusals.invalidRequest('expiresIn must be between 1 second and 365 days');
      }
      const issuedAt = Math.floor(now().getTime() / 1000);
      return new SignJWT({ url: object })
        .setProtectedHeader({ alg: 'HS256' })
        .setIssuedAt(issuedAt)
        .setExpirationTime(issuedAt + Math.ceil(seconds))
        .sign(key);
    },
    /** Throws `InvalidJWT` unless the token was made for exactly this object and is still good. */
    async check(object: string, token: string | null): Promise<void> {
      try {
        const { payload } = await jwtVerify(token ?? '', key, { algorithms: ['HS256'], currentDate: now(), requiredClaims: ['exp'] });
        if (payload['url'] === object) return;
      } catch (error) {
        if (error instanceof errors.JWTExpired) throw refusals.badToken('"exp" claim timestamp check failed');
      }
      throw refusals.badToken('The link is not valid for this object');
    },
  };
}
