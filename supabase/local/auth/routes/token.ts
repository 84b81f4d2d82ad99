import * as z from 'zod/mini';
import { type AuthCall, type AuthContext, type AuthHandler, type AuthRoute, normalEmail, parseInput } from '#local/auth/auth-context.ts';
import { AuthError } from '#local/auth/auth-error.ts';
import { clientOf } from '#local/auth/client.ts';
import { exchangeAuthCode } from '#local/auth/flow-state.ts';
import { verifyPassword } from '#local/auth/passwords.ts';
import { refreshSession, startSession } from '#local/auth/sessions.ts';
import { findUserByEmail, findUserById } from '#local/auth/users.ts';

const passwordSchema = z.object({ email: z.optional(z.string()), phone: z.optional(z.string()), password: z.optional(z.string()) });
const refreshSchema = z.object({ refresh_token: z.string() });
const pkceSchema = z.object({ auth_code: z.string(), code_verifier: z.string() });

const wrongCredentials = () => new AuthError(400, 'invalid_credentials', 'Invalid login credentials');

/** A wrong password, an unknown address and an account without a password get one answer, after the same work. */
async function byPassword(auth: AuthContext, call: AuthCall): Promise<Response> {
  const input = parseInput(passwordSchema, call.body);
  if (input.phone) throw new AuthError(400, 'phone_provider_disabled', 'Phone logins are disabled');
  if (!input.email || !input.password) throw new AuthError(400, 'validation_failed', 'missing email or password');
  const email = normalEmail(input.email);
  const { limits, config } = auth;
  const attemptKey = `sign-in:${call.client}:${email}`;
  // Counted before the slow comparison, or parallel guesses would all pass the check.
  limits.check(`sign-in:${call.client}`, config.limits.signInPerClient);
  limits.take(attemptKey, config.limits.signIn);
  const candidate = await findUserByEmail(auth.db.query, email);
  const isRight = await verifyPassword(input.password, candidate?.encrypted_password, config.bcryptCost);
  if (!candidate || !isRight) {
    limits.take(`sign-in:${call.client}`, config.limits.signInPerClient);
    throw wrongCredentials();
  }
  limits.forget(attemptKey);
  if (candidate.email_confirmed_at === null) throw new AuthError(400, 'email_not_confirmed', 'Email not confirmed');
  const answer = await auth.db.transaction(async (query) => {
    // The password may have changed while the hash was computed.
    const user = await findUserById(query, candidate.id);
    if (!user || user.encrypted_password !== candidate.encrypted_password) throw wrongCredentials();
    return startSession(auth, query, user, { method: 'password', client: clientOf(call) });
  });
  return Response.json(answer);
}

async function byRefreshToken(auth: AuthContext, call: AuthCall): Promise<Response> {
  const input = parseInput(refreshSchema, call.body);
  auth.limits.take(`refresh:${call.client}`, auth.config.limits.refresh);
  return Response.json(await refreshSession(auth, input.refresh_token));
}

async function byAuthCode(auth: AuthContext, call: AuthCall): Promise<Response> {
  const input = parseInput(pkceSchema, call.body);
  auth.limits.take(`pkce:${call.client}`, auth.config.limits.refresh);
  const { userId, method } = await exchangeAuthCode(auth, input.auth_code, input.code_verifier);
  const answer = await auth.db.transaction(async (query) => {
    const user = await findUserById(query, userId);
    if (!user) throw new AuthError(403, 'user_not_found', 'User not found');
    const passwordGrant = method === 'recovery' ? 'recovery' : 'mailbox';
    return startSession(auth, query, user, { method, client: clientOf(call), passwordGrant });
  });
  return Response.json(answer);
}

const GRANTS: Readonly<Record<string, AuthHandler>> = {
  password: byPassword,
  refresh_token: byRefreshToken,
  pkce: byAuthCode,
  id_token: async () => {
    throw new AuthError(400, 'provider_disabled', 'Sign-in with an ID token is not enabled');
  },
  web3: async () => {
    throw new AuthError(422, 'web3_provider_disabled', 'Web3 sign-in is not enabled');
  },
};

async function token(auth: AuthContext, call: AuthCall): Promise<Response> {
  const grant = call.url.searchParams.get('grant_type') ?? '';
  const handle = Object.hasOwn(GRANTS, grant) ? GRANTS[grant] : undefined;
  if (!handle) throw new AuthError(400, 'invalid_credentials', 'unsupported_grant_type');
  return handle(auth, call);
}

export const tokenRoutes: readonly AuthRoute[] = [{ method: 'POST', path: '/token', handle: token }];
