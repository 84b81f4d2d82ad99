import * as z from 'zod/mini';
import type { Query } from '#local/db/port.ts';
import { type AuthCall, type AuthContext, type AuthRoute, normalEmail, parseInput } from '#local/auth/auth-context.ts';
import { AuthError } from '#local/auth/auth-error.ts';
import { clientOf } from '#local/auth/client.ts';
import { confirmEmailChange } from '#local/auth/email-change.ts';
import { createAuthCode } from '#local/auth/flow-state.ts';
import { type OneTimeTokenRow, takeByCode, takeByToken, tokenExpired } from '#local/auth/one-time-tokens.ts';
import { allowedRedirect } from '#local/auth/redirects.ts';
import { type PasswordGrant, startSession } from '#local/auth/sessions.ts';
import { isUniqueViolation } from '#local/auth/violations.ts';
import { confirmEmail, findUserById, type UserRow } from '#local/auth/users.ts';

const verifySchema = z.object({
  type: z.string(),
  email: z.optional(z.string()),
  phone: z.optional(z.string()),
  token: z.optional(z.string()),
  token_hash: z.optional(z.string()),
});

/** How the session was won, for `amr`, after a link of this type was exchanged. */
const METHODS: Readonly<Record<string, string>> = {
  signup: 'email/signup',
  invite: 'invite',
  magiclink: 'magiclink',
  recovery: 'recovery',
  email_change: 'email_change',
  email: 'magiclink',
};

/** What the hosted service says after the first of two links; the app tells by it that there is nothing to redeem. */
const HALF_CONFIRMED = 'Confirmation link accepted. Please proceed to confirm link sent to the other email';

const passwordGrant = (type: string): PasswordGrant => (type === 'recovery' ? 'recovery' : 'mailbox');

/** The mailbox has been reached, so the address it was sent to is confirmed. */
async function redeem(auth: AuthContext, query: Query, row: OneTimeTokenRow | null): Promise<UserRow | 'half' | null> {
  const user = row && (await findUserById(query, row.user_id));
  if (!row || !user) return null;
  if (row.token_type === 'reauthentication_token') return null;
  if (row.token_type === 'email_change_token_new' || row.token_type === 'email_change_token_current')
    return confirmEmailChange(auth, query, user, row);
  // A recovery link proves the mailbox, not the sign-up: a password that someone else may have chosen must not be confirmed with it.
  if (row.token_type === 'recovery_token' && user.email_confirmed_at === null)
    await query('update auth.users set encrypted_password = null where id = $1', [user.id]);
  return confirmEmail(query, user, user.email ?? row.relates_to, auth.now());
}

async function verifyPost(auth: AuthContext, call: AuthCall): Promise<Response> {
  const input = parseInput(verifySchema, call.body);
  if (input.phone) throw new AuthError(400, 'phone_provider_disabled', 'Unsupported phone provider');
  if (!input.token && !input.token_hash) throw new AuthError(400, 'validation_failed', 'Verify requires a token or a token hash');
  const email = normalEmail(input.email ?? '');
  if (input.token && email === '')
    throw new AuthError(400, 'validation_failed', 'Only an email address or phone number should be provided on verify');
  const key = `verify:${call.client}:${email}`;
  auth.limits.take(key, auth.config.limits.verify);
  const answer = await auth.db.transaction(async (query) => {
    const row = input.token_hash
      ? await takeByToken(auth, query, input.token_hash, input.type)
      : await takeByCode(auth, query, { email, code: input.token ?? '', type: input.type });
    const user = await redeem(auth, query, row);
    if (user === null || user === 'half') return user;
    return startSession(auth, query, user, { method: 'otp', client: clientOf(call), passwordGrant: passwordGrant(input.type) });
  });
  // Thrown outside the transaction: the failed attempt must stay counted.
  if (!answer) throw tokenExpired();
  auth.limits.forget(key);
  return Response.json(answer === 'half' ? { code: '200', msg: HALF_CONFIRMED } : answer);
}

type Redeemed = { readonly code: string } | { readonly message: string } | { readonly fragment: Record<string, string> };

/** The link in a mail: leads back to the app with a session in the fragment, or with a code to exchange (PKCE), or with an error. */
async function verifyGet(auth: AuthContext, call: AuthCall): Promise<Response> {
  const params = call.url.searchParams;
  const target = new URL(allowedRedirect(params.get('redirect_to'), auth.siteUrl(), auth.config.redirectOrigins));
  try {
    auth.limits.take(`verify-link:${call.client}`, auth.config.limits.refresh);
    const outcome = await auth.db
      .transaction((query) => redeemLink(auth, call, query))
      .catch((error: unknown) => {
        throw isUniqueViolation(error) ? linkExpired() : error;
      });
    if (!outcome) throw linkExpired();
    if ('code' in outcome) target.searchParams.set('code', outcome.code);
    else if ('message' in outcome) target.searchParams.set('message', outcome.message);
    else target.hash = new URLSearchParams(outcome.fragment).toString();
  } catch (error) {
    if (!(error instanceof AuthError)) throw error;
    const problem = { error: 'access_denied', error_code: error.code, error_description: error.message };
    // auth-js reads the query in the PKCE flow and the fragment otherwise.
    if (params.get('token')?.startsWith('pkce_')) for (const [name, value] of Object.entries(problem)) target.searchParams.set(name, value);
    target.hash = new URLSearchParams(problem).toString();
  }
  return new Response(null, {
    status: 303,
    headers: { location: target.href, 'cache-control': 'no-store', 'referrer-policy': 'no-referrer' },
  });
}

const linkExpired = () => new AuthError(403, 'otp_expired', 'Email link is invalid or has expired');

async function redeemLink(auth: AuthContext, call: AuthCall, query: Query): Promise<Redeemed | null> {
  const type = call.url.searchParams.get('type') ?? '';
  const row = await takeByToken(auth, query, call.url.searchParams.get('token') ?? '', type);
  const user = await redeem(auth, query, row);
  if (!row || !user) return null;
  if (user === 'half') return { message: HALF_CONFIRMED };
  if (row.code_challenge !== null && row.code_challenge_method !== null) {
    const challenge = { challenge: row.code_challenge, method: row.code_challenge_method };
    return { code: await createAuthCode(auth, query, user.id, challenge, METHODS[type] ?? 'otp') };
  }
  const session = await startSession(auth, query, user, { method: 'otp', client: clientOf(call), passwordGrant: passwordGrant(type) });
  return {
    fragment: {
      access_token: session.access_token,
      expires_at: String(session.expires_at),
      expires_in: String(session.expires_in),
      refresh_token: session.refresh_token,
      token_type: session.token_type,
      type,
    },
  };
}

export const verifyRoutes: readonly AuthRoute[] = [
  { method: 'POST', path: '/verify', handle: verifyPost },
  { method: 'GET', path: '/verify', handle: verifyGet },
];
