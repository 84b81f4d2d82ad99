import { randomUUID } from 'node:crypto';
import { Secret, TOTP } from 'otpauth';
import { renderSVG } from 'uqr';
import type { Query } from '#local/db/port.ts';
import type { AuthContext } from './auth-context.ts';
import { AuthError } from './auth-error.ts';
import { allRows, firstRow, type Instant, millis } from './rows.ts';
import type { UserRow } from './users.ts';

const ISSUER = 'Kontor';
const SECRET_BYTES = 20;
const STEP_SECONDS = 30;
/** Codes of the step before and after count too: phones' clocks differ. */
const STEP_WINDOW = 1;
const MAX_FACTORS = 10;
/** Begun and not verified, of one person. */
const MAX_ENROLMENTS = 5;
const ENROLMENT_SECONDS = 3600;
const CHALLENGE_SECONDS = 300;
const MAX_CHALLENGE_ATTEMPTS = 5;

export type FactorRow = {
  readonly id: string;
  readonly user_id: string;
  readonly friendly_name: string | null;
  readonly status: 'unverified' | 'verified';
  readonly secret: string;
  readonly last_step: number | string | null;
};
type ChallengeRow = { readonly id: string; readonly attempts: number; readonly verified_at: Instant | null; readonly created_at: Instant };

export const factorNotFound = () => new AuthError(404, 'mfa_factor_not_found', 'Factor not found');

/** The person's own factor, else 404 `mfa_factor_not_found`. */
export async function requireFactor(query: Query, userId: string, factorId: string | undefined): Promise<FactorRow> {
  const factor = await firstRow<FactorRow>(query, 'select * from auth.mfa_factors where id = $1 and user_id = $2', [factorId, userId]);
  if (!factor) throw factorNotFound();
  return factor;
}

export type Enrolment = { readonly friendlyName: string; readonly issuer: string | undefined };

/** A new, unverified TOTP factor with what an authenticator app needs. The secret is stored encrypted and shown this once. */
export async function enrolFactor(auth: AuthContext, query: Query, user: UserRow, { friendlyName, issuer }: Enrolment) {
  // A dialog that was closed half-way leaves an unverified factor. The newest stay for a while: another tab may show one at this moment.
  await query(
    `delete from auth.mfa_factors where user_id = $1 and status = 'unverified' and (created_at < $2
       or id not in (select id from auth.mfa_factors where user_id = $1 and status = 'unverified' order by created_at desc limit $3))`,
    [user.id, new Date(auth.now().getTime() - ENROLMENT_SECONDS * 1000).toISOString(), MAX_ENROLMENTS - 1],
  );
  const factors = await allRows<FactorRow>(query, `select * from auth.mfa_factors where user_id = $1 and status = 'verified'`, [user.id]);
  if (factors.length >= MAX_FACTORS)
    throw new AuthError(422, 'too_many_enrolled_mfa_factors', 'Maximum number of verified factors reached, unenroll to continue');
  if (friendlyName !== '' && factors.some((factor) => factor.friendly_name === friendlyName))
    throw new AuthError(422, 'mfa_factor_name_conflict', `A factor with the friendly name "${friendlyName}" for this user already exists`);
  const totp = new TOTP({ issuer: issuer || ISSUER, label: user.email ?? user.id, secret: new Secret({ size: SECRET_BYTES }) });
  const id = randomUUID();
  await query(
    `insert into auth.mfa_factors (id, user_id, friendly_name, factor_type, status, secret, created_at, updated_at) values ($1, $2, $3, 'totp', 'unverified', $4, $5, $5)`,
    [id, user.id, friendlyName, auth.secrets.encrypt(totp.secret.base32), auth.now().toISOString()],
  );
  const uri = totp.toString();
  return { id, type: 'totp' as const, friendly_name: friendlyName, totp: { qr_code: renderSVG(uri), secret: totp.secret.base32, uri } };
}

/** Opens a challenge for the factor; it is good for five minutes and five tries. */
export async function openChallenge(auth: AuthContext, query: Query, factor: FactorRow) {
  const now = auth.now();
  const id = randomUUID();
  await query(`delete from auth.mfa_challenges where factor_id = $1 and created_at < $2`, [
    factor.id,
    new Date(now.getTime() - CHALLENGE_SECONDS * 1000).toISOString(),
  ]);
  await query('insert into auth.mfa_challenges (id, factor_id, created_at) values ($1, $2, $3)', [id, factor.id, now.toISOString()]);
  await query('update auth.mfa_factors set last_challenged_at = $2 where id = $1', [factor.id, now.toISOString()]);
  return { id, type: 'totp' as const, expires_at: Math.floor(now.getTime() / 1000) + CHALLENGE_SECONDS };
}

export type ChallengeAnswer = { readonly challengeId: string; readonly code: string };

/**
 * Checks a code against an open challenge: null when it is right, else the refusal (returned, not thrown: the counted try must be committed).
 * A code is good once: the time step it belongs to is remembered, and no code of that step or an earlier one is taken again.
 */
export async function answerChallenge(
  auth: AuthContext,
  query: Query,
  factor: FactorRow,
  answer: ChallengeAnswer,
): Promise<AuthError | null> {
  const now = auth.now();
  const challenge = await firstRow<ChallengeRow>(query, 'select * from auth.mfa_challenges where id = $1 and factor_id = $2 for update', [
    answer.challengeId,
    factor.id,
  ]);
  if (!challenge || challenge.verified_at !== null)
    return new AuthError(422, 'mfa_factor_not_found', 'MFA factor with the provided challenge ID not found');
  const isTooOld = now.getTime() - millis(challenge.created_at) > CHALLENGE_SECONDS * 1000;
  if (isTooOld || challenge.attempts >= MAX_CHALLENGE_ATTEMPTS)
    return new AuthError(
      422,
      'mfa_challenge_expired',
      `MFA challenge ${challenge.id} has expired, verify against another challenge or create a new challenge.`,
    );
  const step = matchingStep(auth.secrets.decrypt(factor.secret), answer.code, now);
  const at = now.toISOString();
  const spent =
    step !== null &&
    (await query('update auth.mfa_factors set last_step = $2, updated_at = $3 where id = $1 and coalesce(last_step, -1) < $2', [
      factor.id,
      step,
      at,
    ]));
  if (!spent || spent.count === 0) {
    await query('update auth.mfa_challenges set attempts = attempts + 1 where id = $1', [challenge.id]);
    return new AuthError(422, 'mfa_verification_failed', 'Invalid TOTP code entered');
  }
  await query('update auth.mfa_challenges set verified_at = $2 where id = $1', [challenge.id, at]);
  await query(`update auth.mfa_factors set status = 'verified' where id = $1`, [factor.id]);
  return null;
}

function matchingStep(secret: string, code: string, now: Date): number | null {
  const totp = new TOTP({ secret: Secret.fromBase32(secret), period: STEP_SECONDS });
  const delta = totp.validate({ token: code, timestamp: now.getTime(), window: STEP_WINDOW });
  return delta === null ? null : Math.floor(now.getTime() / 1000 / STEP_SECONDS) + delta;
}

/** Takes the factor away; without any verified one left, the person's sessions fall back to aal1. */
export async function removeFactor(auth: AuthContext, query: Query, factor: Pick<FactorRow, 'id' | 'user_id'>): Promise<void> {
  await query('delete from auth.mfa_factors where id = $1', [factor.id]);
  await query(
    `update auth.sessions set aal = 'aal1', factor_id = null, updated_at = $2
     where user_id = $1 and not exists (select from auth.mfa_factors f where f.user_id = $1 and f.status = 'verified')`,
    [factor.user_id, auth.now().toISOString()],
  );
}
