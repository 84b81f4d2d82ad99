import * as z from 'zod/mini';
import { type AuthCall, type AuthContext, type AuthRoute, parseInput } from '#local/auth/auth-context.ts';
import { AuthError } from '#local/auth/auth-error.ts';
import { answerChallenge, enrolFactor, openChallenge, removeFactor, requireFactor } from '#local/auth/factors.ts';
import { spendProof } from '#local/auth/password-proof.ts';
import { assertStrongSession, requireUser, sessionNotFound } from '#local/auth/require-user.ts';
import { lockSession, recordMethod, renewSession } from '#local/auth/sessions.ts';

const MAX_NAME_LENGTH = 100;
const enrolSchema = z.object({
  factor_type: z.string(),
  friendly_name: z.optional(z.string().check(z.maxLength(MAX_NAME_LENGTH))),
  issuer: z.optional(z.string().check(z.maxLength(MAX_NAME_LENGTH))),
});
const verifySchema = z.object({ challenge_id: z.uuid(), code: z.string().check(z.maxLength(10)) });

async function enrol(auth: AuthContext, call: AuthCall): Promise<Response> {
  const input = parseInput(enrolSchema, call.body);
  if (input.factor_type === 'phone') throw new AuthError(422, 'mfa_phone_enroll_not_enabled', 'MFA enroll is disabled for Phone');
  if (input.factor_type === 'webauthn') throw new AuthError(422, 'mfa_webauthn_enroll_not_enabled', 'MFA enroll is disabled for WebAuthn');
  if (input.factor_type !== 'totp') throw new AuthError(400, 'validation_failed', 'factor_type needs to be totp');
  const answer = await auth.db.transaction(async (query) => {
    const signedIn = await requireUser(auth, query, call);
    await assertStrongSession(query, signedIn);
    // A first one locks every other session out: not by whoever merely holds this one.
    if (signedIn.session.aal !== 'aal2') await spendProof(auth, query, signedIn);
    return enrolFactor(auth, query, signedIn.user, { friendlyName: input.friendly_name?.trim() ?? '', issuer: input.issuer });
  });
  return Response.json(answer);
}

async function challenge(auth: AuthContext, call: AuthCall): Promise<Response> {
  const answer = await auth.db.transaction(async (query) => {
    const { user } = await requireUser(auth, query, call);
    return openChallenge(auth, query, await requireFactor(query, user.id, call.params[0]));
  });
  return Response.json(answer);
}

/** A right code lifts this session to aal2, ends the person's weaker sessions and hands out fresh tokens. */
async function verify(auth: AuthContext, call: AuthCall): Promise<Response> {
  const input = parseInput(verifySchema, call.body);
  const { user, session } = await requireUser(auth, auth.db.query, call);
  // By person, not by client: whoever guesses here has the password already and may have many addresses.
  const key = `second-factor:${user.id}`;
  auth.limits.take(key, auth.config.limits.secondFactor);
  const outcome = await auth.db.transaction(async (query) => {
    // The same lock as a refresh takes, so that only one of them replaces the refresh token.
    if (!(await lockSession(query, session.id))) throw sessionNotFound();
    const factor = await requireFactor(query, user.id, call.params[0]);
    const refusal = await answerChallenge(auth, query, factor, { challengeId: input.challenge_id, code: input.code });
    if (refusal) return refusal;
    const now = auth.now();
    await query(`update auth.sessions set aal = 'aal2', factor_id = $2, updated_at = $3 where id = $1`, [
      session.id,
      factor.id,
      now.toISOString(),
    ]);
    await recordMethod(query, session.id, 'totp', now);
    await query(`delete from auth.sessions where user_id = $1 and aal = 'aal1'`, [user.id]);
    await query(`delete from auth.mfa_factors where user_id = $1 and status = 'unverified'`, [user.id]);
    return renewSession(auth, query, user, session.id);
  });
  if (outcome instanceof AuthError) throw outcome;
  auth.limits.forget(key);
  return Response.json(outcome);
}

async function remove(auth: AuthContext, call: AuthCall): Promise<Response> {
  const id = await auth.db.transaction(async (query) => {
    const signedIn = await requireUser(auth, query, call);
    const factor = await requireFactor(query, signedIn.user.id, call.params[0]);
    await assertStrongSession(query, signedIn);
    await removeFactor(auth, query, factor);
    return factor.id;
  });
  return Response.json({ id });
}

/** The second factor: time-based codes (TOTP). */
export const factorRoutes: readonly AuthRoute[] = [
  { method: 'POST', path: '/factors', handle: enrol },
  { method: 'POST', path: '/factors/:id/challenge', handle: challenge },
  { method: 'POST', path: '/factors/:id/verify', handle: verify },
  { method: 'DELETE', path: '/factors/:id', handle: remove },
];
