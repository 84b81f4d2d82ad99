import { errors, type JWTPayload, jwtVerify } from 'jose';

/** Why a token is not believed; those who ask say it in the words of the service that they stand for. */
export type TokenRefusal = 'signature' | 'payload' | 'expired' | 'not_yet_valid';
export type VerifiedToken = { readonly ok: true; readonly payload: JWTPayload } | { readonly ok: false; readonly refusal: TokenRefusal };

function refusalOf(error: unknown): TokenRefusal {
  if (error instanceof errors.JWTExpired) return 'expired';
  if (error instanceof errors.JWTClaimValidationFailed) return error.claim === 'nbf' ? 'not_yet_valid' : 'expired';
  return error instanceof errors.JWTInvalid ? 'payload' : 'signature';
}

/**
 * The content of a token that was signed with the platform's secret and is valid now. HS256 only: with any other algorithm the secret
 * proves nothing.
 * @param skewSeconds by how much other clocks may differ
 */
export async function verifyToken(token: string, secret: string, now: Date, skewSeconds = 0): Promise<VerifiedToken> {
  try {
    const rules = { algorithms: ['HS256'], currentDate: now, clockTolerance: skewSeconds };
    const { payload } = await jwtVerify(token, Buffer.from(secret), rules);
    return { ok: true, payload };
  } catch (error) {
    if (error instanceof errors.JOSEError) return { ok: false, refusal: refusalOf(error) };
    throw error;
  }
}
